// The common start of tests for lists with several parts: a source of a site, and its history, poll after poll.

import Delivery
import Events
import Foundation
import Processes
import Reading
import Rows
import TestKit
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

/// A source, what it is read from, and its history.
final class Scene {
    let folder: Folder
    let site = Site()
    let store: SourceStore
    var source: SourceConfig
    /// The wall clock, and the other one.
    var now = noon
    var uptime = 0.0
    /// Who is told.
    var sinks: [SinkName] = [.journal]

    init(_ url: String, links: LinkRequest?, watched: [String]) throws {
        folder = try Folder()
        store = SourceStore(
            name: "visas", state: SourceState(uuid: "u"), in: try StateDirectory(folder.path + "/state"))
        source = SourceConfig(name: "visas", url: url, layout: .london)
        source.links = links
        source.disappearedAfter = 0
        source.watched = try watched.map { WatchedBatch(pattern: try KeyMask($0), label: "") }
    }

    /// Polls an hour later; what is told, at a glance.
    @discardableResult
    func poll(after seconds: Double = 3600) throws -> [String] {
        let result = try outcome(after: seconds)
        return result.events.brief
    }

    func outcome(after seconds: Double = 3600) throws -> PollResult {
        let result = try visit(source, store, isDue: true, tellingTo: sinks, with: try tools(after: seconds))
        return try #require(result.poll)
    }

    /// What a poll so much later needs of the world.
    func tools(after seconds: Double = 3600) throws -> PollTools {
        now = now.addingTimeInterval(seconds)
        uptime += seconds
        let moment = Moment(wall: now, uptime: uptime, boot: "b")
        var tools = PollTools(reader: site, cache: try DocumentCache(folder.path + "/cache"))
        tools.clock = { moment }
        tools.random = { 0.5 }
        tools.wait = { _, _ in }
        return tools
    }

    /// Believes the held document, as somebody says.
    @discardableResult
    func accept() throws -> PollResult {
        var tools = PollTools(reader: site, cache: try DocumentCache(folder.path + "/cache"))
        tools.wait = { _, _ in }
        return try acceptHeld(source, store, tellingTo: sinks, with: tools)
    }

    /// Believes what was read of an unclear batch, as somebody says; what is told.
    func acceptUnclear(_ batch: String) throws -> [String] {
        let tools = PollTools(reader: site, cache: try DocumentCache(folder.path + "/cache"))
        return try Watch.acceptUnclear(batch, source, store, tellingTo: sinks, with: tools).events.brief
    }

    /// The files of the cache with this ending.
    func files(_ ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache")) ?? []
        return names.filter { $0.hasSuffix(ending) }
    }

    var kept: Int { files(".document").count }

    /// The editions that wait for a sink.
    func editions(for sink: SinkName = Sink.archive.name) -> [Event] {
        store.state.outbox.waiting(for: sink).map(\.event).filter { $0.kind == .edition }
    }

    /// The new, gone and changed rows of the latest edition.
    var numbers: [Int?] {
        let edition = editions().last?.edition
        return [edition?.rows, edition?.new, edition?.gone, edition?.changed]
    }
    var saves: Int { store.saves }
}
