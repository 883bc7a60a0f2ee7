// Turns the bytes of a document into the rows of its list, or into its text. The reader of the format yields pages or
// tables, `Rows` the rest. If there are no rows, says why.

import Bidi
import Markup
import Net
import PDF
import Reading
import Rows
import Text

/// How the table looks that the request is about.
func layout(of request: ParseRequest) throws(ReadingFailure) -> TableLayout {
    let key = try listMask(of: request)
    if let headings = request.headings { return TableLayout(key: key, headings: headings) }
    var columns: [Column] = []
    for name in request.columns {
        guard let column = Column(name) else { throw ReadingFailure(.reader, "there is no column \"\(name)\"") }
        columns.append(column)
    }
    do throws(LayoutError) {
        return try TableLayout(key: key, columns: columns)
    } catch {
        throw ReadingFailure(.reader, "\(error)")
    }
}

/// The keys and masks whose rows are wanted; nil for all.
func watchedPatterns(of request: ParseRequest) throws(ReadingFailure) -> [KeyMask]? {
    guard let texts = request.watched else { return nil }
    var patterns: [KeyMask] = []
    patterns.reserveCapacity(texts.count)
    let isText = try mask(request.key).isAnyText
    for text in texts { patterns.append(try mask(text, isText: isText)) }
    return patterns
}

/// The mask of the list.
func listMask(of request: ParseRequest) throws(ReadingFailure) -> KeyMask {
    var key = try mask(request.key)
    key.isInText = request.keyIn == KeyMask.inText
    return key
}

/// The mask that a request names; where keys may be any text, the key.
func mask(_ text: String, isText: Bool = false) throws(ReadingFailure) -> KeyMask {
    do throws(MaskError) {
        return isText ? try KeyMask(text: text) : try KeyMask(text)
    } catch {
        throw ReadingFailure(.reader, "the key mask \"\(text)\": \(error)")
    }
}

/// The text of the whole document, page by page.
func text(
    of opened: OpenedDocument, request: ParseRequest
) throws(ReadingFailure) -> (reading: Reading, text: [UInt8]) {
    if opened.format != .pdf {
        let document = try tables(of: opened, request)
        let text = TableText(of: document)
        if text.isFull { throw ReadingFailure(.limit, "the document's text is longer than 64 MiB") }
        var reading = Reading(rows: [], rowCount: 0, pageCount: document.tables.count, damage: document.damage)
        opened.noteCharset(in: &reading)
        return (reading, text.bytes)
    }
    var text = PageText()
    let (pageCount, damage) = try pages(of: opened, request: request) { text.add($0) }
    if text.isFull { throw ReadingFailure(.limit, "the document's text is longer than 64 MiB") }
    return (Reading(rows: [], rowCount: 0, pageCount: pageCount, damage: sentences(for: damage)), text.bytes)
}

/// Reads the pages of a document, in order.
func pages(
    of opened: OpenedDocument, request: ParseRequest, _ body: (TextPage) -> Void
) throws(ReadingFailure) -> (count: Int, damage: [PDFError]) {
    let kept = opened.keptPages
    if let kept, kept.areAll {
        kept.pages.forEach(body)
        return (kept.pages.count, kept.damage)
    }
    var limits = PDFLimits()
    limits.documentBytes = request.documentBytes
    var count = 0
    do throws(PDFError) {
        let damage = try readPages(of: opened.bytes, limits: limits) { page in
            count += 1
            kept?.add(page)
            opened.firstPages.add(page)
            body(page)
        }
        kept?.finish(damage: damage)
        if let missing = VisualOrder.failure {
            throw PDFError(.unsupported, "the document has text from right to left, and \(missing)")
        }
        return (count, damage)
    } catch {
        let advice = error.kind == .imageOnly ? ProgramAdvice.ocr : ""
        throw ReadingFailure(.unreadable, error.description + advice)
    }
}

/// The tables of a document that has some.
func tables(
    of opened: OpenedDocument, _ request: ParseRequest, collecting text: MarkupText? = nil,
    fits: (TextTable) -> Bool = { _ in false }
) throws(ReadingFailure) -> TableDocument {
    do throws(TableError) {
        return try opened.format.tables(
            of: opened.bytes, record: request.record, isOfCase: request.onlyBatch != nil,
            showsHidden: opened.showsHidden, collecting: text, fits: fits)
    } catch {
        throw ReadingFailure(error.kind == .limit ? .limit : .unreadable, error.description)
    }
}

