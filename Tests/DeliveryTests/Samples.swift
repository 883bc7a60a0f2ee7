// Events to tell, and a place where hooks may lie.

import FoundationEssentials
import Glibc
import Processes
import Rows
import Sinks

/// 2012-06-15T14:03:22Z.
func event(
    _ kind: Event.Kind = .changed, label: String = "Mine", rows: [(String, String)] = [("visa issued", "15-Jun-12")],
    previous: [(String, String)] = [("pending", "01-Jun-12")], detail: String = ""
) -> Event {
    var event = Event(
        id: "4fd0b2a6-7a5e-4b1e-9d52-7e0a4e5f1c11-7", kind: kind, source: "london",
        url: "https://example.org/list.pdf", time: Date(timeIntervalSince1970: 1_339_769_002))
    event.batch = "20121456171"
    event.label = label
    event.rows = rows.map { Update(status: $0.0, date: $0.1) }
    event.previousRows = previous.map { Update(status: $0.0, date: $0.1) }
    event.detail = detail
    return event
}

/// A status that tries everything: line feeds, NUL, escape sequences, a function for an old bash, substitutions,
/// bidirectional overrides, C1.
let hostile = "a\nb\r\0\u{1b}[31m() { :;}; `id` $(id);rm -rf ~ \u{202e}cba\u{2066} \u{9b}2J \u{7f}'\"\\%s\u{2028}"
/// The same as it is shown.
let hostileInert =
    "a b \u{fffd}\u{fffd}[31m() { :;}; `id` $(id);rm -rf ~ \u{fffd}cba\u{fffd} \u{fffd}2J \u{fffd}'\"\\%s "

/// A directory of its own below the user's home, since a hook below /tmp is refused; gone with its owner.
final class Sandbox {
    let path: String

    init() throws {
        var template = Array(((getenv("HOME").map { String(cString: $0) }) ?? "/root").utf8CString.dropLast())
        template += "/batchwatch-test-XXXXXX".utf8CString
        guard mkdtemp(&template) != nil else { throw ProcessError.system(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        _ = try? Program(path: "/bin/rm", arguments: ["-rf", path]).run(limit: 20) { _, _ in }
    }

    /// Writes a file, and gives its path.
    @discardableResult
    func write(_ text: String, to name: String, mode: mode_t = 0o755) -> String {
        let file = open(path + "/" + name, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        _ = text.utf8.withContiguousStorageIfAvailable { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
        chmod(path + "/" + name, mode)
        return path + "/" + name
    }

    /// A hook of some lines of shell.
    func hook(_ lines: String, timeout: Double = 10) -> Hook {
        Hook(command: [write("#!/bin/sh\n" + lines + "\n", to: "hook")], timeout: timeout)
    }

    /// What a file holds.
    func read(_ name: String) -> String {
        guard let file = fopen(path + "/" + name, "r") else { return "(no \(name))" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = fread(&bytes, 1, 1 << 22, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
