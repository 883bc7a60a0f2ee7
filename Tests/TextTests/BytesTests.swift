// White space collapsed to one blank, and checks of all bytes of a document.

import Testing
import Text

struct BytesTests {
    @Test(arguments: [
        ("", ""), (" ", ""), ("a", "a"), ("a b", "a b"), (" a b", "a b"), ("a b ", "a b"), ("a  b", "a b"),
        ("a\tb", "a b"), ("a\r\nb", "a b"), ("\u{E9} b", "\u{E9} b"), ("a\u{A0}b", "a b"), ("\u{A0}", ""),
        ("a\u{85}", "a"), ("a\u{3000} b", "a b"), ("a\u{7F}", "a\u{7F}"), ("\u{2003}a", "a"),
        ("\u{C2}\u{20AC}", "\u{C2}\u{20AC}"),
    ])
    func `Runs of white space are one blank, and none at the ends`(text: String, expected: String) {
        #expect(collapsed(text) == expected)
        #expect(collapsed(Array(text.utf8)) == expected)
        #expect(collapsed(text.utf8.reversed().reversed()) == expected)
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBufferPointer { isBlank($0) } == expected.isEmpty)
        var pieces = CollapsedText()
        pieces.append(bytes)
        pieces.part()
        bytes.withUnsafeBufferPointer { pieces.append($0) }
        #expect(pieces.string == (expected.isEmpty ? "" : expected + " " + expected))
    }

    @Test(
        arguments: [
            ("", "", 0), ("", "a", nil), ("a", "", 0), ("a", "a", 0), ("aab", "ab", 1), ("aaab", "aab", 1),
            ("ab", "abc", nil),
            ("ababac", "abac", 2), ("abc", "c", 2), ("xxabxx", "ab", 2), ("aaa", "b", nil),
        ] as [(String, String, Int?)])
    func `Bytes are found where they first stand`(text: String, sought: String, expected: Int?) {
        #expect(place(of: Array(sought.utf8), in: Array(text.utf8)[...]) == expected)
        // Places are those of the whole, of which a part may be searched.
        let part = Array(("ab" + text).utf8)[2...]
        #expect(place(of: Array(sought.utf8), in: part) == expected.map { $0 + 2 })
    }

    @Test(
        arguments: [
            ("", "", 0), ("a", "", 0), ("", "a", nil), ("a/b", "/", 1), ("aab", "ab", 1),
            ("\u{E9}\u{E9}x", "\u{E9}x", 1),
            ("e\u{301}x", "e", 0), ("http:/", "://", nil), ("a\r\nb", "\n", 2),
        ] as [(String, String, Int?)])
    func `Parts of texts are found where they first stand`(text: String, part: String, expected: Int?) {
        let place = text.place(of: part)
        #expect(place.map { text.unicodeScalars.distance(from: text.startIndex, to: $0.lowerBound) } == expected)
        #expect(place.map { text[$0].utf8.elementsEqual(part.utf8) } ?? true)
        #expect(text.holds(part) == (expected != nil))
        // Of a part of a text nothing before it counts.
        #expect(
            (part + text).dropFirst(part.count).place(of: part)?.lowerBound
                == place.map {
                    String.Index(utf16Offset: $0.lowerBound.utf16Offset(in: text) + part.utf16.count, in: part + text)
                })
    }

    @Test(arguments: [
        ("", "a", "b", ""), ("aXbXX", "X", "yy", "ayybyyyy"), ("aaa", "aa", "a", "aa"), ("a", "", "b", "a"),
        ("50% of %", "%", "%%", "50%% of %%"), ("\r\n", "\n", "; ", "\r; "),
    ])
    func `Parts of texts are replaced wherever they stand`(text: String, part: String, other: String, expected: String)
    {
        #expect(text.with(other, inPlaceOf: part) == expected)
    }

    @Test(arguments: [0, 1, 31, 32, 63, 1000]) func `A byte is found wherever it stands`(place: Int) {
        var bytes = [UInt8](repeating: 0x61, count: 1001)
        #expect(!holds(bytes, 0) && isASCII(bytes) && isUTF8(bytes))
        bytes[place] = 0
        #expect(holds(bytes, 0) && isASCII(bytes) && isUTF8(bytes))
        bytes[place] = 0x80
        #expect(!holds(bytes, 0) && !isASCII(bytes) && !isUTF8(bytes))
        #expect(isUTF8(Array("\u{E9}\u{1F600}".utf8)) && !isUTF8([0xED, 0xA0, 0x80]) && isUTF8([]) && isASCII([]))
    }
}
