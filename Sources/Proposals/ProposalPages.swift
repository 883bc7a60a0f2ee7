// A proposal for a document of pages. It looks for possible keys on all pages, keeps a few pages, and reads these with
// each possible mask and order of columns, in the same way as a poll.

import Rows
import Text

/// Looks at the pages of a document, in order.
package struct ProposalPages {
    /// So many pages with texts like keys show how the table looks,
    static let mostPages = 8
    /// with so many runs; of a page that has more, the first.
    static let mostRuns = 12_000
    /// The last of these are those where the sought text stands, and before them the last ones of the document: a later
    /// part may look otherwise than the first.
    private static let (mostSought, mostLate) = (2, 1)

    private var census = KeyCensus()
    /// The pages that are read to compare proposals.
    var sample: [TextPage] { early + late + found }
    private var early: [TextPage] = []
    private var late: [TextPage] = []
    private var found: [TextPage] = []
    private var sampledRuns = 0
    private var em = 10.0
    private var isEmpty = true
    private let sought: SoughtText?
    /// The pages where the sought text stands.
    private let soughtPages: Set<Int>

    /// - Parameters:
    ///   - sought: a number that somebody wants to watch: where it stands, the keys look like it.
    ///   - pages: the numbers of the pages where it stands, in any spelling.
    package init(sought: SoughtText? = nil, on pages: Set<Int> = []) {
        (self.sought, soughtPages) = (sought, pages)
    }

    /// Looks at a page.
    package mutating func add(_ text: TextPage) {
        let words = PageWords(of: text)
        if !words.isEmpty { isEmpty = false }
        var found = 0
        // What is longer than any key, folded or not, need not be looked at.
        func add(_ word: [UInt8], _ place: PageWords.Part) {
            guard census.add(word, from: place.start, to: place.end) else { return }
            found += 1
            if place.isWhole { em = place.size }
        }
        words.forEach(upTo: 3 * KeyShape.longest, add)
        if let tables = text.tables { words.forEachCell(of: tables, upTo: 3 * KeyShape.longest, add) }
        if found > 0 || soughtPages.contains(text.number) { keep(text) }
    }

    private mutating func keep(_ text: TextPage) {
        let mostEarly = Self.mostPages - Self.mostLate - min(soughtPages.count, Self.mostSought)
        let isSought = soughtPages.contains(text.number) && found.count < Self.mostSought
        let isEarly = !isSought && early.count < mostEarly
        var text = text
        let room = max(0, Self.mostRuns - sampledRuns)
        if text.runs.count > room {
            // A document of large pages is known by one, and by that of the sought text.
            if !isSought || !found.isEmpty, !sample.isEmpty { return }
            text.runs.removeLast(text.runs.count - (sample.isEmpty ? room : min(text.runs.count, Self.mostRuns)))
        }
        if isSought {
            found.append(text)
        } else if isEarly {
            early.append(text)
        } else {
            sampledRuns -= late.first?.runs.count ?? 0
            late = [text]
        }
        sampledRuns += text.runs.count
    }

    /// How the table looks.
    ///
    /// - Parameters:
    ///   - key: the mask, where somebody knows it.
    ///   - columns: the columns, likewise.
    /// - Throws: that there is none.
    package func look(key: KeyMask? = nil, columns: [Column]? = nil) throws(NoProposal) -> ProposedTable {
        guard let first = try tables(key: key, columns: columns, most: 1).first else { throw .noKeys }
        return first
    }

    /// How the table may look, the likeliest first: where the sought text stands, the keys look like it.
    ///
    /// - Parameters:
    ///   - key: the mask, where somebody knows it.
    ///   - columns: the columns, likewise.
    ///   - most: so many at most, and one for the sought text.
    /// - Throws: that there is none.
    package func tables(
        key: KeyMask? = nil, columns: [Column]? = nil, most: Int = 3
    ) throws(NoProposal) -> [ProposedTable] {
        if isEmpty { throw NoProposal("its pages have no text; they may be scanned images") }
        guard key == nil, let sought, let mask = sought.mask?.list, !soughtPages.isEmpty else {
            return try lookForKeys(key, columns, most)
        }
        var tables: [ProposedTable] = []
        var reason: NoProposal?
        do throws(NoProposal) { tables = try lookForKeys(nil, columns, most) } catch { reason = error }
        let matching = tables.filter { sought.isKey(of: $0.layout.key) }
        if matching.contains(where: { $0.layout.key == mask }) == false,
            let table = try? lookForKeys(mask, columns, 1)
        {
            tables = matching + table + tables.filter { !sought.isKey(of: $0.layout.key) }
        } else {
            tables = matching + tables.filter { !sought.isKey(of: $0.layout.key) }
        }
        if let reason, tables.isEmpty { throw reason }
        return tables
    }

    private func lookForKeys(
        _ key: KeyMask?, _ columns: [Column]?, _ most: Int
    ) throws(NoProposal) -> [ProposedTable] {
        let ranked = ranked(tried(key, columns), isKnown: key != nil)
        if let key, ranked.isEmpty { throw NoProposal("no text on its pages matches the key mask \(key)") }
        var reason = NoProposal.noKeys
        var tables: [ProposedTable] = []
        for one in ranked.prefix(3) where tables.count < most {
            do throws(NoProposal) {
                var table = try table(of: one.mask, keys: one.keys, columns: columns)
                table.others = ranked.filter { $0.mask != one.mask && $0.keys != one.keys }.map(\.mask.description)
                tables.append(table)
            } catch {
                if reason == .noKeys { reason = error }
            }
        }
        if tables.isEmpty { throw reason }
        return tables
    }

    /// A mask, and the keys that it finds on the sample.
    private struct Trial {
        var mask: KeyMask
        var keys: [String]
        /// Places of a key that are digits or letters.
        var weight: Int
        /// How much what stands above the keys speaks for them.
        var says = 1.0
    }

    /// The trials that found keys, the best first.
    private func ranked(_ trials: [Trial], isKnown: Bool) -> [Trial] {
        let scores = { (trials: [Trial], rows: Int) in
            trials.map {
                (KeyTexts($0.keys).score(weight: $0.weight, among: rows) ?? (isKnown && !$0.keys.isEmpty ? 0.01 : 0))
                    * $0.says
            }
        }
        let sound = zip(trials, scores(trials, trials.map(\.keys.count).max() ?? 0)).filter { $1 > 0 }.map(\.0)
        // What stands in fewer than half of the rows of the others is no key column, however long.
        let rows = sound.map(\.keys.count).max() ?? 0
        let full = sound.filter { $0.keys.count * 2 >= rows }
        return zip(full, scores(full, rows)).enumerated().sorted { left, right in
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
                if trials.contains(where: { $0.mask == trial.mask && $0.keys == trial.keys }) { continue }
                if let layout = try? TableLayout(key: trial.mask, columns: columns) {
                    trial.says = HeadingWords.weightOfKeys(headings(of: layout).batch)
                }
                trials.append(trial)
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
