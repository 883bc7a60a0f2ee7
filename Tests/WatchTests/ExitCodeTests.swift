import Processes
import Reading
import Testing
import WatchKit

@testable import Storage
@testable import Watch

@Suite struct ExitCodeTests {
    // sysexits(3)
    @Test(arguments: [
        (ReadingFailure.Kind.unreachable, Int32(69)), (.status, 69), (.limit, 65), (.unreadable, 65), (.reader, 74),
    ])
    func `a failed reading says whether it is the server, the document or ourselves`(
        kind: ReadingFailure.Kind, code: Int32
    ) {
        #expect(ReadingFailure(kind, "").exitCode.rawValue == code)
    }

    @Test(arguments: [
        (StateError.locked(directory: ""), Int32(75)), (.unusable(directory: "", problem: ""), 78),
        (.newerSchema(file: "", schema: 3, known: 2), 78), (.io(operation: "", path: "", code: 28), 73),
    ])
    func `a state that cannot be used says whether to wait or to act`(error: StateError, code: Int32) {
        #expect(error.exitCode.rawValue == code)
    }

    @Test func `a failed poll may succeed later, any other is fine`() {
        let now = Moment(wall: noon, uptime: 0)
        func report(_ outcome: PollOutcome) -> PollReport {
            PollReport(source: "london", PollResult(outcome: outcome, events: [], wait: 1, finished: now))
        }
        #expect(report(.failed(cause: "x")).exitCode == .unavailable)
        let newer = StateError.newerSchema(file: "london.json", schema: 3, known: 2)
        #expect(PollReport(source: "london", failedBy: newer).exitCode == .config)
        #expect([.unchanged, .read(rowCount: 1), .interrupted].map { report($0).exitCode } == [.ok, .ok, .ok])
    }
}
