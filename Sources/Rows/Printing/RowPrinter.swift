// Rows as bytes, in the forms people and programs want. Written by hand: 66 000 rows in a few milliseconds, no
// Foundation. The text of a document is never trusted: in JSON and CSV it is quoted, in the table nothing of it can
// move a cursor.

import Text

/// Turns rows into bytes.
package enum RowPrinter {
    /// So much is gathered before it is handed on: few writes, little memory.
    private static let chunk = 1 << 16

    /// Writes the rows, in the order given, in chunks of about 64 KiB; together they are the whole output.
    package static func print(_ rows: [Row], as format: RowFormat, to write: ([UInt8]) throws -> Void) rethrows {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(chunk + 1024)
        let widths = format == .table ? TableWidths(rows) : TableWidths([])
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

    private static func begin(_ format: RowFormat, _ widths: TableWidths, _ bytes: inout [UInt8]) {
        switch format {
        case .json: bytes.append(UInt8(ascii: "["))
        case .csv: bytes.append(contentsOf: "batch,status,date,page\r\n".utf8)
        case .table: appendLine("BATCH", "DATE", widths.hasStatus ? "STATUS" : "", widths, to: &bytes)
        }
    }

    // MARK: - JSON (RFC 8259)

    private static func appendJSON(_ row: Row, isFirst: Bool, to bytes: inout [UInt8]) {
        // Names and punctuation, the number of a page, and six bytes at most for each byte of the texts.
        let texts = row.batch.utf8.count + row.update.status.utf8.count + row.update.date.utf8.count
        bytes.append(addingCapacity: 80 + 6 * texts) { (output: inout OutputSpan<UInt8>) in
            output.append(isFirst ? "\n{\"batch\":\"" : ",\n{\"batch\":\"")
            appendEscaped(row.batch, to: &output)
            output.append("\",\"status\":\"")
            appendEscaped(row.update.status, to: &output)
            output.append("\",\"date\":\"")
            appendEscaped(row.update.date, to: &output)
            output.append("\",\"page\":")
            output.append(decimal: UInt(clamping: row.page))
            output.append("}")
        }
    }

    /// The text of a JSON string: quotes, backslashes and controls escaped (RFC 8259 7); DEL and the line separators
    /// U+2028 and U+2029 too, which JavaScript and terminals take amiss.
    @inline(__always)
    private static func appendEscaped(_ text: String, to output: inout OutputSpan<UInt8>) {
        let isDone = text.utf8.withContiguousStorageIfAvailable { bytes in
            if !bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) { return false }
            output.append(bytes)
            return true
        }
        if isDone != true { appendEscapes(text, to: &output) }
    }

    private static func appendEscapes(_ text: String, to output: inout OutputSpan<UInt8>) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C:
                output.append(0x5C)
                output.append(UInt8(scalar.value))
            case 0..<0x20, 0x7F, 0x2028, 0x2029:
                output.append("\\u")
                for shift in [12, 8, 4, 0] {
                    let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 0xF)
                    output.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
                }
            default:
                for byte in scalar.utf8 { output.append(byte) }
            }
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

    /// The widths of the first two columns, in characters; the status comes last, since it may be long. A column that
    /// no row has anything in is left out: a list may have no dates.
    private struct TableWidths {
        let batch: Int
        /// Nil for no such column.
        let date: Int?
        let hasStatus: Bool

        init(_ rows: [Row]) {
            batch = max(5, rows.map(\.batch.count).max() ?? 0)
            let longest = rows.map(\.update.date.count).max() ?? 4
            date = longest == 0 ? nil : max(4, longest)
            hasStatus = rows.isEmpty || rows.contains { !$0.update.status.isEmpty }
        }
    }

    private static func appendLine(
        _ batch: String, _ date: String, _ status: String, _ widths: TableWidths, to bytes: inout [UInt8]
    ) {
        appendSanitized(batch, width: widths.batch + 2, to: &bytes)
        if let width = widths.date { appendSanitized(date, width: width + 2, to: &bytes) }
        appendSanitized(status, width: 0, to: &bytes)
        while bytes.last == 0x20 { bytes.removeLast() }
        bytes.append(0x0A)
    }

    private static func appendSanitized(_ text: String, width: Int, to bytes: inout [UInt8]) {
        let text = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : sanitized(text)
        bytes.append(contentsOf: text.utf8)
        if width > text.count { bytes.append(contentsOf: repeatElement(0x20, count: width - text.count)) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the bytes; there must be room for them.
    @inline(__always)
    fileprivate mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        withUnsafeMutableBufferPointer { place, count in
            if let source = bytes.baseAddress, let start = place.baseAddress {
                (start + count).initialize(from: source, count: bytes.count)
            }
            count += bytes.count
        }
    }

    @inline(__always)
    fileprivate mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the digits of a number; no string is made for it.
    fileprivate mutating func append(decimal number: UInt) {
        var unit: UInt = 1
        while number / unit >= 10 { unit *= 10 }
        while unit > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }
}
