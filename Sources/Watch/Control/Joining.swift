// Which group people join to be let in, where a file or socket has one that lets them.

import Glibc
import Text

/// The end of a sentence: ", or join the group batchwatch: …"; empty where no group but root's is let in, or nobody can tell.
package func joining(groupOf path: String) -> String {
    var status = stat()
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard stat(path, &status) == 0 || stat(parent, &status) == 0, status.st_mode & 0o040 != 0, status.st_gid != 0,
        let group = getgrgid(status.st_gid), let user = getpwuid(geteuid())
    else { return "" }
    let name = sanitized(String(cString: group.pointee.gr_name), limit: 64)
    let person = sanitized(String(cString: user.pointee.pw_name), limit: 64)
    return ", or join the group \(name): sudo usermod --append --groups \(name) \(person), and log in again"
}
