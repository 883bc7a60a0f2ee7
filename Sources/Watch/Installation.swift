// Where the programs of batchwatch are: beside each other in a build tree, in libexec when installed.

import Glibc

package enum Installation {
    /// The directory of the programs that people do not start themselves.
    package static let libexec = "/usr/libexec/batchwatch"

    /// Returns the path of another program of batchwatch. It searches beside this program, then in
    /// `../libexec/batchwatch` and `../../bin` relative to it, then in `libexec`.
    package static func program(_ name: String) -> String {
        let own = directoryOfThisProgram()
        let places = [own, own + "/../libexec/batchwatch", own + "/../../bin", libexec]
        return places.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? "\(libexec)/\(name)"
    }

    /// The path of a directory with programs of ours, without links and "..". Looked for as programs are.
    package static func directory(_ name: String) -> String {
        guard let path = realpath(program(name), nil) else { return "\(libexec)/\(name)" }
        defer { free(path) }
        return String(cString: path)
    }

    private static func directoryOfThisProgram() -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return libexec }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let slash = path.lastIndex(of: "/") else { return libexec }
        return String(path[..<slash])
    }
}
