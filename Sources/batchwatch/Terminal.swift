// What people see: lines on standard output and error, and a progress bar where somebody looks. One of the files that
// do I/O.

import CPOSIX
import Glibc

enum Terminal {
    /// Writes a line to standard error.
    static func say(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    /// Writes a line to standard output.
    static func show(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        cposix_write_all(descriptor, bytes.baseAddress, bytes.count, -1)
    }

    /// Shows how far a download is, over and over on one line of standard error; nil when that is no terminal.
    static func progress(of name: String) -> ((Int, Int?) -> Void)? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return { received, expected in
            write("\r\u{1B}[K" + progressLine(name, received: received, expected: expected), to: STDERR_FILENO)
        }
    }

    /// Takes the progress bar away.
    static func endProgress() {
        if isatty(STDERR_FILENO) == 1 { write("\r\u{1B}[K", to: STDERR_FILENO) }
    }

    /// The line has less than 80 columns: of a long name the end is shown.
    static func progressLine(_ name: String, received: Int, expected: Int?) -> String {
        let name = name.count > 24 ? "…" + name.suffix(23) : name[...]
        guard let expected, expected > 0 else { return "\(name)  \(megabytes(received))" }
        let places = 30
        let full = min(places, received * places / expected)
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: places - full)
        return "\(name)  [\(bar)]  \(megabytes(received)) of \(megabytes(expected))"
    }

    private static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}

/// The path from "/", as the daemon and the reader, whose directory is "/", need it.
func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
}
