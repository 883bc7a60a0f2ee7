// The journal as a sink: events and notices with their fields, or lines on standard error if there is no journal. It
// never reports success if nothing accepted the entry, and does not wait for a journal that hangs.

import CPOSIX
import Configuration
import Events
import Glibc
import Processes

/// The destination of messages.
package struct Journal: Sendable {
    package enum Destination: Hashable, Sendable {
        /// Lines for a person, with the time.
        case terminal
        /// Fields for journald; lines while there is none.
        case journald
        /// Fields for journald; while there is none, lines for notices only, because the caller shows the events
        /// itself.
        case journaldOnly
    }

    package let destination: Destination
    /// The author of the messages.
    package let instance: Instance
    private let socket: JournalSocket

    /// A terminal always gets lines: a person runs the program.
    package init(
        isTerminal: Bool = isatty(2) == 1, instance: Instance = .machine, socket: JournalSocket = .journald
    ) {
        self.init(isTerminal ? .terminal : .journald, instance: instance, socket: socket)
    }

    package init(_ destination: Destination, instance: Instance = .machine, socket: JournalSocket = .journald) {
        self.destination = destination
        self.instance = instance
        self.socket = socket
    }

    /// Writes an event.
    ///
    /// - Parameter namesList: whether its sentence names the list.
    /// - Returns: `.delivered`, or `.failed` if journald exists and cannot accept it, or if the line could not be
    ///   written.
    package func tell(_ event: Event, namingList namesList: Bool = false) -> DeliveryOutcome {
        send(
            JournalEntry(
                priority: event.kind.priority,
                message: event.message(Phrasing(command: instance.command, namesList: namesList)),
                messageID: event.kind.messageID, fields: event.fields))
    }

    /// Writes a notice. If it cannot be written, it is lost.
    ///
    /// - Parameters:
    ///   - notice: the kind of message.
    ///   - priority: its importance.
    ///   - message: one sentence; line feeds in it become spaces.
    ///   - fields: names with values, such as `BATCHWATCH_SOURCE`.
    package func notice(
        _ notice: Notice, _ priority: Priority, _ message: String, fields: [(name: String, value: String)] = []
    ) {
        _ = send(
            JournalEntry(priority: priority, message: message, messageID: notice.messageID, fields: fields),
            isShown: false)
    }

    /// Reports why the program ends: to the journal, and on standard error.
    package func lastWord(_ notice: Notice, _ message: String) {
        let entry = JournalEntry(priority: .error, message: message, messageID: notice.messageID, fields: [])
        if destination == .terminal { return _ = send(entry) }
        if socket.take(entry.fieldList + placed) == 0, isStandardErrorJournal() { return }
        _ = write(entry.line)
    }

    /// Writes a line that the hook printed for an event, as `batchwatch-hook`.
    package func hookLine(_ line: String, event: Event) {
        _ = send(
            JournalEntry(
                identifier: "batchwatch-hook", priority: .information, message: line,
                messageID: Notice.hookOutput.messageID, fields: event.reference))
    }

    /// Writes a line that the program of a source printed on standard error, as `batchwatch-source`.
    package func programLine(_ line: String, of source: String) {
        _ = send(
            JournalEntry(
                identifier: "batchwatch-source", priority: .information, message: line,
                messageID: Notice.programOutput.messageID, fields: [("BATCHWATCH_SOURCE", source)]))
    }

    /// The field that names an instance.
    private var placed: [String] {
        if case .named(let name) = instance { ["BATCHWATCH_INSTANCE=" + name] } else { [] }
    }

    /// - Parameter isShown: whether a caller that shows events itself also shows this message.
    private func send(_ entry: JournalEntry, isShown: Bool = true) -> DeliveryOutcome {
        guard destination != .terminal else { return write("\(clock()) \(entry.line)") }
        switch socket.take(entry.fieldList + placed) {
        case 0: return .delivered
        case ENOENT, ECONNREFUSED: return destination == .journaldOnly && isShown ? .delivered : write(entry.line)
        case let code: return .failed(cause: "the journal: \(errorText(code))")
        }
    }
}

/// Writes a complete line to standard error.
private func write(_ line: String) -> DeliveryOutcome {
    let bytes = Array((line + "\n").utf8)
    guard cposix_write_all(2, bytes, bytes.count, 0) == 0 else {
        return .failed(cause: "standard error: \(errorText(errno))")
    }
    return .delivered
}

/// Whether standard error goes to the journal, so that a line would appear twice (systemd.exec(5), `JOURNAL_STREAM`).
private func isStandardErrorJournal() -> Bool {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    return fstat(2, &status) == 0 && String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
}

/// The local time of day, for a terminal.
private func clock() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
