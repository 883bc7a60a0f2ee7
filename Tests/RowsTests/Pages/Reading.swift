// Pages read to rows in a form for easy comparison.

import Rows
import TestKit
import Text

/// Rows of pages as `batch|status|date`, which read well in a failed expectation.
func read(_ pages: [TextPage], _ layout: TableLayout = .london, watched: KeySet? = nil) -> [String] {
    var reader = RowReader(layout: layout, watched: watched)
    for page in pages { reader.add(page) }
    let rows = (try? reader.finish())?.rows ?? []
    return rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" }
}

func read(_ sheet: Sheet, _ layout: TableLayout = .london) -> [String] {
    read([sheet.page()], layout)
}

/// The rows of pages by some evidence of their cells, and the batches in doubt; "any" for a doubt about no batch by name.
func readWithDoubts(
    _ pages: [TextPage], _ layout: TableLayout = .london, by evidence: Set<CellEvidence> = Set(CellEvidence.allCases)
) throws -> (rows: [String], doubted: [String]) {
    var reader = RowReader(layout: layout, evidence: evidence)
    for page in pages { reader.add(page) }
    let list = try reader.finish()
    let rows = list.rows.map { "\($0.batch)|\($0.update.status)|\($0.update.date)" }
    return (rows, Set(list.doubts.flatMap { $0.batches.isEmpty ? ["any"] : $0.batches }).sorted())
}
