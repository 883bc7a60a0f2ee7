// The descriptors that the caller passes besides the three standard streams: the document, the output, and the table of
// the previous edition.

import Glibc
import Reading
import Worker

/// Descriptors 3 to 5.
struct Descriptors {
    private let document: Int32 = 3
    private let documentSize: Int?
    /// The table of the edition before.
    private let table: Int32 = 5
    private let tableSize: Int?
    /// Where to print: descriptor 4, else standard output, behind the reply.
    let printer: Int32
    /// How large the file behind the printer is, in bytes; 0 where it is no regular file.
    let printerSize: Int

    /// To be called before anything is opened: later, they could be anybody's.
    init() {
        documentSize = sizeOfFile(document)
        tableSize = sizeOfFile(table)
        var status = stat()
        printer = fstat(4, &status) == 0 ? 4 : 1
        printerSize = sizeOfFile(printer) ?? 0
    }

    /// The whole document.
    ///
    /// - Throws: that there is none, or a larger one than is accepted.
    func documentBytes(limit: Int) throws(ReadingFailure) -> [UInt8] {
        guard let size = documentSize else { throw ReadingFailure(.reader, "descriptor 3 is no document") }
        guard size <= limit else {
            throw ReadingFailure(.limit, "the document has \(size) bytes, the limit is \(limit)")
        }
        let (bytes, problem) = content(of: document, size)
        guard problem == 0, bytes.count == size else {
            throw ReadingFailure(.reader, "the document cannot be read: \(String(cString: strerror(problem)))")
        }
        return bytes
    }

    /// The table of the edition before; empty where there is none.
    func tableBefore(limit: Int) -> [UInt8] {
        guard let size = tableSize, size <= limit else { return [] }
        return content(of: table, size).bytes
    }

    /// Writes a part of the rows or of the text. Whoever has seen enough of them (`head`) ends this process in peace.
    func print(_ bytes: [UInt8]) {
        if writeAll(bytes, to: printer) { return }
        let cause = errno
        if cause == EPIPE { exit(EX_OK) }
        _ = writeAll(Array("cannot write: \(String(cString: strerror(cause)))\n".utf8), to: 2)
        exit(EX_IOERR)
    }
}

/// So many bytes of a file, from its beginning on, or those that are there; and why there are no more.
private func content(of file: Int32, _ size: Int) -> (bytes: [UInt8], problem: Int32) {
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size {
            let got = pread(file, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
            if got < 0 && errno == EINTR { continue }
            if got < 0 { problem = errno }
            if got <= 0 { break }
            count += got
        }
    }
    return (bytes, problem)
}

/// In bytes; nil for what is no regular file.
private func sizeOfFile(_ number: Int32) -> Int? {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
}
