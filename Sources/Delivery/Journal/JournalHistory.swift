// Past events in the journal (sd-journal(3)), found by the MESSAGE_IDs of their kinds.

import CSystemd
import Coding
import Configuration
import Events
import Glibc
import Processes
import Storage

/// Why batchwatch cannot show past events.
package struct JournalHistoryError: Error, Equatable, CustomStringConvertible {
    package var cause: String

    package var description: String { "the journal cannot be read: \(cause)" }
}

/// Reads events from the journal.
package struct JournalHistory: Sendable {
    /// The longest entry, in bytes; batchwatch writes some 100 KB at most. The rest is cut.
    static let longestField = 4 << 20

    /// The directory of the journal's files; nil for the system's.
    private let directory: String?
    private let users: [uid_t]
    private let instance: Instance

    /// - Parameters:
    ///   - instance: the instance of the events; the machine's service includes those of its instances.
    ///   - users: users to trust besides the service's units. Anybody may write a message with our MESSAGE_ID, but
    ///     journald records who did (systemd.journal-fields(7), "Trusted Journal Fields").
    ///   - directory: the directory of the journal's files; nil for the system's (systemd-journald.service(8)).
    package init(users: [uid_t], of instance: Instance = .machine, directory: String? = nil) {
        self.users = users
        self.instance = instance
        self.directory = directory
    }

    /// Reads past events, the oldest first.
    ///
    /// - Parameters:
    ///   - choice: the events to read.
    ///   - tell: called with each event as it is read.
    package func read(_ choice: PastEvents.Choice, tell: (PastEvent) -> Void) throws(JournalHistoryError) {
        var opened: OpaquePointer?
        try check(
            directory.map { sd_journal_open_directory(&opened, $0, 0) }
                ?? sd_journal_open(&opened, Int32(SD_JOURNAL_LOCAL_ONLY)))
        guard let journal = opened else { return }
        defer { sd_journal_close(journal) }
        try check(sd_journal_set_data_threshold(journal, JournalHistory.longestField))
        // Matches for one field are alternatives; matches for several fields must all hold (sd_journal_add_match(3)).
        for kind in Event.Kind.allCases { try check(sd_journal_add_match(journal, "MESSAGE_ID=\(kind.messageID)", 0)) }
        for (field, value) in [("BATCHWATCH_BATCH", choice.batch), ("BATCHWATCH_SOURCE", choice.source)] {
            if let value { try check(sd_journal_add_match(journal, "\(field)=\(value)", 0)) }
        }
        try addWriters(to: journal)
        try check(
            choice.since.map { sd_journal_seek_realtime_usec(journal, UInt64(max(0, $0.timeIntervalSince1970) * 1e6)) }
                ?? sd_journal_seek_head(journal))
        var isEmpty = true
        while try check(sd_journal_next(journal)) > 0 {
            guard let event = PastEvent(journal) else { continue }
            isEmpty = false
            tell(event)
        }
        let places = directory.map { [$0] } ?? ["/var/log/journal", "/run/log/journal"]
        if isEmpty, let cause = JournalFiles(below: places).problem { throw JournalHistoryError(cause: cause) }
    }

    /// Adds the possible authors of an event: a unit of the service, or one of the users.
    private func addWriters(to journal: OpaquePointer) throws(JournalHistoryError) {
        try check(sd_journal_add_conjunction(journal))
        for user in users { try check(sd_journal_add_match(journal, "_UID=\(user)", 0)) }
        if instance == .user { return }
        if case .named(let name) = instance {
            try check(sd_journal_add_match(journal, "BATCHWATCH_INSTANCE=\(name)", 0))
            try check(sd_journal_add_disjunction(journal))
            try check(sd_journal_add_match(journal, "_SYSTEMD_UNIT=batchwatch@\(name).service", 0))
            return
        }
        try check(sd_journal_add_disjunction(journal))
        try check(sd_journal_query_unique(journal, "_SYSTEMD_UNIT"))
        var data: UnsafeRawPointer?
        var length = 0
        // Units of users have another field, so this name always comes from the system's manager.
        var units = ["batchwatch.service"]
        while sd_journal_enumerate_unique(journal, &data, &length) > 0, let start = data {
            let field = String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
            let unit = field.dropFirst("_SYSTEMD_UNIT=".utf8.count)
            if unit.hasPrefix("batchwatch@") && unit.hasSuffix(".service") { units.append(String(unit)) }
        }
        for unit in units { try check(sd_journal_add_match(journal, "_SYSTEMD_UNIT=\(unit)", 0)) }
    }

    @discardableResult
    private func check(_ result: Int32) throws(JournalHistoryError) -> Int32 {
        if result < 0 { throw JournalHistoryError(cause: errorText(-result)) }
        return result
    }
}

extension PastEvent {
    /// The entry at the journal's position; nil if it has no time or no message.
    fileprivate init?(_ journal: OpaquePointer) {
        func text(_ name: String) -> String {
            var data: UnsafeRawPointer?
            var length = 0
            guard sd_journal_get_data(journal, name, &data, &length) == 0, let data else { return "" }
            let field = UnsafeRawBufferPointer(start: data, count: length)
            return String(decoding: field.dropFirst(name.utf8.count + 1), as: UTF8.self)
        }
        var microseconds: UInt64 = 0
        message = text("MESSAGE")
        guard sd_journal_get_realtime_usec(journal, &microseconds) == 0, !message.isEmpty else { return nil }
        time = Date(timeIntervalSince1970: Double(microseconds / 1_000_000))
        id = text("BATCHWATCH_EVENT_ID")
        kind = text("BATCHWATCH_KIND")
        source = text("BATCHWATCH_SOURCE")
        batch = text("BATCHWATCH_BATCH")
        label = text("BATCHWATCH_LABEL")
    }
}

/// The files of a journal, examined if they returned nothing.
private struct JournalFiles {
    private var isAny = false
    private var isAnyHidden = false

    /// Why this user cannot see events; nil without a reason.
    var problem: String? {
        if isAnyHidden {
            return "you may not read all of its files; run the command with sudo, or join the group systemd-journal"
        }
        return isAny ? nil : "there are no journal files; see Storage= in journald.conf(5)"
    }

    /// - Parameter directories: contain the files, or a directory for each machine.
    init(below directories: [String]) {
        for directory in directories { look(in: directory, depth: 1) }
    }

    private mutating func look(in directory: String, depth: Int) {
        guard let names = fileNames(in: directory) else {
            if errno != ENOENT { isAnyHidden = true }
            return
        }
        for name in names {
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".journal") {
                isAny = true
                if access(path, R_OK) != 0 { isAnyHidden = true }
            } else if depth > 0, !name.contains(".") {
                look(in: path, depth: depth - 1)
            }
        }
    }
}
