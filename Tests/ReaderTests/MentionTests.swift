// Watched numbers anywhere in a document but in no row of theirs, in each format.

import Reading
import Rows
import TestKit
import Testing

@testable import batchwatch_reader

private let key = "20121456179"

/// What the reader says of a document that has a row of 20121456171.
private func reading(
    _ text: String, watched: [String] = [key], _ change: (inout ParseRequest) -> Void = { _ in }
) throws -> Reading {
    var request = ParseRequest(key: "2[0-8]#########", columns: ["batch", "status", "date"])
    request.watched = watched
    change(&request)
    var printed: [UInt8] = []
    let answer = try reply(to: request, about: Array(text.utf8), before: { _ in [] }, text: &printed)
    guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
    return reading
}

private let table =
    "<table><tr><td>20121456171<td>Issued<td>2026-11-01<tr><td>20121456172<td>Refused<td>2026-11-02</table>"

struct MentionTests {
    @Test(arguments: [
        "<p>We lost 2012-1456-179 today.</p>", "<ul><li>20121456179</ul>", "<label>20121456179</label>",
        "<dl><dt>20121456179<dd>Issued</dl>", "<div hidden>20121456179</div>",
        "<p style='display:none'>20121456179</p>", "<img alt='20121456179'>", "<p title='20121456179'>x</p>",
        "<i aria-label='20121456179'></i>", "<input value='20121456179'>", "<input placeholder='20121456179'>",
        "<select><option>x<option>20121456179</select>", "<h2>20121456179</h2>", "<footer>20121456179</footer>",
        "<template>20121456179</template>", "<noscript>20121456179</noscript>", "<b>2012</b>1456179",
        "<p>2012145<br>6179</p>", "<p>2012&nbsp;1456&#173;179</p>", "<p>2012145<wbr>6179</p>",
        "<table><caption>20121456179</caption><tr><td>x</table>", "<textarea>20121456179</textarea>",
        "<table><tr><td>No<td>x 20121456179 y</table>", "<svg><text>20121456179</text></svg>",
    ])
    func `a page has it outside of its rows`(_ html: String) throws {
        for page in [table + html, html + table] {
            let found = try reading("<!DOCTYPE html><body>" + page)
            #expect(found.rows.isEmpty && found.rowCount >= 2)
            #expect(found.mentions.map(\.batch) == [key], "\(page)")
        }
    }

    @Test(arguments: [
        "<script>var x = '20121456179'</script>", "<style>a { width: 20121456179px }</style>", "<!-- 20121456179 -->",
        "<a href='/20121456179'>x</a>", "<p>120121456179</p>", "<table><tr><td>2012<td>1456179</table>",
    ])
    func `what nobody is shown is no text of a page`(_ html: String) throws {
        #expect(try reading("<!DOCTYPE html><body>" + table + html).mentions.isEmpty)
    }

    @Test func `a batch with a row, or in the status of another, is not mentioned`() throws {
        #expect(try reading(table + "<p>20121456171</p>", watched: ["20121456171"]).mentions.isEmpty)
        let status = table.replacing("Refused", with: "see 20121456179")
        #expect(try reading("<!DOCTYPE html>" + status).mentions.isEmpty)
        let both = try reading("<!DOCTYPE html><p>20121456179 is lost" + status).mentions
        #expect(both.map(\.excerpt) == ["20121456179 is lost"])
    }

    @Test func `masks are looked for, and nothing where nobody watches`() throws {
        let page = "<!DOCTYPE html>" + table + "<p>20121456179 and 20121456178"
        let masked = try reading(page, watched: ["201214561##"])
        #expect(masked.mentions.map(\.batch) == ["20121456178", "20121456179"])
        #expect(masked.rows.count == 2)
        #expect(try reading(page) { $0.watched = nil }.mentions.isEmpty)
        #expect(try reading(page) { $0.onlyBatch = key }.mentions.isEmpty)
        #expect(try reading(page, watched: []).mentions.isEmpty)
    }

    @Test func `a text that is a key is found`() throws {
        let page = "<!DOCTYPE html><table><tr><td>France<td>Open<td>1<tr><td>Spain<td>Open<td>2</table>"
        let found = try reading(
            page + "<li>Except: denmark and COTE D’IVOIRE", watched: ["Denmark", "Cote d'Ivoire", "France"]
        ) {
            $0.key = "*"
        }
        #expect(found.mentions.map(\.batch) == ["Cote d'Ivoire", "Denmark"])
        #expect(found.rows.map(\.batch) == ["France"])
    }