/// Reads the rows of the whole document.
///
/// - Parameters:
///   - table: gets what the next edition is compared with, where the request asks for it.
///   - net: gets all text of the document.
///   - tables: gets the tables, where the document has some.
/// - Throws: why there is no reading; a list without rows is one only where rows are to be printed.
func parse(
    _ opened: OpenedDocument, layout: TableLayout, watched: KeySet?, request: ParseRequest, table: inout EditionTable?,
    net: inout Net?, tables: inout TableDocument?
) throws(ReadingFailure) -> Reading {
    var reading =
        opened.format == .pdf
        ? try parsePages(opened, layout: layout, watched: watched, request: request, table: &table, net: &net)
        : try parseVisible(
            opened, layout: layout, watched: watched, request: request, table: &table, net: &net, tables: &tables)
    opened.noteCharset(in: &reading)
    return reading
}

func parseTables(
    _ opened: OpenedDocument, layout: TableLayout, watched: KeySet?, request: ParseRequest, table: inout EditionTable?,
    net: inout Net?, tables found: inout TableDocument?
) throws(ReadingFailure) -> Reading {
    let text = net == nil ? nil : MarkupText(opened.format)
    var searched = net
    // Most documents are searched as they are read: only those in which a number has to be located keep their text.
    if net?.isLocating == false { text?.sink = { searched?.add($0, page: $1) } }
    let document = try tables(of: opened, request, collecting: text) {
        layout.fits($0, onlyBatch: request.onlyBatch)
    }
    found = document
    text?.begin(page: 0)
    net = searched
    let reading = try read(document, of: opened, layout: layout, watched: watched, request: request, table: &table)
    // Most often each watched batch has a row.
    if net?.isOpen(besides: reading.rows) == true { net?.add(opened, document, text) }
    return reading
}

private func read(
    _ document: TableDocument, of opened: OpenedDocument, layout: TableLayout, watched: KeySet?, request: ParseRequest,
    table: inout EditionTable?
) throws(ReadingFailure) -> Reading {
    let isPrinted = request.print != nil
    let format = opened.format
    // A service that knows no such case answers with no record. Whether it did know it is looked at by who asks.
    if request.onlyBatch != nil, format == .json, document.damage.isEmpty, document.tables.allSatisfy(\.rows.isEmpty) {
        return Reading(rows: [], rowCount: 0, pageCount: document.tables.count, damage: [])
    }
    var rows = TableReader(
        layout: layout, watched: watched, fingerprints: !isPrinted, tabulates: request.tabulates,
        onlyBatch: request.onlyBatch)
    let isInTables = try read(document, of: opened, request, into: &rows)
    let linesWithKeys = rows.linesWithKeys
    let list: RowList
    do throws(RowError) {
        list = try rows.finish()
    } catch .noHeading(let heading, let found) {
        if document.isFilledByScript { throw filledByScript(format, document) }
        if !isPrinted, request.onlyBatch == nil, document.hasEmptyList || document.isHeader(of: heading) {
            table = request.tabulates ? EditionTable(of: []) : nil
            return Reading(
                rows: [], rowCount: 0, pageCount: document.tables.count, damage: document.damage,
                fingerprint: .ofNoRows)
        }
        throw notTheList(format, document, "and \(RowError.noHeading(heading, found: found))")
    } catch {
        throw ReadingFailure(.unreadable, "\(error)")
    }
    if list.rowCount == 0, document.isFilledByScript, request.onlyBatch == nil {
        throw filledByScript(format, document)
    }
    // An error page in the list's place, most often. The page of a case may well have none.
    if list.rowCount == 0, document.damage.isEmpty, !isPrinted, request.onlyBatch == nil, linesWithKeys == 0,
        isEmptied(document, format, layout)
    {
        var reading = Reading(
            rows: [], rowCount: 0, pageCount: document.tables.count, damage: [], fingerprint: list.fingerprint)
        reading.title = list.title
        table = list.table
        return reading
    }
    if list.rowCount == 0, document.damage.isEmpty, !isPrinted, request.onlyBatch == nil {
        let tables = counted(document.tables.count, "table")
        // A single one may be what an error page tells to refer to.
        let lines = "\(linesWithKeys) lines of its text have a key, and none can be read with certainty"
        throw notTheList(
            format, document,
            (document.tables.isEmpty && document.labels.isEmpty
                ? "without tables" : "and no row of its \(tables) matches \(layout.key.phrase)")
                + (linesWithKeys > 1 ? "; \(lines)" : ""))
    }
    var reading = Reading(
        rows: list.rows, rowCount: list.rowCount, pageCount: document.tables.count, damage: document.damage,
        fingerprint: list.fingerprint)
    reading.title = list.title
    reading.doubts = list.doubts
    table = list.table
    noteEnd(in: &reading, of: opened, list, in: document, isInTables: isInTables, hadEnd: request.hadEnd) {
        let shorter = opened.withoutLastLine
        var rows = TableReader(layout: layout, watched: watched, fingerprints: false, onlyBatch: request.onlyBatch)
        guard let document = try? tables(of: shorter, request),
            (try? read(document, of: shorter, request, into: &rows)) != nil
        else { return nil }
        return try? rows.finish()
    }
    return reading
}

