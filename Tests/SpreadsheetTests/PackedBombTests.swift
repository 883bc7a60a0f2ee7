// Small workbooks that decompress to much, lead in circles, or use one thing for many: each ends with its limit, or its
// visible content is read.

import TestKit
import Testing
import Text

@testable import Spreadsheet

/// An entry whose deflate data are a beginning, a space and `repeats` times 258 more, and an end: 1032 to 1, as tight
/// as there is, by codes of its own (RFC 1951 3.2.7). Its checksum is wrong unless it `isSound`, which takes a while.
private func bomb(
    _ name: String, _ beginning: String, repeats: Int, _ end: String, isSound: Bool = false
) -> ArchiveWriter.Entry {
    var bits: [UInt8] = []
    func put(_ value: Int, _ length: Int) { for bit in 0..<length { bits.append(UInt8(value >> bit & 1)) } }
    func code(_ word: String) { bits += word.utf8.map { $0 & 1 } }
    func zeros(_ count: Int) {
        code("11")
        put(count - 11, 7)
    }
    put(0b100, 3)
    // 286 codes of literals and lengths, one of distances. Their lengths are told by codes of two bits: 00 for none, 01
    // for one, 10 for two, 11 for many times none.
    for (value, length) in [(29, 5), (0, 5), (14, 4)] { put(value, length) }
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
        put([18, 0, 2, 1].contains(symbol) ? 2 : 0, 3)
    }
    zeros(32)
    code("10")  // a space is 10
    for count in [138, 85] { zeros(count) }
    code("10")  // the end of the block is 11
    zeros(28)
    code("01")  // 258 bytes are 0
    code("01")  // one byte back is 0
    code("10")
    for _ in 0..<repeats { code("00") }
    code("11")
    // What follows is a stored block, the last one.
    put(1, 3)
    let packed = stride(from: 0, to: bits.count, by: 8).map { start in
        bits[start..<min(start + 8, bits.count)].enumerated().reduce(UInt8(0)) { $0 | $1.element << UInt8($1.offset) }
    }
    func block(_ text: String) -> [UInt8] {
        number(text.utf8.count, 2) + number(~text.utf8.count, 2) + Array(text.utf8)
    }
    let spaces = [UInt8](repeating: 0x20, count: 1 + 258 * repeats)
    let content = Array(beginning.utf8) + spaces + Array(end.utf8)
    var entry = ArchiveWriter.Entry(name, bytes: content)
    (entry.encoded, entry.method) = ([0] + block(beginning) + packed + block(end), 8)
    if !isSound { (entry.content, entry.size, entry.checksum) = ([], content.count, 0) }
    return entry
}

private let kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
private func relationships(_ list: [(id: String, kind: String, target: String)]) -> String {
    "<Relationships>"
        + list.map { "<Relationship Id='\($0.id)' Type='\(kinds)\($0.kind)' Target='\($0.target)'/>" }.joined()
        + "</Relationships>"
}

/// A workbook whose parts lie in a folder, with this many sheets and these entries besides.
private func workbook(
    in folder: String = "", sheets: Int = 1, leadsTo more: [(id: String, kind: String, target: String)] = [],
    _ entries: [ArchiveWriter.Entry]
) -> [UInt8] {
    let main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    let names = (0..<sheets).map { "<sheet name='s\($0)' id='r\($0)'/>" }.joined()
    let parts = (0..<sheets).map { (id: "r\($0)", kind: "worksheet", target: "/sheet\($0).xml") }
    let texts = [
        ("[Content_Types].xml", "<Types><Override PartName='/w.xml' ContentType='\(main)'/></Types>"),
        ("_rels/.rels", relationships([("r1", "officeDocument", "/\(folder)w.xml")])),
        ("\(folder)w.xml", "<workbook><sheets>\(names)</sheets></workbook>"),
        ("\(folder)_rels/w.xml.rels", relationships(parts + more)),
    ]
    return ArchiveWriter(texts.map { ArchiveWriter.Entry($0.0, $0.1) } + entries).bytes
}

