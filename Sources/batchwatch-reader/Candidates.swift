// All candidates for a proposal, for documents of any format, the likeliest first. The reader polls with each before it
// proposes it.

import JSON
import PDF
import Proposals
import Reading
import Rows
import Text
import XML

/// What may be proposed for a document, the likeliest first; none where there is nothing, with the reason in the
/// inspection.
///
/// - Parameter places: where the sought number stands.
func candidates(
    of opened: OpenedDocument, _ request: ParseRequest, _ sought: SoughtText?, _ places: [Mention],
    in inspection: inout Inspection
) throws(ReadingFailure) -> [Proposal] {
    if opened.format == .pdf {
        return try candidatesOfPages(opened, request, sought, places, in: &inspection)
    }
    var found = try candidatesOfTables(opened, request, sought, in: &inspection)
    // If the date is in the status, the table is read with the wrong columns.
    let hasSought = { (rows: [Row], proposal: Proposal) in
        rows.contains {
            sought?.isKey($0.batch, isText: proposal.hasTextKeys) ?? false && !$0.update.endsWithDate
        }
    }
    // Lines are no list where a table is one, unless they have what is sought.
    let known = try knownLayout(of: request)
    if found.isEmpty || sought != nil && !found.contains(where: { hasSought($0.rows, $0.proposal) }),
        let lines = ProposalLines(try blocks(of: opened)).look(key: known.key, columns: known.columns, sought: sought)
    {
        if hasSought(lines.rows, lines.proposal) { found.insert(lines, at: 0) } else { found.append(lines) }
    }
    return found.map(\.proposal)
}

/// Says what a document is, of which it is known how to read it.
func describe(
    _ opened: OpenedDocument, _ request: ParseRequest, in inspection: inout Inspection
) throws(ReadingFailure) {
    if opened.format == .pdf {
        let (count, damage) = try pages(of: opened, request: request) { _ in }
        (inspection.pageCount, inspection.damage) = (count, sentences(for: damage))
    } else {
        inspection.tableCount = try tables(of: opened, request).tables.count
    }
}

