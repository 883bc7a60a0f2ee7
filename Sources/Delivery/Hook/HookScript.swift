// Whether the system can start a script: what execve(2) makes of its first line. The kernel answers "No such file or
// directory" for a file that exists; this code says what is missing. It refuses only what would certainly fail.

import Glibc

/// The beginning of a file, as execve(2) reads it.
package struct HookScript: Equatable, Sendable {
    /// The number of bytes that the kernel reads (BINPRM_BUF_SIZE).
    static let length = 256
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The first line, without its end; nil for a program, and for an empty file.
    private(set) var firstLine: [UInt8]?
    let isEmpty: Bool

    /// - Parameter start: the first bytes of the file, at most `length`.
    package init(_ start: [UInt8]) {
        isEmpty = start.isEmpty
        // A program has zeros in its header; a text has none.
        if isEmpty || start.contains(0) { return }
        firstLine = Array(start.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// The words after "#!": the interpreter's path, and at most one argument; nil without such a line.
    package var interpreter: [String]? {
        guard let line = firstLine, line.starts(with: "#!".utf8) else { return nil }
        let words = line.dropFirst(2).split(maxSplits: 1) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return words.map { word in
            String(decoding: word, as: UTF8.self).trimmed
        }
    }

    /// Whether its lines end as on Windows: the carriage return would be part of the interpreter's name.
    package var hasWindowsLines: Bool { firstLine?.last == Self.carriageReturn }

    /// The fault of a file that the system starts directly; nil if none is visible.
    package var fault: HookRefusal.Reason? {
        if isEmpty { return .emptyFile }
        guard let line = firstLine else { return nil }
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { return .byteOrderMark }
        guard let interpreter else { return .noInterpreter }
        if hasWindowsLines { return .windowsLines }
        return interpreter.isEmpty ? .noInterpreter : nil
    }
}

extension String {
    /// Removes blanks at the end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return String(text)
    }
}

/// Examines a safe hook: the script itself, or the script after an interpreter.
///
/// - Parameters:
///   - command: the hook's path, then its arguments.
///   - path: where `env` looks for programs, as in `PATH`.
/// - Returns: why it cannot start; nil if no fault is visible.
package func scriptRefusal(of command: [String], path: String) -> HookRefusal? {
    let seen = HookCommand(command)
    if seen.isBehindEnv {
        let refusal = scriptRefusal(of: [seen.program] + command[(seen.start + 1)...], path: path)
        // env gives such a text to the shell.
        return refusal?.reason == .noInterpreter ? nil : refusal
    }
    guard let program = command.first, let script = beginning(of: program) else { return nil }
    if let fault = script.fault { return HookRefusal(program, fault) }
    guard let words = script.interpreter, let interpreter = words.first else {
        return refusal(behind: program, command.dropFirst(), path)
    }
    if let absence = absence(of: interpreter) { return HookRefusal(program, absence) }
    return refusal(behind: interpreter, words.dropFirst(), path).map { refusal in
        // The author of "#!/usr/bin/env python4" will look for it in the script.
        HookRefusal(program, .interpreterMissing(refusal.component))
    }
}

/// The fault of the words after an interpreter: the program for `env` to find, or a shell's script.
private func refusal(behind interpreter: String, _ words: ArraySlice<String>, _ path: String) -> HookRefusal? {
    let name = interpreter.split(separator: "/").last.map(String.init) ?? ""
    guard let word = words.first, !word.hasPrefix("-") else { return nil }
    if name == "env" {
        // env itself judges NAME=VALUE and what follows it.
        if word.contains(where: { "= \t".contains($0) }) { return nil }
        let places = word.contains("/") ? [word] : path.split(separator: ":").map { "\($0)/\(word)" }
        if places.allSatisfy({ access($0, X_OK) != 0 }) { return HookRefusal(word, .missing) }
        return refusal(behind: word, words.dropFirst(), path)
    }
    guard interpreters.contains(where: { name == $0 || name.hasPrefix($0) && isVersion(name.dropFirst($0.count)) })
    else { return nil }
    let script = HookCommand.absolute(word)
    if access(script, F_OK) != 0, errno == ENOENT { return HookRefusal(script, .missing) }
    // Other interpreters accept such lines.
    guard shells.contains(name), beginning(of: script)?.hasWindowsLines == true else { return nil }
    return HookRefusal(script, .windowsLines)
}

private let shells = ["sh", "bash", "dash", "ksh", "zsh"]
/// Interpreters that take their first word for a script, unless it is an option.
private let interpreters = shells + ["python", "perl", "ruby", "node", "php"]

/// Whether it is the end of a name such as "python3.13".
private func isVersion(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
}

/// Why an interpreter cannot start; nil if it can.
private func absence(of interpreter: String) -> HookRefusal.Reason? {
    let path = interpreter.hasPrefix("/") ? interpreter : "/" + interpreter
    return access(path, X_OK) == 0 ? nil : .interpreterMissing(interpreter)
}

/// The first bytes of a file; nil if it cannot be read, which need not prevent its start.
private func beginning(of path: String) -> HookScript? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: HookScript.length)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : HookScript(Array(bytes[..<count]))
}
