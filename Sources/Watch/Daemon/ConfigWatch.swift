// Sees that the configuration file was edited: inotify on its directory, since editors replace files.
// One of the files that do I/O; what the edit means is not its business.

import CPOSIX
import Dispatch
import Glibc
import Processes

/// Calls back when the file may have changed, once per burst of edits, for as long as it is held.
package final class ConfigWatch: @unchecked Sendable {
    // All that varies is touched on the main queue alone.

    /// An editor writes, renames and sets modes within milliseconds; a reload waits until that is over.
    static let calm = DispatchTimeInterval.milliseconds(200)

    private let source: any DispatchSourceRead
    private let fileName: String
    private let changed: @Sendable () -> Void
    private var isPending = false

    /// - Returns: nil where the directory cannot be watched; SIGHUP reloads all the same.
    package init?(path: String, changed: @escaping @Sendable () -> Void) {
        let slash = path.lastIndex(of: "/")
        fileName = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let notifier = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB
        guard notifier >= 0 else { return nil }
        guard inotify_add_watch(notifier, directory, UInt32(kinds)) >= 0 else {
            close(notifier)
            return nil
        }
        self.changed = changed
        source = DispatchSource.makeReadSource(fileDescriptor: notifier, queue: .main)
        source.setEventHandler { [weak self] in if self?.readEvents(from: notifier) == true { self?.wait() } }
        source.setCancelHandler { close(notifier) }
        source.activate()
    }

    deinit { source.cancel() }

    private func wait() {
        guard !isPending else { return }
        isPending = true
        DispatchQueue.main.asyncAfter(deadline: .now() + ConfigWatch.calm) { [weak self] in
            self?.isPending = false
            self?.changed()
        }
    }

    /// Empties the queue of events; whether one of them was about the file.
    private func readEvents(from notifier: Int32) -> Bool {
        var isOurs = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(notifier, &buffer, buffer.count)
            guard count > 0 else { return isOurs }
            isOurs = isOurs || names(in: buffer[..<count]).contains { $0 == fileName || $0.isEmpty }
        }
    }

    /// The file names of inotify(7)'s records; an empty one for what concerns the directory or an overflow.
    private func names(in bytes: ArraySlice<UInt8>) -> [String] {
        let header = MemoryLayout<inotify_event>.size
        var names: [String] = []
        var rest = bytes
        while rest.count >= header {
            let length = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self).len }
            let record = rest.prefix(header + Int(length))
            names.append(String(decoding: record.dropFirst(header).prefix { $0 != 0 }, as: UTF8.self))
            rest = rest.dropFirst(record.count)
        }
        return names
    }
}
