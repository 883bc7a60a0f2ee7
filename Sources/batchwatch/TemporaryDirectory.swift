// A directory for temporary files. One of the files that do I/O.

import CPOSIX
import Glibc
import Processes
import Watch

/// Calls `body` with an empty directory of the user's own, and removes it afterwards.
func withTemporaryDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let place = ownEnvironment()["TMPDIR"] ?? "/tmp"
    var name = Array("\(absolutePath(place))/batchwatch-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
        throw Failure(.cannotCreate, "no directory can be made in \(place): \(String(cString: strerror(errno)))")
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { cposix_remove_tree(path) }
    return try body(path)
}
