// Prepares a document for the readers of formats: decompresses it, recognises its format, and converts text to UTF-8.
// The content decides the format, not the name or the server; the server only helps with the encoding.

import Charsets
import Markup
import Reading
import Text

struct OpenedDocument {
    let format: Format
    /// Of text: valid UTF-8.
    private(set) var bytes: [UInt8]
    /// In which encoding a text was read; nil for what is none.
    private(set) var charset: String?
    /// Whether that is a guess.
    private(set) var isCharsetGuessed = false
    /// Whether it was packed by gzip, whose end was there.
    let isPacked: Bool
    /// Whether what a web page hides counts, too.
    var showsHidden: Bool
    /// The pages of a PDF that is read several times; nil for one that is read once.
    var keptPages: KeptPages?
    /// The first pages of a PDF, once it has been read.
    let firstPages = FirstPages()

    /// - Parameters:
    ///   - request: its `charset` and `charsetBefore` tell of the encoding, its `documentBytes` how much may be unpacked.
    ///   - close: called once all libraries are loaded that the document takes, and before one of them sees it.
    /// - Throws: that it is no list, and what it is.
    init(
        _ document: [UInt8], request: ParseRequest, close: @escaping () throws(ReadingFailure) -> Void = {}
    ) throws(ReadingFailure) {
        showsHidden = request.showsHidden == true || request.proposed?.showsHidden == true
        var libraries = Libraries(for: request, close: close)
        if isGzip(document) { try libraries.settleForAll() }
        (bytes, isPacked) = try unpacked(document, limit: request.documentBytes)
        if let format = Format(ofBytes: bytes) {
            self.format = format
            try libraries.settle(for: format, bytes)
            return
        }
        if let kind = ForeignKind(of: bytes) { throw kind.failure(isPacked: isPacked) }
        if let start = startOfXML(in: bytes) { bytes.removeFirst(start) }
        let text: DecodedText
        do throws(TableError) {
            text = try decodedText(of: bytes, told: request.charset, before: request.charsetBefore) {
                () throws(TableError) in
                do throws(ReadingFailure) {
                    try libraries.settleForText()
                } catch {
                    throw TableError(.unsupported, error.cause)
                }
            }.withoutGuard
        } catch {
            throw ReadingFailure(.unreadable, error.description)
        }
        format = try Format(ofText: text.bytes)
        try libraries.settle(for: format, bytes)
        if let kind = ForeignKind(ofText: text.bytes) { throw kind.failure(isPacked: isPacked) }
        // RFC 8259 8.1 leaves nothing to guess: the reader says where it is no UTF-8.
        if format == .json && text.isGuessed { return }
        bytes = text.bytes
        // Programs that put texts together leave a mark of each.
        var marks = 0
        while bytes[marks...].starts(with: [0xEF, 0xBB, 0xBF]) { marks += 3 }
        bytes.removeFirst(marks)
        (charset, isCharsetGuessed) = (text.charset, text.isGuessed)
    }
}

extension OpenedDocument {
    /// The same text up to the end of the last line that has one.
    var withoutLastLine: OpenedDocument {
        var shorter = self
        let end = bytes.lastIndex { $0 == 0x0A || $0 == 0x0D }
        shorter.bytes.removeSubrange(((end ?? -1) + 1)...)
        return shorter
    }
}

extension DecodedText {
    /// Without the line by which servers keep JSON from being run as a script: ")]}'", or ")]}',".
    fileprivate var withoutGuard: DecodedText {
        guard bytes.starts(with: Array(")]}'".utf8)), let end = bytes.prefix(16).firstIndex(of: 0x0A),
            let first = bytes[end...].first(where: { $0 > 0x20 }), first == 0x5B || first == 0x7B
        else { return self }
        var text = self
        text.bytes.removeFirst(end + 1)
        return text
    }
}

/// Where the declaration of an XML document is that has other text before it, white space or what a program says of
/// itself; nil for any other document. Within markup or quotes it is another document's.
private func startOfXML(in document: [UInt8]) -> Int? {
    let head = document.prefix(longestPreface)
    guard document.last(where: { $0 > 0x20 }) == UInt8(ascii: ">"),
        let place = place(of: Array("<?xml ".utf8), in: head), place > 0,
        !isWebPage(textHead(of: Array(document[place...].prefix(longestPreface))))
    else { return nil }
    let before = head[..<place]
    if before.allSatisfy({ $0 <= 0x20 }) { return place }
    let isAtLine = before.last { $0 != 0x20 && $0 != 0x09 } == 0x0A
    return isAtLine || before.last == UInt8(ascii: ">") ? place : nil
}

/// How far into a document another one may begin, in bytes.
private let longestPreface = 64 << 10

extension OpenedDocument {
    /// Says in which encoding it was read.
    func noteCharset(in reading: inout Reading) {
        reading.charset = charset
        reading.isCharsetGuessed = isCharsetGuessed
    }
}

/// A page whose rows are made when a browser runs it.
enum ScriptedPage {
    /// As a clause behind what the page is.
    static let words =
        "and it seems to be filled by a script, which is not run here: look for the address of the data that it loads "
        + "(JSON, most often; in a browser's developer tools, under Network), and watch that"
}
