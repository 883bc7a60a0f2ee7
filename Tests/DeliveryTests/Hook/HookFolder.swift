// A directory for hooks.

import Delivery
import Glibc
import Processes

/// A directory of its own below the user's home, since a hook below /tmp is refused; gone with its owner.
final class HookFolder {
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
