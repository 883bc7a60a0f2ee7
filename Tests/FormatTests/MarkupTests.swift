// libxml2 behind its door: which events come, what is refused, in which encodings.

import Markup
import Testing
import Text

/// Writes down what it is told.
struct Transcript: MarkupReceiver {
    var lines: [String] = []
    private var pending: [UInt8] = []

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        flush()
        lines.append("<" + ([name] + attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " "))
    }

    mutating func end(_ name: String) {
        flush()
        lines.append(">" + name)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) { pending += bytes }

    mutating func breaksOff() {
        flush()
        lines.append("breaks off")
    }

    private mutating func flush() {
        if !pending.isEmpty { lines.append(String(decoding: pending, as: UTF8.self)) }
        pending = []
    }
}

func transcript(_ document: [UInt8], _ language: MarkupLanguage) throws(TableError) -> [String] {
    var transcript = Transcript()
    try readMarkup(document, as: language, for: &transcript)
    return transcript.lines
}

struct MarkupTests {
    @Test func `XML comes with local names, attributes decoded and character references`() throws {
        let lines = try transcript(
            Array("<?xml version='1.0'?><a:r xmlns:a='u' a:k='&lt;1&#x41;'><b/>x&amp;y<![CDATA[<z>]]></a:r>".utf8), .xml
        )
        #expect(lines == ["<r k=<1A", "<b", ">b", "x&y<z>", ">r"])
    }

    @Test func `An entity of the document's own is refused by name and nothing of it expanded`() {
        let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><r>&b;</r>"
        #expect(throws: TableError(.refused, "the XML uses the entity \"a\" of its own: entities are not expanded")) {
            try transcript(Array(bomb.utf8), .xml)
        }
    }

    @Test func `Latin letters come through in each encoding a page may have`() throws {
        let page = "<html><head><meta charset=%></head><body>caf\u{E9}</body></html>"
        let latin = page.replacing("%", with: "iso-8859-1").unicodeScalars.map { UInt8($0.value) }
        #expect(try transcript(latin, .html).contains("caf\u{E9}"))
        #expect(try transcript(Array(page.replacing("%", with: "iso-8859-1").utf8), .html).contains("caf\u{E9}"))
        #expect(try transcript(Array("<p>caf\u{E9}</p>".utf8), .html).contains("caf\u{E9}"))
    }
}
