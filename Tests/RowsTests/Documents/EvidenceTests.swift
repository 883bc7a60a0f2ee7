// The evidence of tags, ruling lines and gaps about one page, each used alone: if two of them are certain, they must
// agree. Counted by producers of the documents, over a corpus if there is one (BATCHWATCH_CORPUS).

import Foundation
import PDF
import Rows
import Testing
import Text

private let corpus = ProcessInfo.processInfo.environment["BATCHWATCH_CORPUS"]

/// The rows of each page that one kind of evidence tells without a doubt.
private struct Testimony {
    var rows: [Int: [Row]] = [:]

    /// Nil for nothing: the evidence decides no page, or says itself that something is wrong.
    init?(of pages: [TextPage], _ layout: TableLayout, by evidence: CellEvidence) {
        var reader = RowReader(layout: layout, evidence: [evidence])
        for page in pages { reader.add(page) }
        guard let list = try? reader.finish(), !list.rows.isEmpty else { return nil }
        rows = Dictionary(grouping: list.rows, by: \.page)
        for doubt in list.doubts {
            rows[doubt.page] = nil
            for row in list.rows where doubt.batches.contains(row.batch) { rows[row.page] = nil }
        }
    }
}

/// How often two kinds of evidence speak of one page, and how often they differ.
private struct Count {
    var pages = 0
    var differences: [String] = []
}

struct EvidenceTests {
    private static let pairs: [(CellEvidence, CellEvidence)] = [(.tags, .rules), (.tags, .gaps), (.rules, .gaps)]

    /// Compares what is said of a document, page by page.
    private func compare(_ list: KnownList, _ counts: inout [String: [Count]]) throws {
        var pages: [TextPage] = []
        try readPages(of: [UInt8](Data(contentsOf: list.document))) { pages.append($0) }
        var said: [CellEvidence: Testimony] = [:]
        for evidence in CellEvidence.allCases { said[evidence] = Testimony(of: pages, list.layout, by: evidence) }
        for (number, (left, right)) in Self.pairs.enumerated() {
            guard let first = said[left], let second = said[right] else { continue }
            var count = counts[list.producer]?[number] ?? Count()
            for (page, rows) in first.rows {
                guard let others = second.rows[page] else { continue }
                count.pages += 1
                // A row that ends on the next page is whole only for who knows that page.
                if rows.dropLast() != others.dropLast() || rows.last?.batch != others.last?.batch {
                    let place = zip(rows, others).first { $0 != $1 }
                    count.differences.append(
                        "\(list.testDescription) page \(page), \(left) and \(right): "
                            + (place.map { "\($0) and \($1)" } ?? "\(rows.count) and \(others.count) rows"))
                }
            }
            counts[list.producer, default: Self.pairs.map { _ in Count() }][number] = count
        }
    }

    @Test(.enabled(if: corpus != nil))
    func `tags, rules and gaps say the same of the pages of which they speak`() throws {
        var counts: [String: [Count]] = [:]
        for folder in ["train", "real/train", "layouts"] {
            let folder = URL(filePath: corpus ?? "").appending(path: folder)
            for list in try KnownList.all(in: folder, expected: ["all", "hard"]) { try compare(list, &counts) }
        }
        print("pages of which both speak, and on how many they differ: tags and rules, tags and gaps, rules and gaps")
        for (producer, pairs) in counts.sorted(by: { $0.key < $1.key }) where pairs.contains(where: { $0.pages > 0 }) {
            print("\(producer): " + pairs.map { "\($0.pages) \($0.differences.count)" }.joined(separator: ", "))
            for difference in pairs.flatMap(\.differences) { print("    \(difference)") }
        }
        #expect(counts.values.flatMap { $0.flatMap(\.differences) }.isEmpty)
    }
}
