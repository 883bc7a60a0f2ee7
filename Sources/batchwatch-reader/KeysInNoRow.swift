// Compares the rows of a whole list with all text of its document: a text with the form of the keys that is the key of
// no row makes a doubt. The daemon asks only for watched keys; `rows` asks for all.

import JSON
import Markup
import Net
import Reading
import Rows
import Text

/// More are told by no more doubts.
private let mostFound = 10_000

/// Doubts each number in the text that looks like the list's keys and is the key of no row.
///
/// - Parameter reading: of all rows.
func doubtKeysInNoRow(
    of reading: inout Reading, _ opened: OpenedDocument, _ request: ParseRequest
) throws(ReadingFailure) {
    let shapes = KeyMask.shapes(of: reading.rows, mask: try listMask(of: request))
    if shapes.isEmpty { return }
    var net = Net(watched: shapes)
    try forEachPart(of: opened, request) { $0.add(to: &net) }
    guard let suspects = net.suspects(besides: reading.rows) else { return }
    var found: [Mention] = []
    try forEachPart(of: opened, request) { part in
        if found.count > mostFound { return }
        var net = net.locating(suspects)
        part.add(to: &net)
        found += net.mentions(besides: []).mentions.filter(\.isWhole)
    }
    let rows = RowSigns(of: reading.rows)
    var pages: [String: Set<Int>] = [:]
    for mention in found { pages[mention.shape, default: []].insert(mention.page) }
    for mention in found where rows.mayBeRow(mention) {
        // The same line on other pages: a header or footer.
        if opened.format == .pdf, pages[mention.shape]?.count ?? 0 > 1 { continue }
        reading.doubts.append(
            Doubt(page: max(mention.page, 1), word: mention.batch, rule: .unreadKey, batches: [mention.batch]))
    }
}

/// By what a line of a text shows that it may be a row of the list.
private struct RowSigns {
    /// The statuses of the rows, by their keys.
    private var rows: [String: String] = [:]
    private var statuses: Set<String> = []
    /// What their dates look like.
    private var dates: Set<String> = []
    private static let mostTexts = 256
    private static let shortestText = 3

    init(of rows: [Row]) {
        for row in rows {
            self.rows[bare(row.batch)] = row.update.status
            if statuses.count < Self.mostTexts, row.update.status.count >= Self.shortestText {
                statuses.insert(row.update.status)
            }
            if dates.count < Self.mostTexts, row.update.date.count > Self.shortestText {
                dates.insert(shape(row.update.date))
            }
        }
    }

    /// Whether a number that is no key of a row may be one: its line begins with it, or has a date or status of the list.
    func mayBeRow(_ mention: Mention) -> Bool {
        let (line, batch) = (mention.excerpt, bare(mention.batch))
        if rows[batch] != nil { return false }
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(where: { bare($0) == batch }) else { return true }
        let lineShape = shape(line)
        if let known = words.firstIndex(where: { rows[bare($0)] != nil }) {
            // Rows beside each other have two dates, or two statuses.
            return dates.contains { lineShape.counts($0) > 1 } || statuses.contains { line.counts($0) > 1 }
                || known < place && isBeside(words[known..<place], words[place...])
        }
        let isFirst = words[..<place].allSatisfy { bare($0).isEmpty }
        return isFirst || dates.contains { lineShape.holds($0) } || statuses.contains { line.holds($0) }
    }

    /// Whether what stands before a number is all of a row, so that the number begins another one on its line. In a row it is
    /// in a cell of another column.
    private func isBeside(_ row: ArraySlice<Substring>, _ rest: ArraySlice<Substring>) -> Bool {
        guard let key = row.first, let status = rows[bare(key)] else { return false }
        let words = Set(status.split(separator: " "))
        return row.dropFirst().contains { $0.count >= Self.shortestText && words.contains($0) }
            && rest.dropFirst().contains { $0.filter(\.isLetter).count > Self.shortestText }
    }
}

/// Text that a person sees.
private enum Part {
    case page(TextPage)
    case text([UInt8], page: Int)

