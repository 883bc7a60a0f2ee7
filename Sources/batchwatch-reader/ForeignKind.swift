// Names a document that is not a list: pictures, archives, Word documents and the like, so that the message says what
// the server sent.

import Markup
import Reading
import Spreadsheet
import Text

/// A kind of document that is not read.
struct ForeignKind: Equatable {
    /// As in "the document is …".
    var phrase: String
    /// What to do about it.
    var advice: String

    func failure(isPacked: Bool) -> ReadingFailure {
        ReadingFailure(.unreadable, "the document is \(phrase)\(isPacked ? ", packed by gzip" : ""): \(advice)")
    }

    fileprivate init(_ phrase: String, _ advice: String) {
        (self.phrase, self.advice) = (phrase, advice)
    }

    fileprivate static let scan = ForeignKind("a scan (DjVu)", "text in pictures is not read; look for a PDF with text")
    fileprivate static let program = ForeignKind("a program", "look for the list as a table, a PDF or a web page")
    fileprivate static let database = ForeignKind("a database", "publish its table as .csv, .xlsx or .ods")

    /// Recognises it by its first bytes; nil for anything else.
    init?(of document: [UInt8]) {
        if let found = signatures.first(where: { $0.matches(document) }) {
            self = found.kind
        } else if let found = ForeignKind(ofCompound: document) {
            self = found
        } else if document.count > 16, document[4..<8].elementsEqual("ftyp".utf8) {
            let brand = String(decoding: document[8..<12], as: UTF8.self)
            self = ["heic", "heix", "mif1", "msf1", "avif"].contains(brand) ? picture("HEIF") : film("MP4")
        } else if document.starts(with: "RIFF".utf8), document.count > 16 {
            self = document[8..<12].elementsEqual("WEBP".utf8) ? picture("WebP") : film("RIFF")
        } else if isBitmap(document) {
            self = picture("BMP")
        } else {
            return nil
        }
    }

    /// Recognises a text that is none to be read by its beginning; nil for anything else.
    init?(ofText text: [UInt8]) {
        let head = textHead(of: text)
        if head.hasPrefix("{\\rtf") {
            self = word("a text in RTF")
        } else if head.hasPrefix("%!ps") {
            self = ForeignKind("PostScript", "publish or convert it as PDF")
        } else if head.hasPrefix("<"), head.holds("progid=\"word.document\"") {
            self = word("a Word document (XML)")
        } else if head.hasPrefix("<"), rootElement(of: head) == "svg" {
            self = picture("SVG")
        } else if isCall(head) {
            self = ForeignKind(
                "a script with JSON in it (JSONP)",
                "leave the name of its function out of the address, or watch the JSON")
        } else if isAssignment(head) {
            self = ForeignKind("a script with data in it", "look for an address that has them as JSON or CSV")
        } else if head.hasPrefix("mime-version:") || head.hasPrefix("from: <saved by") {
            self = ForeignKind("a saved page or an e-mail (MIME)", "watch the page itself")
        } else {
            return nil
        }
    }

    /// What a compound file is; nil for a workbook, which its reader names, and for what is not known.
    private init?(ofCompound document: [UInt8]) {
        switch CompoundFileKind(of: document) {
        case .text: self = word("a Word document (.doc)")
        case .presentation: self = word("a PowerPoint presentation (.ppt)")
        case .message: self = ForeignKind("an e-mail of Outlook (.msg)", "watch where its list is published")
        case .workbook, .encrypted, nil: return nil
        }
    }
}

/// A script without the comments at its beginning.
private func withoutComments(_ head: String) -> Substring {
    var text = head[...]
    while text.hasPrefix("/*"), let end = text.place(of: "*/") {
        text = text[end.upperBound...].drop(while: \.isWhitespace)
    }
    return text
}

