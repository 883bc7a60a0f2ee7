// A publisher and a watcher, poll after poll: a scripted server, the built reader, the real poll, state and cache, and
// a clock that only the test moves.

import Foundation
import Processes
import Reading
import Rows
import TestKit

@testable import Configuration
@testable import Watch
import struct Coding.Date

let mine = "20121456171"

/// A list of a few batches, ours with this status.
func edition(_ status: String, _ date: String = "01-Jun-12", others: Int = 8) -> String {
    pdf((0..<others).map { ["\(20_110_000_000 + $0)", "pending", "01-May-12"] } + [[mine, status, date]])
}

/// 200 with a document.
func found(_ document: String, _ fields: String...) -> [ServerStep] {
    let header = ["HTTP/1.1 200 OK", "Content-Length: \(document.utf8.count)", "Connection: close"] + fields
    return [.send(header.map { $0 + "\r\n" }.joined() + "\r\n" + document)]
}

/// An answer without a body.
func answer(_ status: String, _ fields: String...) -> [ServerStep] {
    let header = ["HTTP/1.1 \(status)", "Connection: close"] + (status.hasPrefix("304") ? [] : ["Content-Length: 0"])
    return [.send((header + fields).map { $0 + "\r\n" }.joined() + "\r\n")]
}

/// One source and its publisher.
final class PolledSource {
    let server: ScriptedServer
    let path: String
    var config: SourceConfig
    private let clock = Clock()
    private let directory: StateDirectory
    private(set) var store: SourceStore

    /// - Parameter office: makes the answer to each request; nil for answers that each poll names.
    init(office: (@Sendable (String) -> String)? = nil) throws {
        server = office.map { ScriptedServer(office: $0) } ?? ScriptedServer([])
        path = NSTemporaryDirectory() + "batchwatch-polling-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        config = SourceConfig(name: "london", url: server.url, layout: try TableLayout(key: .london, columns: .usual))
        config.watched = [WatchedBatch(pattern: try KeyMask(mine), label: "Mine")]
        config.interval = 3_600
        config.timeout = 10
        directory = try StateDirectory(path + "/state")
        store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: directory)
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: path)
    }

    var now: Date { clock.wall }

    /// Lets time pass.
    func wait(_ seconds: Double) { clock.wall = clock.wall.addingTimeInterval(seconds) }

    /// Forgets what is in memory and goes on with what lies on disk, as after a kill.
    func restart() throws {
        store = SourceStore(name: "london", state: try directory.load("london") { "u" }.state, in: directory)
    }

    /// The built workers, the cache, and the clock of the test.
    var tools: PollTools {
        get throws {
            var tools = PollTools(
                reader: Workers(fetcher: builtFetcher, reader: builtReader), cache: try DocumentCache(path + "/cache"))
            tools.clock = { [clock] in Moment(wall: clock.wall, uptime: 1_000) }
            tools.random = { 0.5 }
            return tools
        }
    }

    /// Polls once, an hour later.
    @discardableResult
    func poll(after seconds: Double = 3_600) throws -> PollResult {
        wait(seconds)
        return try Watch.poll(config, store, tellingTo: [.journal], with: tools)
    }

    /// Polls once, when the server answers this.
    @discardableResult
    func poll(_ script: [ServerStep]..., after seconds: Double = 3_600) throws -> PollResult {
        server.answer(script)
        return try poll(after: seconds)
    }

    /// The field of the last request, where it had one.
    func sent(_ name: String) -> String? {
        let lines = server.requests.last?.components(separatedBy: "\r\n") ?? []
        return lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }

    /// Whether the last request had a condition.
    var isConditional: Bool { sent("If-None-Match") != nil || sent("If-Modified-Since") != nil }
}

private final class Clock: @unchecked Sendable {
    // 2026-11-21T00:00:00Z; read by the poll on the test's own thread.
    var wall = Date(timeIntervalSince1970: 1_795_219_200)
}

extension [Column] {
    static let usual: [Column] = [.batch, .status, .date]
}

extension PollResult {
    /// "changed 20121456171: pending > visa issued", to compare at a glance.
    var brief: [String] {
        events.map { event in
            let rows = event.rows.map(\.status).joined(separator: "+")
            let previous = event.previousRows.map(\.status).joined(separator: "+")
            return "\(event.kind) \(event.batch.isEmpty ? "-" : event.batch): \(previous) > \(rows)"
        }
    }

    /// Why it failed; nil if it did not.
    var cause: String? {
        if case .failed(let cause) = outcome { cause } else { nil }
    }

    /// Why its document is held; nil if it is not.
    var heldBecause: String? {
        if case .held(let reason) = outcome { reason } else { nil }
    }
}
