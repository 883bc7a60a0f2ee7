// Past events from the histories beside the states, and from the journal, which may have older ones.

import Coding
import Glibc
import Storage

/// The sources of past events.
package struct PastEvents: Sendable {
    /// The wanted events; nil for all.
    package struct Choice: Sendable {
        package var batch: String?
        package var source: String?
        /// Only events since this time.
        package var since: Date?

        package init(batch: String? = nil, source: String? = nil, since: Date? = nil) {
            self.batch = batch
            self.source = source
            self.since = since
        }

        func contains(_ event: PastEvent) -> Bool {
            if let batch, event.batch != batch { return false }
            if let source, event.source != source { return false }
            if let since, event.time < since { return false }
            return true
        }
    }

    private let directory: String
    private let journal: JournalHistory

    /// - Parameter directory: the state directory.
    package init(in directory: String, journal: JournalHistory) {
        self.directory = directory
        self.journal = journal
    }

    /// Reads past events, the oldest first, each once.
    ///
    /// - Parameters:
    ///   - choice: the events to read.
    ///   - trouble: called with the reason if some events cannot be read, as a sentence.
    ///   - tell: called with each event as it is read.
    /// - Throws: the journal's error, if there is no history either.
    package func read(
        _ choice: Choice, trouble: (String) -> Void, tell: (PastEvent) -> Void
    ) throws(JournalHistoryError) {
        var logged: [PastEvent]?
        do throws(StateError) {
            logged = try Self.logged(in: directory, trouble)
        } catch {
            // Users other than the service and root may still read the journal.
            if case .io(_, _, EACCES) = error {} else { trouble("\(error)") }
        }
        let ids = Set((logged ?? []).map(\.id))
        var rest = (logged ?? []).filter(choice.contains)[...]
        do throws(JournalHistoryError) {
            try journal.read(choice) { event in
                while let first = rest.first, first.time <= event.time { tell(rest.removeFirst()) }
                if !ids.contains(event.id) { tell(event) }
            }
        } catch {
            if (logged ?? []).isEmpty { throw error }
        }
        rest.forEach(tell)
    }

    /// Reads past editions, the oldest first.
    ///
    /// - Parameters:
    ///   - directory: the state directory.
    ///   - trouble: called with the reason if some editions cannot be read, as a sentence.
    /// - Throws: if the histories cannot be read. The journal does not have editions.
    package static func editions(
        in directory: String, _ choice: Choice, trouble: (String) -> Void
    ) throws(StateError) -> [PastEvent] {
        try logged(in: directory, trouble).filter { $0.edition != nil && choice.contains($0) }
    }

    /// The events of the histories.
    private static func logged(in directory: String, _ trouble: (String) -> Void) throws(StateError) -> [PastEvent] {
        let (events, unreadable) = try HistoryLog.events(in: directory)
        if unreadable > 0 { trouble("\(directory): \(unreadable) lines of the histories cannot be read") }
        return events
    }
}
