// Text in drawing order and in logical order. An editor shows drawn right-to-left text reversed, so such text is
// written here in logical order between braces: "10:30 {בשעה}".

import TestKit
import Testing

@testable import Bidi

/// What is drawn, from left to right.
private func drawn(_ text: String) -> String {
    var drawn = String.UnicodeScalarView()
    for part in text.split(separator: "{", omittingEmptySubsequences: false) {
        let ends = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
        if ends.count == 2 { drawn.append(contentsOf: ends[0].unicodeScalars.reversed()) }
        drawn.append(contentsOf: ends[ends.count - 1].unicodeScalars)
    }
    return String(drawn)
}

private func read(_ text: String) -> String {
    VisualOrder.text(drawn(text).utf8)
}

@Suite struct `The logical order of text` {
    @Test(arguments: ["נדחה", "תמת הבקשה", "مطلوب مستندات إضافية", "אושר.", "א) אושר"])
    func `is the reverse in words from right to left alone`(text: String) {
        #expect(read("{\(text)}") == text)
    }

    @Test(arguments: ["Approved (in part)", "2024-05-12", "", "одобрено", "許可"])
    func `is that of drawing in all others`(text: String) {
        #expect(read(text) == text)
    }

    @Test(arguments: [
        ("10:30 {בשעה} 12/05/2024 {עד}", "עד 12/05/2024 בשעה 10:30"),
        ("{לחוק} 5 {ראה סעיף}", "ראה סעיף 5 לחוק"),
        ("2024-05-12 {התקבל}", "התקבל 2024-05-12"),
        ("1,250.50 {סכום:}", "סכום: 1,250.50"),
        ("10:30 {الساعة} 12/05/2024 {الموعد}", "الموعد 12/05/2024 الساعة 10:30"),
        // A hyphen does not join numbers after an Arabic letter: they are drawn from right to left.
        ("12-05-2024 {الموعد}", "الموعد 2024-05-12"),
        ("١٢/٠٥/٢٠٢٤ {الموعد}", "الموعد ١٢/٠٥/٢٠٢٤"),
    ])
    func `leaves numbers as they are read`(text: String, written: String) {
        #expect(read(text) == written)
    }

    @Test(arguments: [
        ("{חסר} PDF {טופס}", "טופס PDF חסר"),
        ("{אושר} No. 5", "No. 5 אושר"),
        ("No. 5 {אושר}", "אושר No. 5"),
        ("Handed to {אושר} for review", "Handed to אושר for review"),
        ("Handed to {שי לוי}.", "Handed to שי לוי."),
    ])
    func `leaves Latin words where they belong`(text: String, written: String) {
        #expect(read(text) == written)
    }

    @Test(arguments: [
        // The characters that were written, and the shapes that are drawn.
        ("{אושר (חלקית) היום}", "אושר (חלקית) היום"),
        ("{היום} ({חלקית}) {אושר}", "אושר (חלקית) היום"),
        ("({חלקית}) {אושר}", "אושר (חלקית)"),
        (")PDF( {אושר}", "אושר (PDF)"),
        ("(PDF) {אושר}", "אושר (PDF)"),
        ("«{مقبول}» {الطلب}", "الطلب «مقبول»"),
        ("Approved ({אושר}) today", "Approved (אושר) today"),
    ])
    func `has brackets that face each other`(text: String, written: String) {
        #expect(read(text) == written)
    }

    @Test func `goes line by line, and knows what stands before`() {
        let lines = ["{יש להגיש דרכון}", "{ימים} 5 {עד}", "10:30"].map { drawn($0) }
        #expect(VisualOrder.logical(lines) == ["יש להגיש דרכון", "עד 5 ימים", "10:30"])
        // The number of the second line stands after an Arabic letter.
        #expect(VisualOrder.logical([drawn("{الموعد}"), "12-05-2024"]) == ["الموعد", "2024-05-12"])
        #expect(VisualOrder.logical(["12-05-2024"], after: "الموعد") == ["2024-05-12"])
        #expect(VisualOrder.logical(["2024-05-12"], after: "התקבל") == ["2024-05-12"])
        // Brackets that one line opens and another one closes.
        #expect(VisualOrder.logical([drawn("{חלקית}( {אושר}"), drawn("{היום} ){לא}")]) == ["אושר (חלקית", "לא) היום"])
    }

    @Test func `has the letters that presentation forms stand for`() {
        // Each letter by its form, lam and alef by their ligature.
        let forms = "\u{FE9F}\u{FE8E}\u{FEEB}\u{FEB0} \u{FEDF}\u{FEFC}\u{FEB3}\u{FE98}\u{FEFC}\u{FEE1}"
        #expect(read("{\(forms)}") == "جاهز للاستلام")
        let pointed = read("{\u{FB2A}\u{5DC}\u{5D5}\u{5DD}}").unicodeScalars
        #expect(pointed.elementsEqual("\u{5E9}\u{5C1}\u{5DC}\u{5D5}\u{5DD}".unicodeScalars))
        #expect(read("\u{FE70}") == "\u{64B}")
    }

    @Test func `has a mark after its letter`() {
        let word = "\u{5D1}\u{5B0}\u{5E8}\u{5B5}"
        for text in ["{\(word)}", "Handed to {\(word)}"] {
            #expect(read(text).unicodeScalars.suffix(4).elementsEqual(word.unicodeScalars))
        }
    }

    @Test func `has no controls that draw nothing`() {
        #expect(read("\u{200F}{אושר}\u{202C}").unicodeScalars.elementsEqual("אושר".unicodeScalars))
    }
}

@Suite struct `The order of drawing` {
    @Test(arguments: ["מסמך PDF מס' 5-7", "الموعد 2024-05-12 الساعة 10:30", "Handed to אושר for review"])
    func `leads back to what was written`(text: String) {
        #expect(VisualOrder.visual(text) != text)
        #expect(VisualOrder.text(VisualOrder.visual(text).utf8) == text)
    }

    @Test func `leaves all other text alone`() {
        #expect(VisualOrder.visual("a \u{200B}b (c)") == "a \u{200B}b (c)")
        #expect(VisualOrder.visual(glyph: "ffi") == "ffi")
    }

    @Test func `has the letters of a ligature from left to right`() {
        #expect(VisualOrder.visual(glyph: "\u{644}\u{627}") == "\u{627}\u{644}")
    }

    @Test func `of nearly every reading is what was drawn`() {
        #expect(VisualOrder.visual("א") == "א")
        #expect(VisualOrder.failure == nil)
        var generator = SeededGenerator(seed: 20_120)
        let alphabet = Array("אב אب تab 12-/.,:%()".unicodeScalars)
        var others = 0
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            let line = LogicalLine(drawn: redrawn(text), after: [], isRightToLeft: true)
            if redrawn(line.scalars) != redrawn(text) { others += 1 }
        }
        #expect(others < 20)
    }

    private func redrawn(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        EmbeddingLevels(of: text, after: [], isDrawn: false, isRightToLeft: true).order.map { text[$0] }
    }
}
