// Writes lines to standard output and error, and a progress bar and questions on a terminal. One of the files that do
// I/O.

import CPOSIX
import Glibc

enum Terminal {
    /// Writes a line to standard error.
    static func say(_ line: String) {
        write(harmless(line) + "\n", to: STDERR_FILENO)
    }

    /// Writes a line to standard output.
    static func show(_ line: String) {
        write(harmless(line) + "\n", to: STDOUT_FILENO)
    }

    /// Overwrites the screen with lines, and cuts a line that is too long.
    static func draw(_ lines: [String]) {
        // ECMA-48: move the cursor home, turn wrapping off, erase each line to its end, and erase everything below.
        write(
            "\u{1B}[H\u{1B}[?7l" + lines.map { harmless($0) + "\u{1B}[K\n" }.joined() + "\u{1B}[J\u{1B}[?7h",
            to: STDOUT_FILENO)
    }

    /// The size of the terminal on standard output: 24 rows of 80 columns if it is unknown.
    static var size: (rows: Int, columns: Int) {
        var (rows, columns): (Int32, Int32) = (0, 0)
        _ = cposix_terminal_size(STDOUT_FILENO, &rows, &columns)
        return (rows > 0 ? Int(rows) : 24, columns > 0 ? Int(columns) : 80)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
        cposix_write_all(descriptor, bytes.baseAddress, bytes.count, -1)
    }

    /// Whether there is a terminal to ask on.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks once; everything but a yes, also the end of the input, is a no.
    static func agrees(to question: String) -> Bool {
        write(question + " [y/N] ", to: STDERR_FILENO)
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Shows the progress of a download on one line of standard error; nil if that is not a terminal.
    static func progress(of name: String) -> ((Int, Int?) -> Void)? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return { received, expected in
            write("\r\u{1B}[K" + progressLine(name, received: received, expected: expected), to: STDERR_FILENO)
        }
    }

    /// Removes the progress bar.
    static func endProgress() {
        if isatty(STDERR_FILENO) == 1 { write("\r\u{1B}[K", to: STDERR_FILENO) }
    }

    /// The line has less than 80 columns, so only the end of a long name is shown.
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

/// The text without control characters, except line feeds, tabs and the sequences of `Style`. Text from outside is
/// sanitized earlier; this catches whatever was forgotten there.
func harmless(_ text: String) -> String {
    let scalars = text.unicodeScalars
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)) && scalar != "\n" && scalar != "\t"
    }
    guard scalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    var rest = scalars[...]
    while let scalar = rest.first {
        // ECMA-48 8.3.117, SGR: colour and weight.
        if scalar == "\u{1B}",
            let end = rest.dropFirst().firstIndex(where: { !"[0123456789;".unicodeScalars.contains($0) }),
            rest[end] == "m", rest[rest.index(after: rest.startIndex)] == "["
        {
            result.append(contentsOf: rest[...end])
            rest = rest[rest.index(after: end)...]
            continue
        }
        result.append(isControl(scalar) ? "\u{FFFD}" : scalar)
        rest.removeFirst()
    }
    return String(result)
}

/// Creates the directories above a path, with access for the user only (XDG Base Directory Specification).
func makeDirectories(above path: String, mode: mode_t = 0o700) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let directory = String(path[..<slash])
    if mkdir(directory, mode) == 0 || errno != ENOENT { return }
    makeDirectories(above: directory, mode: mode)
    mkdir(directory, mode)
}

/// The absolute path: the daemon and the reader run in "/".
func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
}
