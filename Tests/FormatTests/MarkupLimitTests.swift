// What web pages and XML may make us spend, each bound as it is and one past it; and documents that were made to cost.

import HTML
import Markup
import Testing
import Text
import XML

private func repeated(_ text: String, _ times: Int) -> String { String(repeating: text, count: times) }

/// A page or XML, the limit that it is right at, and the error one past it.
struct Bound: Sendable, CustomTestStringConvertible {
    var document: String
    var record: String?
    var testDescription: String
    var change: @Sendable (inout TableLimits, Int) -> Void
    var limit: Int
    var message: String

    init(
        _ document: String, record: String? = nil, _ key: any WritableKeyPath<TableLimits, Int> & Sendable,
        _ limit: Int, _ message: String
    ) {
        self.document = document
        self.record = record
        self.limit = limit
        self.message = message
        testDescription = message
        change = { $0[keyPath: key] = $1 }
    }

    func read(_ limit: Int) throws(TableError) {
        var limits = TableLimits()
        change(&limits, limit)
        if let record {
            _ = try xmlRecords(of: Array(document.utf8), record: record, limits: limits)
        } else {
            _ = try htmlTables(of: Array(document.utf8), limits: limits)
        }
    }
}

struct MarkupLimitTests {
    @Test(arguments: [
        Bound(
            "<table><tr><td>a<tr><td>b</table><dl><dt>c<dd>d</dl>", \.rows, 3, "the page's tables have more than 2 rows"
        ),
        Bound(
            "<table><tr><td rowspan=2>a<td>b<tr><td colspan=3>c</table>", \.cells, 6,
            "the page's tables have more than 5 cells"),
        Bound("<table><tr><td colspan=3>a<td>b</table>", \.columns, 4, "a row has more than 3 cells"),
        Bound("<dl><dt>a<dd>b<dt>c<dd>d</dl>", \.columns, 2, "a row has more than 1 cells"),
        Bound("<table><tr><td>\u{E9} x</table>", \.cellBytes, 4, "the text of a cell is longer than 3 bytes"),
        Bound(
            "<table><caption>long</caption><tr><td>x</table>", \.cellBytes, 4,
            "the text of a cell is longer than 3 bytes"),
        Bound("<dl><dt>x<dd>a<dd>b</dl>", \.cellBytes, 4, "the text of a cell is longer than 3 bytes"),
        Bound(
            "<table><tr><td rowspan=2>ab<td>c<tr></table><dl><dt>d<dd>e</dl>", \.textBytes, 5,
            "the text of the page's tables is longer than 4 bytes"),
        Bound(
            "<table><tr><td rowspan=2>ab<td>c<tr><td>d</table>", \.textBytes, 6,
            "the text of the page's tables is longer than 5 bytes"),
        Bound("<table><tr><td><table></table></table><dl></dl>", \.tables, 3, "the page has more than 2 tables"),
        Bound("<p><i><b>x</b></i></p>", \.nesting, 5, "elements stand more than 4 deep"),
        Bound("<l><r/><r/><r/></l>", record: "r", \.rows, 3, "the XML has more than 2 records"),
        Bound(
            "<l><r a=''/><r b=''/><r/></l>", record: "r", \.cells, 6, "the records have more than 5 fields all together"
        ),
        Bound("<l><r a=''><b/><c><d/></c></r></l>", record: "r", \.columns, 3, "the records have more than 2 fields"),
        Bound(
            "<l><r><b>1</b><b>2</b></r></l>", record: "r", \.cellBytes, 4, "the text of a field is longer than 3 bytes"),
        Bound("<l><r><b>1 3 </b></r></l>", record: "r", \.cellBytes, 3, "the text of a field is longer than 2 bytes"),
        Bound(
            "<l><r a='b'><c>d</c></r></l>", record: "r", \.textBytes, 5,
            "the text of the records is longer than 4 bytes"),
        Bound("<l><r><b><c/></b></r></l>", record: "r", \.nesting, 4, "elements stand more than 3 deep"),
        Bound("<l><r><bb><c/></bb></r></l>", record: "r", \.cellBytes, 5, "the name of a field is longer than 4 bytes"),
    ]) func `A document is read at each limit, and not one past it`(bound: Bound) throws {
        try bound.read(bound.limit)
        #expect(throws: TableError(.limit, bound.message)) { try bound.read(bound.limit - 1) }
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

    @Test(arguments: [MarkupLanguage.html, .xml]) func `An element may have 256 attributes`(language: MarkupLanguage)
        throws
    {
        for count in [longestAttributes, longestAttributes + 1, 100_000] {
            let attributes = (0..<count).map { " a\($0)='\($0)'" }.joined()
            let read = { () throws(TableError) in try transcript(Array("<p\(attributes)>x</p>".utf8), language) }
            if count == longestAttributes {
                #expect(try read().contains { $0.hasPrefix("<p a0=0 ") && $0.hasSuffix(" a255=255") })
            } else {
                #expect(throws: TableError(.limit, "an element has more than 256 attributes")) { try read() }
            }
        }
    }

    @Test(arguments: [
        Costly("depth", repeated("<div>", 300_000)), Costly("tables in tables", repeated("<table><tr><td>", 100_000)),
        Costly("rows by columns", "<table>" + repeated("<tr><td colspan=1000 rowspan=65534>x", 30_000)),
        Costly("columns", "<table><tr>" + repeated("<td colspan=1000>x", 100_000)),
        Costly("rows of rows", "<table><tr>" + repeated("<td rowspan=65534>x", 10_000) + repeated("<tr><td>", 100_000)),
        Costly("one text", "<table><tr><td>" + repeated("0123456789abcdef", 1 << 20)),
        Costly("lists in lists", repeated("<dl><dd>", 100) + repeated("x", 1 << 20)),
        Costly("one list", "<dl>" + repeated("<dt>x<dd>y", 200_000)),
    ]) func `A page that was made to cost ends with a limit`(page: Costly) {
        let error = #expect(throws: TableError.self) { try tables(page.text) }
        #expect(error?.kind == .limit)
    }

    @Test(arguments: [
        Costly("comments", repeated("<!--", 1 << 18)), Costly("an open tag", "<a " + repeated("a", 1 << 20)),
        Costly("open tags", repeated("<a ", 1 << 7)), Costly("references", "<p>" + repeated("&amp;", 1 << 18)),
        Costly("ends", repeated("</table>", 1 << 17)), Costly("empty tables", repeated("<tr><td>", 1 << 17)),
    ]) func `A page of rubbish has no tables`(page: Costly) throws {
        #expect(try tables(page.text).isEmpty)
    }

    @Test func `Rows without cells cost the same below wide cells that reach down`() throws {
        let wide = "<table><tr>" + repeated("<td colspan=1000 rowspan=0>x", 16)
        let start = ContinuousClock.now
        #expect(try tables(wide + repeated("<tr></tr>", 1 << 17)).map(\.rows.count) == [1])
        let time = ContinuousClock.now - start
        #expect(time < .seconds(20))
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

/// A document, and what is much in it.
struct Costly: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String

    init(_ testDescription: String, _ text: String) {
        self.testDescription = testDescription
        self.text = text
    }
}
