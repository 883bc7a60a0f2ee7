// No number remains in a text that must have none.

import Rows
import Testing

@testable import Page

@Suite struct RedactionTests {
    private let redaction: Redaction

    init() throws {
        redaction = Redaction(
            masks: [.london, .anyText, try KeyMask("AA-##")],
            batches: ["20121456171", "X-77/8", "12", "2012145###[0-4]"])
    }

    @Test(arguments: [
        ("Mine (20121456171): issued", "Mine (…): issued"),
        ("20121456171", "…"),
        // In groups, within a word, in another case.
        ("2012 1456-171", "…"), ("no20121456171x", "no…x"), ("see x778 and X-77 / 8.", "see … and …."),
        // With blanks that do not break, or nobody sees, and in other digits.
        ("2012\u{A0}1456\u{2009}171", "…"), ("2012\u{AD}1456\u{200B}171", "…"), ("２０１２１４５６１７１", "…"),
        ("٢٠١٢١٤٥٦١٧١", "…"), ("only 12\u{A0}of", "only …\u{A0}of"), ("ｑｘ－４２ ＱＸ－４２", "… …"),
        // Of somebody else.
        ("below 20121456170, above 28999999999", "below …, above …"), ("like QX-42", "like …"),
        ("20121456171 20121456172", "… …"),
        ("2012145###[0-4]", "…]"),
        // A short one is a word by itself.
        ("12", "…"), ("2012", "2012"), ("12-Jun-12", "…-Jun-…"),
        // No number.
        ("visa issued (15-Jun-26)", "visa issued (15-Jun-26)"), ("", ""), ("29121456171", "29121456171"),
        ("201214561711", "…1"), ("301214561711", "301214561711"), ("Zoë", "Zoë"),
    ])
    func `numbers go, all else stays`(text: String, shown: String) {
        #expect(redaction(text) == shown)
    }
}
