// When each source is due, kept in the runtime directory (a tmpfs, gone at the next boot). The state file is not
// written for a quiet poll, so after a restart it is these that keep a crash loop from hammering the server. One of the
// files that do I/O; whatever goes wrong here costs politeness, never an event.

import Glibc
import Storage

/// Due times in the runtime directory, in seconds of uptime, each with the interval that was configured and what it is of
/// (`SourceConfig.list`).
package struct DueMarkers: Sendable {
    /// In bytes. Lists that differ behind so many are taken for one: that costs a wait, not an event.
    private static let longestList = 4_096
    private static let longest = longestList + 64

    /// Nil where there is no runtime directory, as in a terminal.
    private let directory: String?

    package init(runtimeDirectory: String?) {
        directory = runtimeDirectory
    }

    /// When a source is due whose list is `list`; nil where that is not known. What was noted for another list says
    /// nothing of this one.
    package func mark(_ source: String, list: String) -> Mark? {
        guard let directory, let file = try? openRegular("\(directory)/\(source).due", O_RDONLY) else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let words = bytes[..<count].split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count == 3, words[2].elementsEqual(list.utf8.prefix(Self.longestList)),
            let due = Double(String(decoding: words[0], as: UTF8.self)),
            let interval = Double(String(decoding: words[1], as: UTF8.self))
        else { return nil }
        return Mark(due: due, interval: interval)
    }

    /// What is noted of a source.
    package struct Mark: Equatable, Sendable {
        /// Seconds of uptime.
        var due: Double
        /// In seconds.
        var interval: Double
    }

    package func set(_ source: String, due: Double, interval: Double, list: String) {
        guard let directory,
            let file = try? openRegular("\(directory)/\(source).due", O_WRONLY | O_CREAT | O_TRUNC)
        else { return }
        let text = Array("\(due) \(interval) ".utf8) + list.utf8.prefix(Self.longestList)
        _ = write(file, text, text.count)
        close(file)
    }
}