    func add(to net: inout Net) {
        switch self {
        case .page(let page): net.add(page)
        case .text(let text, let page): net.add(text, page: page)
        }
    }
}

private func forEachPart(
    of opened: OpenedDocument, _ request: ParseRequest, _ body: (Part) -> Void
) throws(ReadingFailure) {
    switch opened.format {
    case .pdf:
        _ = try pages(of: opened, request: request) { page in
            var seen = page
            seen.unseenRuns = []
            body(.page(seen))
        }
    case .json:
        // Who names the list says that others are none.
        guard request.record == nil, let value = try? jsonValue(of: opened.bytes) else { return }
        body(.text(lines(value.lines), page: 0))
    case .xml:
        let text = MarkupText(opened.format)
        _ = try tables(of: opened, request, collecting: text)
        for part in text.take() { body(.text(part.bytes, page: part.page)) }
    case .csv, .html, .spreadsheet:
        for (index, table) in try tables(of: opened, request).tables.enumerated() {
            body(.text(lines(table.rows), page: index + 1))
        }
        body(.text(lines(try blocks(of: opened).map(\.lines)), page: 0))
    }
}

private func lines(_ rows: [[String]]) -> [UInt8] {
    Array(rows.map { $0.joined(separator: "\u{1E}") }.joined(separator: "\n").utf8)
}

extension JSONValue {
    /// What the objects and arrays in it say by themselves, each on a line of its own; names that may be keys stand before
    /// what they are the names of.
    fileprivate var lines: [[String]] {
        var (lines, open): ([[String]], [(name: String?, value: JSONValue)]) = ([], [(nil, self)])
        while let (name, value) = open.popLast() {
            var line = name.map { [$0] } ?? []
            switch value {
            case .object(let members):
                for member in members {
                    let name = member.mayBeNamedByKey ? member.name : nil
                    if name == nil, let text = member.value.scalar {
                        line.append(text)
                    } else {
                        open.append((name, member.value))
                    }
                }
            case .array(let values):
                for value in values {
                    if let text = value.scalar { line.append(text) } else { open.append((nil, value)) }
                }
            default: line += value.scalar.map { [$0] } ?? []
            }
            lines.append(line)
        }
        return lines
    }
}

/// A key without its signs.
private func bare(_ text: some StringProtocol) -> String {
    KeyMask.folded(text.uppercased()).filter { $0.isLetter || $0.isNumber }
}

extension Mention {
    /// Whether the key is a word of the line around it: not put together of two cells or numbers.
    fileprivate var isWhole: Bool {
        let bareBatch = bare(batch)
        // Of a row that is parted otherwise than the rest of its list, the key is the first cell.
        let words = excerpt.split { " ;|,\t".contains($0) }
        if batch == bareBatch { return words.contains { $0.uppercased().trimmedOfSigns == batch } }
        return excerpt.holds(batch) || words.contains { bare($0) == bareBatch }
    }

    /// What the line around it looks like.
    fileprivate var shape: String { batchwatch_reader.shape(excerpt) }
}

/// A text with a sign for each digit and one for each word: months are of any length.
private func shape(_ text: String) -> String {
    var shape = ""
    for character in text {
        if character.isLetter {
            if shape.last != "a" { shape.append("a") }
        } else {
            shape.append(character.isNumber ? "#" : character)
        }
    }
    return shape
}

extension String {
    /// How often another text is in it.
    fileprivate func counts(_ part: String) -> Int {
        var (count, rest) = (0, self[...])
        while let place = rest.place(of: part), !part.isEmpty {
            count += 1
            rest = rest[place.upperBound...]
        }
        return count
    }

    /// Without the signs at its ends.
    fileprivate var trimmedOfSigns: Substring {
        let isSign = { (character: Character) in !character.isLetter && !character.isNumber }
        var rest = self[...].drop(while: isSign)
        while let last = rest.last, isSign(last) { rest.removeLast() }
        return rest
    }
}
