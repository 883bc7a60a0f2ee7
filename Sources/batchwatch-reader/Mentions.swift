// Finds watched keys that are in the text of a document but in no row. Each reading passes all text both to the net and
// to the reading of rows. If there are such keys, the reader reads the document again to say where they are.

import Markup
import Net
import Reading
import Rows
import Text

/// The net for a request; nil where nothing is watched, or the document repeats what it was asked for.
func net(for request: ParseRequest, _ watched: [KeyMask]?) -> Net? {
    guard request.onlyBatch == nil, let watched, !watched.isEmpty else { return nil }
    let net = Net(watched: watched, isText: request.key == KeyMask.anyText.text)
    return net.isEmpty ? nil : net
}

/// Says which watched keys stand in the text and have no row.
///
/// - Parameters:
///   - net: has had all text of the document.
///   - tables: those of the document; freed before it is read once more.
func addMentions(
    to reading: inout Reading, of opened: OpenedDocument, _ layout: TableLayout, _ request: ParseRequest, _ net: Net?,
    _ tables: inout TableDocument?
) throws(ReadingFailure) {
    guard var net, let suspects = net.suspects(besides: reading.rows) else { return }
    var locating: Net? = net.locating(suspects)
    var whole = request
    (whole.tabulates, whole.fingerprintBefore, whole.watched) = (false, nil, nil)
    tables = nil
    var table: EditionTable?
    let rows = try parse(
        opened, layout: layout, watched: nil, request: whole, table: &table, net: &locating, tables: &tables
    ).rows
    guard let (mentions, hasMore) = locating?.mentions(besides: rows) else { return }
    (reading.mentions, reading.hasMoreMentions) = (mentions, hasMore)
}

/// The places where a number or text that somebody looks for stands in a document, in any spelling; none where that is
/// nowhere.
func mentions(of sought: String, in opened: OpenedDocument, _ request: ParseRequest) -> [Mention] {
    let masks = [try? KeyMask(KeyMask.pattern(soughtAs: sought)), try? KeyMask(text: sought)].compactMap(\.self)
    return mentions(of: masks, in: opened, request)
}

/// The places of everything that these masks match.
func mentions(of masks: [KeyMask], in opened: OpenedDocument, _ request: ParseRequest) -> [Mention] {
    var net: Net? = Net(watched: masks, isText: true).locatingAll()
    if opened.format == .pdf {
        _ = try? pages(of: opened, request: request) { net?.add($0) }
    } else {
        let text = MarkupText(opened.format)
        // What has no table has its text all the same.
        let document = (try? tables(of: opened, request, collecting: text)) ?? TableDocument()
        net?.add(opened, document, text)
    }
    var places: [Mention] = []
    for place in net?.places() ?? [] where !places.contains(place) { places.append(place) }
    return places
}

extension MarkupText {
    /// For a document of this format.
    convenience init(_ format: Format) {
        switch format {
        case .html: self.init(MarkupText.Language.html)
        case .xml: self.init(MarkupText.Language.xml)
        case .pdf, .spreadsheet, .json, .csv: self.init(MarkupText.Language.openDocument)
        }
    }
}

extension Net {
    /// Takes all text of a document that is no PDF.
    ///
    /// - Parameter text: what its elements say.
    mutating func add(_ opened: OpenedDocument, _ document: TableDocument, _ text: MarkupText?) {
        switch opened.format {
        case .pdf: break
        case .csv: add(opened.bytes, page: 1)
        case .json: add(NetText.ofJSON(opened.bytes) ?? opened.bytes, page: 0)
        case .html, .xml, .spreadsheet:
            if text?.language == .package {
                // Numbers as people see them are in the cells alone; their texts are there once more.
                for (number, table) in (document.tables + document.unseen).enumerated() {
                    add(cells(of: table), page: number < document.tables.count ? number + 1 : 0)
                }
                beginOtherReading()
            }
            for part in text?.take() ?? [] { add(part.bytes, page: part.page) }
        }
    }
}

private func cells(of table: TextTable) -> [UInt8] {
    var text: [UInt8] = []
    for row in table.rows {
        for cell in row where !cell.isEmpty {
            if cell.utf8.withContiguousStorageIfAvailable({ text.append(contentsOf: $0) }) == nil { text += cell.utf8 }
            text.append(NetText.end)
        }
    }
    return text
}