    @Test(arguments: [
        "\nNote: 2012-1456-179 was moved;;\n", "\nx;y;z;\"2012145\n6179\"\n", "\nx;y;z;20121456179\n",
    ])
    func `a text has it in any line`(_ text: String) throws {
        let csv = "Batch;Status;Date\n20121456171;Issued;2026-11-01\n20121456172;Issued;2026-11-01"
        let found = try reading(csv + text)
        #expect(found.mentions.map(\.batch) == [key] && found.mentions.first?.page == 1)
    }

    @Test(arguments: [
        #""note":"moved: 2012\u00201456\u2011179""#, #""other":[{"id":20121456179}]"#, #""20121456179":{"x":1}"#,
        #""note":["a",["20121456179"]]"#, #""note":"2012145\n6179""#, #""n":20121456179.0"#,
    ])
    func `JSON has it in another array, a name or a string`(_ member: String) throws {
        let json =
            #"{"rows":[{"batch":"20121456171","status":"A","date":"1"},{"batch":"20121456172","status":"A","date":"1"}],"#
        #expect(try reading(json + member + "}").mentions.map(\.batch) == [key], "\(member)")
    }

    @Test(arguments: [
        "<note>20121456179</note>", "<case id='20121456179'/>", "<x>2012<b>1456</b>179</x>",
        "<y><![CDATA[20121456179]]></y>",
    ])
    func `XML has it in any element and attribute`(_ element: String) throws {
        let rows = "<row><batch>20121456171</batch><status>A</status><date>1</date></row>"
        let found = try reading("<list>" + rows + rows + element + "</list>") { $0.record = "row" }
        #expect(found.mentions.map(\.batch) == [key])
        let split = "<list>" + rows + "<row><batch>2012</batch><status>1456179</status><date/></row></list>"
        #expect(try reading(split) { $0.record = "row" }.mentions.isEmpty)
    }

    @Test func `a workbook has it in another sheet, a hidden one or a comment`() throws {
        let cell = "<table:table-cell><text:p>%</text:p></table:table-cell>"
        func row(_ cells: String...) -> String {
            "<table:table-row>" + cells.map { cell.replacing("%", with: $0) }.joined() + "</table:table-row>"
        }
        let list = row("20121456171", "Issued", "2026-11-01") + row("20121456172", "Issued", "2026-11-01")
        for (sheets, page) in [
            ("<table:table table:name='B'>" + row("see 20121456179") + "</table:table>", 2),
            ("<table:table table:name='20121456179'>" + row("x") + "</table:table>", 2),
            ("<table:table table:style-name='h'>" + row("20121456179") + "</table:table>", 2),
            (
                "<table:table><table:table-row><table:table-cell><office:annotation><text:p>2012145</text:p><text:p>6179</text:p>"
                    + "</office:annotation><text:p>x</text:p></table:table-cell></table:table-row></table:table>", 2
            ),
            ("<table:table>" + row("2012<text:span>1456</text:span>179 x") + "</table:table>", 2),
        ] {
            let sheet =
                "<?xml version='1.0'?><office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' "
                + "xmlns:table='t' xmlns:text='x' xmlns:style='s' office:mimetype='application/vnd.oasis.opendocument.spreadsheet'>"
                + "<office:automatic-styles><style:style style:name='h' style:family='table'>"
                + "<style:table-properties table:display='false'/></style:style></office:automatic-styles>"
                + "<office:body><office:spreadsheet><table:table>" + list + "</table:table>" + sheets
                + "</office:spreadsheet></office:body></office:document>"
            let found = try reading(sheet)
            #expect(found.mentions.map(\.batch) == [key], "\(sheets)")
            #expect(found.mentions.map(\.page) == [page])
        }
    }

