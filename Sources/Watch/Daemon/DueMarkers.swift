// When each source is due, kept in the runtime directory (a tmpfs, gone at the next boot). The state file is not written
// for a quiet poll, so after a restart it is these that keep a crash loop from hammering the server.
// One of the files that do I/O; whatever goes wrong here costs politeness, never an event.

import Glibc

/// Due times in the runtime directory, in seconds of uptime.
package struct DueMarkers: Sendable {
    /// Nil where there is no runtime directory, as in a terminal.
    private let directory: String?

    package init(runtimeDirectory: String?) {
        directory = runtimeDirectory
    }

    package func due(_ source: String) -> Double? {
        guard let directory else { return nil }
        let file = open("\(directory)/\(source).due", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return Double(String(decoding: bytes[..<count], as: UTF8.self))
    }

    package func set(_ source: String, due: Double) {
        guard let directory else { return }
        let file = open("\(directory)/\(source).due", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        let text = Array("\(due)".utf8)
        _ = write(file, text, text.count)
        close(file)
    }
}
