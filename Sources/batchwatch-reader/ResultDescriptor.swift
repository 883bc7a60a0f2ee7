// Descriptor 3, where whoever started us gave one: the file that the document goes into, or where rows are printed.

import CPOSIX
import Glibc
import Reading

/// The descriptor that takes what the request asks for beside a reply.
struct ResultDescriptor {
    private let number: Int32 = 3
    private let isOpen: Bool
    /// The size of the file behind it, in bytes; nil where it is no regular file.
    let fileSize: Int?

    /// To be called before anything is opened: later, 3 could be anybody's.
    init() {
        var status = stat()
        isOpen = fstat(number, &status) == 0
        fileSize = isOpen && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Where to print: here, else standard output, behind the reply.
    var printer: Int32 { isOpen ? number : 1 }

    /// Makes the document's bytes the whole content of the file.
    func keep(_ bytes: [UInt8]) throws(ReadingFailure) {
        guard fileSize != nil else { return }
        guard ftruncate(number, 0) == 0, lseek(number, 0, SEEK_SET) == 0,
            cposix_write_all(number, bytes, bytes.count, -1) == 0
        else {
            throw ReadingFailure(.reader, "the document cannot be kept: \(String(cString: strerror(errno)))")
        }
    }
}
