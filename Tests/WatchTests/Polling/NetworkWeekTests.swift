// A week of a machine with an unreliable network, in virtual time: the daemon's agenda, its polls with their states on
// disk, and a list that changes twice a day. Nothing sleeps here.

import Foundation
import Processes
import Reading
import Rows
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Events
@testable import Watch

@Suite struct NetworkWeekTests {
    @Test(arguments: [UInt64(1), 2, 3], [true, false])
    func `no poll is late once the network is back, none too many while it is away, and nothing is told wrongly`(
        seed: UInt64, hasNetlink: Bool
    ) throws {
        let week = try Week(seed: seed, hasNetlink: hasNetlink)
        try week.live()
        // Each edition but those that came and went while nobody could ask, each once, in order.
        #expect(week.told == week.seen)
        #expect(week.seen.count > 8)
        #expect(week.outages > 20)
        let longestWait = hasNetlink ? FlapPause.shortest : Schedule.shortestWait
        #expect(week.longestDelay <= longestWait + 1e-6, "\(week.longestDelay) s")
        #expect(week.shortestGap >= Schedule.shortestWait - 1e-6, "\(week.shortestGap) s")
    }
}

/// Numbers that are the same each time.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

private final class Week: DocumentReader, @unchecked Sendable {
    // One thread lives it.
    private static let length = 7 * 86_400.0
    private let hasNetlink: Bool
    private let source: SourceConfig
    private let store: SourceStore
    private let folder: Folder
    private var agenda = Agenda()
    /// When the network is there, one after the other: from, to.
    private var times: [(from: Double, to: Double)] = []
    private var uptime = 0.0

    private(set) var told: [String] = []
    /// The editions that a poll could see, in order.
    private(set) var seen: [String] = []
    private(set) var outages = 0
    private(set) var longestDelay = 0.0
    private(set) var shortestGap = Double.infinity

    init(seed: UInt64, hasNetlink: Bool) throws {
        self.hasNetlink = hasNetlink
        folder = try Folder()
        source = try WatchKit.source()
        store = SourceStore(
            name: "london", state: SourceState(uuid: "u"), in: try StateDirectory(folder.path + "/state"))
        var dice = Dice(state: seed)
        // It starts before its network.
        var time = Double.random(in: 5...3_000, using: &dice)
        while time < Week.length {
            let end = time + Double.random(in: 10...14_400, using: &dice)
            times.append((time, end))
            time = end + Double.random(in: 10...14_400, using: &dice)
        }
        agenda.set("london", due: 0)
    }

    private var isOnline: Bool { times.contains { $0.from <= uptime && uptime < $0.to } }
    private var published: String { "edition \(Int(uptime / 43_200))" }

    func answer(
        _ request: ReadingRequest, keepingIn document: Int32?, tableIn table: Int32?, stop: StopSignal?,
        progress: (Int, Int?) -> Void
    ) -> ReadingReply {
        guard isOnline else { return .failure(ReadingFailure(.offline, "no route")) }
        if seen.last != published { seen.append(published) }
        if let document { _ = write(document, [UInt8](repeating: 0, count: 100), 100) }
        let facts = facts(published, etag: "\"\(published)\"")
        if request.validators?.etag == facts.validators?.etag { return .notModified(Freshness()) }
        return .document(
            facts, Reading(rows: [row("20121456171", published)], rowCount: 1, pageCount: 1, damage: []))
    }

    func edition(_ request: EditionRequest, of tables: Int32, stop: StopSignal?) -> Edition? { nil }

    func live() throws {
        var tools = PollTools(reader: self, cache: try DocumentCache(folder.path + "/cache"))
        tools.random = { 0.5 }
        tools.clock = { [unowned self] in Moment(wall: noon.addingTimeInterval(uptime), uptime: uptime) }
        /// Since when an offline source waits for the network that is back; what the kernel tells comes a moment later.
        var waitsSince: Double?
        var lastInVain: Double?
        var coming = times.map(\.from)[...]
        while uptime < Week.length, let due = agenda.nextDue {
            if let back = coming.first, back <= due {
                uptime = back
                coming = coming.dropFirst()
                guard agenda.isAnyOffline else { continue }
                outages += 1
                waitsSince = back
                if hasNetlink { agenda.wayOutAppeared(at: back + FlapPause.shortest) }
                continue
            }
            uptime = due
            #expect(agenda.take(at: due).map(\.name) == ["london"])
            let result = try poll(source, store, tellingTo: [.journal], with: tools)
            told += result.events.compactMap { $0.rows.first?.status }
            #expect(result.events.allSatisfy { $0.kind == .observed || $0.kind == .changed })
            if result.isOffline {
                if let lastInVain { shortestGap = min(shortestGap, due - lastInVain) }
                lastInVain = due
            } else {
                lastInVain = nil
                if let since = waitsSince { longestDelay = max(longestDelay, due - since) }
                waitsSince = nil
            }
            // A network that went again before anybody could ask.
            if result.isOffline { waitsSince = nil }
            agenda.set("london", isOffline: result.isOffline)
            agenda.finished("london", due: uptime + result.wait)
        }
    }
}
