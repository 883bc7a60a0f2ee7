// A `file:` URL as a source. It reads the whole file, or nothing if the file is the same as last time. It does not use
// libcurl.

import Glibc
import Reading
import Text

/// A regular file, named by a URL (RFC 8089).
package struct FileSource {
    private let url: String
    private let limit: Int

    /// Accepts a file of `limit` bytes at most.
    package init(url: String, limit: Int) {
        self.url = url
        self.limit = limit
    }

    /// Reads the file, unless `known` describes the same file. `now` is in seconds since 1970.
    package func read(unless known: Validators?, now: Double) throws(ReadingFailure) -> Fetched {
        let file = try opened()
        defer { close(file) }
        return try read(from: file, unless: known, now: now)
    }

    /// Opens the file without reading it. Returns its descriptor, which the caller closes.
    package func opened() throws(ReadingFailure) -> Int32 {
        let path = try path()
        // Without O_NONBLOCK open(2) would wait for the writer of a FIFO for ever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw failure(path, errno) }
        return file
    }

    private func path() throws(ReadingFailure) -> String {
        guard let path = Self.path(of: url) else {
            throw ReadingFailure(.reader, "\(told(url)) is not a file on this machine")
        }
        return path
    }

    /// Reads the opened file, unless `known` describes the same file.
    func read(from file: Int32, unless known: Validators?, now: Double) throws(ReadingFailure) -> Fetched {
        let path = try path()
        let before = try facts(of: file, path)
        let tag = before.tag
        if known?.etag == tag { return .notModified(Freshness()) }
        lseek(file, 0, SEEK_SET)
        let bytes = try contents(of: file, path, size: before.size)
        guard try facts(of: file, path).tag == tag, bytes.count == before.size else {
            throw ReadingFailure(.unreadable, "\(told(path)) changed while it was read")
        }
        // The clock for file times ticks every 4 ms, on some file systems every 2 s: a file this young can change again
        // and look the same.
        let isYoung = abs(now - before.changed) < 2
        var document = Document(
            bytes: bytes, validators: isYoung ? nil : Validators(etag: tag, lastModified: nil), freshness: Freshness())
        document.isEndKnown = !isYoung
        return .document(document)
    }

    /// The path: percent-decoded, on this machine, absolute, without NUL; nil for anything else (RFC 8089 2).
    package static func path(of url: String) -> String? {
        var rest = Array(url.utf8.drop { $0 != 0x3A }.dropFirst())
        guard url.lowercased().hasPrefix("file:") else { return nil }
        if rest.starts(with: "//".utf8) {
            let host = rest.dropFirst(2).prefix { $0 != 0x2F }
            guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else { return nil }
            rest.removeFirst(2 + host.count)
        }
        guard rest.first == 0x2F, let path = percentDecoded(rest), !path.contains(0) else { return nil }
        return String(validating: path, as: UTF8.self)
    }

    /// Decodes RFC 3986 2.1; nil if a `%` has no two digits after it.
    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                decoded.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        return decoded
    }

    private func facts(of file: Int32, _ path: String) throws(ReadingFailure) -> Facts {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ReadingFailure(.unreadable, "\(told(path)) is not a regular file")
        }
        guard status.st_size <= limit else {
            throw ReadingFailure(.limit, "\(told(path)) has \(status.st_size) bytes, the limit is \(limit)")
        }
        return Facts(status)
    }

    /// Distinguishes a file from the one of the last time.
    private struct Facts {
        let size: Int
        /// The time of the last change, in seconds since 1970; unlike the time of modification, nobody can set it.
        let changed: Double
        let tag: String

        /// The times of modification (a copy can keep it) and of change, the size, and the inode (a renamed file keeps
        /// all the others).
        init(_ status: stat) {
            size = Int(status.st_size)
            changed = Double(status.st_ctim.tv_sec)
            tag =
                [status.st_mtim, status.st_ctim].map { "\($0.tv_sec).\($0.tv_nsec)-" }.joined()
                + "\(status.st_size)-\(status.st_ino)"
        }
    }

    /// Reads one byte more than expected, to notice a file that grows.
    private func contents(of file: Int32, _ path: String, size: Int) throws(ReadingFailure) -> [UInt8] {
        var problem: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            while count < size + 1 {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + count }, size + 1 - count)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { problem = errno }
                if got <= 0 { break }
                count += got
            }
        }
        guard problem == 0 else { throw failure(path, problem) }
        return bytes
    }

    private func failure(_ path: String, _ number: Int32) -> ReadingFailure {
        ReadingFailure(.unreachable, "\(told(path)) cannot be read: \(String(cString: strerror(number)))")
    }
}
