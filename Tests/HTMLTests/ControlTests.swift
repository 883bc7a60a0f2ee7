// The text of forms, pictures and links without text, in tables and lists.

import HTML
import Testing
import Text

private func tables(_ page: String) throws -> [TextTable] {
    try htmlTables(of: Array("<html><body>\(page)</body></html>".utf8)).tables
}

private func cells(_ row: String) throws -> [String] {
    try #require(try tables("<table><tr>\(row)</table>").first?.rows.first)
}

struct ControlTests {
    @Test(arguments: [
        ("<td>66357342<td><input value='Approved' readonly>", ["66357342", "Approved"]),
        ("<td>66357342<td>Sent <input type=DATE value=2026-11-02>", ["66357342", "Sent 2026-11-02"]),
        ("<td>66357342<td><input type=hidden value=x><input type=checkbox value=y checked>a", ["66357342", "a"]),
        ("<td>66357342<td><input type=checkbox value=y>a", ["66357342", CellMark.wordless.on("a")]),
        ("<td>66357342<td><input value=Search title=Search onkeypress='f()'>", ["66357342", ""]),
        ("<td>66357342<td><input value=Approved disabled onclick='f()'>", ["66357342", "Approved"]),
        ("<td>66357342<td><input type=password value=x><input type=submit value=Send>a", ["66357342", "a"]),
    ])
    func `a field shows its value`(row: String, shown: [String]) throws {
        #expect(try cells(row) == shown)
    }

    @Test(arguments: [
        ("<select><option>Pending<option selected>Approved<option>Refused</select>", "Approved"),
        ("<select><option>Pending</option><option>Approved</option></select>", "Pending"),
        (
            "<select><optgroup label=x><option>Pending<option selected>Approved</optgroup></select> today",
            "Approved today"
        ),
        ("<select multiple><option>Pending<option selected>Approved</select>", "Pending Approved"),
        ("<select size=4><option>Pending<option>Approved</select>", "Pending Approved"),
        ("<select></select>a", "a"), ("Rows: <select><option>5<option selected>20</select>", "Rows: 5 20"),
        ("Now <select disabled><option>Pending<option selected>Approved</select>", "Now Approved"),
    ])
    func `of a list of options the one that is shown counts`(list: String, shown: String) throws {
        #expect(try cells("<td>66357342<td>\(list)") == ["66357342", shown])
    }

    @Test(arguments: [
        ("<td>66357342<td><i class=fa title='Approved'></i>", "Approved"),
        ("<td>66357342<td><span class=ok aria-label='Approved'> </span>", "Approved"),
        ("<td>66357342<td><span aria-label='Approved'></span>", CellMark.wordless.on("")),
        ("<td>66357342<td><span title='Approved'><img src=a.png></span>", "Approved"),
        ("<td>66357342<td title=Approved>&nbsp;", "Approved"),
        ("<td>66357342<td><svg><title>Approved</title><path d='M0'/></svg>", "Approved"),
        ("<td>66357342<td><abbr title='Approved'>A</abbr>", "A"),
        ("<td>66357342<td><i title='first'></i><i title='second'></i>", "first"),
    ])
    func `a cell without text is what its picture or mark is called`(row: String, shown: String) throws {
        #expect(try cells(row) == ["66357342", shown])
    }

    @Test func `names alone make no table`() throws {
        #expect(try tables("<table><tr><td><a title=Home href=/></a></table>").isEmpty)
    }

    @Test func `what can be done about a definition is none`() throws {
        let found = try tables(
            "<dl><div><dt>Number<dd>66357342<dd class=list__actions><a href=x>Change<span> number</span></a></div>"
                + "<div><dt>Status<dd>Approved<dd class=actions><button>Ask</button></div><div><dt>Letter<dd><a href=y>Open</a></div></dl>"
        )
        #expect(
            found == [TextTable(fields: ["Number", "Status", "Letter"], rows: [["66357342", "Approved", "Open"]])])
    }

    @Test func `any other link below a definition is one more`() throws {
        let found = try tables("<dl><dt>Number<dd>66357342<dt>Status<dd>Received<dd><a href=x>Approved</a></dl>")
        #expect(found.first?.rows == [["66357342", "Received; Approved"]])
        let own = try tables(
            "<dl><dt>Status<dd>Received<dd class=action>Send <a href=x>a photo</a><dt>Number<dd>1</dl>")
        #expect(own.first?.rows == [["Received; Send a photo", "1"]])
    }

    @Test func `a list whose terms are numbers has a row for each`() throws {
        let found = try tables("<dl><dt>66357342<dd>Approved<dt>66357343<dd>Refused<dd>Returned</dl>")
        #expect(found == [TextTable(rows: [["66357342", "Approved"], ["66357343", "Refused; Returned"]])])
        let three = try tables(
            "<dl><dt>66357342<dd>Sent; read<dd>1 May<dt>66357343<dd><dd>2 May<dt>66357344<dd>x<dd></dl>")
        let rows = [["66357342", "Sent; read", "1 May"], ["66357343", "", "2 May"], ["66357344", "x", ""]]
        #expect(three == [TextTable(rows: rows)])
        #expect(three.first?.width == 3)
        #expect(try tables("<dl><dt>Number<dd>66357342<dt>2026<dd>x</dl>").first?.fields == ["Number", "2026"])
    }
}
