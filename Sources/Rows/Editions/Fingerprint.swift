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
    private var sum: UInt64 = 0
    private var rows: UInt64 = 0
    private var keys = KeySample()
    /// The last row, as far as it is known: its key, then its cells without blanks. Empty before the first.
    private var row: [UInt8] = []
    /// How much of that is the key.
    private var keyLength = 0

    /// What parts cells.
    private static let separator: UInt8 = 0x1F

    var fingerprint: Fingerprint {
        var all = self
        all.finishRow()
        var hash = Hash64()
        withUnsafeBytes(of: (all.sum.littleEndian, all.rows.littleEndian)) { hash.add($0) }
        return Fingerprint(text: hash.text, keys: keys)
    }

    /// Begins the row of a key, in UTF-8, watched or not.
    mutating func beginRow(_ key: ArraySlice<UInt8>) {
        finishRow()
        keys.add(key)
        row.append(contentsOf: key)
        keyLength = row.count
    }

    /// Begins another row of the last key.
    mutating func beginUpdate() {
        let key = Array(row.prefix(keyLength))
        finishRow()
        row = key
    }

    /// Takes back the last row; its key stays in the sample.
    mutating func dropRow() {
        row.removeAll(keepingCapacity: true)
    }

    /// Begins the next cell of the row.
    mutating func beginCell() {
        row.append(Self.separator)
    }

    /// Takes in text of a cell, as UTF-8. Blanks do not count, nor what is of no width.
    mutating func add(_ text: ArraySlice<UInt8>) {
        let isASCII = text.withUnsafeBufferPointer { bytes in
            var all: UInt8 = 0
            for byte in bytes { all |= byte }
            return all < 0x80
        }
        if isASCII {
            for byte in text where byte > 0x20 && byte < 0x7F { row.append(byte) }
            return
        }
        var folded: [UInt8] = []
        CellText.append(text, folding: true, isDrawn: false, to: &folded)
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars where scalar != " " {
            if scalar.isASCII { row.append(UInt8(scalar.value)) } else { BaseCharacters.append(scalar, to: &row) }
        }
    }

    /// Adds the row to those before, whose order does not matter.
    private mutating func finishRow() {
        if row.isEmpty { return }
        // An empty cell at the end is none: some formats have it and some do not.
        while row.last == Self.separator { row.removeLast() }
        sum &+= Hash64(row[...]).value
        rows &+= 1
        row.removeAll(keepingCapacity: true)
    }
}
