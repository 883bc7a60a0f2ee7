// Attributes that a document type gives to empty elements: a few are read as if they were written there, but a short
// element that gets many, again and again, ends the reading.

import TestKit
import Testing
import Text
import XML

private func table(_ type: String, _ records: String) throws(TableError) -> TextTable? {
    let text = "<?xml version='1.0'?><!DOCTYPE l [\(type)]><l>\(records)</l>"
    return try xmlRecords(of: Array(text.utf8), record: "r").tables.first
}

struct XMLGivenTests {
    private static let tooMuch = TableError(
        .limit, "the document type of the XML gives its elements more than 16 MiB of attributes")

    @Test func `what the document type gives is read, and what the element says itself comes before it`() throws {
        let table = try table(
            "<!ATTLIST r a CDATA 'given' b (x|y) #IMPLIED c CDATA #FIXED 'c' xmlns:n CDATA 'u'>",
            "<r/><r a='own'/><n:x/>")
        #expect(table?.fields == ["@a", "@c"])
        #expect(table?.rows == [["given", "c"], ["own", "c"]])
    }

    @Test func `as much as the limit says may be given, and no more`() throws {
        // A value and what each attribute counts besides are 16 KiB.
        let type = "<!ATTLIST x a CDATA '\(repeated("v", (16 << 10) - 64))'>"
        #expect(try table(type, "<r>1</r>" + repeated("<x/>", 1024))?.rows == [["1"]])
        #expect(throws: Self.tooMuch) { try table(type, "<r>1</r>" + repeated("<x/>", 1025)) }
        // What stands in the document itself costs as many bytes there.
        let own = repeated("<x a='\(repeated("v", 16 << 10))'/>", 1100)
        #expect(try table(type, "<r>1</r>" + own)?.rows == [["1"]])
    }

    @Test(arguments: [
        Costly("attributes", (0..<250).map { "<!ATTLIST x a\($0) CDATA 'v'>" }.joined()),
        Costly("a long value", "<!ATTLIST x a CDATA '" + repeated("v", 60_000) + "'>"),
        Costly("namespaces", (0..<250).map { "<!ATTLIST x xmlns:n\($0) CDATA 'u'>" }.joined()),
    ])
    func `what is given again and again ends with a limit`(type: Costly) {
        #expect(throws: Self.tooMuch) { try table(type.text, "<r>1</r>" + repeated("<x/>", 10_000)) }
    }

    @Test func `an element may be given 256 namespaces`() throws {
        func namespaces(_ count: Int) -> String { (0..<count).map { "<!ATTLIST x xmlns:n\($0) CDATA 'u'>" }.joined() }
        #expect(try table(namespaces(256), "<r>1</r><x/>")?.rows == [["1"]])
        #expect(throws: TableError(.limit, "an element has more than 256 attributes")) {
            try table(namespaces(257), "<r>1</r><x/>")
        }
    }
}
