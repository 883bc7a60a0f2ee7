// Columns by what stands above them: the headings that a layout names, looked for among the cells of a row.

import Text

/// The headings that a layout names.
struct WantedHeadings {
    private struct Heading {
        var column: Column
        /// As the layout has it, and as it is compared.
        var name: String
        var folded: String
    }

    /// What came of a search.
    enum Search: Equatable {
        case all(ColumnPlaces)
        /// A heading that stands over several columns.
        case twice(String)
        /// The first of the headings that is not there, and how many are.
        case missing(String, found: Int)
    }

    private let headings: [Heading]
    /// What is longer, in bytes, is no heading.
    private static let longest = 1024

    init(_ wanted: ColumnHeadings) {
        headings = [(Column.batch, wanted.batch), (.status, wanted.status), (.date, wanted.date)].compactMap {
            column, name in
            name.map { Heading(column: column, name: $0, folded: Self.folded($0)) }
        }
    }

    var count: Int { headings.count }

    /// The words of the headings, as these are compared.
    var words: Set<String> { Set(headings.flatMap { $0.folded.split(separator: " ").map(String.init) }) }

    /// The columns by their headings, as these are compared.
    var columns: [String: Column] {
        Dictionary(headings.map { ($0.folded, $0.column) }, uniquingKeysWith: { one, _ in one })
    }

    /// The name of a column as the layout has it.
    func name(of column: Column) -> String? {
        headings.first { $0.column == column }?.name
    }

    /// The column that has this heading; nil for any other text.
    func column(of text: String) -> Column? {
        let folded = Self.folded(text)
        return headings.first { $0.folded == folded }?.column
    }

    /// Whether this is one of the headings.
    func contains(_ text: String) -> Bool { column(of: text) != nil }

    /// Looks for the headings among cells, each a whole one.
    func search(_ cells: [String]) -> Search {
        search(cells.map { Self.folded($0) }) { heading, cells in
            cells.indices.filter { cells[$0] == heading }
        }
    }

    /// Looks for the headings in the one of several tables beside each other that has them all; blank cells part these.
    func search(tablesIn cells: [String]) -> Search {
        let search = search(cells)
        if case .missing = search, cells.contains(where: CellMark.hidden.isWithin),
            case .all(let places) = self.search(cells.map(CellMark.removed))
        {
            // What is hidden counts where nothing else has the heading.
            return .all(places)
        }
        guard case .twice = search else { return search }
        var found: [ColumnPlaces] = []
        for run in cells.indices.split(whereSeparator: { cells[$0].isEmpty }) {
            guard let start = run.first,
                case .all(var places) = self.search(Array(cells[start..<start + run.count]))
            else { continue }
            for column in [Column.batch, .status, .date] { places[column] = places[column].map { $0 + start } }
            found.append(places)
        }
        return found.count == 1 ? .all(found[0]) : search
    }

    /// Looks for the headings among the names of a record's fields: whole ones, or else the last parts of names.
    func search(fields: [String]) -> Search {
        search(fields.map { Self.folded($0) }) { heading, names in
            let whole = names.indices.filter { names[$0] == heading }
            if !whole.isEmpty { return whole }
            return names.indices.filter { index in
                names[index].lastIndex(of: "/").map { names[index][$0...].dropFirst() == heading } ?? false
            }
        }
    }

    private func search(_ cells: [String], matching: (String, [String]) -> [Int]) -> Search {
        var places = ColumnPlaces()
        var missing: String?
        var twice: String?
        var found = 0
        for heading in headings {
            let matches = matching(heading.folded, cells)
            if matches.count > 1, twice == nil { twice = heading.name }
            if let place = matches.first {
                places[heading.column] = place
                found += 1
            } else if missing == nil {
                missing = heading.name
            }
        }
        if let missing { return .missing(missing, found: found) }
        if let twice { return .twice(twice) }
        return .all(places)
    }

    /// False only if a row has surely not all of the headings: nearly all rows of a list are passed over by this.
    func mayBeIn(_ cells: [String]) -> Bool {
        guard let heading = headings.first?.folded, let firstByte = heading.utf8.first else { return false }
        return cells.contains { cell in
            guard let byte = cell.utf8.first else { return false }
            if byte < 0x80, byte > 0x20, firstByte < 0x80 {
                // Most cells begin otherwise.
                return (firstByte <= 0x20 || byte | 0x20 == firstByte | 0x20) && Self.mayBe(heading, cell)
            }
            guard let character = cell.first, character.isLetter else { return true }
            return character.lowercased() == heading.first.map { String($0) }
        }
    }

    /// False only if a cell surely is not the heading: they differ before a blank, a mark or a letter beyond ASCII.
    private static func mayBe(_ heading: String, _ cell: String) -> Bool {
        for (byte, other) in zip(heading.utf8, cell.utf8) {
            if byte >= 0x80 || byte <= 0x20 || other >= 0x80 || other <= 0x20 { return true }
            // Capitals differ from small letters in this bit; other signs may be taken for each other here.
            if byte | 0x20 != other | 0x20 { return isLeftOut(byte) || isLeftOut(other) }
        }
        return true
    }

    /// Whether a letter of a plural, or a sign, which may stand on one side alone.
    private static func isLeftOut(_ byte: UInt8) -> Bool { byte == 0x23 || byte | 0x20 == 0x73 || byte | 0x20 == 0x65 }

    /// A heading as it is compared: a text key without marks of footnotes and signs at its end, without blanks before a
    /// "#", and with words in the singular: what an office writes otherwise from one edition to the next.
    static func folded(_ text: String) -> String {
        if text.utf8.count > longest { return "" }
        var bare = text.unicodeScalars
        while let last = bare.last, isMark(last) { bare.removeLast() }
        var folded = TextKey.folded(bare.isEmpty ? text : String(bare))
        while let last = folded.unicodeScalars.last, last == ":" || last == "*" || last == " " {
            folded.unicodeScalars.removeLast()
        }
        // Most headings have neither.
        guard folded.utf8.contains(where: { $0 == 0x23 || $0 == 0x73 }) else { return folded }
        var words: [String] = []
        for word in folded.split(separator: " ") {
            if word.first == "#", let last = words.popLast() {
                words.append(last + word)
            } else {
                words.append(singular(word))
            }
        }
        return words.joined(separator: " ")
    }

    /// Whether it is a mark of a footnote: raised digits, stars, daggers.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xB9, 0xB2, 0xB3, 0x2070, 0x2074...0x2079, 0x2020, 0x2021, 0xA7, 0x2A, 0x20, 0xA0: true
        default: false
        }
    }

    /// A word of a heading without the "s" of its plural.
    private static func singular(_ word: Substring) -> String {
        guard word.utf8.count > 4, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us"),
            !word.hasSuffix("is")
        else { return String(word) }
        let isLong = ["ches", "shes", "xes"].contains { word.hasSuffix($0) }
        return String(word.dropLast(isLong ? 2 : 1))
    }
}
