// What a command asks of the running daemon and what it answers: one JSON line each way.

import Delivery
import Events
import FoundationEssentials
import Storage

package struct ControlRequest: Codable, Equatable, Sendable {
    package enum Command: String, Codable, Sendable {
        case poll, status, accept, reload
        case outboxList = "outbox-list"
        case outboxRetry = "outbox-retry"
        case outboxDrop = "outbox-drop"
    }
    package var command: Command
    /// For `poll`: the sources; empty for all. For `accept`: one.
    package var sources: [String] = []
    /// For `status`: the batches; empty for all.
    package var batches: [String] = []
    /// For `outbox-retry` and `outbox-drop`: the events' ids.
    package var ids: [String] = []
    /// For these two: all events instead.
    package var all = false

    package init(_ command: Command) {
        self.command = command
    }

    /// Only the command has to be there.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        command = try values.decode(Command.self, forKey: .command)
        sources = try values.decodeIfPresent([String].self, forKey: .sources) ?? []
        batches = try values.decodeIfPresent([String].self, forKey: .batches) ?? []
        ids = try values.decodeIfPresent([String].self, forKey: .ids) ?? []
        all = try values.decodeIfPresent(Bool.self, forKey: .all) ?? false
    }
}

/// Exactly one of the fields is there.
package struct ControlReply: Codable, Equatable, Sendable {
    package var error: ControlError?
    /// Also for `reload`.
    package var status: StatusReport?
    package var polls: [PollReport]?
    /// For `outbox-list`, all that is not delivered; for the other two, what they were done to.
    package var letters: [LetterReport]?

    package init(
        error: ControlError? = nil, status: StatusReport? = nil, polls: [PollReport]? = nil,
        letters: [LetterReport]? = nil
    ) {
        self.error = error
        self.status = status
        self.polls = polls
        self.letters = letters
    }
}

/// What went wrong, with the exit code that says so to scripts.
package struct ControlError: Codable, Equatable, Sendable, Error, CustomStringConvertible {
    package var exitCode: Int32
    package var message: String

    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode.rawValue
        self.message = message
    }

    package var description: String { message }
}

/// What became of the poll of one source.
package struct PollReport: Codable, Equatable, Sendable {
    package enum Outcome: String, Codable, Sendable { case unchanged, read, held, failed, interrupted }
    package var source: String
    package var outcome: Outcome
    /// Rows of the whole list, if it was read.
    package var rowCount: Int?
    /// Why it failed or is held, if that is so.
    package var cause: String?
    package var events: [Event] = []

    /// The exit code of a failure of ours, not of the server's; nil for all others.
    package var failureCode: Int32?

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
        }
    }
}

/// Codes the messages the same way on both sides.
package enum ControlLine {
    /// A request names sources and batches; a hundred thousand batches take 2 MB.
    static let longestRequest = 4 << 20

    static func encoded(_ message: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(message)).map { Array($0) + [UInt8(ascii: "\n")] }
    }

    static func decoded<Message: Decodable>(_ type: Message.Type, from line: some Sequence<UInt8>) -> Message? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try? decoder.decode(type, from: Data(line))
    }
}
