// By what an edition of a list is known again without keeping it: a hash of its rows, and a sample of its keys. The same
// rows give the same fingerprint in every version and on every machine, since it is kept in the state.

/// What an edition is known by.
package struct Fingerprint: Codable, Hashable, Sendable {
    /// A hash of all rows, watched or not: the same in whatever order they stand, however their letters are encoded, and
    /// whatever is written above them. 16 hexadecimal digits.
    package var text: String
    package var keys: KeySample

    package init(text: String, keys: KeySample) {
        self.text = text
        self.keys = keys
    }
}

/// Takes the fingerprint of an edition while it is read, row by row.
struct FingerprintBuilder {
    /// The last row so far, which text may still be added to.
    private struct OpenRow {
        var key: UInt64
        var status = TextHash()
        var date = TextHash()
    }

    private var sum: UInt64 = 0
    private var rows: UInt64 = 0
    private var keys = KeySample()
    private var texts = TextHashes()
    private var row = OpenRow(key: 0)
    /// Whether there is one: not before the first.
    private var isOpen = false

    var fingerprint: Fingerprint {
        var all = self
        all.finishRow()
        var hash = Hash64()
        withUnsafeBytes(of: (all.sum.littleEndian, all.rows.littleEndian)) { hash.add($0) }
        return Fingerprint(text: hash.text, keys: keys)
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
    }

    /// Begins another row of the last key.
    mutating func beginUpdate() {
        if !isOpen { return }
        finishRow()
        (row, isOpen) = (OpenRow(key: row.key), true)
    }

    /// Takes back the last row; its key stays in the sample.
    mutating func dropRow() { isOpen = false }

    /// Takes in text of the row's status, see `TextHash.add`.
    mutating func add(status text: UnsafeRawBufferPointer) { texts.add(text, to: &row.status) }

    /// Takes in text of the row's date.
    mutating func add(date text: UnsafeRawBufferPointer) { texts.add(text, to: &row.date) }

    /// Adds the row to those before, whose order does not matter.
    private mutating func finishRow() {
        if !isOpen { return }
        var hash = Hash64()
        hash.mix(row.key)
        hash.mix(row.status.value)
        hash.mix(row.date.value)
        sum &+= hash.value
        rows &+= 1
        isOpen = false
    }
}
