// How the table of a source looks: the form of its keys, and its cells from left to right.

/// Why `columns` makes no table.
package enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
    case noBatch
    case twice(Column)

    package var description: String {
        switch self {
        case .noBatch: "there is no column \"batch\""
        case .twice(let column): "the column \"\(column.rawValue)\" is named twice"
        }
    }
}

/// How the table of a source looks.
package struct TableLayout: Hashable, Sendable {
    /// What the keys look like: only a cell that matches begins a row.
    package let key: KeyMask
    /// The cells of a row from left to right; `batch` once, `status` and `date` at most once.
    /// Cells to the left of the first one named are skipped. Empty where `headings` tell.
    package let columns: [Column]
    /// The index of `batch` among the columns; 0 where `headings` tell.
    let keyColumn: Int
    /// How many places to the right of the keys statuses and dates stand; nil without such a column.
    private let statusBand, dateBand: Int?
    /// What the columns are called; nil where they are told by their order.
    package let headings: ColumnHeadings?

    /// The London list: `2[0-8]#########`, batch, status, date.
    package static let london = TableLayout(checked: [.batch, .status, .date], key: .london)

    private init(checked columns: [Column], key: KeyMask) {
        self.key = key
        self.columns = columns
        let keyColumn = columns.firstIndex(of: .batch) ?? 0
        self.keyColumn = keyColumn
        statusBand = columns.firstIndex(of: .status).map { $0 - keyColumn }
        dateBand = columns.firstIndex(of: .date).map { $0 - keyColumn }
        headings = nil
    }

    /// A table whose columns are told by what stands above them.
    package init(key: KeyMask = .london, headings: ColumnHeadings) {
        self.key = key
        self.columns = []
        keyColumn = 0
        (statusBand, dateBand) = (nil, nil)
        self.headings = headings
    }

    package init(key: KeyMask = .london, columns: [Column]) throws(LayoutError) {
        guard columns.contains(.batch) else { throw .noBatch }
        for column in Column.allCases where column != .skip && columns.count(where: { $0 == column }) > 1 {
            throw .twice(column)
        }
        self.init(checked: columns, key: key)
    }
}

extension TableLayout {
    /// The same table by another mask.
    package func with(key: KeyMask) -> TableLayout {
        headings.map { TableLayout(key: key, headings: $0) } ?? TableLayout(checked: columns, key: key)
    }
}

// MARK: - Columns counted from the keys

extension TableLayout {
    /// The column that stands so many places to the right of the keys; nil for the keys' own, for one that is skipped,
    /// and beyond the layout.
    @inline(__always)
    func column(ofBand band: Int) -> Column? {
        let index = keyColumn &+ band
        guard band != 0, index >= 0, index < columns.count else { return nil }
        let column = columns[index]
        if case .skip = column { return nil }
        return column
    }

    /// How many places to the right of the keys a column stands; nil if the layout has none such.
    @inline(__always)
    package func band(of column: Column) -> Int? {
        switch column {
        case .status: statusBand
        case .date: dateBand
        case .batch: columns.isEmpty ? nil : 0
        case .skip: nil
        }
    }

    /// Whether a row is a key, a status and a date, in this order.
    var endsWithDates: Bool { statusBand == 1 && dateBand == 2 }

    /// Whether a row has its text on the side of the key where the layout has no column, and none on the other.
    func isMisplaced(hasLeft: Bool, hasRight: Bool) -> Bool {
        if columns.count <= 1 { return false }
        if keyColumn == 0 { return hasLeft && !hasRight }
        return keyColumn == columns.count - 1 && hasRight && !hasLeft
    }
}

// MARK: - Columns by what stands above them

extension TableLayout {
    /// The layout of a table whose headings tell the columns; nil where not each stands there once.
    ///
    /// - Parameters:
    ///   - cells: the row of headings.
    ///   - places: the column that each of these cells is in, counted from the left; ascending.
    func ordered(by names: WantedHeadings, _ cells: [String], places: [Int]) -> TableLayout? {
        guard case .all(let found) = names.search(cells), found.batch != nil else { return nil }
        let named = [Column.batch, .status, .date].compactMap { column in
            found[column].map { (column: column, place: places[$0]) }
        }
        guard let first = named.map(\.place).min(), let last = named.map(\.place).max() else { return nil }
        var columns = [Column](repeating: .skip, count: last - first + 1)
        for (column, place) in named { columns[place - first] = column }
        return try? TableLayout(key: key, columns: columns)
    }

    /// Whether another layout has all columns where this one has them, counted from the keys.
    func hasColumns(of other: TableLayout) -> Bool { (statusBand, dateBand) == (other.statusBand, other.dateBand) }
}

extension ColumnHeadings {
    /// These, if they tell all columns of a layout, of which it has several: each its own, and without a digit as a value has it.
    func ifComplete(for layout: TableLayout) -> ColumnHeadings? {
        let wanted = [(Column.batch, batch), (.status, status), (.date, date)].filter { layout.band(of: $0.0) != nil }
        let names = wanted.compactMap { $0.1.map(WantedHeadings.folded) }
        let isTelling = names.allSatisfy { !$0.isEmpty && !$0.utf8.contains { 0x30...0x39 ~= $0 } }
        return wanted.count > 1 && Set(names).count == wanted.count && isTelling ? self : nil
    }
}
