// Doubts the page of a case that names another case: the office may have answered for that one.

import Reading
import Rows
import Text

/// Doubts the case if the document names numbers of its form and not this one, or has several rows that name no case.
func doubtOtherCases(
    in reading: inout Reading, _ opened: OpenedDocument, _ layout: TableLayout, _ request: ParseRequest
) {
    guard let batch = request.onlyBatch, let form = KeyMask(formOf: batch) else { return }
    let named = mentions(of: [form], in: opened, request)
    // In the groups of a telephone number a search for all spellings finds others.
    guard let other = named.first(where: { $0.batch != batch && $0.excerpt.holds($0.batch) }) else { return }
    let rowsNameCases = layout.headings?.batch != nil || layout.columns.contains(.batch)
    if named.contains(where: { $0.batch == batch }), rowsNameCases || reading.rows.count < 2 { return }
    reading.doubts.append(Doubt(page: max(other.page, 1), word: other.batch, rule: .unreadKey, batches: [batch]))
}
