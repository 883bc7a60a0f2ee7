// The limit of watched batches in all, at the limit and one past it.

import Testing

@testable import Configuration

@Suite struct WatchCountTests {
    /// So many batches for all sources, and `own` more below the first of them.
    private func config(batches: Int, sources: Int, own: Int = 0) -> String {
        var lines = ["[batches]"] + (0..<batches).map { "\(20_000_000_000 + $0) = \"\"" }
        for source in 0..<sources { lines += ["[sources.s\(source)]", "url = \"https://example.org/\(source)\""] }
        if own > 0 { lines += ["[sources.s0.batches]"] + (0..<own).map { "\(21_000_000_000 + $0) = \"\"" } }
        return lines.joined(separator: "\n")
    }

    private func watched(_ toml: String) throws -> Int {
        try Config(toml: Array(toml.utf8), path: "w.toml").sources.reduce(0) { $0 + $1.watched.count }
    }

    private let advice =
        "; at most \(ConfigLimits.watched) are looked for in all: write batches below [sources.NAME.batches] "
        + "where one list alone can have them, or run several instances"

    @Test func `as many as the limit are watched, and one more is refused with both numbers`() throws {
        #expect(try watched(config(batches: 1_000, sources: 100)) == ConfigLimits.watched)
        #expect(
            configComplaints(config(batches: 1_000, sources: 100, own: 1)) == [
                "w.toml:1:1: batches: 1000 batches times 100 sources make 100000, and 1 stand below the sources"
                    + advice
            ])
    }

    @Test func `ten thousand batches times two hundred sources are refused with the product`() {
        #expect(
            configComplaints(config(batches: 10_000, sources: 200)) == [
                "w.toml:1:1: batches: 10000 batches times 200 sources make 2000000" + advice
            ])
    }

    @Test func `what no key of a source can be is not counted`() throws {
        let short = (0..<150).map { "[sources.t\($0)]\nurl = \"https://example.org/\($0)\"\nkey = \"########\"\n" }
        #expect(try watched(config(batches: 1_000, sources: 100) + "\n" + short.joined()) == ConfigLimits.watched)
    }

    @Test func `ten thousand in one list, and a thousand lists with few, are watched`() throws {
        #expect(try watched(config(batches: 10_000, sources: 1)) == 10_000)
        #expect(try watched(config(batches: 5, sources: 1_000)) == 5_000)
    }
}
