// The cost of XML: each limit at the limit and one past it, and documents made to be expensive.

import TestKit
import Testing
import Text
import XML

struct XMLLimitTests {
    @Test(arguments: [
        ("<l><r/><r/><r/></l>", \TableLimits.rows, 3, "the XML has more than 2 records"),
        ("<l><r a=''/><r b=''/><r/></l>", \.cells, 6, "the records have more than 5 fields all together"),
        ("<l><r a=''><b/><c><d/></c></r></l>", \.columns, 3, "the records have more than 2 fields"),
        ("<l><r><b>1</b><b>2</b></r></l>", \.cellBytes, 4, "the text of a field is longer than 3 bytes"),
        ("<l><r><b>1 3 </b></r></l>", \.cellBytes, 3, "the text of a field is longer than 2 bytes"),
        ("<l><r a='b'><c>d</c></r></l>", \.textBytes, 5, "the text of the records is longer than 4 bytes"),
        ("<l><r><b><c/></b></r></l>", \.nesting, 4, "elements are nested deeper than 3"),
        ("<l><r><bb><c/></bb></r></l>", \.cellBytes, 4, "the name of a field is longer than 3 bytes"),
    ])
    func `Each limit holds, and one past it is an error`(
        text: String, limit: WritableKeyPath<TableLimits, Int> & Sendable, most: Int, words: String
    ) throws {
        var limits = TableLimits()
        limits[keyPath: limit] = most
        _ = try xmlRecords(of: Array(text.utf8), record: "r", limits: limits)
        limits[keyPath: limit] = most - 1
        #expect(throws: TableError(.limit, words)) {
            try xmlRecords(of: Array(text.utf8), record: "r", limits: limits)
        }
    }

    @Test func `namespaces count as attributes do, and a document type has a length`() throws {
        func declared(_ count: Int) -> [UInt8] {
            Array("<r \((0..<count).map { "xmlns:n\($0)='u\($0)' " }.joined())><i>a</i></r>".utf8)
        }
        #expect(try xmlRecords(of: declared(200), record: "i").tables.first?.rows == [["a"]])
        #expect(throws: TableError(.limit, "an element has more than 256 attributes")) {
            try xmlRecords(of: declared(400_000), record: "i")
        }
        func typed(_ count: Int) -> [UInt8] {
            Array("<!DOCTYPE r [\((0..<count).map { "<!ATTLIST r a\($0) CDATA 'x'>" }.joined())]><r><i>a</i></r>".utf8)
        }
        #expect(try xmlRecords(of: typed(200), record: "i").tables.first?.rows == [["a"]])
        #expect(throws: TableError(.limit, "the document type of the XML is longer than 64 KiB")) {
            try xmlRecords(of: typed(400_000), record: "i")
        }
    }

    @Test func `a document has as many names as its parser can keep apart, and hardly more`() throws {
        func named(_ count: Int, _ name: (Int) -> String) -> [UInt8] {
            Array(("<l><r>x</r>" + (0..<count).map(name).joined() + "</l>").utf8)
        }
        let limit = TableError(.limit, "the document has more than 32768 names of elements and attributes")
        for name in [{ "<a\($0)/>" }, { "<b a\($0)=''/>" }, { "<a\($0):b xmlns:a\($0)='u'/>" }] as [(Int) -> String] {
            #expect(try xmlRecords(of: named(32_000, name), record: "r").tables.first?.rows == [["x"]])
            // The parser is asked with each piece of 4 KB.
            #expect(throws: limit) { try xmlRecords(of: named(34_000, name), record: "r") }
        }
    }

    @Test(arguments: [
        Costly("depth", repeated("<a>", 1_000_000)), Costly("open tags", "<r>" + repeated("<a", 1_000_000)),
        Costly("a long name", "<r><" + repeated("a", 1 << 24)), Costly("one text", "<r>" + repeated("x", 1 << 24)),
        Costly("names", "<r>" + (0..<50_000).map { "<a\($0)/>" }.joined()),
        Costly("attributes", "<r " + (0..<300_000).map { "a\($0)='' " }.joined()),
        Costly("an attribute", "<r a='" + repeated("&lt;", 1 << 22)),
        Costly("entities", "<!DOCTYPE r [" + repeated("<!ENTITY % a 'b'>%a;", 100_000) + "]><r/>"),
    ]) func `XML that was made to cost ends with an error`(document: Costly) {
        #expect(throws: TableError.self) { try xmlRecords(of: Array(document.text.utf8), record: "r") }
    }
}
