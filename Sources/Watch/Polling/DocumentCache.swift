// The last accepted document of each source, cached to answer for a new batch at once, even while the server says 304,
// and offline. It does I/O. Losing the cache costs one download of each document; documents that no link leads to, and
// that their server has removed, are lost with it. Beside each document is the table for comparing it with the next
// edition.

import CPOSIX
import Glibc
import Reading
import Storage

/// A document being received, in memory: only accepted documents reach the disk, and nothing of a 304.
package struct IncomingDocument: ~Copyable {
    /// Writable until it is sealed; the workers' descriptor 3.
    package let descriptor: Int32

    package init() throws(StateError) {
        descriptor = cposix_memory_file(nil, 0)
        guard descriptor >= 0 else { throw .io(operation: "create", path: "a file in memory", code: errno) }
    }

    deinit { close(descriptor) }

    /// Whether all of it was written; `errno` has the reason if not.
    fileprivate func copy(to file: Int32) -> Bool { Watch.copy(descriptor, to: file) }

    /// Whether all of a file was added to it.
    fileprivate func append(_ file: Int32) -> Bool { Watch.copy(file, to: descriptor) }
}

/// Copies a whole file from its beginning to the current position of another. Returns whether that succeeded; `errno`
/// has the reason if not.
private func copy(_ source: Int32, to file: Int32) -> Bool {
    var position: off_t = 0
    while true {
        let count = sendfile(file, source, &position, 1 << 24)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return count == 0 }
    }
}

/// The cache directory. Each file is named after the digest of its document, so that it is never mistaken for another
/// edition.
package struct DocumentCache: Sendable {
    package let path: String

    /// Creates the directory if it is missing.
    package init(_ path: String) throws(StateError) {
        if mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .io(operation: "create the cache directory", path: path, code: errno)
        }
        self.path = path
    }

    /// The path for the document with this digest, whether it exists or not.
    package func path(of source: String, digest: String) -> String {
        "\(path)/\(source).\(digest.prefix(32)).document"
    }

    /// Stores a document under its digest.
    package func keep(_ document: borrowing IncomingDocument, of source: String, digest: String) throws(StateError) {
        try keep(document, of: source, at: path(of: source, digest: digest))
    }

    private func keep(_ document: borrowing IncomingDocument, of source: String, at path: String) throws(StateError) {
        mkdir(self.path, 0o700)  // a cache may be emptied at any time
        let newPath = "\(self.path)/\(source).new"
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
        guard rename(newPath, path) == 0 else {
            throw .io(operation: "rename", path: newPath, code: errno)
        }
    }

    /// Whether the cache has all documents of a list.
    func holds(_ list: Composition, of source: String) -> Bool {
        list.parts.allSatisfy { $0.document == nil || holds($0.document, of: source) }
    }

    /// Whether the cache has the document, complete.
    package func holds(_ document: KeptDocument?, of source: String) -> Bool {
        var status = stat()
        guard let document, lstat(path(of: source, digest: document.digest), &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == document.length
    }

    // MARK: What editions are compared with

    /// The path for the table of a document, whether it exists or not.
    ///
    /// - Parameter mark: identifies how its rows were read, see `SourceConfig.tableMark`.
    private func tablePath(of source: String, digest: String, mark: String) -> String {
        "\(path)/\(source).\(digest.prefix(32)).\(mark).rows"
    }

    /// Stores the table of a document, if there is one. Without it, only a comparison is lost.
    func keep(table: borrowing IncomingDocument, of source: String, digest: String, mark: String) {
        var status = stat()
        if fstat(table.descriptor, &status) != 0 || status.st_size == 0 { return }
        try? keep(table, of: source, at: tablePath(of: source, digest: digest, mark: mark))
    }

    func holdsTable(of source: String, digest: String, mark: String) -> Bool {
        access(tablePath(of: source, digest: digest, mark: mark), F_OK) == 0
    }

    /// Opens the table of a document for reading; the caller closes it. Nil if it does not exist.
    func openTable(of source: String, digest: String, mark: String) -> Int32? {
        try? openRegular(tablePath(of: source, digest: digest, mark: mark), O_RDONLY)
    }

    /// Concatenates tables of documents.
    ///
    /// - Returns: nil if one does not exist, or they are too large.
    func tables(of source: String, _ documents: [(digest: String, mark: String)]) -> IncomingDocument? {
        guard let tables = try? IncomingDocument() else { return nil }
        var total = 0
        for (digest, mark) in documents {
            guard let file = try? openRegular(tablePath(of: source, digest: digest, mark: mark), O_RDONLY) else {
                return nil
            }
            defer { Glibc.close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { return nil }
            total += Int(status.st_size)
            guard total <= EditionRequest.mostTableBytes, tables.append(file) else { return nil }
        }
        return tables
    }

    /// Removes a damaged document.
    package func remove(_ digest: String, of source: String) {
        unlink(path(of: source, digest: digest))
    }

    /// Removes all files of a source.
    package func removeAll(of source: String) {
        unlink("\(path)/\(source).new")
        removeOthers(of: source, keeping: [])
    }

    /// Removes the documents of a source, except those with these digests.
    package func removeOthers(of source: String, keeping digests: [String]) {
        let kept = digests.map { path(of: source, digest: $0) }
        for name in fileNames(in: path) ?? [] {
            let file = "\(path)/\(name)"
            if isOtherTable(name, of: source, keeping: digests) { unlink(file) }
            guard name.hasPrefix("\(source)."), name.hasSuffix(".document"), !kept.contains(file) else { continue }
            // "a.b.DIGEST.document" is not a document of source "a"
            guard name.dropFirst(source.utf8.count + 1).dropLast(".document".utf8.count).utf8.count == 32 else {
                continue
            }
            unlink(file)
        }
    }

    /// Whether it is a table of the source that belongs to none of these documents: "NAME.DIGEST.MARK.rows".
    private func isOtherTable(_ name: String, of source: String, keeping digests: [String]) -> Bool {
        guard name.hasPrefix("\(source)."), name.hasSuffix(".rows") else { return false }
        let middle = name.dropFirst(source.utf8.count + 1).dropLast(".rows".utf8.count)
        guard middle.utf8.count == 32 + 1 + 16 else { return false }
        return !digests.contains { middle.hasPrefix($0.prefix(32)) && !$0.isEmpty }
    }
}
