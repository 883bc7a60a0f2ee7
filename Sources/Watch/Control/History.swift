// Past events, as the journal has them: journalctl finds them by the MESSAGE_IDs of their kinds.

import Events
import FoundationEssentials
import Processes

/// A past event, as `batchwatch history --json` has it.
package struct PastEvent: Codable, Equatable, Sendable {
    /// When the journal took it.
    package var time: Date
    package var id: String
    package var kind: String
    package var source: String
    package var batch: String
    package var label: String
    /// The sentence that the event is.
    package var message: String
}

/// Why past events cannot be shown.
package struct HistoryError: Error, Equatable, CustomStringConvertible {
    package var exitCode: ExitCode
    package var description: String
}

/// The journal, asked for events.
package struct History: Sendable {
    private let journalctl: String
    private let options: [String]
    /// Seconds that journalctl may take; journals of years have gigabytes.
    static let limit = 600.0

    /// - Parameters:
    ///   - journalctl: the program.
    ///   - options: for it, before all others.
    package init(journalctl: String = "/usr/bin/journalctl", options: [String] = []) {
        self.journalctl = journalctl
        self.options = options
    }

    /// Reads past events, the oldest first.
    ///
    /// - Parameters:
    ///   - batch: only of this one; nil for all.
    ///   - since: a time as journalctl(1) takes it; nil for all.
    ///   - tell: called with each event as it is read.
    package func read(batch: String?, since: String?, tell: (PastEvent) -> Void) throws(HistoryError) {
        var output = Lines()
        var said: [UInt8] = []
        var count = 0
        func take(_ line: [UInt8]) {
            guard let event = PastEvent(journalLine: line) else { return }
            count += 1
            tell(event)
        }
        let ending: Ending
        do throws(ProcessError) {
            ending = try program(batch, since).run(limit: History.limit) { stream, bytes in
                if stream == .output {
                    output.take(bytes, take)
                } else {
                    said += bytes.prefix(4096 - min(4096, said.count))
                }
            }
        } catch {
            throw HistoryError(exitCode: .unavailable, description: "the journal cannot be read: \(error)")
        }
        output.finish(take)
        try judge(ending, said: String(decoding: said, as: UTF8.self), count: count)
    }

    private func program(_ batch: String?, _ since: String?) -> Program {
        var arguments = options + ["--no-pager", "--all", "--output=json"]
        if let since { arguments.append("--since=\(since)") }
        // Matches of one field are alternatives, of several ones all have to be met (journalctl(1)).
        arguments += Event.Kind.allCases.map { "MESSAGE_ID=\($0.messageID)" }
        if let batch { arguments.append("BATCHWATCH_BATCH=\(batch)") }
        let zone = ProcessInfo.processInfo.environment["TZ"].map { ["TZ=\($0)"] } ?? []
        return Program(
            path: journalctl, arguments: arguments,
            environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "SYSTEMD_COLORS=0"] + zone)
    }

    /// What journalctl says where it finds nothing may be the reason.
    private func judge(_ ending: Ending, said: String, count: Int) throws(HistoryError) {
        let reason = said.split(separator: "\n").map(String.init).first { !$0.isEmpty } ?? ""
        if case .exited(0) = ending.how {
            guard count == 0, said.contains("insufficient permissions") || said.contains("No journal files") else {
                return
            }
            throw HistoryError(exitCode: .unavailable, description: "the journal cannot be read: \(reason)")
        }
        if said.contains("parse timestamp") { throw HistoryError(exitCode: .usage, description: reason) }
        let why = reason.isEmpty ? "journalctl \(ending)" : reason
        throw HistoryError(exitCode: .unavailable, description: "the journal cannot be read: \(why)")
    }
}

/// Cuts what a program writes into lines.
private struct Lines {
    /// An entry of ours has some 100 KB; a longer line is not one.
    static let longest = 4 << 20
    private var unfinished: [UInt8] = []
    private var isTooLong = false

    mutating func take(_ bytes: UnsafeRawBufferPointer, _ tell: ([UInt8]) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            finish(tell)
            rest = rest[(end + 1)...]
        }
        add(rest)
    }

    mutating func finish(_ tell: ([UInt8]) -> Void) {
        if !isTooLong && !unfinished.isEmpty { tell(unfinished) }
        unfinished = []
        isTooLong = false
    }

    private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
        isTooLong = isTooLong || unfinished.count + bytes.count > Lines.longest
        if isTooLong { unfinished = [] } else { unfinished += bytes }
    }
}

extension PastEvent {
    /// A field in journalctl's JSON: a text, the bytes of one that is no UTF-8, several of them, or null where it is too long.
    private enum Field: Decodable {
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let bytes = try? value.decode([UInt8].self) {
                self = .text(String(decoding: bytes, as: UTF8.self))
            } else {
                self = .other
            }
        }
    }

    /// Until the year 9999, in microseconds since 1970.
    private static let times = 0..<253_402_300_800_000_000

    /// - Returns: nil where the line is no entry with a time and a message.
    fileprivate init?(journalLine line: [UInt8]) {
        guard let fields = try? JSONDecoder().decode([String: Field].self, from: Data(line)) else { return nil }
        func text(_ name: String) -> String {
            if case .text(let text) = fields[name] { text } else { "" }
        }
        guard let microseconds = Int(text("__REALTIME_TIMESTAMP")), PastEvent.times.contains(microseconds),
            !text("MESSAGE").isEmpty
        else { return nil }
        time = Date(timeIntervalSince1970: Double(microseconds / 1_000_000))
        id = text("BATCHWATCH_EVENT_ID")
        kind = text("BATCHWATCH_KIND")
        source = text("BATCHWATCH_SOURCE")
        batch = text("BATCHWATCH_BATCH")
        label = text("BATCHWATCH_LABEL")
        message = text("MESSAGE")
    }
}
