// Answers one request: recognise, parse, reply. Other files do each step.

import Links
import Reading
import Rows
import Text

/// What a document says.
///
/// - Parameters:
///   - tableBefore: the table of the edition before, of so many bytes at most.
///   - close: called once all libraries are loaded (`Libraries`).
///   - text: gets what is to be printed beside it: the text of the pages, or the edition's table.
func reply(
    to request: ParseRequest, about document: [UInt8], before tableBefore: (_ limit: Int) -> [UInt8],
    text: inout [UInt8], close: @escaping () throws(ReadingFailure) -> Void = {}
) throws(ReadingFailure) -> ParseReply {
    if let wanted = request.edition {
        try close()
        return .edition(try edition(wanted, of: document))
    }
    if request.inspects, request.form == nil {
        return .inspected(try inspect(document, request: request, close: close))
    }
    let opened = try OpenedDocument(document, request: request, close: close)
    do throws(ReadingFailure) {
        var reply = try reply(to: request, about: opened, before: tableBefore, text: &text)
        reply.note(targetsOf: opened, request)
        return reply
    } catch {
        guard opened.format == .html, error.kind == .unreadable || error.kind == .form else { throw error }
        let page = PageTargets(of: opened.bytes)
        guard page.targets.isEmpty else { return .onward(ParseReply.Onward(page.targets, error)) }
        var failure = error
        failure.cause += page.hint ?? ""
        throw failure
    }
}

extension ParseReply {
    /// Notes what a page without rows leads to, where such a page is an answer.
    fileprivate mutating func note(targetsOf opened: OpenedDocument, _ request: ParseRequest) {
        guard case .document(var reading, let end) = self, opened.format == .html, reading.rowCount == 0,
            reading.damage.isEmpty, request.onlyBatch != nil || request.print != nil
        else { return }
        let targets = PageTargets(of: opened.bytes).targets
        if targets.isEmpty { return }
        reading.targets = targets
        self = .document(reading, end)
    }
}

/// The same, for a document that is open.
private func reply(
    to request: ParseRequest, about opened: OpenedDocument, before tableBefore: (_ limit: Int) -> [UInt8],
    text: inout [UInt8]
) throws(ReadingFailure) -> ParseReply {
    if let wanted = request.form {
        guard opened.format == .html else {
            throw ReadingFailure(.form, "the page of the form is \(opened.format.phrase), and no web page")
        }
        return .form(try filledForm(in: opened.bytes, charset: opened.charset, wanted))
    }
    if let wanted = request.links {
        let found = try LinkIndex(of: opened.bytes, base: request.base ?? "").found(
            wanted, isFurther: request.isFurtherPage)
        return .links(found.links, opened.end, next: found.next)
    }
    if request.printsText {
        let (reading, pages) = try batchwatch_reader.text(of: opened, request: request)
        text = pages
        return .document(reading, opened.end)
    }
    var table: EditionTable?
    var tables: TableDocument?
    defer { keepToTheEnd(tables) }
    var found = try reading(of: opened, request: request, table: &table, &tables)
    if let table {
        text = table.bytes
        found.edition = edition(found, table, after: request, tableBefore)
    }
    return .document(found, opened.end)
}

/// The rows of the wanted batches, and what may be said of them: what a poll gets.
///
/// - Parameters:
///   - table: gets what the next edition is compared with, where the request asks for that.
///   - tables: gets the tables, where the document has some.
func reading(
    of opened: OpenedDocument, request: ParseRequest, table: inout EditionTable?, _ tables: inout TableDocument?
) throws(ReadingFailure) -> Reading {
    let layout = try layout(of: request)
    let watched = try watchedPatterns(of: request)
    var net = net(for: request, watched)
    var reading = try parse(
        opened, layout: layout, watched: watched.map { KeySet(patterns: $0) }, request: request, table: &table,
        net: &net, tables: &tables)
    if let contradicted = contradictedColumns(layout, in: opened, request, tables) {
        guard let headings = foundHeadings(in: opened, request) else {
            throw ReadingFailure(.unreadable, "\(contradicted)")
        }
        (table, tables) = (nil, nil)
        reading = try batchwatch_reader.reading(
            of: opened, request: request.read(by: headings), table: &table, &tables)
        reading.columns = headings
        return reading
    }
    try addMentions(to: &reading, of: opened, layout, request, net, &tables)
    if watched == nil, request.onlyBatch == nil {
        try doubtKeysInNoRow(of: &reading, opened, request)
    }
    doubtOtherCases(in: &reading, opened, layout, request)
    return reading
}

/// Frees no table: this process ends with its answer, and to free each cell before would take up to 7 % of its time.
private func keepToTheEnd(_ tables: TableDocument?) {
    if let tables { _ = Unmanaged.passRetained(KeptTables(tables)) }
}

private final class KeptTables {
    private let tables: TableDocument
    init(_ tables: TableDocument) { self.tables = tables }
}

/// What is said of the edition that was read; nil where it is the one before, or nothing is known of that.
private func edition(
    _ reading: Reading, _ table: EditionTable, after request: ParseRequest, _ tableBefore: (_ limit: Int) -> [UInt8]
) -> Edition? {
    guard let known = request.fingerprintBefore, known != reading.fingerprint?.text, reading.damage.isEmpty,
        let before = EditionTable.tables(in: tableBefore(EditionRequest.mostTableBytes)), before.count == 1
    else { return nil }
    return Edition(of: [table], before: before, absent: absent(from: reading, request))
}

/// The batches watched by themselves that have no rows and stand nowhere in the text, in the order of the request; as many
/// as are told.
private func absent(from reading: Reading, _ request: ParseRequest) -> [String] {
    if reading.hasMoreMentions { return [] }
    let listed = Set(reading.rows.map(\.batch) + reading.mentions.map(\.batch))
    let isText = (try? mask(request.key))?.isAnyText == true
    var absent: [String] = []
    for text in request.watched ?? [] where !listed.contains(text) {
        guard let pattern = try? mask(text, isText: isText), pattern.isLiteral, !listed.contains(pattern.key) else {
            continue
        }
        absent.append(pattern.key)
        if absent.count == Edition.mostAbsent { break }
    }
    return absent
}

/// What is said of an edition whose tables the document is.
private func edition(_ wanted: EditionRequest, of document: [UInt8]) throws(ReadingFailure) -> Edition {
    guard let tables = EditionTable.tables(in: document), wanted.documents > 0, tables.count >= wanted.documents else {
        throw ReadingFailure(.reader, "descriptor 3 has no tables of editions")
    }
    let before = tables.dropFirst(wanted.documents)
    return Edition(
        of: Array(tables.prefix(wanted.documents)), before: before.isEmpty ? nil : Array(before),
        absent: wanted.absent)
}
