// Notices edits of the configuration file: inotify(7) on its directory and on each directory and symbolic link of its
// path, because editors replace files, and administrators replace links and directories. Other events in a directory
// above, such as a user's home, do not wake the daemon. It does I/O; other code decides what the edit means.

import Dispatch
import Glibc

/// Calls back when the file may have changed, once per burst of edits, while it exists.
package final class ConfigWatch: @unchecked Sendable {
    // Only the main queue touches variable state.

    /// An editor writes, renames and sets modes within milliseconds; a reload waits until that is over.
    static let calm = DispatchTimeInterval.milliseconds(200)

    private let path: String
    private let notifier: Int32
    private let source: any DispatchSourceRead
    private let changed: @Sendable () -> Void
    private var isPending = false
    /// The relevant names in each watched directory; the empty name stands for the watched object itself.
    private var names: [Int32: Set<String>] = [:]

    /// - Returns: nil if nothing can be watched; SIGHUP still reloads.
    package init?(path: String, changed: @escaping @Sendable () -> Void) {
        notifier = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard notifier >= 0 else { return nil }
        self.path = path
        self.changed = changed
        source = DispatchSource.makeReadSource(fileDescriptor: notifier, queue: .main)
        source.setCancelHandler { [notifier] in close(notifier) }
        source.setEventHandler { [weak self] in if self?.readEvents() == true { self?.wait() } }
        // Not the other way round: the main queue reads events, and this may be another thread.
        arm()
        source.activate()
        if names.isEmpty { return nil }
    }

    deinit { source.cancel() }

    private func wait() {
        guard !isPending else { return }
        isPending = true
        DispatchQueue.main.asyncAfter(deadline: .now() + ConfigWatch.calm) { [weak self] in
            self?.isPending = false
            // First, so that a change after the file is read is noticed, too.
            self?.arm()
            self?.changed()
        }
    }

    // MARK: The way to the file

    /// The events for a name in a directory.
    private static let kinds = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB)
    /// The events for the file, under this name or another one.
    private static let edits = UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
    /// The kernel's limit (path_resolution(7)).
    private static let mostLinks = 40

    /// The events for a directory of the path itself. Its content goes before it does.
    private static let moves = UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW)

    /// Watches the current path. While a part is missing or unreadable, each directory of the path is watched for the
    /// names that it should have.
    private func arm() {
        if !watchWay(byName: false) { watchWay(byName: true) }
    }

    /// Watches each component before it examines it: a later change causes an event, and the path is followed again.
    ///
    /// - Returns: whether the path led to the file, and each component is watched.
    @discardableResult
    private func watchWay(byName: Bool) -> Bool {
        for number in names.keys { inotify_rm_watch(notifier, number) }
        names = [:]
        var isWhole = true
        var directory = path.hasPrefix("/") ? "/" : "."
        var rest = path.split(separator: "/").map(String.init)[...]
        var links = 0
        while let name = rest.popFirst() {
            let place = directory + "/" + name
            if byName || rest.isEmpty {
                isWhole = watch(directory, Self.kinds | (rest.isEmpty ? Self.edits : 0), for: name) && isWhole
            } else {
                isWhole = watch(place, Self.moves, for: "") && isWhole
            }
            var status = stat()
            guard lstat(place, &status) == 0 else { return false }
            if status.st_mode & S_IFMT == S_IFLNK {
                // A replaced link has one name less.
                isWhole = watch(place, Self.moves | UInt32(IN_ATTRIB), for: "") && isWhole
                links += 1
                guard links <= Self.mostLinks, let target = Self.target(of: place) else { return false }
                if target.hasPrefix("/") { directory = "/" }
                rest = (target.split(separator: "/").map(String.init) + rest)[...]
            } else if rest.isEmpty {
                isWhole = watch(place, Self.edits, for: "") && isWhole
            } else {
                directory = place
            }
        }
        return isWhole
    }

    /// Watches a directory, if it is readable, a link, or the file itself.
    private func watch(_ place: String, _ kinds: UInt32, for name: String) -> Bool {
        let number = inotify_add_watch(notifier, place, kinds | UInt32(IN_MASK_ADD))
        guard number >= 0 else { return false }
        names[number, default: []].insert(name)
        return true
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Events

    /// Empties the queue of events; returns whether one of them concerned the path or the file.
    private func readEvents() -> Bool {
        var isOurs = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(notifier, &buffer, buffer.count)
            guard count > 0 else { return isOurs }
            isOurs = isOurs || matters(buffer[..<count])
        }
    }

    private func matters(_ records: ArraySlice<UInt8>) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var rest = records
        while rest.count >= header {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            if event.mask & UInt32(IN_Q_OVERFLOW | IN_UNMOUNT) != 0 { return true }
            let record = rest.prefix(header + Int(event.len))
            let name = String(decoding: record.dropFirst(header).prefix { $0 != 0 }, as: UTF8.self)
            // The queue may still have events of objects that are no longer watched.
            if names[event.wd]?.contains(name) == true { return true }
            rest = rest.dropFirst(record.count)
        }
        return false
    }
}
