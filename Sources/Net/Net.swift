// The net below the rows: whatever a list looks like, a watched number that stands in its text is found, so that nobody is
// told that it is absent. It knows nothing of tables, columns and rows, and shares nothing with what recognises them.

import Rows
import Text

/// Looks for the watched keys in all text of a document.
///
/// At first it only notes which do: `suspects` says whether there are keys that have no row. Where there are, the document is read
/// once more with `locating`, and `mentions` tells where they stand.
package struct Net {
    private let tables: NetTables
    private var tally: NetTally
    /// What earlier readings of the same document had.
    private var merged: NetTally?
    private let isText: Bool
    private var folded: FoldedText
    private var ranges: [Range<Int>] = []

    /// - Parameters:
    ///   - watched: the keys and masks.
    ///   - isText: whether keys may be any text.
    package init(watched: [KeyMask], isText: Bool = false) {
        tables = NetTables(NetKeys(watched))
        tally = NetTally(tables.keys)
        folded = FoldedText(isDrawn: true, hasOrigins: false)
        self.isText = isText
    }

    private init(_ net: Net, locating suspects: NetSuspects) {
        (tables, isText) = (net.tables, net.isText)
        tally = NetTally(tables.keys, wanted: suspects)
        folded = FoldedText(isDrawn: true, hasOrigins: false)
    }

    /// Whether nothing is looked for.
    package var isEmpty: Bool { tables.keys.isEmpty }

    // MARK: - Text

    /// Takes a page, with what is drawn on it and not seen.
    package mutating func add(_ page: TextPage) {
        if isEmpty { return }
        tally.page = page.number
        add(page.utf8, page.runs)
        if !page.unseenRuns.isEmpty { add(page.utf8, page.unseenRuns) }
    }

    private mutating func add(_ utf8: [UInt8], _ runs: [TextRun]) {
        utf8.withUnsafeBufferPointer { text in
            runs.withUnsafeBufferPointer { runs in
                if text.isASCII { return search(text, NetChunks(runs: runs), runs, original: text) }
                foldRuns(runs, text)
                // Lent out: nothing is changed while they are searched.
                let (folded, ranges) = (self.folded, self.ranges)
                folded.bytes.withUnsafeBufferPointer { bytes in
                    ranges.withUnsafeBufferPointer { ranges in
                        search(bytes, NetChunks(ranges: ranges, runs: runs), runs, original: text)
                    }
                }
            }
        }
    }

    /// Takes any other text: UTF-8 with the bytes of `NetText` between its pieces.
    ///
    /// - Parameter page: the table or sheet; 0 for none.
    package mutating func add(_ text: UnsafeBufferPointer<UInt8>, page: Int) {
        if isEmpty || text.isEmpty { return }
        tally.page = page
        var folded = FoldedText(isDrawn: false, hasOrigins: tally.wanted != nil)
        let isPlain = text.isASCII
        if !isPlain { folded.append(text) }
        let quote = tally.wanted == nil ? nil : NetQuote(text: text, origins: isPlain ? nil : folded.origins)
        folded.bytes.withUnsafeBufferPointer { bytes in
            let text = isPlain ? text : bytes
            [0..<text.count].withUnsafeBufferPointer { search(text, NetChunks(ranges: $0), nil, quote) }
        }
    }

    /// Likewise.
    package mutating func add(_ text: [UInt8], page: Int) {
        text.withUnsafeBufferPointer { add($0, page: page) }
    }

    /// The document is read in another way from here on: what both readings show stands there once.
    package mutating func beginOtherReading() {
        merge()
        tally = NetTally(tables.keys, wanted: tally.wanted)
    }

    private mutating func merge() {
        var whole = merged ?? tally
        if merged != nil { whole.merge(tally) }
        merged = whole
    }

    // MARK: - Pages

    /// Folds the text of the runs that need it, and copies that of the others.
    private mutating func foldRuns(
        _ runs: UnsafeBufferPointer<TextRun>, _ text: UnsafeBufferPointer<UInt8>
    ) {
        ranges.removeAll(keepingCapacity: true)
        folded.removeAll()
        var end = 0
        let isOrdered = runs.allSatisfy { run in
            defer { end = run.text.upperBound }
            return run.text.lowerBound >= end
        }
        if !isOrdered {
            for run in runs { fold(run.text, text) }
            return
        }
        ranges.reserveCapacity(runs.count)
        var (copied, next) = (0, text.firstBeyondASCII(from: 0))
        for run in runs {
            if run.text.upperBound <= next {
                let start = folded.bytes.count &+ run.text.lowerBound &- copied
                ranges.append(start..<start &+ run.text.count)
                continue
            }
            folded.append(plain: UnsafeBufferPointer(rebasing: text[copied..<run.text.lowerBound]))
            fold(run.text, text)
            copied = run.text.upperBound
            next = text.firstBeyondASCII(from: copied)
        }
        folded.append(plain: UnsafeBufferPointer(rebasing: text[copied...]))
    }

    private mutating func fold(_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) {
        let start = folded.bytes.count
        folded.append(UnsafeBufferPointer(rebasing: text[run]))
        ranges.append(start..<folded.bytes.count)
    }

    private mutating func search(
        _ text: UnsafeBufferPointer<UInt8>, _ chunks: NetChunks, _ runs: UnsafeBufferPointer<TextRun>,
        original: UnsafeBufferPointer<UInt8>
    ) {
        let isWanted = tally.wanted != nil
        search(text, chunks, PageJoints(runs), isWanted ? NetQuote(text: original, origins: nil, runs: runs) : nil)
    }

    private mutating func search(
        _ text: UnsafeBufferPointer<UInt8>, _ chunks: NetChunks, _ joints: PageJoints?, _ quote: NetQuote?
    ) {
        tally.quote = quote
        // Moved, as it is changed in its place.
        var scan = NetScan(tables, text, chunks, joints, tally)
        tally = .none
        scan.run()
        swap(&scan.tally, &tally)
        tally.quote = nil
    }

    // MARK: - Answers

    /// The watched keys that stand in the text and have no row; nil for none.
    ///
    /// - Parameter rows: those of the watched batches.
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

    /// A net for the same keys that tells where these stand.
    package func locating(_ suspects: NetSuspects) -> Net { Net(self, locating: suspects) }

    /// A net that tells where any of the keys stands.
    package func locatingAll() -> Net { Net(self, locating: NetSuspects(isEverything: true)) }

    /// Which literals have rows, and the hashes of all batches that have some.
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

    /// Whether a row of this batch is one of that key.
    private func isBatch(_ batch: String, _ number: Int) -> Bool {
        let pattern = tables.keys.patterns[tables.keys.literals[number].pattern]
        if isText { return TextKey.folded(batch) == pattern.foldedKey }
        return pattern.matches(batch.utf8)
    }

    /// The wanted keys that stand in the text more often than in the cells of rows, sorted by batch; whether there are
    /// more of them.
    ///
    /// - Parameter rows: those of the whole list.
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

    /// How often each wanted key stands in cells of rows: those of other batches.
    private func cells(of rows: [Row], _ wanted: NetSuspects) -> [String: Int] {
        var net = Net(self, locating: wanted)
        var text: [UInt8] = []
        for row in rows {
            // The cell of a key is excused where the key is watched as well; a spelling that nobody watches is no other batch.
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
