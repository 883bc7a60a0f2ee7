// Text of strangers, without the characters that terminals, line readers and displays obey.

import Testing
import Text

struct SanitizedTests {
    @Test(arguments: [
        ("", ""), ("visa issued", "visa issued"), ("a\nb\tc\r\nd", "a b c  d"), ("\u{85}\u{2028}\u{2029}", "   "),
        ("\0\u{1b}\u{7f}\u{80}\u{9f}", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
        ("\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}\u{61c}", String(repeating: "\u{fffd}", count: 7)),
        ("\u{feff}\u{200b}\u{e0041}", "\u{fffd}\u{fffd}\u{fffd}"), ("\u{a0}~\u{ff}é日本👍", "\u{a0}~\u{ff}é日本👍"),
        ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        (
            "\u{1b}[31m() { :;}; `id` $(id);rm -rf ~ \u{202e}cba\u{2066} \u{9b}2J '\"\\%s",
            "\u{fffd}[31m() { :;}; `id` $(id);rm -rf ~ \u{fffd}cba\u{fffd} \u{fffd}2J '\"\\%s"
        ),
    ])
    func `what terminals and line readers obey is taken out`(text: String, shown: String) {
        #expect(sanitized(text) == shown)
        #expect(sanitized(shown) == shown)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abc…"), ("ééé", 6, "ééé"), ("éééa", 6, "é…"), ("日本", 5, "…"),
        ("日本", 6, "日本"), ("\n\n\n\n", 4, "    "), ("\0\0", 6, "\u{fffd}\u{fffd}"), ("\0\0a", 6, "\u{fffd}…"),
        ("abcd", 3, "…"),
    ])
    func `what is longer than the limit is cut between characters`(text: String, limit: Int, shown: String) {
        #expect(sanitized(text, limit: limit) == shown)
        #expect(sanitized(text, limit: limit).utf8.count <= limit)
    }

    @Test(
        arguments: [0x34F, 0x115F, 0x1160, 0x17B4, 0x180E, 0x3164, 0xFFA0, 0xAD, 0x1D173, 0xE0101, 0xE01EF] as [UInt32])
    func `what is not drawn is shown`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(sanitized("a\(scalar)b") == "a\u{fffd}b")
    }

    @Test func `joiners and the two choices of a picture's style stay`() {
        for text in ["می\u{200c}خواهم", "👩\u{200d}🚀", "❤\u{fe0f}", "☎\u{fe0e}"] { #expect(sanitized(text) == text) }
    }

    @Test func `every scalar comes out harmless`() {
        let kept: [UInt32] = [0x200C, 0x200D, 0xFE0E, 0xFE0F]
        for value in 0...UInt32(0x10ffff) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let category = scalar.properties.generalCategory
            guard
                category == .control || scalar.properties.isBidiControl || category == .lineSeparator
                    || scalar.properties.isDefaultIgnorableCodePoint, !kept.contains(value)
            else { continue }
            #expect([" ", "\u{fffd}"].contains(sanitized(String(scalar))), "U+\(String(value, radix: 16))")
        }
    }
}
