// Lists a directory.

import Glibc

/// The names of all directory entries, in no order, including `.` and `..`; nil and `errno` if it cannot be opened.
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
