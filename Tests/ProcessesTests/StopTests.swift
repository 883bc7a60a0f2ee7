import Glibc
import Processes
import Testing

@Suite(.serialized) struct StopTests {
    @Test func `a stop that was raised before ends the program at once`() throws {
        let stop = try StopSignal()
        #expect(!stop.isRaised)
        stop.raise()
        stop.raise()
        #expect(stop.isRaised)
        let outcome = try shell("sleep 30", stop: stop)
        #expect(outcome.ending.how == .stopped)
        #expect(outcome.seconds < 3)
    }

    @Test func `a stop from another thread ends the program`() throws {
        let stop = try StopSignal()
        var thread = pthread_t()
        let context = Unmanaged.passRetained(stop)
        pthread_create(
            &thread, nil,
            { context in
                usleep(300_000)
                if let context { Unmanaged<StopSignal>.fromOpaque(context).takeRetainedValue().raise() }
                return nil
            }, context.toOpaque())
        let outcome = try shell("trap 'echo bye; exit 0' TERM; sleep 30 & wait", stop: stop)
        pthread_join(thread, nil)
        #expect(outcome.ending.how == .stopped)
        #expect(outcome.output == "bye\n")
        #expect(outcome.seconds >= 0.2 && outcome.seconds < 4)
    }

    @Test func `a stop kills who ignores TERM`() throws {
        let stop = try StopSignal()
        stop.raise()
        let outcome = try shell("trap '' TERM; echo on; while :; do sleep 0.1; done", grace: 0.3, stop: stop)
        #expect(outcome.ending.how == .stopped)
        #expect(outcome.seconds < 5)
    }
}
