// A proposal for a document of pages. All pages are looked at for texts that may be keys; a few are kept, and read with
// each mask and each order of columns that comes into question, as they would be read in earnest.

import Rows
import Text

/// Looks at the pages of a document, in order.
package struct ProposalPages {
    /// So many pages with texts like keys show how the table looks,
    static let mostPages = 8
    /// with so many runs; of a page that has more, the first.
    static let mostRuns = 12_000

    private var census = KeyCensus()
    var sample: [TextPage] = []
    private var sampledRuns = 0
    private var em = 10.0
    private var isEmpty = true
    private let sought: SoughtText?
    private let soughtWord: [UInt8]
    /// Whether the text that somebody wants to watch stands on a page.
    private var hasSought = false

    /// - Parameter sought: a number that somebody wants to watch: where it stands, the keys look like it.
    package init(sought: SoughtText? = nil) {
        self.sought = sought
        soughtWord = Array((sought?.text ?? "").utf8)
    }

    /// Looks at a page.
    package mutating func add(_ text: TextPage) {
        let words = PageWords(of: text)
        if !words.isEmpty { isEmpty = false }
        var found = 0
        // What is longer than any key, folded or not, need not be looked at.
        func add(_ word: [UInt8], _ place: PageWords.Part) {
            if word == soughtWord { hasSought = true }
            guard census.add(word, from: place.start, to: place.end) else { return }
            found += 1
            if place.isWhole { em = place.size }
        }
        words.forEach(upTo: 3 * KeyShape.longest, add)
        if let tables = text.tables { words.forEachCell(of: tables, upTo: 3 * KeyShape.longest, add) }
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

    /// How the table looks.
    ///
    /// - Parameters:
    ///   - key: the mask, where somebody knows it.
    ///   - columns: the columns, likewise.
    /// - Throws: that there is none.
    package func look(key: KeyMask? = nil, columns: [Column]? = nil) throws(NoProposal) -> ProposedTable {
        if isEmpty { throw NoProposal("its pages have no text; they may be scanned images") }
        guard key == nil, hasSought, let mask = sought?.mask?.list else { return try lookForKeys(key, columns) }
        let found = try? lookForKeys(nil, columns)
        if let found, found.layout.key.matches(soughtWord) { return found }
        do throws(NoProposal) {
            return try lookForKeys(mask, columns)
        } catch {
            guard let found else { throw error }
            return found
        }
    }

    private func lookForKeys(_ key: KeyMask?, _ columns: [Column]?) throws(NoProposal) -> ProposedTable {
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

    /// The masks with what they find on the sample: of several columns of one form all, the first, and the last.
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
            for columns in columns.map({ [$0] }) ?? [[.batch], [.batch, .skip], [.skip, .batch]] {
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
        return list(of: layout)?.rows.map(\.batch) ?? []
    }

    /// What is read on the sample; nil where the layout cannot be that of the document.
    func list(of layout: TableLayout) -> RowList? {
        var reader = RowReader(layout: layout)
        for page in sample { reader.add(page) }
        return try? reader.finish()
    }
}
