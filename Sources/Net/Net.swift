// The net below the rows: it finds a watched number in a list's text, whatever the list looks like, so that batchwatch
// never reports such a number as absent. It knows nothing of tables, columns and rows, and shares no code with their
// recognition.

import Rows
import Text

/// Searches all text of a document for the watched keys.
///
/// The first pass only notes which keys occur: `suspects` returns those without a row. If there are any, the document
/// is read once more with `locating`, and `mentions` returns their places.
package struct Net {
    private let tables: NetTables
    private var tally: NetTally
    /// The results of earlier readings of the same document.
    private var merged: NetTally?
    private let isText: Bool

    /// - Parameters:
    ///   - watched: the keys and masks.
    ///   - isText: whether keys may be any text.
    package init(watched: [KeyMask], isText: Bool = false) {
        tables = NetTables(NetKeys(watched))
        tally = NetTally(tables.keys)
        self.isText = isText
    }

    private init(_ net: Net, locating suspects: NetSuspects) {
        (tables, isText) = (net.tables, net.isText)
        tally = NetTally(tables.keys, wanted: suspects)
    }

    /// Whether it records the places of keys.
    package var isLocating: Bool { tally.wanted != nil }

    /// Whether there is nothing to search for.
    package var isEmpty: Bool { tables.keys.isEmpty }

    // MARK: - Text

    /// Adds a page, including its invisible text.
    package mutating func add(_ page: TextPage) {
        if isEmpty { return }
        tally.page = page.number
        page.utf8.withUnsafeBufferPointer { text in
            Self.fold(text, isDrawn: true) { folded in
                for runs in [page.runs, page.unseenRuns] where !runs.isEmpty {
                    runs.withUnsafeBufferPointer { runs in
                        search(folded, runs, PageJoints(runs), NetQuote(text: text, runs: runs))
                    }
                }
            }
        }
    }

    /// Adds any other text: UTF-8 with the bytes of `NetText` between its pieces.
    ///
    /// - Parameter page: the table or sheet; 0 for none.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>, page: Int) {
        if isEmpty || text.isEmpty { return }
        tally.page = page
        let nowhere = Point(x: 0, y: 0)
        let whole = [TextRun(text: 0..<text.count, start: nowhere, end: nowhere, size: 0)]
        Self.fold(text, isDrawn: false) { folded in
            whole.withUnsafeBufferPointer { search(folded, $0, nil, NetQuote(text: text)) }
        }
    }

    /// Adds text from an array in the same way.
    package mutating func add(_ text: [UInt8], page: Int) {
        text.withUnsafeBufferPointer { add($0, page: page) }
    }

    /// Begins another way of reading the same document: a number that both readings show counts once.
    package mutating func beginOtherReading() {
        merge()
        tally = NetTally(tables.keys, wanted: tally.wanted)
    }

    private mutating func merge() {
        var whole = merged ?? tally
        if merged != nil { whole.merge(tally) }
        merged = whole
    }

    /// Lends the text in its searched form.
    private static func fold(
        _ text: UnsafeBufferPointer<UInt8>, isDrawn: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        if text.firstBeyondASCII(from: 0) == text.count { return body(text) }
        FoldedText(text, isDrawn: isDrawn).bytes.withUnsafeBufferPointer(body)
    }

    private mutating func search(
        _ text: UnsafeBufferPointer<UInt8>, _ runs: UnsafeBufferPointer<TextRun>, _ joints: PageJoints?,
        _ quote: NetQuote
    ) {
        tally.quote = tally.wanted == nil ? nil : quote
        // Moved, because the scan changes it in place.
        var scan = NetScan(tables, text, runs, joints, tally)
        tally = .none
        scan.run()
        swap(&scan.tally, &tally)
        tally.quote = nil
    }

    // MARK: - Answers

    /// Whether the text may have keys without a row: false only if all keys have one.
    ///
    /// - Parameter rows: the rows of the watched batches.
    package func isOpen(besides rows: [Row]) -> Bool {
        isLocating || !tables.keys.masks.isEmpty || listed(rows).literals.contains(false)
    }

    /// The watched keys in the text without a row; nil for none.
    ///
    /// - Parameter rows: the rows of the watched batches.
    package mutating func suspects(besides rows: [Row]) -> NetSuspects? {
        merge()
        guard let tally = merged else { return nil }
        var suspects = NetSuspects(isCut: tally.isFull)
        let (listed, masked) = listed(rows)
        for number in tables.keys.literals.indices where !listed[number] && tally.has(number) {
            suspects.literals.insert(number)
        }
        for hash in tally.masked where !masked.contains(hash) { suspects.masked.insert(hash) }
        return suspects.literals.isEmpty && suspects.masked.isEmpty && !suspects.isCut ? nil : suspects
    }

    /// A net for the same keys that records their places.
    package func locating(_ suspects: NetSuspects) -> Net { Net(self, locating: suspects) }

    /// A net that records the places of all keys.
    package func locatingAll() -> Net { Net(self, locating: NetSuspects(isEverything: true)) }

    /// Which literals have rows, and the hashes of all batches with rows.
    private func listed(_ rows: [Row]) -> (literals: [Bool], hashes: Set<UInt64>) {
        var listed = [Bool](repeating: false, count: tables.keys.literals.count)
        var hashes: Set<UInt64> = []
        let hasMasks = !tables.keys.masks.isEmpty
        for row in rows {
            let (hash, isNumber) = tables.keys.hash(of: row.batch)
            if hasMasks { hashes.insert(hash) }
            tables.forEachLiteral(hash) { slot in
                let number = slot.literal
                if !listed[number] { listed[number] = isNumber && slot.isNumber || isBatch(row.batch, number) }
            }
        }
        return (listed, hashes)
    }

    /// Whether a row of this batch belongs to that key.
    private func isBatch(_ batch: String, _ number: Int) -> Bool {
        let pattern = tables.keys.patterns[tables.keys.literals[number].pattern]
        if isText { return TextKey.folded(batch) == pattern.foldedKey }
        return pattern.matches(batch.utf8)
    }

    /// The wanted keys that occur in the text more often than in the cells of rows, sorted by batch; and whether there
    /// are more of them.
    ///
    /// - Parameter rows: the rows of the whole list.
    package mutating func mentions(besides rows: [Row]) -> (mentions: [Mention], hasMore: Bool) {
        merge()
        guard let tally = merged, let wanted = tally.wanted else { return ([], false) }
        let cells = cells(of: rows, wanted)
        let batches = Set(rows.map { CompactKey(Array($0.batch.utf8), tables.keys.alphabet).text })
        var mentions: [Mention] = []
        for (batch, found) in tally.found {
            // A number at the end of one row and the key of the next are no broken number.
            let isJoined = { (hit: NetTally.Hit) in hit.pieces.contains { batches.contains($0) } }
            let joined = found.hits.count(where: isJoined)
            guard found.count - joined > cells[batch] ?? 0, let hit = found.hits.first(where: { !isJoined($0) }) else {
                continue
            }
            mentions.append(Mention(batch: batch, page: hit.page, excerpt: hit.excerpt))
        }
        mentions.sort { $0.batch < $1.batch }
        let isCut = tally.isFull || wanted.isCut || mentions.count > Mention.most
        return (Array(mentions.prefix(Mention.most)), isCut)
    }

    /// The places of wanted keys, the first kept places of each batch, by batch and in document order.
    package mutating func places() -> [Mention] {
        merge()
        let found = (merged?.found ?? [:]).sorted { $0.key < $1.key }
        return found.flatMap { batch, found in
            found.hits.map { Mention(batch: batch, page: $0.page, excerpt: $0.excerpt) }
        }
    }

    /// How often each wanted key occurs in cells of rows of other batches.
    private func cells(of rows: [Row], _ wanted: NetSuspects) -> [String: Int] {
        var net = Net(self, locating: wanted)
        var text: [UInt8] = []
        for row in rows {
            // A key's cell is excused if the key itself is watched; a spelling that nobody watches is no other batch.
            if isOtherBatch(row.batch) { text += Array(row.batch.utf8) + [NetText.end] }
            text += Array(row.update.status.utf8) + [NetText.end] + Array(row.update.date.utf8) + [NetText.end]
        }
        net.add(text, page: 0)
        return net.tally.found.mapValues(\.count)
    }

    private func isOtherBatch(_ batch: String) -> Bool {
        var isOther = false
        tables.forEachLiteral(tables.keys.hash(of: batch).hash) { slot in
            if isBatch(batch, slot.literal) { isOther = true }
        }
        return isOther
    }
}
