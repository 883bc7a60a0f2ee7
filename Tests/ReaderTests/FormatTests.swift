// The format of a document, recognised by its content.

import Reading
import TestKit
import Testing
import Text

@testable import batchwatch_reader

private func opened(_ bytes: [UInt8], told: String? = nil) throws(ReadingFailure) -> OpenedDocument {
    var request = ParseRequest(key: "", columns: [])
    request.charset = told
    return try OpenedDocument(bytes, request: request)
}

private func format(_ text: String) throws(ReadingFailure) -> Format {
    try opened(Array(text.utf8)).format
}

private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(ReadingFailure) {
        _ = try opened(bytes)
        return nil
    } catch {
        return error.cause
    }
}

struct FormatTests {
    @Test(
        arguments: [
            ("%PDF-1.7 ", Format.pdf), ("HTTP headers\n%PDF-1.4", .pdf), ("PK\u{3}\u{4}", .spreadsheet),
            ("<!DOCTYPE html>", .html), (" \n<HTML>", .html), ("\u{FEFF}<table>", .html),
            ("<?xml version='1.0'?>\n<!-- x --><!DOCTYPE html PUBLIC 'x'><html>", .html), ("<!-- a > b --><rss>", .xml),
            ("<?xml version='1.0'?><html xmlns='u'>", .html), ("<rss version='2.0'>", .xml), ("<a:feed>", .xml),
            ("<o:document xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0' o:mimetype='x'>", .spreadsheet),
            ("<ss:Workbook\n xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\">", .spreadsheet),
            ("<document>", .xml), ("<workbook xmlns='u'><urn:schemas-microsoft-com:office:spreadsheet/>", .xml),
            ("<documents xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0'>", .xml),
            ("<!DOCTYPE users><users>", .xml), ("<tables>", .xml), ("<!-- never closed", .html), (" {\"a\": 1}", .json),
            ("[1]", .json), ("Number;Status\n1;2", .csv), ("\"quoted\",1", .csv), ("sep=;\n", .csv), ("1", .csv),
        ] as [(String, Format)])
    func `a document is what it begins with`(_ text: String, _ format: Format) throws {
        #expect(try opened(Array(text.utf8)).format == format)
    }

    @Test(arguments: [
        "<br />\n<b>Warning</b>: mysql_connect(): \"x\" in a.php on line 3<br />\n<!DOCTYPE html><html><table>",
        "Warning: Undefined array key \"a\" in /srv/a.php, line 3\n<!doctype html>\n<table>",
        "PHP Notice: a; b, c in a.php<!DOCTYPE html>", "Connected successfully<html><body>",
        "Connected successfully <table><tr><td>1</td></tr></table>\n",
        "Notice: x\n<table class='a'>\n<tr><td>1</table>", "Notice: x in a.php\n<tr><td>1</td></tr>\n",
        "<turbo-frame id='x'><table><tr><td>1</table></turbo-frame>",
        "<td>1</td><td>x</td></tr>", "<tr><td>1", "<th>Number", "<tbody><tr>", "<li>1", "\n\n\u{FEFF}\n<td>1",
    ])
    func `a page that does not begin with its document type is one`(_ text: String) throws {
        #expect(try opened(Array(text.utf8)).format == .html)
    }

    @Test(arguments: [
        "\n\n  ", "PHP Notice: x in a.php on line 3\n", "<br />\n<b>Warning</b>: x in <b>a.php</b><br />\n",
        "Warning: <b>x</b>\n\n", "<!-- made by x -->",
    ])
    func `XML behind blank lines or the warnings of a program is that XML`(before: String) throws {
        let xml = "<?xml version='1.0' encoding='iso-8859-1'?>\n<rss><channel/></rss>\n"
        let opened = try opened(Array((before + xml).utf8))
        #expect(opened.format == .xml && opened.charset == "windows-1252")
        #expect(opened.bytes.starts(with: "<?xml".utf8))
        // A page, and what is quoted, are what they begin as.
        #expect(try format(before + "<?xml version='1.0'?><html><table></table></html>") == .html)
        #expect(try format("No;Text\n1;\"<?xml version='1.0'?><rss/>\"\n2;<a>") == .csv)
    }

