// When each source is due, stored in the runtime directory (a tmpfs, gone at the next boot). A quiet poll does not
// write the state file, so after a restart these times keep a crash loop from hammering the server. It does I/O; a
// failure here costs politeness, never an event.

import Glibc
import Storage

/// Due times in the runtime directory, in seconds of uptime, each with the configured interval and its list
/// (`SourceConfig.list`).
package struct DueMarkers: Sendable {
    /// The longest marker in bytes. Lists that differ only after that count as one: that costs a wait, not an event.
    private static let longestList = 4_096
    private static let longest = longestList + 64

    /// Nil without a runtime directory, as in a terminal.
    private let directory: String?

    package init(runtimeDirectory: String?) {
        directory = runtimeDirectory
    }

    /// When the source with this `list` is due; nil if unknown. A marker for another list does not count.
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

    /// The marker of a source.
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
