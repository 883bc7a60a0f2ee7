// Writes small PDF documents for the tests, the same bytes each time. Correct by default.

/// A document under construction.
struct PDFWriter {
    /// How the document says where its objects are.
    enum Table {
        case classic
        /// ISO 32000-1 7.5.8.
        case stream
        /// No table, no `startxref`.
        case none
    }
    private(set) var bytes: [UInt8] = Array("%PDF-1.7\n".utf8)
    private(set) var offsets: [Int: Int] = [:]
    private var previousTable: Int?

    /// Adds `N 0 obj … endobj`.
    mutating func add(_ number: Int, _ body: String) {
        offsets[number] = bytes.count
        append("\(number) 0 obj\n\(body)\nendobj\n")
    }

    /// Adds a stream with a right `/Length`, unless `length` says otherwise.
    mutating func addStream(_ number: Int, _ data: [UInt8], _ entries: String = "", length: String? = nil) {
        offsets[number] = bytes.count
        append("\(number) 0 obj\n<< /Length \(length ?? String(data.count)) \(entries) >>\nstream\n")
        bytes += data
        append("\nendstream\nendobj\n")
    }

    mutating func addStream(_ number: Int, _ data: String, _ entries: String = "", length: String? = nil) {
        addStream(number, Array(data.utf8), entries, length: length)
    }

    /// Adds an object as it stands, `N 0 obj` included.
    mutating func addRaw(_ number: Int, _ text: String) {
        offsets[number] = bytes.count
        append(text)
    }

    mutating func append(_ text: String) { bytes += Array(text.utf8) }

    /// Ends a revision. Objects added later belong to an update; `deleting` frees objects of earlier revisions.
    mutating func endRevision(root: Int = 1, deleting: [Int] = [], table: Table = .classic, trailer: String = "") {
        let position = bytes.count
        let previous = previousTable.map { "/Prev \($0)" } ?? ""
        let size = (offsets.keys.max() ?? 0) + 2
        let entries = "/Size \(size) /Root \(root) 0 R \(previous) \(trailer)"
        switch table {
        case .classic:
            append("xref\n")
            for number in deleting.sorted() { append("\(number) 1\n0000000000 00001 f \n") }
            for (number, offset) in offsets.sorted(by: { $0.key < $1.key }) {
                append("\(number) 1\n\(Self.padded(offset)) 00000 n \n")
            }
            append("trailer\n<< \(entries) >>\n")
        case .stream: addTableStream(size - 1, entries, deleting)
        case .none: return
        }
        previousTable = position
        offsets = [:]
        append("startxref\n\(position)\n%%EOF\n")
    }

    private mutating func addTableStream(_ number: Int, _ entries: String, _ deleting: [Int]) {
        var index = ""
        var data: [UInt8] = []
        for (number, offset) in (offsets.map { ($0.key, $0.value) } + deleting.map { ($0, 0) }).sorted(by: {
            $0.0 < $1.0
        }) {
            index += "\(number) 1 "
            data += [offset == 0 ? 0 : 1, UInt8(offset >> 16), UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF), 0]
        }
        addStream(number, data, "/Type /XRef /W [1 3 1] /Index [\(index)] \(entries)")
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 10 - digits.count) + digits
    }
}

extension PDFWriter {
    /// A document of one page with this content: the font F1 is Helvetica in WinAnsi, unless `font` says otherwise.
    static func document(
        _ content: String, font: String = helvetica, resources: String = "", page: String = "",
        extra: (inout PDFWriter) -> Void = { _ in }
    ) -> [UInt8] {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 600 800] >>")
        writer.add(
            3,
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> \(resources) >> \(page) >>"
        )
        writer.addStream(4, content)
        writer.add(5, font)
        extra(&writer)
        writer.endRevision()
        return writer.bytes
    }

    static let helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

    /// zlib data that hold the bytes as they are (RFC 1950, RFC 1951 3.2.4).
    static func stored(_ data: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            output += [
                rest.isEmpty ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF),
                UInt8(~length >> 8),
            ]
            output += block
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return output + [UInt8(b >> 8), UInt8(b & 0xFF), UInt8(a >> 8), UInt8(a & 0xFF)]
    }
}
