// The reader reads a list without configured columns by their usual order. If the headings contradict that order, it finds
// the columns by the headings, as `batchwatch try` does. The daemon remembers these headings and sends them with later
// requests.

import Proposals
import Reading
import Rows
import Text

/// What contradicts the usual order of the columns in a document that was read by it; nil for nothing.
func contradictedColumns(
    _ layout: TableLayout, in opened: OpenedDocument, _ request: ParseRequest, _ tables: TableDocument?
) -> ContradictedColumns? {
    guard layout.columns == TableLayout.london.columns, request.onlyBatch == nil else { return nil }
    return opened.format == .pdf
        ? ContradictedColumns(of: layout, on: opened.firstPages.pages)
        : ContradictedColumns(of: layout, in: tables?.tables ?? [])
}

/// The headings that `batchwatch try` would propose for the columns.
///
/// - Returns: nil if the request does not leave the columns to the reader, and if no headings tell them.
func foundHeadings(in opened: OpenedDocument, _ request: ParseRequest) -> ColumnHeadings? {
    guard request.findsColumns == true else { return nil }
    var opened = opened
    if opened.format == .pdf { opened.keptPages = KeptPages() }
    var trial = request
    (trial.columns, trial.watched, trial.print, trial.tabulates) = ([], nil, nil, false)
    var inspection = Inspection(format: opened.format.rawValue)
    let candidates = (try? candidates(of: opened, trial, nil, [], in: &inspection)) ?? []
    // Only the columns are found: with another key or other records it would be another list.
    let proposals = candidates.filter { $0.record == request.record }.map { candidate in
        var proposal = candidate
        (proposal.key, proposal.keyIn) = (request.key, request.keyIn)
        return proposal
    }
    let best = TrialPoll(opened: opened, request: trial, sought: nil).best(of: proposals, [])
    guard let best, best.rowCount > 0, let headings = best.proposal.headings, headings.batch != nil else { return nil }
    return headings
}

extension ParseRequest {
    /// The same with the columns told by these headings.
    func read(by headings: ColumnHeadings) -> ParseRequest {
        var request = self
        (request.columns, request.headings, request.findsColumns) = ([], headings, nil)
        return request
    }
}