extension TableDocument {
    /// Whether a table is a header alone, with this heading.
    fileprivate func isHeader(of heading: String) -> Bool {
        tables.contains { table in
            table.rows.count == 1 && table.rows[0].contains { TextKey.folded($0) == TextKey.folded(heading) }
        }
    }
}

/// Whether a document without rows shows that it is the list: by its headings, or as its format does.
private func isEmptied(_ document: TableDocument, _ format: Format, _ layout: TableLayout) -> Bool {
    if layout.headings != nil { return true }
    if format == .spreadsheet, document.tables.allSatisfy(\.rows.isEmpty) { return true }
    return document.isEmptied(columns: layout.columns.count)
}

/// Reads the rows of a document's tables, or else of what may be one.
///
/// - Returns: whether the tables have them.
private func read(
    _ document: TableDocument, of opened: OpenedDocument, _ request: ParseRequest, into rows: inout TableReader
) throws(ReadingFailure) -> Bool {
    let key = try listMask(of: request)
    rows.add(titles: document.titles)
    let blank = rows
    for table in document.tables { rows.add(table) }
    var isInTables = rows.hasTable
    // A line with nothing but a key makes a table of one column, and is a row of the grid, too: more rows decide.
    if opened.format == .csv, isInTables, !document.grids.isEmpty, key.hasDigits, request.onlyBatch == nil {
        var grids = blank
        readGrids(of: document, opened, request, blank, &grids)
        if grids.rowCount > rows.rowCount { (rows, isInTables) = (grids, false) }
    }
    // What is put together of labels takes the place of no table.
    if !rows.hasTable { for table in document.labels { rows.add(labels: table) } }
    if !rows.hasTable, key.hasDigits, request.onlyBatch == nil {
        readGrids(of: document, opened, request, blank, &rows)
        try readLines(opened, blank, &rows)
    }
    return isInTables
}

/// Reads what may be tables, in a document whose tables have no keys: all of a page, and of a text those that have as many columns
/// as the request names.
private func readGrids(
    of document: TableDocument, _ opened: OpenedDocument, _ request: ParseRequest, _ blank: TableReader,
    _ rows: inout TableReader
) {
    if opened.format != .csv { return document.grids.forEach { rows.add($0) } }
    var grids = blank
    for table in document.grids where request.headings != nil || table.width ?? 0 >= request.columns.count {
        grids.add(table)
    }
    if grids.hasTable { rows = grids }
}

/// Reads the lines of a document that has no table with keys, nor one that makes doubts: a text's commas may be none
/// between cells.
private func readLines(
    _ opened: OpenedDocument, _ blank: TableReader, _ rows: inout TableReader
) throws(ReadingFailure) {
    guard rows.readsLines, !rows.hasTable, rows.isEmpty || opened.format == .csv else { return }
    var lines = blank
    lines.add(try blocks(of: opened))
    if rows.isEmpty || lines.hasTable { rows = lines }
}

