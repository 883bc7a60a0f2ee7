// Descriptor 3, which receives the document.

import Glibc
import Reading
import Worker

/// The file from the caller of this program.
struct OutputDescriptor {
    private let number: Int32 = 3

    /// Call this before anything is opened: later, 3 could be any file.
    ///
    /// - Throws: if it is no file.
    init() throws(ReadingFailure) {
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ReadingFailure(.reader, "descriptor 3 is no file, and there is nowhere to put a document")
        }
    }

    /// Makes the document's bytes the whole content of the file.
    func take(_ bytes: [UInt8]) throws(ReadingFailure) {
        guard ftruncate(number, 0) == 0, lseek(number, 0, SEEK_SET) == 0, writeAll(bytes, to: number) else {
            throw ReadingFailure(.reader, "the document cannot be passed on: \(String(cString: strerror(errno)))")
        }
    }
}