private func candidatesOfPages(
    _ opened: OpenedDocument, _ request: ParseRequest, _ sought: SoughtText?, _ places: [Mention],
    in inspection: inout Inspection
) throws(ReadingFailure) -> [Proposal] {
    let known = try knownLayout(of: request)
    var search = ProposalPages(sought: sought, on: Set(places.map(\.page)))
    var text = PageText(limit: 64 << 10)
    let (pageCount, damage) = try pages(of: opened, request: request) { page in
        search.add(page)
        if page.number <= 3 { text.add(page) }
    }
    (inspection.pageCount, inspection.damage) = (pageCount, sentences(for: damage))
    // Where the sought number stands in longer texts, all that looks like it may.
    var inTexts: [Proposal] = []
    if known.key == nil, !places.isEmpty, let sought = sought?.mask, sought.isLiteral {
        var mask = sought.list
        mask.isInText = true
        inTexts = (try? search.tables(key: mask, columns: known.columns, most: 1))?.flatMap(\.proposals) ?? []
    }
    do throws(NoProposal) {
        return try search.tables(key: known.key, columns: known.columns).flatMap(\.proposals) + inTexts
    } catch {
        if !inTexts.isEmpty { return inTexts }
        inspection.reason = error.description
        let lines = String(decoding: text.bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\u{0C}" }
        inspection.text = lines.prefix(Inspection.textLines).map(String.init)
        return []
    }
}

// MARK: - Tables

/// What may be proposed for a document of tables, with each of the records that its format has.
private func candidatesOfTables(
    _ opened: OpenedDocument, _ request: ParseRequest, _ sought: SoughtText?, in inspection: inout Inspection
) throws(ReadingFailure) -> [ProposalTables.Found] {
    var found: [[ProposalTables.Found]] = []
    for (number, record) in try records(of: opened, request).enumerated() {
        var one = request
        one.record = record
        do throws(ReadingFailure) {
            // What the lists of an object that is all of a document say is not what is said of the case.
            if record == "." { (one.record, one.onlyBatch) = (nil, "") }
            let document = try tables(of: opened, one) { _ in record == "." }
            let next = try candidates(of: document, opened.format, request, sought)
            if number == 0 { inspection.note(document, next.reason) }
            if !next.found.isEmpty {
                found.append(next.found.map { ($0.proposal.read(by: record), $0.rows) })
            }
        } catch {
            if number == 0 { throw error }
        }
    }
    let isSought = { (found: ProposalTables.Found) in
        found.rows.contains { sought?.isKey($0.batch, isText: found.proposal.hasTextKeys) ?? false }
    }
    let sorted = found.enumerated().sorted { left, right in
        let (one, other) = (score(of: left.element[0], isSought), score(of: right.element[0], isSought))
        return one == other ? left.offset < right.offset : one > other
    }
    return withWholeLists(withoutMentions(sorted.flatMap(\.element), sought), opened, request)
}

/// Without the object that is all of a document and says nothing of the sought number, where a list in it has such numbers: what
/// names one of them is no case.
private func withoutMentions(_ found: [ProposalTables.Found], _ sought: SoughtText?) -> [ProposalTables.Found] {
    guard let sought else { return found }
    let isList = { (one: ProposalTables.Found) in
        one.proposal.record != "." && !one.proposal.hasTextKeys
            && (try? KeyMask(one.proposal.key)).map(sought.isKey(of:)) ?? false
    }
    guard found.contains(where: isList) else { return found }
    return found.filter { one in
        one.proposal.record != "." || one.rows.contains { !$0.update.status.isEmpty || !$0.update.date.isEmpty }
    }
}

extension Inspection {
    /// Says of the tables of a document what is known of them.
    fileprivate mutating func note(_ document: TableDocument, _ reason: NoProposal?) {
        (tableCount, damage) = (document.tables.count, document.damage)
        guard let reason else { return }
        self.reason =
            document.isFilledByScript ? "the document is a \(format), \(ScriptedPage.words)" : reason.description
        text = Array(document.titles.prefix(Inspection.textLines))
    }
}

extension Proposal {
    fileprivate func read(by record: String?) -> Proposal {
        var proposal = self
        proposal.record = record
        return proposal
    }
}

/// What counts for the records that have it: the sought number, then the rows. Ten names are as much as a number, as what
/// describes the columns of a list is a list of names as well; the object that is all of a document is a case if it has a
/// number that is called so.
private func score(of found: ProposalTables.Found, _ isSought: (ProposalTables.Found) -> Bool) -> Int {
    let proposal = found.proposal
    var rows = proposal.hasTextKeys ? found.rows.count : 10 * found.rows.count
    if proposal.record == "." { rows = proposal.hasNamedNumbers ? 10 : 0 }
    return isSought(found) ? rows + (1 << 32) : rows
}

/// Proposes no path before a whole list: it may lead to a part of it.
private func withWholeLists(
    _ found: [ProposalTables.Found], _ opened: OpenedDocument, _ request: ParseRequest
) -> [ProposalTables.Found] {
    guard opened.format == .json, request.record == nil else { return found }
    var all: [ProposalTables.Found] = []
    for one in found {
        all.append(one)
        if one.proposal.headings != nil, let record = one.proposal.record, record != "." {
            all.append((one.proposal.read(by: nil), one.rows))
        }
    }
    return all
}

/// Which records to try; nil for those that the format knows itself.
private func records(
    of opened: OpenedDocument, _ request: ParseRequest
) throws(ReadingFailure) -> [String?] {
    guard request.record == nil else { return [request.record] }
    do throws(TableError) {
        switch opened.format {
        case .xml:
            let names = try xmlRecordNames(of: opened.bytes)
            return names.isEmpty ? [nil] : names
        case .json:
            let paths = try jsonRecordPaths(of: opened.bytes)
            return [nil] + paths + (paths.isEmpty ? [] : ["."])
        default: return [nil]
        }
    } catch {
        throw ReadingFailure(error.kind == .limit ? .limit : .unreadable, error.description)
    }
}

/// What may be proposed for tables; for none, why.
private func candidates(
    of document: TableDocument, _ format: Format, _ request: ParseRequest, _ sought: SoughtText?
) throws(ReadingFailure) -> (found: [ProposalTables.Found], reason: NoProposal?) {
    let known = try knownLayout(of: request)
    let look = { (tables: [TextTable], sought: SoughtText?) throws(NoProposal) -> [ProposalTables.Found] in
        try ProposalTables(TableDocument(tables: tables)).candidates(
            key: known.key, columns: known.columns, sought: sought)
    }
    let isSought = { (found: ProposalTables.Found) in
        found.rows.contains { sought?.isKey($0.batch, isText: found.proposal.hasTextKeys) ?? false }
    }
    var found: [ProposalTables.Found] = []
    var reason: NoProposal?
    do throws(NoProposal) { found = try look(document.tables, sought) } catch { reason = error }
    lazy var grids = ((try? look(document.grids, sought)) ?? []).filter { !$0.proposal.hasTextKeys }
    // In a text without separators each line is a cell: its columns are a grid.
    if sought != nil, document.tables.allSatisfy({ $0.rows.allSatisfy { $0.count < 2 } }) {
        found = grids.filter(isSought) + found
    }
    if !found.isEmpty, sought == nil || found.contains(where: isSought) { return (found, nil) }
    // What labels say is no table, unless it has the batch, or several numbers that are called so.
    let allLabels: [ProposalTables.Found] = (try? look(document.labels, nil)) ?? []
    let labels = allLabels.filter { label in
        isSought(label) || sought == nil && label.rows.count > 1 && label.proposal.hasNamedNumbers
    }
    found = labels + grids.filter(isSought) + found + grids.filter { !isSought($0) }
    return (found, found.isEmpty ? reason : nil)
}

/// What the request says of the table.
private func knownLayout(of request: ParseRequest) throws(ReadingFailure) -> (key: KeyMask?, columns: [Column]?) {
    let key = request.key.isEmpty ? nil : try listMask(of: request)
    if request.columns.isEmpty { return (key, nil) }
    var request = request
    if key == nil { request.key = KeyMask.london.text }
    return (key, try layout(of: request).columns)
}
