// Fields that may be confused: of other namespaces, twice in one record; and invisible or struck-out texts of fields.

import Testing
import Text
import XML

private let spaces = "xmlns='f' xmlns:dc='d' xmlns:m='m' xmlns:n='n'"

/// The table of a list of records.
private func table(_ records: [String]) throws -> TextTable? {
    let all = records.map { "<x>\($0)</x>" }.joined()
    return try xmlRecords(of: Array("<r \(spaces)>\(all)</r>".utf8), record: "x").tables.first
}

/// The description of an item of RSS.
private func description(_ text: String) throws -> String? {
    let rss = "<rss><channel><item><description><![CDATA[\(text)]]></description></item></channel></rss>"
    return try xmlRecords(of: Array(rss.utf8), record: nil).tables.first?.rows.first?.first
}

struct XMLTwinTests {
    @Test(arguments: [
        ("<s>a</s><dc:s>b</dc:s>", ["s": "a", "dc:s": "b"]), ("<dc:s>b</dc:s><s>a</s>", ["s": "a", "dc:s": "b"]),
        ("<dc:s>b</dc:s>", ["s": "b"]), ("<m:s>a</m:s><n:s>b</n:s>", ["m:s": "a", "n:s": "b"]),
        ("<m:g><m:v>a</m:v></m:g><v>b</v>", ["g/v": "a", "v": "b"]),
        ("<g><v>a</v></g><m:g><v>b</v></m:g>", ["g/v": "a", "m:g/v": "b"]),
        ("<s>a <dc:b>b</dc:b></s>", ["s": "a b"]),
        ("<m:n>1</m:n><m:s>a</m:s><s>b</s><dc:d>2</dc:d>", ["m:n": "1", "m:s": "a", "s": "b", "d": "2"]),
    ])
    func `a field of another namespace is told from one of the records'`(record: String, fields: [String: String])
        throws
    {
        let found = try #require(try table([record]))
        #expect(Dictionary(uniqueKeysWithValues: zip(found.fields ?? [], found.rows[0])) == fields)
    }

    @Test func `a field is called the same in all records`() throws {
        let found = try table(["<dc:s>b</dc:s>", "<dc:s>c</dc:s>", "<s>a</s>"])
        #expect(found?.fields == ["dc:s", "s"])
    }

    @Test func `what one record alone has twice is marked, and what many have is not`() throws {
        let (once, twice) = ("<s>a</s>", "<s>a</s><s>b</s>")
        let rare = try table([once, once, twice, once, once])
        #expect(rare?.rows.map { $0[0] } == ["a", "a", CellMark.contradicted.on("a; b"), "a", "a"])
        #expect(try table([once, twice, twice, once, once])?.rows.map { $0[0] } == ["a", "a; b", "a; b", "a", "a"])
        #expect(try table([once, twice])?.rows.map { $0[0] } == ["a", "a; b"])
    }

    @Test(arguments: [
        ("<c><del>a</del></c>", "a\u{FFFD}\u{336}"), ("<c><del>a</del> b</c>", "a\u{FFFD}\u{336} b"),
        ("<c>b <s>a</s></c>", "b a\u{FFFD}\u{336}"), ("<c><strike>a</strike></c>", "a\u{FFFD}\u{336}"),
        ("<c><del></del>a</c>", "a"), ("<s>a</s><t>b</t>", "a"), ("<c><b hidden='hidden'>x</b>a</c>", "a"),
        ("<c><p><b style='display: none'>x<i>y</i></b>a</p></c>", "a"), ("<c><b class='sr-only'>x</b>a</c>", "a"),
        ("<c><b style='color:red'>a</b></c>", "a"),
    ])
    func `what is struck out in a field is marked, and what is hidden is left out`(record: String, says: String) throws
    {
        #expect(try table([record])?.rows.first?.first == says)
    }

    @Test(arguments: [
        ("<del>Pending</del> Refused", "Pending\u{FFFD}\u{336} Refused"), ("<s>a</s>", "a\u{FFFD}\u{336}"),
        ("<span style=\"display:none\">x<span>y</span></span>a", "a"), ("<b hidden>x</b>a", "a"),
        ("<b hidden=''>x</b>a", "a"), ("<b class='x sr-only' >x</b>a", "a"), ("<br hidden>a", "a"),
        ("<b style='color:red' class=x>a</b>", "a"), ("<b title='hidden'>a</b>", "a"), ("<a href=x/hidden>a</a>", "a"),
        ("<b style=display:none>x</b>a", "a"), ("<div><div hidden><div>x</div></div>a</div>", "a"),
    ])
    func `HTML in a feed says what people see of it`(text: String, says: String) throws {
        #expect(try description(text) == says)
    }
}