    @Test(arguments: [
        "1 0 0 1 72 500 Tm (We lost 2012-1456-179 today) Tj", "3 Tr 1 0 0 1 72 500 Tm (20121456179) Tj",
        "1 0 0 1 72 5000 Tm (20121456179) Tj", "1 0 0 1 72 5000 Tm [(x) -3000 (20121456179) -3000 (y)] TJ",
        "1 1 1 rg 1 0 0 1 72 500 Tm (20121456179) Tj",
        "1 0 0 1 72 500 Tm (2012145) Tj 1 0 0 1 72 488 Tm (6179) Tj",
        "1 0 0 1 72 500 Tm (2) Tj 1 0 0 1 90 500 Tm (0121456179) Tj 1 0 0 1 72 480 Tm (2) Tj 1 0 0 1 78 480 Tm (0) Tj "
            + "1 0 0 1 84 480 Tm (1) Tj 1 0 0 1 90 480 Tm (2) Tj 1 0 0 1 96 480 Tm (1456179) Tj",
        "ET q 0 0 10 10 re W n BT /F1 10 Tf 1 0 0 1 72 500 Tm (20121456179) Tj ET Q BT",
        "ET /OC /off BDC BT /F1 10 Tf 1 0 0 1 72 500 Tm (20121456179) Tj ET EMC BT",
        "ET /Span << /ActualText (x) >> BDC BT /F1 10 Tf 1 0 0 1 72 500 Tm (20121456179) Tj ET EMC BT",
    ])
    func `a PDF has it where no row is`(_ content: String) throws {
        let found = try reading(pdf(content: content))
        #expect(found.rows.isEmpty && found.rowCount == 2)
        #expect(found.mentions.map(\.batch) == [key])
        #expect(found.mentions.map(\.page) == [1])
    }

    @Test func `a PDF has it in a note that is not drawn`() throws {
        let note = "/Annots [<< /Subtype /Text /Rect [0 0 9 9] /F 2 /Contents (about 20121456179) >>]"
        #expect(try reading(pdf(content: "", page: note)).mentions.map(\.excerpt) == ["about 20121456179"])
    }

    @Test func `an edition does not name it among the absent`() throws {
        func answer(_ text: String, before table: [UInt8]) throws -> (Reading, [UInt8]) {
            var request = ParseRequest(key: "2[0-8]#########", columns: ["batch", "status", "date"])
            (request.watched, request.tabulates, request.fingerprintBefore) = ([key, "20121456178"], true, "x")
            var printed: [UInt8] = []
            let answer = try reply(to: request, about: Array(text.utf8), before: { _ in table }, text: &printed)
            guard case .document(let reading, _) = answer else { throw ReadingFailure(.reader, "\(answer)") }
            return (reading, printed)
        }
        let page = "<!DOCTYPE html>" + table
        let (_, before) = try answer(page, before: [])
        let edition = try answer(page + "<p>20121456179", before: before).0.edition
        #expect(edition?.absent.map(\.batch) == ["20121456178"])
    }

    @Test func `what is looked for is found where nothing can be proposed`() throws {
        var request = ParseRequest(key: "", columns: [])
        request.inspects = true
        request.watched = [key]
        for text in [
            "<!DOCTYPE html><p>Your number 20121456179 is lost</p>", pdf(content: "1 0 0 1 72 500 Tm (20121456179) Tj"),
        ] {
            let inspection = try inspect(Array(text.utf8), request: request)
            #expect(inspection.mentions?.map(\.batch) == [key])
        }
        request.watched = ["20121456178"]
        #expect(try inspect(Array(pdf(content: "").utf8), request: request).mentions == nil)
    }
}

/// A page of two rows, a grid around them, and this.
private func pdf(content: String, page: String = "") -> String {
    let rows = [("20121456171", 700), ("20121456172", 680)].map { batch, y in
        "1 0 0 1 72 \(y) Tm (\(batch)) Tj 1 0 0 1 200 \(y) Tm (Issued) Tj 1 0 0 1 400 \(y) Tm (01-Nov-2026) Tj"
    }.joined(separator: "\n")
    let grid = "70 676 400 20 re S 70 696 400 20 re S 195 676 m 195 716 l S 395 676 m 395 716 l S\n"
    let stream = grid + "BT /F1 10 Tf\n" + rows + "\n" + content + "\nET"
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> "
            + "/Properties << /off 6 0 R >> >> \(page) >>",
        "<< /Length \(stream.utf8.count) >>\nstream\n\(stream)\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", "<< /Type /OCG /Name (x) >>",
    ]
    var text = "%PDF-1.4\n"
    for (number, object) in objects.enumerated() { text += "\(number + 1) 0 obj\n\(object)\nendobj\n" }
    return text + "trailer << /Size 7 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"
}
