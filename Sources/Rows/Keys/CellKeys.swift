// Which cells of a table are keys, and whose.

/// The keys of tables with cells: a key is all of its cell, or stands there beside what says nothing of the case.
struct CellKeys {
    private let mask: KeyMask
    /// Nil for all keys.
    let watched: KeySet?
    /// The document is the page of this one case.
    let onlyBatch: String?
    /// The watched keys as they are compared, where they may be any text.
    private let textKeys: [String: KeyMask]
    private let search: KeySearch
    private var ranges = 0
    private static let mostRanges = 20

    /// - Parameter heading: what stands above the keys, where the layout says so.
    init(_ mask: KeyMask, heading: String?, watched: KeySet?, onlyBatch: String?) {
        self.mask = mask
        self.watched = watched
        self.onlyBatch = onlyBatch
        textKeys = mask.isAnyText ? watched?.foldedKeys() ?? [:] : [:]
        search = KeySearch(mask, heading: heading)
    }

    /// What a cell of the keys' column says.
    func reading(of cell: String) -> KeyReading {
        if let key = key(in: cell) { return .key(key, spelling: nil) }
        if mask.isInText, case let reading = search.readingInText(of: cell), reading != .none { return reading }
        return search.reading(of: cell)
    }

    /// What a line of text says of a key; nothing where keys are not told from other words by their digits.
    func reading(ofLine line: String) -> LineReading {
        mask.fewestDigits < KeySearch.fewestToDoubt ? .none : search.reading(ofLine: line)
    }

    /// Which keys a doubt about a cell is about; nil for none that matters.
    mutating func batches(of doubtful: DoubtfulKeys) -> [String]? {
        if doubtful.isLonger {
            let own = doubtful.keys.filter { watched?.hasExact($0) == true }
            return own.isEmpty ? nil : own
        }
        guard doubtful.isRange, let first = doubtful.keys.first, let last = doubtful.keys.last else {
            return doubtful.keys
        }
        // A few such cells are looked at; where there are more, they may mean any batch.
        guard ranges < Self.mostRanges else { return [] }
        ranges += 1
        return doubtful.keys + (watched?.exactKeys(between: first, and: last) ?? [])
    }

    /// The key that is all of a cell, with its blanks and hyphens as masks have them; nil if it is none.
    func key(in cell: String) -> String? {
        let count = cell.utf8.count
        // A hyphen takes three bytes at most; a text may have blanks.
        if count == 0 || count > 3 * mask.length { return nil }
        if mask.isAnyText {
            let key = TextKey.trimmed(cell)
            return mask.matches(key) ? key : nil
        }
        if mask.matches(cell) { return cell }
        if let byte = cell.utf8.first, byte > 0x20, byte < 0x80, !mask.canBegin(with: byte) { return nil }
        let key = CellText.cell(cell, folding: true)
        return mask.matches(key) ? key : nil
    }

    /// How a key is told: as the watch has it, where any text may be one; else as it stands. Nil for a text that nobody
    /// watches.
    func batch(named key: String) -> String? {
        guard mask.isAnyText else { return key }
        let folded = TextKey.folded(key)
        if let onlyBatch, TextKey.folded(onlyBatch) == folded { return onlyBatch }
        if watched == nil { return key }
        return textKeys[folded]?.key ?? (watched?.contains(key) == true ? key : nil)
    }

    /// A key as it is compared with that of other editions.
    func compared(_ key: String) -> String {
        mask.isAnyText ? TextKey.folded(key) : key
    }

    /// Whether a row is the case's that the document is about.
    func isOfCase(_ batch: String) -> Bool {
        guard let onlyBatch else { return true }
        return batch.utf8.elementsEqual(onlyBatch.utf8)
    }

    /// Whether somebody watches this key.
    func isWatched(_ batch: String) -> Bool {
        watched?.contains(batch) ?? true
    }
}