/// The lines of a document that may be a list of such; none for other formats.
func blocks(of opened: OpenedDocument) throws(ReadingFailure) -> [TextBlock] {
    do throws(TableError) {
        return try opened.format.blocks(of: opened.bytes, showsHidden: opened.showsHidden)
    } catch {
        throw ReadingFailure(.limit, error.description)
    }
}

extension KeyMask {
    /// Whether its keys have digits. Where any word may be a key, the links around a page would be a list.
    fileprivate var hasDigits: Bool {
        description.prefix { $0 != "{" }.contains { $0 == "#" || $0.isASCII && $0.isNumber }
    }
}

/// The word for a page whose rows are made when a browser runs it.
private func filledByScript(_ format: Format, _ document: TableDocument) -> ReadingFailure {
    notTheList(format, document, ScriptedPage.words)
}

/// The word for a document that has nothing of the list: an error page or one to log in, most often, which its title
/// tells.
private func notTheList(_ format: Format, _ document: TableDocument, _ why: String) -> ReadingFailure {
    let title = document.titles.first.map { " headed \"\(sanitized($0, limit: 80))\"" } ?? ""
    return ReadingFailure(.unreadable, "the document is \(format.phrase)\(title), \(why)")
}

private func parsePages(
    _ opened: OpenedDocument, layout: TableLayout, watched: KeySet?, request: ParseRequest,
    table: inout EditionTable?, net: inout Net?
) throws(ReadingFailure) -> Reading {
    let isPrinted = request.print != nil
    var rows = RowReader(
        layout: layout, watched: watched, fingerprints: !isPrinted, tabulates: request.tabulates)
    var hasText = false
    let (pageCount, damage) = try pages(of: opened, request: request) {
        hasText = hasText || !$0.runs.isEmpty
        rows.add($0)
        net?.add($0)
    }
    let list: RowList
    do throws(RowError) {
        list = try rows.finish()
    } catch {
        throw ReadingFailure(.unreadable, error.description)
    }
    var reading = Reading(
        rows: list.rows, rowCount: list.rowCount, pageCount: pageCount,
        damage: sentences(for: damage) + (list.undecodedGlyphs > 0 ? undecoded(list.rows) : []),
        fingerprint: list.fingerprint)
    reading.title = list.title
    reading.doubts = list.doubts
    table = list.table
    if let batch = request.onlyBatch { reading.rows.removeAll { $0.batch != batch } }
    if list.rowCount > 0 { return reading }
    if list.undecodedGlyphs > 0 { throw undecodable(list.undecodedGlyphs, of: reading, key: layout.key) }
    if !hasText && reading.damage.isEmpty && !isPrinted { throw scan(reading.pageCount) }
    return reading
}

/// The word for a document without rows whose text hides them.
private func undecodable(_ glyphs: Int, of reading: Reading, key: KeyMask) -> ReadingFailure {
    var cause = "no row matches \(key.phrase) on \(counted(reading.pageCount, "page"))"
    cause += ", and \(counted(glyphs, "glyph")) of the text cannot be decoded"
    if let first = reading.damage.first { cause += ", and a part cannot be read: \(first)" }
    return ReadingFailure(.unreadable, cause)
}

private func scan(_ pageCount: Int) -> ReadingFailure {
    ReadingFailure(
        .unreadable,
        (pageCount == 1
            ? "its page has no text; it may be a scanned image"
            : "its \(pageCount) pages have no text; they may be scanned images") + ProgramAdvice.ocr)
}

/// A status in a font that says nothing of its characters is no status: it would be told as a change.
private func undecoded(_ rows: [Row]) -> [String] {
    let row = rows.first { ($0.update.status + $0.update.date).unicodeScalars.contains("\u{FFFD}") }
    return row.map { ["the row of \($0.batch) on page \($0.page) has text that cannot be decoded"] } ?? []
}

/// The damage in words. Twenty are enough for whoever reads them: a hostile document has a hundred thousand.
func sentences(for damage: [PDFError]) -> [String] {
    let most = 20
    let rest = damage.count > most ? ["and \(damage.count - most) more"] : []
    return damage.prefix(most).map(\.description) + rest
}

func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
