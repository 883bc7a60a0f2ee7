import Foundation
import TestKit
import Testing
import WatchKit
import struct Coding.Date

@testable import Delivery
@testable import Events
@testable import Processes
@testable import Reading
@testable import Rows
@testable import Storage
@testable import Watch

@Suite struct ClockTests {
    private static let day = 86_400.0

    private func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Folder.tests.appending(path: "Fixtures/states/\(name).json")))
    }

    private func moment(_ wall: Double, _ uptime: Double, boot: String = "a") -> Moment {
        Moment(wall: noon.addingTimeInterval(wall), uptime: uptime, boot: boot)
    }

    /// Where a moment of noon, and one a day later, are after the clocks were looked at again; in seconds from noon.
    private func moved(
        from first: Moment, was wasProven: Bool = true, to second: Moment, is isProven: Bool = true
    ) throws -> [Double] {
        let reading = try #require(ClockReading(first, isProven: wasProven))
        let step = reading.step(to: second, isProven: isProven).step
        return [0, Self.day].map { step.moved(noon.addingTimeInterval($0)).timeIntervalSince(noon) }
    }

    // MARK: One boot

    @Test(arguments: [20 * day, -20 * day, 3_600, -11, 11])
    func `within a boot moments move with the wall clock`(_ jump: Double) throws {
        for isProven in [true, false] {
            let moved = try moved(from: moment(0, 50), to: moment(600 + jump, 650), is: isProven)
            #expect(moved == [jump, Self.day + jump])
        }
    }

    @Test(arguments: [0, 10, -10, 1])
    func `a clock that is kept moves nothing`(_ jump: Double) throws {
        #expect(try moved(from: moment(0, 50), to: moment(30 * Self.day + jump, 30 * Self.day + 50)) == [0, Self.day])
    }

    @Test func `where nobody knows the boot nothing moves, and nothing is remembered`() throws {
        #expect(ClockReading(moment(0, 50, boot: ""), isProven: true) == nil)
        #expect(try moved(from: moment(0, 50), to: moment(20 * Self.day, 60, boot: "")) == [0, Self.day])
    }

    // MARK: From one boot to the next

    @Test func `between boots the wall clock counts where it is known to be right`() throws {
        #expect(try moved(from: moment(0, 9_000), to: moment(3 * Self.day, 60, boot: "b")) == [0, Self.day])
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `where it was or is not known to be right, only what has passed since the boot counts`(
        _ was: Bool, _ now: Bool
    ) throws {
        let moved = try moved(
            from: moment(0, 9_000), was: was, to: moment(3 * Self.day, 60, boot: "b"), is: now)
        #expect(moved == [3 * Self.day - 60, 4 * Self.day - 60])
    }

    @Test(arguments: [true, false])
    func `a clock behind what is remembered counts what has passed since the boot`(_ isProven: Bool) throws {
        let moved = try moved(from: moment(0, 9_000), to: moment(-300 * Self.day, 60, boot: "b"), is: isProven)
        #expect(moved == [-300 * Self.day - 60, -299 * Self.day - 60])
    }

    // A board without a clock of its own: the time stands still until the clock is set.
    @Test(arguments: [-300 * day, 0, 3 * day - 60])
    func `what passed between boots counts as soon as the clock is known to be right`(_ made: Double) throws {
        var state = SourceState(uuid: "u")
        state.follow(moment(0, 9_000), isProven: true)
        state.lastChange = noon
        state.follow(moment(made + 60, 60, boot: "b"), isProven: false)
        // It was on for a minute.
        let madeUp = noon.addingTimeInterval(made + 60)
        #expect(abs(madeUp.timeIntervalSince(try #require(state.lastChange)) - 60) <= 10)
        state.returned = madeUp
        // The clock is set; the machine had been off for three days.
        state.follow(moment(3 * Self.day + 120, 120, boot: "b"), isProven: true)
        #expect(abs(try #require(state.lastChange).timeIntervalSince(noon)) <= 10)
        // What is since the boot is no older for that.
        let age = noon.addingTimeInterval(3 * Self.day + 120).timeIntervalSince(try #require(state.returned))
        #expect(abs(age - 60) <= 10)
        // And it counts once.
        state.follow(moment(3 * Self.day + 180, 180, boot: "b"), isProven: true)
        #expect(abs(try #require(state.lastChange).timeIntervalSince(noon)) <= 10)
    }

    // MARK: What is moved, and what is saved

    /// All that looks like a moment, but for what is no wait.
    private func moments(_ value: Any, _ path: String = "") -> [String: Date] {
        switch value {
        case let text as String: Date(text).map { [path: $0] } ?? [:]
        case let object as [String: Any]:
            object.reduce(into: [:]) { found, member in
                if member.key == "event" || member.key == "clock" { return }
                found.merge(moments(member.value, "\(path).\(member.key)")) { first, _ in first }
            }
        case let array as [Any]:
            array.enumerated().reduce(into: [:]) { found, item in
                found.merge(moments(item.element, "\(path).\(item.offset)")) { first, _ in first }
            }
        default: [:]
        }
    }

    private func moments(of state: SourceState) throws -> [String: Date] {
        moments(try JSONSerialization.jsonObject(with: Data(try state.encoded())))
    }

    @Test func `every moment of a state is moved, and no time of an event`() throws {
        var state = try SourceState.decoded(from: try fixture("every-moment"), file: "")
        state.follow(moment(0, 50), isProven: true)
        let before = try moments(of: state)
        // Each field that is a moment is in the fixture; documents of the held list have the same ones.
        let code = try ["SourceState", "DocumentPart"].map { name in
            try String(
                contentsOf: Folder.tests.appending(path: "../Sources/Watch/State/\(name).swift"), encoding: .utf8)
        }
        let fields = code.joined().split(separator: "\n").filter {
            ($0.contains(" package var ") || $0.contains(" private var ")) && $0.contains("Date")
        }
        let found = before.keys.filter { !$0.hasPrefix(".held.composition") && !$0.hasPrefix(".outbox") }
        #expect(found.count == fields.count, "\(found.sorted())")
        state.follow(moment(20 * Self.day, 50), isProven: true)
        let after = try moments(of: state)
        #expect(after == before.mapValues { $0.addingTimeInterval(20 * Self.day) })
        #expect(state.outbox.waiting(for: .hook).first?.event.time == Date("2026-01-05T12:00:00Z"))
    }

    @Test func `a look at the clocks saves nothing, a jump does, and a reading survives a restart`() throws {
        let folder = try Folder()
        let directory = try StateDirectory(folder.path + "/state")
        let store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: directory)
        try store.follow(moment(0, 50), isProven: true)
        try store.update(at: moment(0, 50), isProven: true) { _, _ in }
        #expect(store.saves == 0)
        try store.update(at: moment(0, 50), isProven: true) { state, _ in state.lastChange = noon }
        try store.follow(moment(900, 950), isProven: true)
        #expect(store.saves == 1)
        let again = SourceStore(name: "london", state: try directory.load("london") { "v" }.state, in: directory)
        try again.follow(moment(20 * Self.day, 60), isProven: false)
        #expect(again.saves == 1)
        #expect(again.state.lastChange == noon.addingTimeInterval(20 * Self.day - 10))
    }

    @Test func `a state without a reading, or with one of another form, goes by the wall clock`() throws {
        for clock in ["", #""clock":{"boot":7,"tick":"x"},"#, #""clock":[],"#] {
            let text =
                #"{"batches":{},\#(clock)"lastChange":"2026-01-01T00:00:00Z","observed":[],"outbox":"#
                + #"{"letters":{},"dead":{}},"schema":2,"sequence":1,"uuid":"u"}"#
            var state = try SourceState.decoded(from: Array(text.utf8), file: "")
            let before = try #require(state.lastChange)
            state.follow(moment(20 * Self.day, 50), isProven: false)
            #expect(state.lastChange == before)
            state.follow(moment(21 * Self.day, 50), isProven: false)
            #expect(state.lastChange == before.addingTimeInterval(Self.day))
        }
    }

    // MARK: Whether the clock is right

    @Test func `a server shows that the clock is right, until it is set`() {
        let proof = ClockProof { false }
        #expect(!proof.holds(at: moment(0, 50)))
        proof.show(noon.timeIntervalSince1970 - 2 * Self.day, at: moment(0, 50))
        #expect(!proof.holds(at: moment(0, 50)))
        proof.show(noon.timeIntervalSince1970 + Self.day, at: moment(0, 50))
        #expect(proof.holds(at: moment(600, 650)))
        #expect(!proof.holds(at: moment(600 + 20 * Self.day, 650)))
        #expect(!proof.holds(at: moment(600, 650, boot: "b")))
        #expect(ClockProof { true }.holds(at: moment(0, 1)))
    }

    @Test func `the system's moments are of this boot`() {
        let now = Moment.now()
        #expect(now.boot.count == 36 && now.boot == Moment.now().boot)
    }
}
