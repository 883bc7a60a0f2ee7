// The forms of printed rows, for any text of a document.

import Foundation
import Rows
import Testing

struct RowPrinterTests {
    private static func row(_ status: String, date: String = "14-Jun-12") -> Row {
        Row(batch: "20121456171", update: Update(status: status, date: date), page: 7)
    }

    /// FAULTS 47: texts that break careless output.
    static let nasty = [
        "", "visa issued", "a \"quoted\" one", "back\\slash\\", "tab\tnewline\nreturn\r", "\u{0}\u{1}\u{1B}[31m\u{7F}",
        "\u{2028}\u{2029}",
        "\u{202E}txt.exe\u{2066}", "résumé – Zoë", "🏳️‍🌈 \u{10FFFF}", "a,b;c", "\u{85}\u{9B}31m",
        "\u{20A8}é\u{E2}\u{80}\u{A8}", "{\"}]",
    ]

    @Test(arguments: nasty)
    func `json says exactly what the row says`(status: String) throws {
        let rows = [Self.row(status), Self.row("second", date: status)]
        let bytes = RowPrinter.bytes(rows, as: .json)
        #expect(try JSONDecoder().decode([Row].self, from: Data(bytes)) == rows)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{2028}" })
        #expect(text.filter { $0 == "\n" }.count == 4)
    }

    @Test(arguments: [0, 1, 9, 10, 11, 99, 100, 101, 65_535, 1_000_000, Int.max])
    func `a page's number is written in full`(page: Int) throws {
        let row = Row(batch: "20121456171", update: Update(status: "issued", date: ""), page: page)
        let bytes = RowPrinter.bytes([row], as: .json)
        #expect(try JSONDecoder().decode([Row].self, from: Data(bytes)) == [row])
    }

    @Test func `json has one object a line`() {
        #expect(
            String(decoding: RowPrinter.bytes([Self.row("a"), Self.row("b")], as: .json), as: UTF8.self) == """
                [
                {"batch":"20121456171","status":"a","date":"14-Jun-12","page":7},
                {"batch":"20121456171","status":"b","date":"14-Jun-12","page":7}
                ]

                """)
        #expect(String(decoding: RowPrinter.bytes([], as: .json), as: UTF8.self) == "[]\n")
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("a\nb", "\"a\nb\""), ("", ""),
        ("résumé", "résumé"),
    ])
    func `csv quotes what RFC 4180 wants quoted`(status: String, field: String) {
        #expect(
            String(decoding: RowPrinter.bytes([Self.row(status)], as: .csv), as: UTF8.self)
                == "batch,status,date,page\r\n20121456171,\(field),14-Jun-12,7\r\n")
    }

    @Test func `the table is aligned and ends lines without blanks`() {
        let rows = [Self.row("issued"), Row(batch: "1", update: Update(status: "", date: ""), page: 1)]
        #expect(
            String(decoding: RowPrinter.bytes(rows, as: .table), as: UTF8.self) == """
                BATCH        DATE       STATUS
                20121456171  14-Jun-12  issued
                1

                """)
    }

    @Test func `a column that no row has is left out of the table`() {
        let dateless = [Self.row("issued", date: ""), Row(batch: "1", update: Update(status: "", date: ""), page: 1)]
        #expect(
            String(decoding: RowPrinter.bytes(dateless, as: .table), as: UTF8.self)
                == "BATCH        STATUS\n20121456171  issued\n1\n")
        #expect(
            String(decoding: RowPrinter.bytes([Self.row("")], as: .table), as: UTF8.self)
                == "BATCH        DATE\n20121456171  14-Jun-12\n")
        #expect(String(decoding: RowPrinter.bytes([], as: .table), as: UTF8.self) == "BATCH  DATE  STATUS\n")
    }

    @Test(arguments: nasty)
    func `nothing in the table can act on a terminal`(status: String) {
        let text = String(decoding: RowPrinter.bytes([Self.row(status, date: status)], as: .table), as: UTF8.self)
        #expect(text.filter { $0.isNewline }.count == 2)
        // Joiners belong to scripts and pictures, and act on nothing.
        for scalar in text.unicodeScalars where !["\n", "\u{200C}", "\u{200D}"].contains(scalar) {
            #expect(
                ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory))
        }
    }

    @Test func `long output comes in chunks that make the whole`() {
        let rows = (0..<5000).map { Row(batch: "\($0)", update: Update(status: "issued", date: ""), page: 1) }
        var chunks: [[UInt8]] = []
        RowPrinter.print(rows, as: .csv) { chunks.append($0) }
        #expect(chunks.count > 1)
        #expect(chunks.allSatisfy { $0.count < 70_000 })
        #expect(chunks.flatMap { $0 } == RowPrinter.bytes(rows, as: .csv))
    }
}
