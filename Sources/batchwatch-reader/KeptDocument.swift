// Descriptor 3: the file that the document goes into, where whoever started us gave one.

import Glibc
import Reading

/// The file that receives the document, if there is one.
struct KeptDocument {
    private let isThere: Bool

    /// To be called before anything is opened: later, 3 could be anybody's.
    init() {
        var status = stat()
        isThere = fstat(3, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Makes the bytes the whole content of the file.
    func keep(_ bytes: [UInt8]) throws(ReadingFailure) {
        guard isThere else { return }
        guard ftruncate(3, 0) == 0, lseek(3, 0, SEEK_SET) == 0, writeAll(bytes, to: 3) else {
            throw ReadingFailure(.reader, "the document cannot be kept: \(String(cString: strerror(errno)))")
        }
    }
}

/// Writes all bytes, or leaves the reason in `errno`.
func writeAll(_ bytes: some Sequence<UInt8>, to file: Int32) -> Bool {
    let written: Bool? = bytes.withContiguousStorageIfAvailable { buffer in
        var rest = UnsafeRawBufferPointer(buffer)[...]
        while !rest.isEmpty {
            let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
    return written ?? writeAll(Array(bytes), to: file)
}
