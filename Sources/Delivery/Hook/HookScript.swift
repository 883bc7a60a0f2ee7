// Whether a hook that is a script can be started: what execve(2) would make of its first line. The kernel's own answer
// is "No such file or directory" of a file that is there; this one says what is missing. Only what would fail for
// certain is refused.

import Glibc

/// The beginning of a file, as execve(2) judges it.
package struct HookScript: Equatable, Sendable {
    /// What the kernel reads (BINPRM_BUF_SIZE).
    static let length = 256
    private static let carriageReturn = UInt8(ascii: "\r")

    /// The first line, without its end; nil for a program, and for an empty file.
    private(set) var firstLine: [UInt8]?
    let isEmpty: Bool

    /// - Parameter start: the first bytes of the file, `length` at most.
    package init(_ start: [UInt8]) {
        isEmpty = start.isEmpty
        // A program has zeros in its header; a text has none.
        if isEmpty || start.contains(0) { return }
        firstLine = Array(start.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// The words behind "#!": the interpreter's path, and one argument at most; nil where there is no such line.
    package var interpreter: [String]? {
        guard let line = firstLine, line.starts(with: "#!".utf8) else { return nil }
        let words = line.dropFirst(2).split(maxSplits: 1) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return words.map { word in
            String(decoding: word, as: UTF8.self).trimmed
        }
    }

    /// Whether its lines end as those of Windows do: the carriage return would be part of the interpreter's name.
    package var hasWindowsLines: Bool { firstLine?.last == Self.carriageReturn }

    /// What is wrong with a file that is started itself; nil for nothing that can be seen in it.
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
    /// Without blanks at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return String(text)
    }
}

/// Looks into a hook that may be run: the script itself, or the one behind an interpreter.
///
/// - Parameters:
///   - command: the hook's path, then its arguments.
///   - path: where `env` looks for programs, as in `PATH`.
/// - Returns: why it could not be started; nil where nothing is seen.
package func scriptRefusal(of command: [String], path: String) -> HookRefusal? {
    guard let program = command.first, let script = beginning(of: program) else { return nil }
    if let fault = script.fault { return HookRefusal(program, fault) }
    guard let words = script.interpreter, let interpreter = words.first else {
        return refusal(behind: program, command.dropFirst(), path)
    }
    if let absence = absence(of: interpreter) { return HookRefusal(program, absence) }
    return refusal(behind: interpreter, words.dropFirst(), path).map { refusal in
        // Who wrote "#!/usr/bin/env python4" looks for it in the script.
        HookRefusal(program, .interpreterMissing(refusal.component))
    }
}

/// What is wrong with what follows an interpreter: the program that `env` is to find, or a shell's script.
private func refusal(behind interpreter: String, _ words: ArraySlice<String>, _ path: String) -> HookRefusal? {
    let name = interpreter.split(separator: "/").last.map(String.init) ?? ""
    guard let word = words.first, !word.hasPrefix("-") else { return nil }
    if name == "env" {
        // NAME=VALUE and what stands behind it is for env to judge.
        if word.contains(where: { "= \t".contains($0) }) { return nil }
        let places = word.contains("/") ? [word] : path.split(separator: ":").map { "\($0)/\(word)" }
        if places.allSatisfy({ access($0, X_OK) != 0 }) { return HookRefusal(word, .missing) }
        return refusal(behind: word, words.dropFirst(), path)
    }
    guard interpreters.contains(where: { name == $0 || name.hasPrefix($0) && isVersion(name.dropFirst($0.count)) })
    else { return nil }
    // A hook is started in "/".
    let script = word.hasPrefix("/") ? word : "/" + word
    if access(script, F_OK) != 0, errno == ENOENT { return HookRefusal(script, .missing) }
    // Others take such lines.
    guard shells.contains(name), beginning(of: script)?.hasWindowsLines == true else { return nil }
    return HookRefusal(script, .windowsLines)
}

private let shells = ["sh", "bash", "dash", "ksh", "zsh"]
/// Those whose first word, unless it is an option, is a script.
private let interpreters = shells + ["python", "perl", "ruby", "node", "php"]

/// Whether it is the end of a name such as "python3.13".
private func isVersion(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
}

/// Why an interpreter cannot be started; nil if it can.
private func absence(of interpreter: String) -> HookRefusal.Reason? {
    let path = interpreter.hasPrefix("/") ? interpreter : "/" + interpreter
    return access(path, X_OK) == 0 ? nil : .interpreterMissing(interpreter)
}

/// The first bytes of a file; nil where it cannot be read, which need not keep it from being started.
private func beginning(of path: String) -> HookScript? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: HookScript.length)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : HookScript(Array(bytes[..<count]))
}
