import Testing

@Suite struct HistoryTests {
    /// Histories in each part; scripts/model lives through more.
    static let count: UInt64 = 250

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `in random histories product and model tell the same`(_ part: UInt64) throws {
        var search = try Search()
        for seed in part * HistoryTests.count..<(part + 1) * HistoryTests.count {
            if let find = try search.live(seed) {
                Issue.record("\(find)")
                return
            }
        }
        for kind in [
            "observed", "appeared", "changed", "disappeared", "failing", "recovered", "suspect", "stale", "edition",
        ] {
            #expect(search.told[kind, default: 0] > 10, "the histories hardly bring about \(kind)")
        }
    }
}
