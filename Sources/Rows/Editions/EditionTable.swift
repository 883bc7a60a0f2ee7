// The rows of a document in brief, kept beside it in the cache: twenty bytes a row, by which the next edition is compared
// with this one without reading this one's document again. It is thrown away whenever rows are read in another way.

/// What of a document's rows is kept to be compared: for each, in the order of the document, a code of its key, a hash of
/// what it says, and which status it has; and how those statuses are written.
package struct EditionTable: Sendable, Hashable {
    /// A list with more different statuses is not counted by status.
    package static let mostStatuses = 10_000
    /// What of a status is kept, in bytes.
    package static let longestStatus = 200

    /// A status as it is written.
    struct Status: Sendable, Hashable {
        /// Of all of it, see `TextHash`.
        var hash: UInt64
        /// Its beginning, where it is longer than `longestStatus`.
        var text: String
        var isWhole = true
    }

    /// By row: `KeyCode`.
    private(set) var keys: [UInt64] = []
    /// By row: a hash of status and date.
    private(set) var hashes: [UInt64] = []
    /// By row: the index of its status; `unknown` where there are too many.
    private(set) var indices: [UInt32] = []
    private(set) var statuses: [Status] = []
    private var places: [UInt64: UInt32] = [:]
    /// The last places looked up, by some bits of the hash: most lists say few different things.
    private var recent = [(hash: UInt64, index: UInt32)](repeating: (0, unknown), count: 256)

    static let unknown = UInt32.max

    init() {}

    /// Of rows that are there already.
    package init(of rows: [Row]) {
        var builder = FingerprintBuilder(tabulates: true)
        for row in rows {
            builder.beginRow(SameText.form(of: row.batch, as: .key))
            Array(row.update.status.utf8).withUnsafeBytes { builder.add(status: $0) }
            Array(row.update.date.utf8).withUnsafeBytes { builder.add(date: $0) }
            if !builder.knowsStatus() { builder.name(status: row.update.status) }
        }
        self = builder.finish().table ?? EditionTable()
    }

    /// Makes room for the longest list, so that none is copied as it grows: memory that no row fills costs nothing.
    mutating func reserveRows() {
        keys.reserveCapacity(RowList.mostRows)
        hashes.reserveCapacity(RowList.mostRows)
        indices.reserveCapacity(RowList.mostRows)
    }

    /// How many rows it has.
    package var count: Int { keys.count }

    /// Whether every row's status is known.
    var isCounted: Bool { !indices.contains(EditionTable.unknown) }

    /// Adds a row.
    mutating func append(key: UInt64, hash: UInt64, index: UInt32) {
        keys.append(key)
        hashes.append(hash)
        indices.append(index)
    }

    /// Takes the last row of a key out again.
    mutating func removeLast(of key: UInt64) {
        guard let row = keys.lastIndex(of: key) else { return }
        keys.remove(at: row)
        hashes.remove(at: row)
        indices.remove(at: row)
    }

    /// Where a status stands; nil where it is new.
    mutating func index(of hash: UInt64) -> UInt32? {
        let place = Int(truncatingIfNeeded: hash >> 56)
        if recent[place].hash == hash, recent[place].index != EditionTable.unknown { return recent[place].index }
        guard let index = places[hash] else { return nil }
        recent[place] = (hash, index)
        return index
    }

    /// Nil where it is not known.
    func text(ofStatus index: UInt32) -> String? { index < statuses.count ? statuses[Int(index)].text : nil }

    /// Whether there is room for another status.
    var hasRoom: Bool { statuses.count < EditionTable.mostStatuses }

    /// Adds a status that is new; `unknown` where there is no room.
    mutating func add(_ status: Status) -> UInt32 {
        guard hasRoom else { return EditionTable.unknown }
        let index = UInt32(statuses.count)
        statuses.append(status)
        places[status.hash] = index
        return index
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hashes) }

    package static func == (left: EditionTable, right: EditionTable) -> Bool {
        left.keys == right.keys && left.hashes == right.hashes && left.indices == right.indices
            && left.statuses == right.statuses
    }
}

extension EditionTable.Status {
    /// - Parameter text: all of it.
    init(hash: UInt64, cutting text: String) {
        self.hash = hash
        self.text = text
        guard text.utf8.count > EditionTable.longestStatus else { return }
        let bytes = Array(text.utf8.prefix(EditionTable.longestStatus + 1))
        var end = EditionTable.longestStatus
        while bytes[end] & 0xC0 == 0x80 { end -= 1 }  // within a character
        (self.text, isWhole) = (String(decoding: bytes[..<end], as: UTF8.self), false)
    }
}