    @Test func `a sequence of JSON texts is JSON, and shows no end`() throws {
        let opened = try opened(Array("\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n".utf8))
        #expect(opened.format == .json && opened.end == .notShown)
    }

    @Test func `marks of byte order at the beginning are no text, however many there are`() throws {
        let opened = try opened(Array("\u{FEFF}\u{FEFF}<?xml version='1.0'?><rss></rss>".utf8))
        #expect(opened.format == .xml)
        #expect(opened.bytes.starts(with: "<?xml".utf8))
    }

    @Test func `a page behind a page of white space is one`() throws {
        let blank = String(repeating: " \n\t", count: 10_000)
        #expect(try opened(Array("\(blank)<!DOCTYPE html><p>a".utf8)).format == .html)
    }

    @Test(arguments: [
        "Collection Name,Number of items with weight <= 50kg\n1,2\n", "<5 days;1\n<10 days;2\n", "<id>;<name>\n1;a\n",
        "<= 3,1\n", "1,\"<html><body>\n<table><tr><td>x</td></tr></table>\"\n",
        "1,<table><tr><td>a</td></tr></table>\n",
        "1;<!DOCTYPE html>\n", "id,text\n1,see <table> below\n", "id\ttext\n1\t<html>\n", "\"a\n<html>\",1\n",
        "1,see %PDF-1.4 there\n", "1;a\n2;b\n\u{1A}",
    ])
    func `a table that has markup or signs in its cells is a table`(_ text: String) throws {
        #expect(try opened(Array(text.utf8)).format == .csv)
    }

    @Test(arguments: ["<b>Warning</b>: x\n", "junk\0\u{1}", "% a comment\n", "\r\n", "MIME-Version: x\r\n\r\n"])
    func `a PDF behind other bytes is one`(_ before: String) throws {
        #expect(try opened(Array((before + pdf([["1", "a", "b"]])).utf8)).format == .pdf)
    }

    @Test func `text in each encoding is recognised as its characters are`() throws {
        func bytes(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
        for mark in [[0xFF, 0xFE], []] as [[UInt8]] {
            #expect(try opened(mark + bytes("a;b\n1;2\n")).format == .csv)
            #expect(try opened(mark + bytes("<?xml version='1.0'?><rss>")).format == .xml)
            #expect(try opened(mark + bytes("<html>")).format == .html)
            let json = try opened(mark + bytes("[\"caf\u{E9}\"]"))
            #expect(json.format == .json && json.bytes == Array("[\"caf\u{E9}\"]".utf8))
        }
    }

    @Test func `the server says in which encoding XML is, and of JSON nothing is guessed`() throws {
        let item: [UInt8] = Array("<rss><item><title>".utf8) + [0xCF, 0xF0] + Array("</title></item></rss>".utf8)
        let feed = try opened(item, told: "windows-1251")
        #expect(feed.charset == "windows-1251" && !feed.isCharsetGuessed)
        #expect(try feed.format.tables(of: feed.bytes, record: nil).tables[0].rows == [["Пр"]])
        let json: [UInt8] = Array("[{\"a\": \"".utf8) + [0xCF, 0xF0] + Array("\"}]".utf8)
        let guessed = try opened(json)
        #expect(throws: TableError(.malformed, "the JSON is not valid UTF-8 (RFC 8259, 8.1)")) {
            try guessed.format.tables(of: guessed.bytes, record: nil)
        }
        let told = try opened(json, told: "windows-1251")
        #expect(try told.format.tables(of: told.bytes, record: nil).tables[0].rows == [["Пр"]])
    }

    @Test func `an old or encrypted workbook of Excel is one`() throws {
        #expect(try opened([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]).format == .spreadsheet)
        #expect(try opened([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]).format == .spreadsheet)
    }

