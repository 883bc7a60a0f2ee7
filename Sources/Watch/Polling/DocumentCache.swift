// The last accepted document of each source, kept so that a newly watched batch is answered at once: also while the
// server says 304, and offline. One of the files that do I/O. Losing the cache costs one download of each document; those
// that no link leads to any more, and that their server no longer has, are lost with it.

import CPOSIX
import Glibc
import Storage

/// A document on its way in, in memory: the disk sees only what is kept, and nothing of a 304.
package struct NewDocument: ~Copyable {
    /// Open for writing until it is sealed; the workers' descriptor 3.
    package let descriptor: Int32

    package init() throws(StateError) {
        descriptor = cposix_memory_file(nil, 0)
        guard descriptor >= 0 else { throw .io(operation: "create", path: "a file in memory", code: errno) }
    }

    deinit { close(descriptor) }

    /// Whether all of it was written; `errno` says why not.
    fileprivate func copy(to file: Int32) -> Bool {
        var position: off_t = 0
        while true {
            let count = sendfile(file, descriptor, &position, 1 << 24)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return count == 0 }
        }
    }
}

/// The cache directory. A document's file is named after its digest, so that it is never taken for another edition.
package struct DocumentCache: Sendable {
    package let path: String

    /// Makes the directory where it is missing.
    package init(_ path: String) throws(StateError) {
        if mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .io(operation: "create the cache directory", path: path, code: errno)
        }
        self.path = path
    }

    /// Where the document with this digest lies, whether it is there or not.
    package func path(of source: String, digest: String) -> String {
        "\(path)/\(source).\(digest.prefix(32)).document"
    }

    /// Keeps a document under its digest.
    package func keep(_ document: borrowing NewDocument, of source: String, digest: String) throws(StateError) {
        mkdir(path, 0o700)  // a cache may be emptied at any time
        let newPath = "\(path)/\(source).new"
        unlink(newPath)
        let file = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .io(operation: "create", path: newPath, code: errno) }
        let isWhole = document.copy(to: file)
        let code = errno
        Glibc.close(file)
        guard isWhole else {
            unlink(newPath)
            throw .io(operation: "write", path: newPath, code: code)
        }
        guard rename(newPath, path(of: source, digest: digest)) == 0 else {
            throw .io(operation: "rename", path: newPath, code: errno)
        }
    }

    /// Whether the document is there, whole; of one that is put together, all of its parts.
    package func holds(_ document: AcceptedDocument?, of source: String) -> Bool {
        guard let document else { return false }
        guard let composition = document.composition else {
            return holds(document.digest, length: document.length, of: source)
        }
        return composition.parts.allSatisfy { $0.digest.isEmpty || holds($0.digest, length: $0.length, of: source) }
    }

    /// Whether a document with this digest and length is there.
    package func holds(_ digest: String, length: Int, of source: String) -> Bool {
        var status = stat()
        return lstat(path(of: source, digest: digest), &status) == 0
            && status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == length
    }

    /// Removes a document that is not as it was.
    package func remove(_ digest: String, of source: String) {
        unlink(path(of: source, digest: digest))
    }

    /// Removes a source's documents but those with these digests.
    package func removeOthers(of source: String, keeping digests: [String]) {
        let kept = digests.map { path(of: source, digest: $0) }
        for name in fileNames(in: path) ?? [] {
            let file = "\(path)/\(name)"
            guard name.hasPrefix("\(source)."), name.hasSuffix(".document"), !kept.contains(file) else { continue }
            // "a.b.DIGEST.document" is not a document of source "a"
            guard name.dropFirst(source.utf8.count + 1).dropLast(".document".utf8.count).utf8.count == 32 else {
                continue
            }
            unlink(file)
        }
    }
}