// MARK: As bytes

extension EditionTable {
    private static let magic: UInt64 = 0x3153_574F_5248_4342  // "BCHROWS1"

    /// The table as it is kept: numbers of eight bytes, little-endian, and a hash of it all at its end.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        // All of it: to grow would take twice the room, and the most of a reading.
        bytes.reserveCapacity(statuses.reduce(36 + 20 * count) { $0 + 24 + $1.text.utf8.count })
        bytes.add([EditionTable.magic, UInt64(count), UInt64(statuses.count)])
        bytes.add(keys)
        bytes.add(hashes)
        bytes.add(indices)
        if indices.count % 2 == 1 { bytes.add([0 as UInt32]) }
        for status in statuses {
            let text = Array(status.text.utf8)
            bytes.add([status.hash, UInt64(text.count) << 1 | (status.isWhole ? 1 : 0)])
            bytes += text + [UInt8](repeating: 0, count: (8 - text.count % 8) % 8)
        }
        var hash = Hash64()
        bytes.withUnsafeBytes { hash.add($0) }
        bytes.add([hash.value])
        return bytes
    }

    /// The tables that stand one after the other; nil where something else does.
    package static func tables(in bytes: [UInt8]) -> [EditionTable]? {
        bytes.withUnsafeBytes { buffer in
            var reader = Reader(bytes: buffer)
            var tables: [EditionTable] = []
            while reader.place < buffer.count {
                guard let table = EditionTable(&reader) else { return nil }
                tables.append(table)
            }
            return tables
        }
    }

    private init?(_ reader: inout Reader) {
        let start = reader.place
        guard reader.words(1)?.first == EditionTable.magic, let sizes = reader.words(2),
            let count = Int(exactly: sizes[0]), let statusCount = Int(exactly: sizes[1]),
            let keys = reader.words(count), let hashes = reader.words(count),
            let indices = reader.halves(count)
        else { return nil }
        (self.keys, self.hashes, self.indices) = (keys, hashes, indices)
        guard statusCount <= EditionTable.mostStatuses else { return nil }
        for _ in 0..<statusCount {
            guard let head = reader.words(2), let text = reader.text(Int(truncatingIfNeeded: head[1] >> 1)) else {
                return nil
            }
            statuses.append(Status(hash: head[0], text: text, isWhole: head[1] & 1 == 1))
        }
        let content = reader.bytes[start..<reader.place]
        var hash = Hash64()
        hash.add(UnsafeRawBufferPointer(rebasing: content))
        guard reader.words(1)?.first == hash.value,
            indices.allSatisfy({ $0 == EditionTable.unknown || $0 < statusCount })
        else { return nil }
    }

    /// Takes numbers and texts out of bytes, from the first on.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var place = 0

        mutating func words(_ count: Int) -> [UInt64]? {
            guard count >= 0, count <= (bytes.count - place) / 8 else { return nil }
            defer { place += 8 * count }
            return numbers(count).map(UInt64.init(littleEndian:))
        }

        /// Numbers of four bytes, and a blank one where they are odd.
        mutating func halves(_ count: Int) -> [UInt32]? {
            guard count >= 0, (count + 1) / 2 <= (bytes.count - place) / 8 else { return nil }
            defer { place += (count + 1) / 2 * 8 }
            return numbers(count).map(UInt32.init(littleEndian:))
        }

        private func numbers<Number: FixedWidthInteger>(_ count: Int) -> [Number] {
            [Number](unsafeUninitializedCapacity: count) { buffer, made in
                let size = count * MemoryLayout<Number>.size
                UnsafeMutableRawBufferPointer(buffer).copyMemory(from: .init(rebasing: bytes[place..<place + size]))
                made = count
            }
        }

        mutating func text(_ count: Int) -> String? {
            guard count >= 0, count <= EditionTable.longestStatus else { return nil }
            let end = place + (count + 7) / 8 * 8
            guard end <= bytes.count else { return nil }
            defer { place = end }
            return String(decoding: bytes[place..<place + count], as: UTF8.self)
        }
    }
}

extension [UInt8] {
    /// Part by part: a copy of all of them would be the most room that a reading takes.
    fileprivate mutating func add(_ numbers: [some FixedWidthInteger]) {
        for start in stride(from: 0, to: numbers.count, by: 1024) {
            let part = numbers[start..<Swift.min(start + 1024, numbers.count)]
            part.map(\.littleEndian).withUnsafeBytes { append(contentsOf: $0) }
        }
    }
}
