// Rows as bytes, in the forms people and programs want. Written by hand: 66 000 rows in a few milliseconds, no Foundation.
// The text of a document is never trusted: in JSON and CSV it is quoted, in the table nothing of it can move a cursor.

import Text

/// Turns rows into bytes.
package enum RowPrinter {
    /// So much is gathered before it is handed on: few writes, little memory.
    private static let chunk = 1 << 16

    /// Writes the rows, in the order given, in chunks of about 64 KiB; together they are the whole output.
    package static func print(_ rows: [Row], as format: RowFormat, to write: ([UInt8]) throws -> Void) rethrows {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(chunk + 1024)
        let widths = format == .table ? tableWidths(rows) : (0, 0)
        begin(format, widths, &bytes)
        var isFirst = true
        for row in rows {
            switch format {
            case .json: appendJSON(row, isFirst: isFirst, to: &bytes)
            case .csv: appendCSV(row, to: &bytes)
            case .table: appendLine(row.batch, row.update.date, row.update.status, widths, to: &bytes)
            }
            isFirst = false
            if bytes.count >= chunk {
                try write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        if format == .json { bytes.append(contentsOf: (rows.isEmpty ? "]\n" : "\n]\n").utf8) }
        if !bytes.isEmpty { try write(bytes) }
    }

    /// The whole output at once.
    package static func bytes(_ rows: [Row], as format: RowFormat) -> [UInt8] {
        var all: [UInt8] = []
        print(rows, as: format) { all += $0 }
        return all
    }

    private static func begin(_ format: RowFormat, _ widths: (Int, Int), _ bytes: inout [UInt8]) {
        switch format {
        case .json: bytes.append(UInt8(ascii: "["))
        case .csv: bytes.append(contentsOf: "batch,status,date,page\r\n".utf8)
        case .table: appendLine("BATCH", "DATE", "STATUS", widths, to: &bytes)
        }
    }

    // MARK: - JSON (RFC 8259)

    private static func appendJSON(_ row: Row, isFirst: Bool, to bytes: inout [UInt8]) {
        append(isFirst ? "\n{\"batch\":\"" : ",\n{\"batch\":\"", to: &bytes)
        appendEscaped(row.batch, to: &bytes)
        append("\",\"status\":\"", to: &bytes)
        appendEscaped(row.update.status, to: &bytes)
        append("\",\"date\":\"", to: &bytes)
        appendEscaped(row.update.date, to: &bytes)
        append("\",\"page\":", to: &bytes)
        bytes.append(contentsOf: String(row.page).utf8)
        bytes.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The text of a JSON string: quotes, backslashes and controls escaped (RFC 8259 7); DEL and the line separators U+2028 and
    /// U+2029 too, which JavaScript and terminals take amiss.
    private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
        if append(text, to: &bytes, where: { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) { return }
        var last: (UInt8, UInt8) = (0, 0)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0xF))
            case 0xA8, 0xA9:
                if last == (0xE2, 0x80) {
                    bytes.removeLast(2)
                    bytes.append(contentsOf: (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8)
                } else {
                    bytes.append(byte)
                }
            default:
                bytes.append(byte)
            }
            last = (last.1, byte)
        }
    }

    /// Appends a text of which each byte is plain and returns true; else appends nothing.
    @inline(__always)
    private static func append(_ text: String, to bytes: inout [UInt8], where isPlain: (UInt8) -> Bool) -> Bool {
        let appended = text.utf8.withContiguousStorageIfAvailable { buffer in
            for byte in buffer where !isPlain(byte) { return false }
            bytes.append(contentsOf: buffer)
            return true
        }
        return appended ?? false
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x57 + value
    }

    // MARK: - CSV (RFC 4180)

    private static func appendCSV(_ row: Row, to bytes: inout [UInt8]) {
        for text in [row.batch, row.update.status, row.update.date] {
            if !append(text, to: &bytes, where: { $0 != 0x22 && $0 != 0x2C && $0 >= 0x20 }) {
                bytes.append(0x22)
                for byte in text.utf8 {
                    if byte == 0x22 { bytes.append(0x22) }
                    bytes.append(byte)
                }
                bytes.append(0x22)
            }
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append(contentsOf: String(row.page).utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    // MARK: - Table

    /// The widths of the first two columns, in characters; the status comes last, since it may be long.
    private static func tableWidths(_ rows: [Row]) -> (batch: Int, date: Int) {
        (max(5, rows.map(\.batch.count).max() ?? 0), max(4, rows.map(\.update.date.count).max() ?? 0))
    }

    private static func appendLine(
        _ batch: String, _ date: String, _ status: String, _ widths: (Int, Int), to bytes: inout [UInt8]
    ) {
        appendInert(batch, width: widths.0 + 2, to: &bytes)
        appendInert(date, width: widths.1 + 2, to: &bytes)
        appendInert(status, width: 0, to: &bytes)
        while bytes.last == 0x20 { bytes.removeLast() }
        bytes.append(0x0A)
    }

    private static func appendInert(_ text: String, width: Int, to bytes: inout [UInt8]) {
        let text = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : inert(text)
        bytes.append(contentsOf: text.utf8)
        if width > text.count { bytes.append(contentsOf: repeatElement(0x20, count: width - text.count)) }
    }
}