/// Whether a text gives data a name: "var cases = [{".
private func isAssignment(_ head: String) -> Bool {
    let words = withoutComments(head).split(
        maxSplits: 3, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    guard words.count == 4, ["var", "let", "const"].contains(words[0]), words[2] == "=" else { return false }
    return words[3].first.map { "[{".contains($0) } ?? false
}

/// Whether a text is a function's name with JSON in brackets behind it: "callback([{", "/**/f({", or the same where the
/// function is looked for first.
private func isCall(_ head: String) -> Bool {
    let text = withoutComments(head)
    if text.hasPrefix("typeof "), let place = text.place(of: "&&") {
        return isCall(String(text[place.upperBound...].drop(while: \.isWhitespace)))
    }
    let rest = text.drop { $0.isLetter || $0.isNumber || "_.$".contains($0) }
    guard rest.startIndex > text.startIndex, rest.first == "(" else { return false }
    return rest.dropFirst().first { !$0.isWhitespace }.map { "[{".contains($0) } ?? false
}

private func picture(_ name: String) -> ForeignKind {
    ForeignKind(
        "a picture (\(name))", "text in pictures is not read; look for the list as a table, a PDF or a web page")
}

private func film(_ name: String) -> ForeignKind {
    ForeignKind("sound or video (\(name))", "look for the list as a table, a PDF or a web page")
}

private func archive(_ name: String) -> ForeignKind {
    ForeignKind("an archive (\(name))", "what is packed in it is not read; look for the list itself")
}

private func word(_ phrase: String) -> ForeignKind {
    ForeignKind(phrase, "save it as .pdf, .xlsx or .ods" + ProgramAdvice.office)
}

/// Bytes at some place of a document.
private struct Signature: Sendable {
    let bytes: [UInt8]
    let offset: Int
    let kind: ForeignKind

    init(_ bytes: [UInt8], at offset: Int = 0, _ kind: ForeignKind) {
        (self.bytes, self.offset, self.kind) = (bytes, offset, kind)
    }

    init(_ text: String, at offset: Int = 0, _ kind: ForeignKind) {
        self.init(Array(text.utf8), at: offset, kind)
    }

    func matches(_ document: [UInt8]) -> Bool {
        document.count > offset && document[offset...].starts(with: bytes)
    }
}

/// As file(1) has them. No text begins with any of these.
private let signatures: [Signature] = [
    Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], picture("PNG")), Signature([0xFF, 0xD8, 0xFF], picture("JPEG")),
    Signature("GIF87a", picture("GIF")), Signature("GIF89a", picture("GIF")),
    Signature([0x49, 0x49, 0x2A, 0x00], picture("TIFF")), Signature([0x4D, 0x4D, 0x00, 0x2A], picture("TIFF")),
    Signature([0x49, 0x49, 0x2B, 0x00], picture("TIFF")), Signature([0x00, 0x00, 0x01, 0x00], picture("ICO")),
    Signature([0xFF, 0x0A], picture("JPEG XL")), Signature("\0\0\0\u{C}JXL ", picture("JPEG XL")),
    Signature("\0\0\0\u{C}jP  ", picture("JPEG 2000")), Signature("8BPS\0", picture("Photoshop")),
    Signature("AT&TFORM", ForeignKind.scan), Signature([0xD7, 0xCD, 0xC6, 0x9A], picture("WMF")),
    Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], archive("7z")), Signature("Rar!\u{1A}\u{7}", archive("RAR")),
    Signature("ustar", at: 257, archive("tar")), Signature("1AY&SY", at: 4, archive("bzip2")),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], archive("xz")),
    Signature([0x28, 0xB5, 0x2F, 0xFD], archive("zstd")),
    Signature([0x04, 0x22, 0x4D, 0x18], archive("lz4")), Signature([0x1F, 0x8B], archive("gzip")),
    Signature([0x1F, 0x9D], archive("compress")), Signature("LZIP\u{1}", archive("lzip")),
    Signature("MSCF\0\0\0\0", archive("cabinet")), Signature("PK\u{7}\u{8}", archive("ZIP in parts")),
    Signature("OggS\0", film("Ogg")), Signature("ID3\u{3}", film("MP3")), Signature("ID3\u{4}", film("MP3")),
    Signature([0xFF, 0xFB], film("MP3")),
    Signature([0xFF, 0xF3], film("MP3")), Signature([0x1A, 0x45, 0xDF, 0xA3], film("WebM")),
    Signature("fLaC", film("FLAC")), Signature("FLV\u{1}", film("Flash")), Signature("MThd\0\0", film("MIDI")),
    Signature([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66], film("Windows Media")),
    Signature([0x00, 0x00, 0x01, 0xBA], film("MPEG")), Signature([0x00, 0x00, 0x01, 0xB3], film("MPEG")),
    Signature([0x7F, 0x45, 0x4C, 0x46], ForeignKind.program), Signature("MZ\u{90}\0", ForeignKind.program),
    Signature("SQLite format 3\0", ForeignKind.database), Signature("\0\u{1}\0\0Standard ", ForeignKind.database),
]

/// Whether it is a bitmap whose header says how long it is: texts may begin with "BM", too.
private func isBitmap(_ document: [UInt8]) -> Bool {
    guard document.count >= 14, document.starts(with: "BM".utf8) else { return false }
    return document[2..<6].reversed().reduce(0) { $0 << 8 | Int($1) } == document.count
}
