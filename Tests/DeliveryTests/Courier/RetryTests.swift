import Delivery
import Processes
import Testing

@Suite struct RetryTests {
    @Test func `the waits grow from five seconds to a day, then it is a dead entry`() {
        let waits = (1...10).map { retryDelay(afterAttempt: $0, random: 0.5) }
        #expect(waits == [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, nil])
        #expect(retryDelay(afterAttempt: .max, random: 0.5) == nil)
        #expect(retryDelay(afterAttempt: 0, random: 0.5) == 5)
        #expect(retryDelay(afterAttempt: .min, random: 0.5) == 5)
    }

    @Test(arguments: [(0.0, 4.0), (1.0, 6.0), (-7.0, 4.0), (9.0, 6.0)])
    func `chance moves a wait by a fifth at most`(random: Double, seconds: Double) {
        #expect(abs((retryDelay(afterAttempt: 1, random: random) ?? 0) - seconds) < 1e-9)
    }
}