private func openDocument(_ content: ArchiveWriter.Entry) -> [UInt8] {
    ArchiveWriter([ArchiveWriter.Entry("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), content]).bytes
}

private func error(_ document: [UInt8], _ limits: TableLimits = TableLimits()) -> TableError? {
    do throws(TableError) {
        _ = try spreadsheetTables(of: document, limits: limits)
        return nil
    } catch {
        return error
    }
}

private let row = "<row><c><v>1</v></c></row>"
private let sheet = ArchiveWriter.Entry("sheet0.xml", "<worksheet><sheetData>\(row)</sheetData></worksheet>")
/// How often 258 bytes come in what is too much to be unpacked at any ratio.
private let tooMany = (8 << 20) / 258 + 9

struct PackedBombTests {
    @Test func `a part of a thousand to one ends with the limit by its name`() {
        let content = bomb("content.xml", "<a>", repeats: tooMany, "</a>")
        #expect(content.size ?? 0 > 1000 * (content.encoded?.count ?? 0))
        let words = "in the archive is packed tighter than 200:1"
        #expect(error(openDocument(content)) == TableError(.limit, "\"content.xml\" \(words)"))
        let part = bomb("sheet0.xml", "<worksheet>", repeats: tooMany, "</worksheet>")
        #expect(error(workbook([part])) == TableError(.limit, "\"sheet0.xml\" \(words)"))
        let texts = bomb("t.xml", "<sst>", repeats: tooMany, "</sst>")
        let found = error(workbook(leadsTo: [("t", "sharedStrings", "t.xml")], [sheet, texts]))
        #expect(found == TableError(.limit, "\"t.xml\" \(words)"))
    }

    @Test func `parts that are small enough one by one end together`() {
        let sheets = (0..<20).map {
            bomb("sheet\($0).xml", "<worksheet><sheetData>", repeats: 200, "</sheetData></worksheet>", isSound: true)
        }
        let document = workbook(sheets: sheets.count, sheets)
        #expect(error(document) == nil)
        var limits = TableLimits()
        limits.decodedBytes = 20 * 200 * 258
        #expect(error(document, limits) == TableError(.limit, "the archive's parts are larger than 1032000 bytes"))
    }

    @Test func `what nobody reads is not unpacked`() throws {
        let bombs = (0..<20).map { bomb("media/\($0).png", "", repeats: tooMany, "") }
        #expect(try spreadsheetTables(of: workbook([sheet] + bombs)).tables.map(\.rows) == [[["1"]]])
    }

    @Test func `an archive in an archive is no workbook`() {
        let inner = workbook([sheet])
        let words = "the archive holds no spreadsheet: neither .ods nor .xlsx"
        #expect(
            error(ArchiveWriter([ArchiveWriter.Entry("list.xlsx", bytes: inner)]).bytes)
                == TableError(.unsupported, words))
        #expect(error(openDocument(ArchiveWriter.Entry("content.xml", bytes: inner)))?.kind == .malformed)
        #expect(error(workbook([ArchiveWriter.Entry("sheet0.xml", bytes: inner)]))?.kind == .malformed)
    }

    @Test(arguments: ["/w.xml", "_rels/w.xml.rels", "/_rels/.rels", "/[Content_Types].xml", "../../..", "", "."])
    func `a part that leads back to one before, or nowhere, has no rows`(target: String) {
        let circle: [(id: String, kind: String, target: String)] = ["sharedStrings", "styles"].map { ($0, $0, target) }
        let document = workbook(leadsTo: circle + [("r0", "worksheet", target)], [sheet])
        let rows = try? spreadsheetTables(of: document).tables.flatMap(\.rows)
        #expect(rows ?? [] == [])
    }

    @Test func `many parts in a folder of a long name cost what they would in another`() {
        let images = (0..<2_000).map { (id: "i\($0)", kind: "image", target: "x") }
        let folder = repeated("a/", 30_000)
        let begun = processorSeconds()
        #expect(error(workbook(leadsTo: images, [sheet])) == nil)
        let short = processorSeconds() - begun
        #expect(error(workbook(in: folder, leadsTo: images, [sheet])) == nil)
        let long = processorSeconds() - begun - short
        #expect(long < 5 * short, "\(long) s, and \(short) s in a short one")
    }

    @Test func `a text that stands for all cells of a row counts for each, and ends the reading within the row`() {
        let texts = ArchiveWriter.Entry("t.xml", "<sst><si><t>ten bytes.</t></si></sst>")
        let styles = ArchiveWriter.Entry("y.xml", "<styleSheet><cellXfs><xf numFmtId='49'/></cellXfs></styleSheet>")
        // The last cell is of a type that there is not.
        let cells = repeated("<c t='s' s='0'><v>0</v></c>", 101) + "<c t='none'><v>0</v></c>"
        let data = "<worksheet><sheetData><row>\(cells)</row></sheetData></worksheet>"
        let document = workbook(
            leadsTo: [("t", "sharedStrings", "t.xml"), ("y", "styles", "y.xml")],
            [ArchiveWriter.Entry("sheet0.xml", data), texts, styles])
        #expect(error(document)?.kind == .unsupported)
        var limits = TableLimits()
        limits.textBytes = 1_000
        #expect(error(document, limits) == TableError(.limit, "the sheets have more than 1000 bytes of text"))
    }

    @Test(arguments: [
        "<row>", "<row><c>", "<c/>", "</sheetData><mergeCell ref='A1:XFD1048576'/><sheetData>", "<row r='1048576'/>",
        "<!-- ",
    ])
    func `a sheet of one thing is read or refused in linear time`(thing: String) {
        let grown = growth(to: 40_000) { count in
            let data = "<worksheet><sheetData>\(repeated(thing, count))</sheetData></worksheet>"
            _ = error(workbook([ArchiveWriter.Entry("sheet0.xml", data)]))
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the sheet")
    }
}
