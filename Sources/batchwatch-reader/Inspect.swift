// A document that nobody has configured yet: what it is, and how it might be configured.

import JSON
import Links
import PDF
import Proposals
import Reading
import Rows
import Text
import XML

/// Looks at a document and proposes how to read it.
///
/// - Parameter request: its `key` and `columns` hold where they are not empty; `watched` are numbers whose rows are
///   wanted.
/// - Throws: why the document cannot be read. One that is read and has no list is no error, but an inspection with a
///   reason.
func inspect(
    _ bytes: [UInt8], request: ParseRequest, close: @escaping () throws(ReadingFailure) -> Void = {}
) throws(ReadingFailure) -> Inspection {
    let opened = try OpenedDocument(bytes, request: request, close: close)
    var inspection =
        opened.format == .pdf
        ? try inspectionOfPages(opened.bytes, request: request) : try inspectionOfTables(opened, request)
    if inspection.watched.isEmpty, let sought = request.watched?.first {
        let found = mentions(of: sought, in: opened, request)
        if !found.isEmpty { inspection.mentions = found }
    }
    if opened.format == .pdf { return inspection }
    if opened.isCharsetGuessed { inspection.guessedCharset = opened.charset }
    if [.html, .xml, .json].contains(opened.format),
        let index = try? LinkIndex(of: opened.bytes, base: request.base ?? "")
    {
        addLinks(of: index, to: &inspection)
    }
    return inspection
}

/// A document of tables, read by the records that have what is sought, or else give the most rows, where the format does
/// not tell which they are.
private func inspectionOfTables(
    _ opened: OpenedDocument, _ request: ParseRequest
) throws(ReadingFailure) -> Inspection {
    let name = opened.format.rawValue
    var best = Inspection(format: name)
    for (number, record) in try records(of: opened, request).enumerated() {
        var one = request
        one.record = record
        do throws(ReadingFailure) {
            if record == "." {
                // What its lists say is not what is said of the case.
                (one.record, one.onlyBatch) = (nil, "")
            }
            let document = try tables(of: opened, one) { _ in record == "." }
            var next = try inspection(of: document, formatName: name, request: request)
            next.proposal?.record = record
            if number == 0 || isBetter(next, than: best) { best = next }
        } catch {
            if number == 0 { throw error }
        }
    }
    takeWholeList(of: opened, request, in: &best)
    try addLines(of: opened, request, to: &best)
    return best
}

/// Proposes no path where a list is more without one: then the path leads to a part of it.
private func takeWholeList(of opened: OpenedDocument, _ request: ParseRequest, in inspection: inout Inspection) {
    guard opened.format == .json, request.record == nil, let proposal = inspection.proposal, proposal.record != nil,
        let headings = proposal.headings
    else { return }
    var parse = ParseRequest(key: proposal.key, columns: [])
    parse.headings = headings
    guard let layout = try? layout(of: parse),
        let document = try? tables(of: opened, request, fits: { layout.fits($0) }),
        let whole = try? batchwatch_reader.inspection(of: document, formatName: inspection.format, request: request),
        let found = whole.proposal, found.headings == headings, found.rowCount > proposal.rowCount
    else { return }
    inspection = whole
}

/// Proposes to read a document as lines of text, where it has no table to propose, or what is sought is in none.
private func addLines(
    of opened: OpenedDocument, _ request: ParseRequest, to inspection: inout Inspection
) throws(ReadingFailure) {
    let sought = (request.watched ?? []).first.map { SoughtText($0) }
    guard inspection.proposal == nil || sought != nil && inspection.watched.isEmpty else { return }
    let known = try knownLayout(of: request)
    let lines = ProposalLines(try blocks(of: opened))
    guard let found = lines.look(key: known.key, columns: known.columns, sought: sought) else { return }
    (inspection.proposal, inspection.reason, inspection.text) = (found.proposal, nil, [])
    inspection.keys = KeySample(of: found.rows.map(\.batch))
    inspection.watched = found.rows.filter { sought?.isKey($0.batch, isText: false) ?? false }
}

private func isBetter(_ next: Inspection, than best: Inspection) -> Bool {
    if next.watched.isEmpty != best.watched.isEmpty { return best.watched.isEmpty }
    // The object that is all of a document is a case if it has a number that is called so.
    guard next.proposal?.record == "." else { return worth(of: next) > worth(of: best) }
    return (best.proposal?.hasTextKeys ?? true) && next.proposal?.hasNamedNumbers ?? false
}

