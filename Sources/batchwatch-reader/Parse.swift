// From a document's bytes to the rows of its list: pages from `PDF`, rows from `Rows`, and the word for a document that has none.

import PDF
import Reading
import Rows
import Text

/// How the table looks that the request is about.
func layout(of request: ReadingRequest) throws(ReadingFailure) -> TableLayout {
    let key = try mask(request.key)
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

/// The keys whose rows are wanted; nil for all.
func watchedKeys(of request: ReadingRequest) throws(ReadingFailure) -> KeySet? {
    guard let texts = request.watched else { return nil }
    var patterns: [KeyMask] = []
    patterns.reserveCapacity(texts.count)
    for text in texts { patterns.append(try mask(text)) }
    return KeySet(patterns: patterns)
}

private func mask(_ text: String) throws(ReadingFailure) -> KeyMask {
    do throws(MaskError) {
        return try KeyMask(text)
    } catch {
        throw ReadingFailure(.reader, "the key mask \"\(text)\": \(error)")
    }
}

/// Reads the whole document.
///
/// - Throws: why there is no reading; a list without rows is one only where rows are to be printed.
func parse(
    _ bytes: [UInt8], layout: TableLayout, watched: KeySet?, request: ReadingRequest
) throws(ReadingFailure) -> Reading {
    var limits = PDFLimits()
    limits.documentBytes = request.limits.documentBytes
    var rows = RowReader(layout: layout, watched: watched)
    var pageCount = 0
    let damage: [PDFError]
    do throws(PDFError) {
        damage = try readPages(of: bytes, limits: limits) { page in
            pageCount += 1
            rows.add(page)
        }
    } catch {
        throw ReadingFailure(.unreadable, error.description)
    }
    let list = rows.finish()
    let reading = Reading(
        rows: list.rows, rowCount: list.rowCount, pageCount: pageCount,
        damage: sentences(for: damage) + undecoded(list.rows))
    let isAnswer = list.rowCount > 0 || request.print != nil && list.undecodedGlyphs == 0
    guard isAnswer else { throw emptiness(of: reading, key: layout.key, undecodedGlyphs: list.undecodedGlyphs) }
    return reading
}

/// The word for a document without rows, with what may have hidden them.
private func emptiness(of reading: Reading, key: KeyMask, undecodedGlyphs: Int) -> ReadingFailure {
    var cause = "no row matches the key mask \(key) on \(counted(reading.pageCount, "page"))"
    if undecodedGlyphs > 0 { cause += ", and \(counted(undecodedGlyphs, "glyph")) of the text cannot be decoded" }
    if let first = reading.damage.first { cause += ", and a part cannot be read: \(first)" }
    return ReadingFailure(.unreadable, cause)
}

/// A status in a font that says nothing of its characters is no status: it would be told as a change.
private func undecoded(_ rows: [Row]) -> [String] {
    let row = rows.first { ($0.update.status + $0.update.date).unicodeScalars.contains("\u{FFFD}") }
    return row.map { ["the row of \($0.batch) on page \($0.page) has text that cannot be decoded"] } ?? []
}

/// The damage in words. Twenty are enough for whoever reads them: a hostile document has a hundred thousand.
private func sentences(for damage: [PDFError]) -> [String] {
    let most = 20
    let rest = damage.count > most ? ["and \(damage.count - most) more"] : []
    return damage.prefix(most).map(\.description) + rest
}

private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
