// By what an edition of a list is known again without keeping it: a hash of its rows, and a sample of its keys. The same
// rows give the same fingerprint in every version and on every machine, since it is kept in the state.

/// What an edition is known by.
package struct Fingerprint: Codable, Hashable, Sendable {
    /// A hash of all rows, watched or not: the same in whatever order they stand, however their texts are written
    /// (`SameText`), and whatever is written above them. Blanks are no part of it. 16 hexadecimal digits.
    package var text: String
    package var keys: KeySample

    package init(text: String, keys: KeySample) {
        self.text = text
        self.keys = keys
    }

    /// What a list without rows is known by.
    package static var ofNoRows: Fingerprint {
        var builder = FingerprintBuilder()
        return builder.finish().fingerprint
    }
}

/// Takes the fingerprint of an edition while it is read, row by row.
struct FingerprintBuilder {
    /// The last row so far, which text may still be added to.
    private struct OpenRow {
        var key: UInt64
        /// See `KeyCode`.
        var code: UInt64 = 0
        var status = TextHash()
        var date = TextHash()
        /// Where its status stands in the table, as far as it is read.
        var index = EditionTable.unknown
        /// Where that stood before what was taken in last.
        var indexBefore = EditionTable.unknown
    }

    private var sum: UInt64 = 0
    private var rows: UInt64 = 0
    private var keys = KeySample()
    private var texts: TextHashes
    private var row = OpenRow(key: 0)
    /// Whether there is one: not before the first.
    private var isOpen = false
    /// What is kept of the rows; empty where nobody asked.
    private var table = EditionTable()
    private let tabulates: Bool

    /// - Parameters:
    ///   - tabulates: whether to keep of the rows what the next edition is compared with.
    ///   - isDrawn: whether texts come from pages, see `CellText.append`.
    init(tabulates: Bool = false, isDrawn: Bool = false) {
        self.tabulates = tabulates
        texts = TextHashes(isDrawn: isDrawn)
        if tabulates { table.reserveRows() }
    }

    /// What the edition is known by, and what is kept of its rows; to be asked for once, after the last row.
    mutating func finish() -> (fingerprint: Fingerprint, table: EditionTable?) {
        finishRow()
        var hash = Hash64()
        withUnsafeBytes(of: (sum.littleEndian, rows.littleEndian)) { hash.add($0) }
        var all = EditionTable()
        swap(&all, &table)
        return (Fingerprint(text: hash.text, keys: keys), tabulates ? all : nil)
    }

    /// Begins the row of a key, watched or not.
    mutating func beginRow(_ key: String) {
        var key = key
        key.withUTF8 { beginRow(UnsafeRawBufferPointer($0)) }
    }

    /// The same, of a key in UTF-8.
    mutating func beginRow(_ key: UnsafeRawBufferPointer) {
        finishRow()
        var hash = Hash64()
        hash.add(key)
        keys.add(hash.value)
        (row, isOpen) = (OpenRow(key: hash.value), true)
        if tabulates { row.code = KeyCode.code(of: key, hash: hash.value) }
    }

    /// Begins another row of the last key.
    mutating func beginUpdate() {
        if !isOpen { return }
        finishRow()
        (row, isOpen) = (OpenRow(key: row.key, code: row.code), true)
    }

    /// Takes back the last row; its key stays in the sample.
    mutating func dropRow() { isOpen = false }

    /// Takes back an earlier row of a key out of the table; in the fingerprint it stays.
    mutating func dropRow(of key: String) { table.removeLast(of: KeyCode.code(of: key)) }

    /// Whether the table knows the status of the last row, as far as it is read, or cannot know it. If not, it wants to be
    /// told its text. To be called whenever text of a row was taken in.
    mutating func knowsStatus() -> Bool {
        if !isOpen || !tabulates { return true }
        row.indexBefore = row.index
        row.index = table.index(of: row.status.value) ?? EditionTable.unknown
        return row.index != EditionTable.unknown || !table.hasRoom
    }

    /// The text of the last row's status before what was taken in of it last; empty where it has just begun.
    var statusBefore: String { table.text(ofStatus: row.indexBefore) ?? "" }

    /// Tells the table the text of the last row's status, as far as it is read.
    mutating func name(status text: String) {
        row.index = table.add(EditionTable.Status(hash: row.status.value, cutting: text))
    }

    /// Takes in text of the row's status, see `TextHash.add`.
    mutating func add(status text: UnsafeRawBufferPointer) { texts.add(text, to: &row.status) }

    /// Takes in text of the row's date.
    mutating func add(date text: UnsafeRawBufferPointer) { texts.add(text, to: &row.date) }

    /// Notes that what follows of the row's status or date does not adjoin what came before. Of a hyphen it has to be
    /// known.
    mutating func part(_ column: Column) {
        if column == .status { row.status.addBlank() } else { row.date.addBlank() }
    }

    /// Adds the row to those before, whose order does not matter.
    private mutating func finishRow() {
        if !isOpen { return }
        let (status, date) = (row.status.value, row.date.value)
        var hash = Hash64()
        hash.mix(row.key)
        hash.mix(status)
        hash.mix(date)
        sum &+= hash.value
        rows &+= 1
        isOpen = false
        if tabulates {
            var said = Hash64()
            said.mix(status)
            said.mix(date)
            table.append(key: row.code, hash: said.value, index: row.index)
        }
    }
}
