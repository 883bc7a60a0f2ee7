// A proposal for a document of pages. All pages are looked at for texts that may be keys; a few are kept, and read with each mask and
// each order of columns that comes into question, as they would be read in earnest.

import Text

/// Looks at the pages of a document, in order.
package struct ProposalPages {
    /// So many pages with texts like keys show how the table looks,
    static let mostPages = 8
    /// with so many runs; of a page that has more, the first.
    static let mostRuns = 12_000

    private var census = KeyCensus()
    private var page = PageLines()
    var sample: [TextPage] = []
    private var sampledRuns = 0
    private var em = 10.0
    private var isEmpty = true
    private var word: [UInt8] = []

    package init() {}

    /// Looks at a page.
    package mutating func add(_ text: TextPage) {
        page.read(text)
        var found = 0
        for line in page.lines {
            isEmpty = false
            var first = line.pieces.lowerBound
            while first < line.pieces.upperBound {
                let end = page.endOfWord(from: first, in: line)
                if count(first..<end, text.utf8) {
                    found += 1
                    em = page.pieces[first].size
                }
                if end - first > 1 {
                    // Tables with next to no room between their cells.
                    for piece in first..<end where !isPart(piece, of: first..<end, text.utf8) {
                        if count(piece..<piece + 1, text.utf8) { found += 1 }
                    }
                }
                first = end
            }
        }
        if found > 0, sample.count < Self.mostPages, sampledRuns < Self.mostRuns { keep(text) }
    }

    private mutating func keep(_ text: TextPage) {
        var text = text
        let room = Self.mostRuns - sampledRuns
        if text.runs.count > room {
            if !sample.isEmpty { return }
            text.runs.removeLast(text.runs.count - room)
        }
        sampledRuns += text.runs.count
        sample.append(text)
    }

    /// Whether a piece has a digit right before or after it in its word: it is no number by itself.
    private func isPart(_ piece: Int, of word: Range<Int>, _ utf8: [UInt8]) -> Bool {
        let before = piece > word.lowerBound ? utf8[page.pieces[piece - 1].text].last : nil
        let after = piece + 1 < word.upperBound ? utf8[page.pieces[piece + 1].text].first : nil
        return [before, after].contains { $0.map { $0 &- 0x30 < 10 } ?? false }
    }

    private mutating func count(_ pieces: Range<Int>, _ utf8: [UInt8]) -> Bool {
        word.removeAll(keepingCapacity: true)
        for piece in page.pieces[pieces] {
            // What is longer than any key, folded or not, need not be copied.
            if word.count + piece.text.count > 3 * KeyShape.longest { return false }
            CellText.append(utf8[piece.text], folding: true, to: &word)
        }
        guard let first = page.pieces[pieces].first, let last = page.pieces[pieces].last else { return false }
        return census.add(word, from: first.start, to: last.end)
    }

    /// How the table looks.
    ///
    /// - Parameters:
    ///   - key: the mask, where somebody knows it.
    ///   - columns: the columns, likewise.
    /// - Throws: that there is none.
    package func look(key: KeyMask? = nil, columns: [Column]? = nil) throws(NoProposal) -> ProposedTable {
        if isEmpty { throw NoProposal("there is no text on its pages, which may be pictures (a scan)") }
        let ranked = ranked(tried(key, columns), isKnown: key != nil)
        if let key, ranked.isEmpty { throw NoProposal("no text on its pages matches the key mask \(key)") }
        var reason = NoProposal.noKeys
        for one in ranked.prefix(3) {
            do throws(NoProposal) {
                var table = try table(of: one.mask, keys: one.keys, columns: columns)
                table.others = ranked.filter { $0.mask != one.mask && $0.keys != one.keys }.map(\.mask.description)
                return table
            } catch {
                if reason == .noKeys { reason = error }
            }
        }
        throw reason
    }

    /// A mask, and the keys that it finds on the sample.
    private struct Trial {
        var mask: KeyMask
        var keys: [String]
        /// Places of a key that are digits or letters.
        var weight: Int
    }

    /// The trials that found keys, the best first.
    private func ranked(_ trials: [Trial], isKnown: Bool) -> [Trial] {
        let worths = { (trials: [Trial], rows: Int) in
            trials.map {
                KeyTexts($0.keys).worth(weight: $0.weight, among: rows) ?? (isKnown && !$0.keys.isEmpty ? 0.01 : 0)
            }
        }
        let sound = zip(trials, worths(trials, trials.map(\.keys.count).max() ?? 0)).filter { $1 > 0 }.map(\.0)
        // What stands in fewer than half of the rows of the others is no key column, however long.
        let rows = sound.map(\.keys.count).max() ?? 0
        let full = sound.filter { $0.keys.count * 2 >= rows }
        return zip(full, worths(full, rows)).enumerated().sorted { left, right in
            left.element.1 == right.element.1 ? left.offset < right.offset : left.element.1 > right.element.1
        }.map(\.element.0)
    }

    /// The masks with what they find on the sample: of several columns of one form the first, and the last.
    private func tried(_ known: KeyMask?, _ columns: [Column]?) -> [Trial] {
        var masks: [(mask: KeyMask, weight: Int)] = []
        if let known {
            masks = [(known, known.length)]
        } else {
            for candidate in census.candidates(within: 1.5 * em) {
                if let mask = try? KeyMask(candidate.mask) { masks.append((mask, candidate.shape.weight)) }
            }
        }
        var trials: [Trial] = []
        for (mask, weight) in masks {
            for columns in columns.map({ [$0] }) ?? [[.batch], [.skip, .batch]] {
                var trial = Trial(mask: mask, keys: keys(of: mask, columns), weight: weight)
                if known == nil, !trial.keys.isEmpty, KeyTexts(trial.keys).areUsual {
                    trial = Trial(mask: .london, keys: keys(of: .london, columns), weight: weight)
                }
                if !trials.contains(where: { $0.mask == trial.mask && $0.keys == trial.keys }) { trials.append(trial) }
            }
        }
        return trials
    }

    private func keys(of mask: KeyMask, _ columns: [Column]) -> [String] {
        guard let layout = try? TableLayout(key: mask, columns: columns) else { return [] }
        return rows(of: layout).map(\.batch)
    }

    /// The rows of the sample; none where the layout cannot be that of the document.
    func rows(of layout: TableLayout) -> [Row] {
        var reader = RowReader(layout: layout)
        for page in sample { reader.add(page) }
        do throws(RowError) {
            return try reader.finish().rows
        } catch {
            return []
        }
    }
}

