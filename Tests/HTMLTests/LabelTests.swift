// Labels beside values outside of tables, as on pages of a case and in lists of cards.

import HTML
import Testing
import Text

private func labels(_ page: String) throws -> [TextTable] {
    try htmlTables(of: Array(page.utf8)).labels
}

private func card(_ pairs: (String, String)...) -> [TextTable] {
    [TextTable(fields: pairs.map(\.0), rows: [pairs.map(\.1)])]
}

struct LabelTests {
    private let one = card(("Number", "66357342"), ("Status", "Approved"))

    @Test(arguments: [
        "<div class='label'>Number:</div><div class='value'>66357342</div><div class=label>Status:</div><div>Approved</div>",
        "<p><strong>Number:</strong> 66357342</p><p><strong>Status:</strong> Approved</p>",
        "<p><b>Number</b>: 66357342<br><b>Status</b>: <i>App</i>roved</p>",
        "<dl><dt>Number</dt><dd>66357342</dd><dt>Status</dt><dd><b>Approved</b></dd></dl>",
        "<ul><li>Number: 66357342</li><li>Status: Approved</li></ul>",
        "<div class=row><div>Number</div><div>66357342</div></div><div class=row><div>Status</div><div>Approved</div></div>",
        "<div class=row><span>Number</span> <span>66357342</span></div><p><span>Status</span><span>Approved</span></p>",
        "<div><span class='field-label'>Number</span><span class=v>66357342</span></div><div><label>Status</label> Approved</div>",
        "<div><h3>Number</h3><p>66357342</p></div><section><h3>Status</h3><div><div><b>Approved</b></div></div></section>",
        "<div><div class=label><span>Number</span></div><div>66357342</div></div><p>Status\u{FF1A}Approved</p>",
        "<div><span class=item-label>Number</span> <span>66357342</span><span class=item-label>Status</span> Approved</div>",
        "<form><label>Number</label><input type=hidden value=x> 66357342 <label>Status</label><output>Approved</output></form>",
        "<div class=grid><div>Number</div><div>66357342</div><div>Status</div><div>Approved</div></div>",
        "<p>Number: 66357342; Status: Approved</p>",
        "<b>Number:</b><br>66357342<br><b>Status:</b><br>Approved<br>",
        "<main><div>Number:<span> 66357342</span></div><div hidden>Status: x</div><div>Status: Approved</div></main>",
    ])
    func `a page of one case is one record`(page: String) throws {
        #expect(try labels("<html><body><h1>Case</h1>\(page)</body></html>") == one)
    }

    @Test func `cards are rows, also where one lacks a label`() throws {
        let page = """
            <ul class=cards><li><div><b>Number:</b> 1</div><div><b>Status:</b> sent</div></li>
            <li><div><b>Date:</b> 3 May</div><div><b>Number:</b> 2</div></li>
            <li><div><b>Number:</b> 3</div><div><b>Status:</b> made</div></li></ul><p>Updated: 4 May</p>
            """
        #expect(
            try labels(page) == [
                TextTable(
                    fields: ["Number", "Status", "Date"],
                    rows: [["1", "sent", ""], ["2", "", "3 May"], ["3", "made", ""]]),
                TextTable(fields: ["Updated"], rows: [["4 May"]]),
            ])
    }

    @Test func `a label without a value takes no line of another label`() throws {
        let page = """
            <div><p>Number: 1</p><p>Status: </p><p>Date: 3 May</p></div><div><p>Number: 2</p><p>Date: </p><p>Status: sent</p></div>
            <div><p>Number: 3</p><p>Status:</p><p>Note: see letter</p><p>Date: </p></div>
            """
        #expect(
            try labels(page) == [
                TextTable(
                    fields: ["Number", "Status", "Date"],
                    rows: [["1", "", "3 May"], ["2", "sent", ""], ["3", "Note: see letter", ""]])
            ])
    }

    @Test func `labels that come again without anything around them begin the next card`() throws {
        let page = "<p>Number: 1<p>Status: sent<p>Number: 2<p>Number: 3<p>Status: made"
        #expect(
            try labels(page) == [
                TextTable(fields: ["Number", "Status"], rows: [["1", "sent"], ["2", ""], ["3", "made"]])
            ])
    }

    @Test func `a list of definitions whose first term comes again has several records`() throws {
        let page = "<dl><dt>No<dd>1<dt>Status<dd>a<dt>No<dd>2<dt>Day<dd>x<dt>No<dd>3<dt>Status<dd>b<dd>c</dl>"
        #expect(
            try tables(page) == [
                TextTable(
                    fields: ["No", "Status", "Day"], rows: [["1", "a", ""], ["2", "", "x"], ["3", "b; c", ""]])
            ])
    }

    @Test func `a comma is a part of a value unless labels stand on both sides of it`() throws {
        #expect(try labels("<p>Status: Approved, 3 May, posted") == card(("Status", "Approved, 3 May, posted")))
    }

    @Test(arguments: [
        "<p>Text, at 12:30 and http://example.org/a</p>", "<table><tr><td>Status: Approved</table>",
        "<div><a>Home</a><a>Contact</a></div>", "<div><div>Home</div><div>Contact</div></div>", "<p><b>Status:</b></p>",
        "<script>Status: Approved</script>",
    ])
    func `other text has no labels`(page: String) throws {
        #expect(try labels(page) == [])
    }

    @Test func `too much of it is none, and no error`() throws {
        #expect(try labels(String(repeating: "<p>a: b", count: 100_001)) == [])
        #expect(try labels("<p><b>Status:</b> \(String(repeating: "long ", count: 1000))") == [])
        let deep = String(repeating: "<div>", count: 200)
        #expect(try labels("\(deep)<p>Status: Approved") == card(("Status", "Approved")))
    }
}