/// Ten names are as much as a number: what describes the columns of a list is a list of names as well.
private func worth(of inspection: Inspection) -> Int {
    inspection.proposal.map { $0.hasTextKeys ? $0.rowCount : 10 * $0.rowCount } ?? 0
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

/// What is said of a document of tables: the one place for all formats that yield such.
///
/// - Parameter formatName: "HTML", "CSV": as people call it.
func inspection(
    of document: TableDocument, formatName: String, request: ParseRequest
) throws(ReadingFailure) -> Inspection {
    var inspection = Inspection(format: formatName)
    inspection.tableCount = document.tables.count
    inspection.damage = document.damage
    let known = try knownLayout(of: request)
    let sought = (request.watched ?? []).first.map { SoughtText($0) }
    do throws(NoProposal) {
        let found = try ProposalTables(document).look(key: known.key, columns: known.columns, sought: sought)
        inspection.proposal = found.proposal
        inspection.keys = KeySample(of: found.rows.map(\.batch))
        inspection.watched = found.rows.filter { row in
            sought?.isKey(row.batch, isText: found.proposal.hasTextKeys) ?? false
        }
    } catch {
        // What labels say is no table, unless it has the batch, or several numbers that are called so.
        if let found = try? ProposalTables(TableDocument(tables: document.labels)).look(
            key: known.key, columns: known.columns),
            case let rows = found.rows.filter({ row in
                sought?.isKey(row.batch, isText: found.proposal.hasTextKeys) ?? false
            }), !rows.isEmpty || sought == nil && found.rows.count > 1 && found.proposal.hasNamedNumbers
        {
            (inspection.proposal, inspection.watched) = (found.proposal, rows)
            inspection.keys = KeySample(of: found.rows.map(\.batch))
            return inspection
        }
        if let found = try? ProposalTables(TableDocument(tables: document.grids)).look(
            key: known.key, columns: known.columns, sought: sought), !found.proposal.hasTextKeys
        {
            inspection.proposal = found.proposal
            inspection.keys = KeySample(of: found.rows.map(\.batch))
            inspection.watched = found.rows.filter { row in sought?.isKey(row.batch, isText: false) ?? false }
            return inspection
        }
        inspection.reason =
            document.isFilledByScript ? "the document is a \(formatName), \(ScriptedPage.words)" : error.description
        inspection.text = Array(document.titles.prefix(Inspection.textLines))
    }
    return inspection
}

/// Adds what is said of the links of a page: what a poll would take is what a poll asks for.
func addLinks(of index: LinkIndex, to inspection: inout Inspection) {
    let all = index.all
    let candidates = LinkProposal.candidates(among: all).prefix(all.count > mostLinksToChoose ? 1 : .max)
    var choices = candidates.compactMap { request -> FollowedLinks? in
        guard let links = try? index.matches(of: request), (try? index.found(request)) != nil else { return nil }
        return FollowedLinks(request, Array(links.prefix(mostLinks)))
    }
    if choices.isEmpty { return }
    let first = choices.removeFirst()
    (inspection.follow, inspection.links) = (first.follow, first.links)
    if !choices.isEmpty { inspection.otherLinks = choices }
}

/// Of a page of more links one group is looked for: each costs a look at all of them.
private let mostLinksToChoose = 5_000

/// An index of years of editions need not be told whole.
private let mostLinks = 100

/// A PDF is read twice: nothing of its text is kept in between but a few pages.
private func inspectionOfPages(_ bytes: [UInt8], request: ParseRequest) throws(ReadingFailure) -> Inspection {
    let known = try knownLayout(of: request)
    let sought = (request.watched ?? []).first.map { SoughtText($0) }
    var search = ProposalPages(sought: sought)
    var text = PageText(limit: 64 << 10)
    let (pageCount, damage) = try pages(of: bytes, request: request) { page in
        search.add(page)
        if page.number <= 3 { text.add(page) }
    }
    var inspection = Inspection(format: "PDF")
    inspection.pageCount = pageCount
    inspection.damage = sentences(for: damage)
    let table: ProposedTable
    do throws(NoProposal) {
        table = try search.look(key: known.key, columns: known.columns)
    } catch {
        inspection.reason = error.description
        let lines = String(decoding: text.bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\u{0C}" }
        inspection.text = lines.prefix(Inspection.textLines).map(String.init)
        return inspection
    }
    try read(bytes, as: table, sought, request: request, into: &inspection)
    return inspection
}

/// Reads all pages as proposed.
private func read(
    _ bytes: [UInt8], as table: ProposedTable, _ sought: SoughtText?, request: ParseRequest,
    into inspection: inout Inspection
) throws(ReadingFailure) {
    let watched = [sought?.mask].compactMap(\.self)
    let samples = table.sampleKeys.compactMap { try? KeyMask(KeyMask.escaped($0)) }
    let wanted = KeySet(patterns: watched + samples)
    var reader = RowReader(layout: table.layout, watched: wanted, fingerprints: true)
    var headed = table.headedLayout.map { RowReader(layout: $0, watched: wanted, fingerprints: true) }
    _ = try pages(of: bytes, request: request) {
        reader.add($0)
        headed?.add($0)
    }
    do throws(RowError) {
        let list = try reader.finish()
        inspection.proposal = table.proposal(for: list, headed: try? headed?.finish())
        inspection.watched = list.rows.filter { row in watched.contains { $0.matches(row.batch) } }
        inspection.keys = list.fingerprint?.keys
        inspection.doubts = list.doubts
        if list.undecodedGlyphs > 0 {
            inspection.damage.append("some of the text cannot be decoded (\(list.undecodedGlyphs) glyphs)")
        }
    } catch {
        inspection.reason = error.description
    }
}

/// What the request says of the table.
private func knownLayout(of request: ParseRequest) throws(ReadingFailure) -> (key: KeyMask?, columns: [Column]?) {
    let key = request.key.isEmpty ? nil : try listMask(of: request)
    if request.columns.isEmpty { return (key, nil) }
    var request = request
    if key == nil { request.key = KeyMask.london.text }
    return (key, try layout(of: request).columns)
}