/// How the table of a document of pages looks, so far as a few of them tell. All pages are to be read with its layout.
package struct ProposedTable: Sendable {
    package let layout: TableLayout
    /// What stands above the columns.
    package let found: ColumnHeadings
    /// The keys of the first rows; their rows are shown.
    package let sampleKeys: [String]
    package var notes: [String]
    /// Other masks that could be the key.
    var others: [String] = []

    /// The proposal, once all pages have been read.
    ///
    /// - Parameters:
    ///   - rows: those of the sample keys at least, in the document's order.
    ///   - rowCount: how many there are in the whole document.
    package func proposal(rows: [Row], rowCount: Int) -> Proposal {
        let keys = Set(sampleKeys)
        var proposal = Proposal(
            key: layout.key.description, columns: layout.columns.map(\.rawValue), found: found, rowCount: rowCount,
            samples: Array(rows.filter { keys.contains($0.batch) }.prefix(Proposal.sampleCount)))
        proposal.notes = notes
        if let other = others.first {
            proposal.notes.append("another column could be the key: \(other)")
        }
        return proposal
    }

    init(layout: TableLayout, found: ColumnHeadings, sampleKeys: [String], notes: [String]) {
        self.layout = layout
        self.found = found
        self.sampleKeys = sampleKeys
        self.notes = notes
    }
}
