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

    /// - Parameter isDrawn: whether the document has pages, see `CellText.append`.
    init(mostRows: Int, fingerprints: Bool, tabulates: Bool, isDrawn: Bool) {
        self.mostRows = mostRows
        fingerprint = fingerprints || tabulates ? FingerprintBuilder(tabulates: tabulates, isDrawn: isDrawn) : nil
    }

    /// So many doubts are kept, first those about wanted rows.
    private static let mostDoubts = 100
    /// So many watched batches may be in doubt each by itself; of more of them any row is.
    private static let mostDoubted = 10_000
    /// The wanted batches that a doubt is kept of.
    private var doubted: Set<String> = []
    /// Doubts about rows that nobody wants.
    private var otherDoubts: [Doubt] = []

    /// Takes in what is not certain; `watched` is nil where all rows are wanted.
    mutating func add(_ doubts: [Doubt], watched: KeySet?) {
        for doubt in doubts {
            if watched.map(doubt.concerns) ?? true {
                keep(doubt, watched)
            } else if otherDoubts.count < Self.mostDoubts {
                otherDoubts.append(doubt)
            }
        }
    }

    /// Keeps at least one doubt of each watched batch, and one of those that may be about any.
    private mutating func keep(_ doubt: Doubt, _ watched: KeySet?) {
        let isNews = watched != nil && doubt.batches.contains { watched?.contains($0) == true && !doubted.contains($0) }
        list.doubts.add(doubt, most: isNews ? Self.mostDoubted : Self.mostDoubts)
        if watched != nil { doubted.formUnion(doubt.batches) }
    }

    /// Rows without a key that were taken for another update of the row above.
    private var keyless: [Doubt] = []
    /// How many rows have such updates, how many rows there were at the last of them, and whether they say different things.
    private var ownersOfKeyless = 0
    private var firstKeyless: String?
    private var areKeylessAlike = true
    private var lastOwner = -1
    /// So many rows show that the list leaves a key out where it would be the same, unless all say one thing: "Total", "Lost".
    private static let custom = 5

    /// Takes in that a row without a key is another update of the batch above, which nothing but custom shows: it may be a
    /// sum, a signature, or a row whose key is blacked out.
    ///
    /// - Parameters:
    ///   - batch: nil where nobody watches it.
    ///   - owner: counts the rows with keys.
    mutating func noteKeyless(_ text: String, of batch: String?, owner: Int, page: Int) {
        if owner != lastOwner { ownersOfKeyless += 1 }
        lastOwner = owner
        if firstKeyless ?? text != text { areKeylessAlike = false }
        firstKeyless = text
        guard let batch, ownersOfKeyless <= Self.custom || areKeylessAlike, keyless.count < Self.mostDoubts else {
            return
        }
        keyless.append(Doubt(page: page, word: text, rule: .betweenRows, batches: [batch]))
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
        if ownersOfKeyless < Self.custom || areKeylessAlike { add(keyless, watched: nil) }
        list.doubts += otherDoubts.prefix(max(0, Self.mostDoubts - list.doubts.count))
        (list.fingerprint, list.table) = fingerprint?.finish() ?? (nil, nil)
        return list
    }
}
