// A command's request to the running daemon, and the answer: one JSON line each way.

import Coding
import Delivery
import Events
import JSON
import Storage

package struct ControlRequest: Codable, Equatable, Sendable {
    package enum Command: String, Codable, Sendable {
        case poll, status, accept, reload
        case outboxList = "outbox-list"
        case outboxRetry = "outbox-retry"
        case outboxDrop = "outbox-drop"
        case hookTest = "hook-test"
        case hookCheck = "hook-check"
    }
    package var command: Command
    /// For `poll`: the sources; empty for all. For `accept`: one.
    package var sources: [String] = []
    /// For `status`: the batches, and names of sources; empty for all. For `accept`: the unclear batch, or the mask of
    /// several; empty for the held document.
    package var batches: [String] = []
    /// For `status`: the last known revision; the answer waits for another one. Nil for an answer now.
    package var seen: UInt64?
    /// For `outbox-retry` and `outbox-drop`: the ids of the events.
    package var ids: [String] = []
    /// For these two: all events, instead of ids.
    package var all = false
    /// For `hook-test`: the kind of the event.
    package var kind = Event.Kind.changed
    /// The configuration file that the command line names, without symbolic links; nil if it names none.
    package var config: String?

    package init(_ command: Command) {
        self.command = command
    }

    /// Only the command is required.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        command = try values.decode(Command.self, forKey: .command)
        sources = try values.decodeIfPresent([String].self, forKey: .sources) ?? []
        batches = try values.decodeIfPresent([String].self, forKey: .batches) ?? []
        seen = try values.decodeIfPresent(UInt64.self, forKey: .seen)
        ids = try values.decodeIfPresent([String].self, forKey: .ids) ?? []
        all = try values.decodeIfPresent(Bool.self, forKey: .all) ?? false
        kind = try values.decodeIfPresent(Event.Kind.self, forKey: .kind) ?? .changed
        config = try values.decodeIfPresent(String.self, forKey: .config)
    }
}

/// Exactly one of the fields is present; some answers also have a revision.
package struct ControlReply: Codable, Equatable, Sendable {
    package var error: ControlError?
    /// Also for `reload`.
    package var status: StatusReport?
    package var polls: [PollReport]?
    /// For `outbox-list`, all undelivered entries; for the other two, the affected entries.
    package var entries: [OutboxEntryReport]?
    package var hookTest: HookTestReport?
    /// The revision of the status, if the request named one.
    package var revision: UInt64?

    package init(
        error: ControlError? = nil, status: StatusReport? = nil, polls: [PollReport]? = nil,
        entries: [OutboxEntryReport]? = nil, hookTest: HookTestReport? = nil
    ) {
        self.error = error
        self.status = status
        self.polls = polls
        self.entries = entries
        self.hookTest = hookTest
    }
}

/// A failure, with its exit code for scripts.
package struct ControlError: Codable, Equatable, Sendable, Error, CustomStringConvertible {
    package var exitCode: Int32
    package var message: String

    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode.rawValue
        self.message = message
    }

    package var description: String { message }
}

/// The result of the poll of one source.
package struct PollReport: Codable, Equatable, Sendable {
    package enum Outcome: String, Codable, Sendable { case unchanged, read, held, failed, offline, interrupted }
    package var source: String
    package var outcome: Outcome
    /// Rows of the whole list, if it was read.
    package var rowCount: Int?
    /// Why it failed or is held, if so.
    package var cause: String?
    package var events: [Event] = []

    /// Whether it means that nothing is known about the list.
    package var hasFailed: Bool { outcome == .failed || outcome == .offline }

    /// The exit code of a local failure; nil for failures of the server.
    package var failureCode: Int32?

    /// Outcomes and events of a newer daemon are skipped.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        source = try values.decode(String.self, forKey: .source)
        let outcome = try values.decode(String.self, forKey: .outcome)
        cause = try values.decodeIfPresent(String.self, forKey: .cause)
        if let known = Outcome(rawValue: outcome) {
            self.outcome = known
        } else {
            self.outcome = .failed
            cause = cause ?? "the daemon is of a newer version, and says \"\(outcome)\""
        }
        rowCount = try values.decodeIfPresent(Int.self, forKey: .rowCount)
        events = try values.decode([JSONValue].self, forKey: .events).compactMap { try? $0.decoded(Event.self) }
        failureCode = try values.decodeIfPresent(Int32.self, forKey: .failureCode)
    }

    package init(source: String, failedBy error: StateError) {
        self.init(source: source, failedBecause: "\(error)")
        failureCode = error.exitCode.rawValue
    }

    package init(source: String, failedBecause cause: String) {
        self.source = source
        self.outcome = .failed
        self.cause = cause
    }

    package init(source: String, _ result: PollResult) {
        self.source = source
        self.events = result.events
        switch result.outcome {
        case .unchanged: outcome = .unchanged
        case .interrupted: outcome = .interrupted
        case .read(let count):
            outcome = .read
            rowCount = count
        case .held(let reason):
            outcome = .held
            cause = reason
        case .failed(let cause):
            outcome = .failed
            self.cause = cause
        case .offline(let cause):
            outcome = .offline
            self.cause = cause
        }
    }
}

/// Encodes and decodes the messages in the same way on both sides.
package enum ControlLine {
    /// A request names sources and batches; a hundred thousand batches take 2 MB.
    static let longestRequest = 4 << 20

    static func encoded(_ message: some Encodable) -> [UInt8]? {
        (try? jsonBytes(of: message)).map { $0 + [UInt8(ascii: "\n")] }
    }

    static func decoded<Message: Decodable>(_ type: Message.Type, from line: some Sequence<UInt8>) -> Message? {
        try? Coding.decoded(type, fromJSON: Array(line))
    }
}
