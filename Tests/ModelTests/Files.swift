// The directories of a trial, in memory, and the changes to them.

import FoundationEssentials
import Glibc

final class Files {
    let root: String
    var state: String { root + "/state" }
    var cache: String { root + "/cache" }
    var stateFile: String { state + "/london.json" }
    var previousFile: String { stateFile + ".prev" }
    var logFile: String { state + "/london.settled" }
    var historyFile: String { state + "/london.history" }
    /// The inode of the state file when it was looked at last.
    private var inode: ino_t?
    private var mayDiffer = false
    private var mustDiffer = false

    init() throws {
        var name = Array((access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp").utf8CString.dropLast())
        name += Array("/batchwatch-model-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Disagreement("mkdtemp: error \(errno)") }
        root = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func clear() throws {
        for directory in [state, cache] {
            for name in try names(directory) { remove("\(directory)/\(name)") }
        }
        expectNothing()
    }

    private func names(_ directory: String) throws -> [String] {
        guard let listing = opendir(directory) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    func documents() throws -> [String] { try names(cache).filter { $0.hasSuffix(".document") } }

    func clearCache() throws {
        for name in try names(cache) { remove("\(cache)/\(name)") }
    }

    func remove(_ path: String) { _ = Glibc.remove(path) }

    var bytes: [UInt8]? { try? [UInt8](Data(contentsOf: URL(filePath: stateFile))) }

    // MARK: Kept documents

    /// What a kept document holds.
    static let sound = "PDF"

    static func content(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8)
        return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
    }

    private func path(ofDocument bytes: String) -> String { "\(cache)/london.\(bytes.prefix(32)).document" }

    func removeDocument(_ bytes: String) { remove(path(ofDocument: bytes)) }

    /// As long as it was, and something else.
    func spoilDocument(_ bytes: String) {
        let file = open(path(ofDocument: bytes), O_WRONLY | O_CLOEXEC)
        if file < 0 { return }
        write(file, "PDX", 3)
        close(file)
    }

    // MARK: Damage

    /// Leaves half of a file.
    func cutOff(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0 { truncate(path, status.st_size / 2) }
    }

    /// Leaves the files as a save does that is cut off before its rename: both names are the current file's.
    ///
    /// - Returns: whether there is one.
    func tear() -> Bool {
        if access(stateFile, F_OK) != 0 { return false }
        remove(previousFile)
        return link(stateFile, previousFile) == 0
    }

    /// Whether a cut-off save has left one file under both names.
    var areOneFile: Bool {
        var (one, other) = (stat(), stat())
        return lstat(stateFile, &one) == 0 && lstat(previousFile, &other) == 0 && one.st_ino == other.st_ino
    }

    /// Writes an older reader's version into both generations; what editions are compared with goes by it.
    func makeOlder() throws {
        for name in try names(cache) where name.hasSuffix(".rows") { remove("\(cache)/\(name)") }
        for path in [stateFile, previousFile] {
            guard let data = try? Data(contentsOf: URL(filePath: path)) else { continue }
            guard let version = data.firstRange(of: Data("\"readingVersion\":".utf8)) else { continue }
            let rest = data[version.upperBound...].drop { (0x30...0x39).contains($0) }
            try (data[..<version.upperBound] + Data("1".utf8) + rest).write(to: URL(filePath: path))
        }
    }

    /// While it is, no save succeeds: a directory stands where the new file would be made, and one where the log is.
    var isFull = false {
        didSet {
            if isFull == oldValue { return }
            if isFull {
                mkdir(stateFile + ".new", 0o700)
                rename(logFile, root + "/log")
                mkdir(logFile, 0o700)
            } else {
                rmdir(stateFile + ".new")
                rmdir(logFile)
                rename(root + "/log", logFile)
            }
        }
    }

    var historySize: Int {
        var status = stat()
        return lstat(historyFile, &status) == 0 ? Int(status.st_size) : 0
    }

    /// What a program that is killed now leaves behind. Its next line in the log may be there in part; of its last line in the
    /// history so many bytes are missing.
    func snapshot(isLogCut: Bool, cutOffHistory: Int) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for path in [stateFile, previousFile, historyFile, isFull ? root + "/log" : logFile] {
            guard let data = try? Data(contentsOf: URL(filePath: path)) else { continue }
            contents[path == root + "/log" ? logFile : path] = [UInt8](data)
        }
        if isLogCut, !isFull { contents[logFile]? += Array(#"{"attempts":0,"fate":"deliv"#.utf8) }
        contents[historyFile]?.removeLast(cutOffHistory)
        return contents
    }

    func restore(_ contents: [String: [UInt8]]) throws {
        for path in [stateFile, previousFile, logFile, historyFile] {
            remove(path)
            if let bytes = contents[path] { try Data(bytes).write(to: URL(filePath: path)) }
        }
    }

    func whileFull(_ full: Bool, _ body: () throws -> Void) rethrows {
        isFull = full
        defer { isFull = false }
        try body()
    }

    // MARK: Saves

    private var current: ino_t? {
        var status = stat()
        return lstat(stateFile, &status) == 0 ? status.st_ino : nil
    }

    func expectSave() { mustDiffer = true }
    func expectAnything() { mayDiffer = true }

    func expectNothing() {
        inode = current
        (mayDiffer, mustDiffer) = (false, false)
    }

    /// Whether the file was written if it had to be, and only then.
    var isAsExpected: Bool {
        defer { expectNothing() }
        return mayDiffer || (inode != current) == mustDiffer
    }
}
