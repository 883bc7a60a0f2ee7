// The rows of a document while it is read: what they have in common that come from pages and that come from tables.

/// Counts the rows of a document, keeps the wanted ones, and takes the fingerprint of the edition.
struct ListBuilder {
    /// A list of more rows is refused.
    private let mostRows: Int
    var list = RowList(rows: [], rowCount: 0, undecodedGlyphs: 0)
    /// Rows whose text is all on the side of the key where the layout has no column.
    var misplacedRows = 0
    /// Nil where the edition need not be known again.
    var fingerprint: FingerprintBuilder?

    /// A table of fewer rows may be empty but for numbers on the other side.
    private static let fewestRows = 5

    init(mostRows: Int, fingerprints: Bool, tabulates: Bool) {
        self.mostRows = mostRows
        fingerprint = fingerprints || tabulates ? FingerprintBuilder(tabulates: tabulates) : nil
    }

    /// So many doubts are kept, first those about wanted rows: one is enough to hold a list.
    private static let mostDoubts = 100
    /// Doubts about rows that nobody wants.
    private var otherDoubts: [Doubt] = []

    /// Takes in what is not certain; `watched` is nil where all rows are wanted.
    mutating func add(_ doubts: [Doubt], watched: KeySet?) {
        for doubt in doubts {
            if watched.map(doubt.concerns) ?? true {
                if list.doubts.count < Self.mostDoubts { list.doubts.append(doubt) }
            } else if otherDoubts.count < Self.mostDoubts {
                otherDoubts.append(doubt)
            }
        }
    }

    var isFreeOfDoubts: Bool { list.doubts.isEmpty && otherDoubts.isEmpty }

    /// Whether there are too many rows: what follows need not be read.
    var isFull: Bool { list.rowCount > mostRows }

    /// The list, once all of the document was read; to be asked for once.
    ///
    /// - Throws: that there was more than may be, or that the columns are not those of the layout.
    mutating func finish(_ layout: TableLayout) throws(RowError) -> RowList {
        if isFull { throw .tooMany(mostRows) }
        if list.rowCount >= Self.fewestRows, misplacedRows == list.rowCount {
            throw .columnsElsewhere(onTheLeft: layout.keyColumn == 0)
        }
        list.doubts += otherDoubts.prefix(max(0, Self.mostDoubts - list.doubts.count))
        (list.fingerprint, list.table) = fingerprint?.finish() ?? (nil, nil)
        return list
    }
}
