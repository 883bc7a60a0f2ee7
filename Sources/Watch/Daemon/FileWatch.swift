// Notices edits of files, such as the configuration and the hook: inotify(7) on the directory of each file and on each
// directory and symbolic link of its path, because editors replace files, and administrators replace links and
// directories. Other events in a directory above, such as a user's home, do not wake the daemon. All files share one
// inotify instance, of which a user has 128. It does I/O; other code decides what an edit means.

import Dispatch
import Glibc
import Processes

/// Calls back when one of several files may have changed, once per burst of edits, while it exists.
package final class FileWatch: @unchecked Sendable {
    // Only the main queue touches variable state.

    /// An editor writes, renames and sets modes within milliseconds; a callback waits until that is over.
    static let calm = DispatchTimeInterval.milliseconds(200)

    /// Files with the same callback.
    private struct Group {
        var paths: [String]
        var changed: @Sendable () -> Void
        var isPending = false
    }

    private let notifier: Int32
    private let source: any DispatchSourceRead
    private var isActive = false
    private var groups: [String: Group] = [:]
    /// For each watched directory, the relevant names with their groups; the empty name stands for the watched object.
    private var names: [Int32: [String: Set<String>]] = [:]

    /// - Throws: `ProcessError` if inotify has no instance left.
    package init() throws(ProcessError) {
        let notifier = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard notifier >= 0 else { throw .system(call: "inotify_init1", code: errno) }
        self.notifier = notifier
        source = DispatchSource.makeReadSource(fileDescriptor: notifier, queue: .main)
        source.setCancelHandler { [notifier] in close(notifier) }
        source.setEventHandler { [weak self] in self?.readEvents() }
    }

    deinit {
        // Dispatch allows no release of a source that was never activated.
        if !isActive { source.activate() }
        source.cancel()
    }

    /// Watches files, instead of those that the group had before. Call it on the main queue, or first before that runs.
    ///
    /// - Returns: whether at least one directory can be watched.
    @discardableResult
    package func watch(_ group: String, _ paths: [String], changed: @escaping @Sendable () -> Void) -> Bool {
        groups[group] = Group(paths: paths, changed: changed)
        arm()
        // Not before: the main queue reads events, and the first call may come from another thread.
        if !isActive {
            isActive = true
            source.activate()
        }
        return names.values.contains { $0.values.contains { $0.contains(group) } }
    }

    private func wait(_ group: String) {
        guard groups[group]?.isPending == false else { return }
        groups[group]?.isPending = true
        DispatchQueue.main.asyncAfter(deadline: .now() + FileWatch.calm) { [weak self] in
            guard let self, groups[group] != nil else { return }
            groups[group]?.isPending = false
            // First, so that a change after the file is read is noticed, too.
            arm()
            groups[group]?.changed()
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

    /// Watches the current paths. While a part of a path is missing or unreadable, each directory of the path is watched
    /// for the names that it should have.
    private func arm() {
        for number in names.keys { inotify_rm_watch(notifier, number) }
        names = [:]
        for (group, files) in groups {
            for path in files.paths where !watchWay(to: path, group, byName: false) {
                watchWay(to: path, group, byName: true)
            }
        }
    }

    /// Watches each component before it examines it: a later change causes an event, and the path is followed again.
    ///
    /// - Returns: whether the path led to the file, and each component is watched.
    @discardableResult
    private func watchWay(to path: String, _ group: String, byName: Bool) -> Bool {
        var isWhole = true
        var directory = path.hasPrefix("/") ? "/" : "."
        var rest = path.split(separator: "/").map(String.init)[...]
        var links = 0
        while let name = rest.popFirst() {
            let place = directory + "/" + name
            if byName || rest.isEmpty {
                let kinds = Self.kinds | (rest.isEmpty ? Self.edits : 0)
                isWhole = watch(directory, kinds, for: name, group) && isWhole
            } else {
                isWhole = watch(place, Self.moves, for: "", group) && isWhole
            }
            var status = stat()
            guard lstat(place, &status) == 0 else { return false }
            if status.st_mode & S_IFMT == S_IFLNK {
                // A replaced link has one name less.
                isWhole = watch(place, Self.moves | UInt32(IN_ATTRIB), for: "", group) && isWhole
                links += 1
                guard links <= Self.mostLinks, let target = Self.target(of: place) else { return false }
                if target.hasPrefix("/") { directory = "/" }
                rest = (target.split(separator: "/").map(String.init) + rest)[...]
            } else if rest.isEmpty {
                isWhole = watch(place, Self.edits, for: "", group) && isWhole
            } else {
                directory = place
            }
        }
        return isWhole
    }

    /// Watches a directory, if it is readable, a link, or the file itself.
    private func watch(_ place: String, _ kinds: UInt32, for name: String, _ group: String) -> Bool {
        let number = inotify_add_watch(notifier, place, kinds | UInt32(IN_MASK_ADD))
        guard number >= 0 else { return false }
        names[number, default: [:]][name, default: []].insert(group)
        return true
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Events

    /// Empties the queue of events.
    private func readEvents() {
        var affected: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(notifier, &buffer, buffer.count)
            guard count > 0 else { break }
            affected.formUnion(groupsAffected(by: buffer[..<count]))
        }
        for group in affected { wait(group) }
    }

    private func groupsAffected(by records: ArraySlice<UInt8>) -> Set<String> {
        let header = MemoryLayout<inotify_event>.size
        var affected: Set<String> = []
        var rest = records
        while rest.count >= header {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            if event.mask & UInt32(IN_Q_OVERFLOW | IN_UNMOUNT) != 0 { return Set(groups.keys) }
            let record = rest.prefix(header + Int(event.len))
            let name = String(decoding: record.dropFirst(header).prefix { $0 != 0 }, as: UTF8.self)
            // The queue may still have events of objects that are no longer watched.
            affected.formUnion(names[event.wd]?[name] ?? [])
            rest = rest.dropFirst(record.count)
        }
        return affected
    }
}
