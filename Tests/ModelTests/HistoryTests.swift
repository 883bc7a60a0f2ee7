import Testing

@Suite struct HistoryTests {
    /// So many take some seconds in a debug build; scripts/model lives through more.
    static let count: UInt64 = 2000

    @Test func `in random histories product and model tell the same`() throws {
        var search = try Search()
        for seed in 0..<HistoryTests.count {
            if let find = try search.live(seed) {
                Issue.record("\(find)")
                return
            }
        }
        for kind in ["observed", "appeared", "changed", "disappeared", "failing", "recovered", "suspect", "stale"] {
            #expect(search.told[kind, default: 0] > 100, "the histories hardly bring about \(kind)")
        }
    }
}
