// What lies in a directory.

import Glibc

/// The names of all that lies in a directory, in no order, `.` and `..` among them; nil and `errno` where it cannot be
/// opened.
package func fileNames(in directory: String) -> [String]? {
    guard let listing = opendir(directory) else { return nil }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
        names.append(
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            })
    }
    return names
}
