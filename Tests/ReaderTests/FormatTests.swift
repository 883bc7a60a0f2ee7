// Which format a document is taken for, by its first bytes.

import Testing

@testable import batchwatch_reader

struct FormatTests {
    @Test(
        arguments: [
            ("%PDF-1.7 ", Format.pdf), ("\u{1}\u{2}", .pdf), ("", .pdf), ("HTTP headers\n%PDF-1.4", .pdf),
            ("PK\u{3}\u{4}", .spreadsheet), ("<!DOCTYPE html>", .html), (" \n<HTML>", .html),
            ("\u{FEFF}<table>", .html),
            ("<?xml version='1.0'?>\n<!-- x --><!DOCTYPE html PUBLIC 'x'><html>", .html), ("<!-- a > b --><rss>", .xml),
            ("<?xml version='1.0'?><html xmlns='u'>", .html), ("<rss version='2.0'>", .xml), ("<a:feed>", .xml),
            ("<!DOCTYPE users><users>", .xml), ("<tables>", .xml), ("<!-- never closed", .html), (" {\"a\": 1}", .json),
            ("[1]", .json), ("Number;Status\n1;2", .csv), ("\"quoted\",1", .csv), ("sep=;\n", .csv), ("1", .csv),
        ] as [(String, Format)])
    func `a document is what it begins with`(_ text: String, _ format: Format) {
        #expect(Format(of: Array(text.utf8)) == format)
    }

    @Test func `UTF-16 is recognised as text, markup and JSON are`() {
        func bytes(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
        #expect(Format(of: bytes("a;b")) == .csv)
        #expect(Format(of: bytes("<?xml version='1.0'?><rss>")) == .xml)
        #expect(Format(of: bytes("<html>")) == .html)
    }

    @Test func `an old or encrypted workbook of Excel is one`() {
        #expect(Format(of: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) == .spreadsheet)
    }
}
