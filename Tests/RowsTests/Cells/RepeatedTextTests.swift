import Testing

@testable import Rows

@Suite struct RepeatedTextTests {
    @Test func `each text comes out as it went in, however many share a place`() {
        var texts = RepeatedText()
        // Ten times more texts than places, round and round, of lengths on both sides of every limit.
        let all = (0..<2560).map { "status \($0) " + String(repeating: "x", count: $0 % 220) }
        for text in all + all.reversed() { #expect(texts.text(Array(text.utf8)[...]) == text) }
    }

    @Test func `texts that differ only between the bytes looked at first are told apart`() {
        var texts = RepeatedText()
        for text in [
            "send passport & one photograph", "send passport & own photograph", "send passport & one photograpH",
        ] {
            #expect(texts.text(Array(text.utf8)[...]) == text)
        }
    }

    @Test func `bytes that are no UTF-8 become U+FFFD`() {
        var texts = RepeatedText()
        let bytes = Array("a status of many words ".utf8) + [0xFF]
        for _ in 0..<2 { #expect(texts.text(bytes[...]) == "a status of many words \u{FFFD}") }
    }
}
