// Pages drawn as the bytes say, then their rows: only keys that match, no more of them than texts, the watched ones a
// part of all, and the same ones in whatever order the page was drawn.

@testable import Rows
import Text

extension Target {
    static let rows = Target("rows") { bytes in
        var sheet = Drawing(bytes)
        let all = try readRows(of: sheet.pages, sheet.layout, watched: nil)
        let watched = KeySet(patterns: ["101", "A-7", "20121456171", "1#[0-4]"].compactMap { try? KeyMask($0) })
        let some = try readRows(of: sheet.pages, sheet.layout, watched: watched)
        try promise(some.rowCount == all.rowCount, "the number of rows depends on what is watched")
        try promise(
            some.rows == all.rows.filter { watched.contains($0.batch) }, "a watched row reads otherwise than all")
        guard sheet.isOrderly else { return }
        sheet.reverse()
        let reversed = try readRows(of: sheet.pages, sheet.layout, watched: nil)
        try promise(reversed == all, "rows depend on the order of drawing: \(all.rows) and \(reversed.rows)")
    }
}

/// Reads the rows of pages, and checks what holds for all of them.
func readRows(of pages: [TextPage], _ layout: TableLayout, watched: KeySet?) throws -> RowList {
    var reader = RowReader(layout: layout, watched: watched)
    for page in pages { reader.add(page) }
    // A list may be refused, whatever is watched.
    guard let list = try? reader.finish() else { return RowList(rows: [], rowCount: 0, undecodedGlyphs: 0) }
    let runs = pages.reduce(0) { $0 + $1.runs.count }
    try promise(list.rowCount <= (layout.key.isInText ? 3 : 1) * runs, "there are more rows than texts")
    try promise(watched != nil || list.rows.count == list.rowCount, "rows are counted wrongly")
    for row in list.rows {
        try promise(layout.key.matches(row.batch), "\(row.batch) is a row and no key")
        // Tables side by side may follow one another, each over all pages.
        try promise((1...pages.count).contains(row.page), "a row is on a page that is not there")
        for cell in [row.update.status, row.update.date] {
            try promise(!cell.hasPrefix(" ") && !cell.hasSuffix(" "), "a cell has blanks at its ends")
        }
    }
    return list
}

// MARK: - The pages

/// Pages made of four bytes for each text: what it says, where it begins, how it stands.
private struct Drawing {
    private(set) var pages = [TextPage(number: 1)]
    let layout: TableLayout
    /// Whether the order of drawing cannot matter: no two texts stand on one spot, all are of one size, and none is
    /// turned.
    private(set) var isOrderly = true

    private static let layouts: [[Column]] = [
        [.batch, .status, .date], [.batch, .status], [.date, .batch, .status], [.skip, .batch, .skip, .status],
        [.status, .date, .batch], [.batch],
    ]
    private static let masks = ["1##", "A-#", "2[0-8]#########", "1##\nA-#(#)?", "1##"]
    private static let texts = [
        "101", "102", "143", "1", "02", "A-7", "A\u{2010}7", "20121456171", "2012145", "6171", "14-Jun-", "12",
        "14-Jun-12", "status", "granted", "Batch", "Page 1", " ", " x", "y ", "\u{A0}", "a b", "\u{FB01}", "101 is one",
        "an endless cell of words", "No. 101 (x)", "101, 102", "-", "7", "102 ", "", "\u{200B}", "Date", "Status",
    ]
    /// What no sound document has.
    private static let oddities: [Double] = [
        .infinity, .nan, -.infinity, 1e308, -1e308, 1e9, 1e-300, -1e8, 1e17, 0,
    ]

    init(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        let columns = choices.one(of: Drawing.layouts)
        let mask = choices.number() % Drawing.masks.count
        var key = try? KeyMask(Drawing.masks[mask])
        key?.isInText = mask == Drawing.masks.count - 1
        layout = (try? TableLayout(key: key ?? .london, columns: columns)) ?? .london
        while !choices.isAtEnd { draw(&choices) }
    }

    private mutating func draw(_ choices: inout Choices) {
        let what = choices.number()
        var start = Point(x: Double(choices.number()) * 4, y: Double(choices.number()) * -4)
        let how = choices.number()
        if what == 0xFF {
            pages.append(TextPage(number: pages.count + 1))
            return
        }
        let text = Drawing.texts[what % Drawing.texts.count]
        start.x += Double(how & 3)
        start.y -= Double(how >> 2 & 3)
        let width = Double(text.unicodeScalars.count) * (how >> 4 & 1 == 0 ? 5 : 4.5)
        var end = Point(x: start.x + width, y: start.y)
        var size = 10.0
        if how >> 5 == 7 {
            isOrderly = false
            switch what >> 5 {
            case 0: end = Point(x: start.x, y: start.y + width)
            case 1: end = Point(x: start.x - width, y: start.y)
            case 2: size = Double(how & 31)
            case 3: end.x = start.x
            case 4: start.x = Drawing.oddities[how % Drawing.oddities.count]
            case 5: start.y = Drawing.oddities[how % Drawing.oddities.count]
            case 6: end.x = Drawing.oddities[how % Drawing.oddities.count]
            default: size = Drawing.oddities[how % Drawing.oddities.count]
            }
        }
        add(text, start, end, size)
    }

    private mutating func add(_ text: String, _ start: Point, _ end: Point, _ size: Double) {
        let index = pages.count - 1
        if isOrderly,
            pages[index].runs.contains(where: { $0.start.x == start.x && abs($0.start.y - start.y) < 2 * size })
        {
            isOrderly = false
        }
        let from = pages[index].utf8.count
        pages[index].utf8 += Array(text.utf8)
        pages[index].runs.append(TextRun(text: from..<pages[index].utf8.count, start: start, end: end, size: size))
    }

    /// Draws each page from its last text to its first.
    mutating func reverse() {
        for index in pages.indices { pages[index].runs.reverse() }
    }
}
