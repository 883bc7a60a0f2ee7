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
func inspect(_ bytes: [UInt8], request: ParseRequest) throws(ReadingFailure) -> Inspection {
    let opened = try OpenedDocument(bytes, request: request)
    if opened.format == .pdf { return try inspectionOfPages(opened.bytes, request: request) }
    var inspection = try inspectionOfTables(opened, request)
    if opened.isCharsetGuessed { inspection.guessedCharset = opened.charset }
    if [.html, .xml, .json].contains(opened.format),
        let links = try? allLinks(in: opened.bytes, base: request.base ?? "")
    {
        addLinks(links, to: &inspection)
    }
    return inspection
}

/// A document of tables, read by the records that give the most rows, where the format does not tell which they are.
private func inspectionOfTables(
    _ opened: OpenedDocument, _ request: ParseRequest
) throws(ReadingFailure) -> Inspection {
    let name = opened.format.rawValue
    var best = Inspection(format: name)
    for (number, record) in try records(of: opened, request).enumerated() {
        var one = request
        one.record = record
        var next = try inspection(of: tables(of: opened, one), formatName: name, request: request)
        next.proposal?.record = record
        if number == 0 || next.proposal?.rowCount ?? 0 > best.proposal?.rowCount ?? 0 { best = next }
    }
    return best
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
        case .json: return [nil] + (try jsonRecordPaths(of: opened.bytes))
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
    var watched: [KeyMask] = []
    for text in request.watched ?? [] { watched.append(try mask(text)) }
    do throws(NoProposal) {
        let found = try ProposalTables(document).look(key: known.key, columns: known.columns)
        inspection.proposal = found.proposal
        inspection.watched = found.rows.filter { row in watched.contains { $0.matches(row.batch) } }
        // A name that somebody watches tells which of the columns has the names.
        if inspection.watched.isEmpty, known.key == nil, known.columns == nil, !found.proposal.hasTextKeys,
            let texts = request.watched, let named = ProposalTables(document).look(holding: texts)
        {
            inspection.proposal = named.proposal
            let wanted = texts.compactMap { try? KeyMask(text: $0).foldedKey }
            inspection.watched = named.rows.filter { row in
                (try? KeyMask(text: row.batch)).map { wanted.contains($0.foldedKey) } ?? false
            }
        }
    } catch {
        // What labels say is no table, unless it has the batch.
        if let found = try? ProposalTables(TableDocument(tables: document.labels)).look(
            key: known.key, columns: known.columns),
            case let rows = found.rows.filter({ row in watched.contains { $0.matches(row.batch) } }), !rows.isEmpty
        {
            (inspection.proposal, inspection.watched) = (found.proposal, rows)
            return inspection
        }
        inspection.reason =
            document.isFilledByScript ? "the document is a \(formatName), \(ScriptedPage.words)" : error.description
        inspection.text = Array(document.titles.prefix(Inspection.textLines))
    }
    return inspection
}

/// Adds what is said of the links of a page.
///
/// - Parameter links: all of them, in the page's order.
func addLinks(_ links: [FoundLink], to inspection: inout Inspection) {
    guard let proposal = LinkProposal(among: links) else { return }
    inspection.follow = proposal.request
    inspection.links = Array(proposal.links.prefix(mostLinks))
}

/// An index of years of editions need not be told whole.
private let mostLinks = 100

/// A PDF is read twice: nothing of its text is kept in between but a few pages.
private func inspectionOfPages(_ bytes: [UInt8], request: ParseRequest) throws(ReadingFailure) -> Inspection {
    let known = try knownLayout(of: request)
    var search = ProposalPages()
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
    try read(bytes, as: table, request: request, into: &inspection)
    return inspection
}

/// Reads all pages as proposed.
private func read(
    _ bytes: [UInt8], as table: ProposedTable, request: ParseRequest, into inspection: inout Inspection
) throws(ReadingFailure) {
    var watched: [KeyMask] = []
    for text in request.watched ?? [] { watched.append(try mask(text)) }
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
    let key = request.key.isEmpty ? nil : try mask(request.key)
    if request.columns.isEmpty { return (key, nil) }
    var request = request
    if key == nil { request.key = KeyMask.london.description }
    return (key, try layout(of: request).columns)
}