    @Test(arguments: ["", "\r\n \t", "\u{FEFF}", "\u{FEFF}\u{FEFF}\n"])
    func `a workbook in one XML document is read in any encoding, and behind blanks`(before: String) throws {
        let text =
            "<?xml version='1.0' encoding='UTF-16'?><Workbook xmlns='urn:schemas-microsoft-com:office:spreadsheet'>"
            + "<Worksheet><Table><Row><Cell><Data>caf\u{E9}</Data></Cell></Row></Table></Worksheet></Workbook>"
        let units = Array("\u{FEFF}\(before)\(text)".utf16)
        for bytes in [units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, Array((before + text).utf8)] {
            let document = try opened(bytes)
            #expect(document.format == .spreadsheet)
            #expect(try document.format.tables(of: document.bytes, record: nil).tables[0].rows == [["caf\u{E9}"]])
        }
    }
}

struct ForeignKindTests {
    private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    /// A compound file with streams of these names.
    private static func office(_ names: String...) -> [UInt8] {
        let start: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        return names.reduce(start + [UInt8](repeating: 0, count: 504)) { file, name in
            file + utf16(name) + [UInt8](repeating: 0, count: 64 - 2 * name.count)
                + [UInt8(2 * name.count + 2), 0, 2] + [UInt8](repeating: 0, count: 61)
        }
    }

    @Test(
        arguments: [
            ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "a picture (PNG)"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "a picture (JPEG)"),
            (Array("GIF89a".utf8), "a picture (GIF)"), ([0x49, 0x49, 0x2A, 0], "a picture (TIFF)"),
            (Array("RIFF1234WEBPVP8 \0".utf8), "a picture (WebP)"), (Array("<svg xmlns='x'>".utf8), "a picture (SVG)"),
            (Array("<?xml version='1.0'?><!DOCTYPE svg><svg>".utf8), "a picture (SVG)"),
            (Array("BM\u{10}\0\0\0".utf8) + [UInt8](repeating: 0, count: 10), "a picture (BMP)"),
            ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "an archive (7z)"),
            (Array("Rar!\u{1A}\u{7}\0".utf8), "an archive (RAR)"),
            ([UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8), "an archive (tar)"),
            (Array("BZh91AY&SY".utf8), "an archive (bzip2)"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an archive (xz)"),
            ([0x28, 0xB5, 0x2F, 0xFD, 0], "an archive (zstd)"), (Array("{\\rtf1\\ansi 1}".utf8), "a text in RTF"),
            (Array("callback([{\"number\": 66357342}]);".utf8), "a script with JSON in it (JSONP)"),
            (Array("/**/jQuery.f_1( {})".utf8), "a script with JSON in it (JSONP)"),
            (Array("/*O_o*/\ngoogle.visualization.f({\"table\":1});".utf8), "a script with JSON in it (JSONP)"),
            (Array("/**/ typeof cb === 'function' && cb([1]);".utf8), "a script with JSON in it (JSONP)"),
            (Array("var cases = [{\"number\": 66357342}];".utf8), "a script with data in it"),
            (office("Root Entry", "WordDocument"), "a Word document (.doc)"),
            (office("PowerPoint Document"), "a PowerPoint presentation (.ppt)"),
            (Array("OggS\0".utf8), "sound or video (Ogg)"),
            (Array("\0\0\0\u{18}ftypmp42\0\0\0\0\0".utf8), "sound or video (MP4)"),
            (Array("%!PS-Adobe-3.0".utf8), "PostScript"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        ] as [([UInt8], String)])
    func `what is no list is named`(_ bytes: [UInt8], _ name: String) {
        #expect(refusal(bytes)?.hasPrefix("the document is \(name): ") == true, "\(refusal(bytes) ?? "none")")
    }

    @Test func `a workbook with a document in it is a workbook, and text that begins as a picture is text`() throws {
        let both = Self.office("Workbook", "WordDocument")
        #expect(try opened(both).format == .spreadsheet)
        for text in ["BM;Status\n1;2\n", "ID3;Status\n1;2\n", "MZ;1\n", "GIF;1\n", "f(1);[1]\n1;2\n", "([1]);2\n1;2\n"]
        {
            #expect(try opened(Array(text.utf8)).format == .csv)
        }
        #expect(try opened(Array("<feed><entry><svg/></entry></feed>".utf8)).format == .xml)
    }

    @Test(arguments: ["", " \n\t ", "\u{FEFF}", "\u{FEFF}\r\n"])
    func `a document of nothing is empty`(_ text: String) {
        #expect(refusal(Array(text.utf8)) == "the document is empty")
    }
}
