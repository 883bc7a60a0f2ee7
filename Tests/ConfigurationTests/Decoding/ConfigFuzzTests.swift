// Random TOML: the daemon gets an answer for any content, and no trap ends it.

import Glibc
import Testing

/// The same numbers on every run (Knuth, MMIX).
private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) ^ state
    }
}

private let pieces = [
    "[", "]", "[[", "]]", ".", "\"", "'", "\"\"\"", "'''", "=", "\n", "\r\n", "\r", " ", "\t", "{", "}", ",", "#", "\\",
    "\\u00", "\\U0010FFFF",
    "\\\n", "a", "batches", "sources", "hook", "url", "1", "-1", "+", "_", "0x", "0b1", "1e9", "1e999", "inf", "nan",
    "true", "1979-05-27",
    "T07:32:00Z", "07:32", "9223372036854775808", "é", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{85}", "\u{B}", "\u{C}",
    "\u{7F}", "\u{1}",
    " = ", "\na = ", "\n[a]\n", "\n[a.b]\n", "\n[[a]]\n", "a.b", "[a", "\"a\"", "{a=1}", "[1,2]", "batches = {",
]

@Suite struct `Chance configurations` {
    /// How many; more of them from the environment, for a longer run.
    private static let count = getenv("BATCHWATCH_FUZZ").flatMap { Int(String(cString: $0)) } ?? 5000
    private static let seed = getenv("BATCHWATCH_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    @Test func `each gives an answer`() {
        var chance = Chance(state: Self.seed)
        for _ in 0..<Self.count {
            let text = (0..<Int.random(in: 1...14, using: &chance)).map { _ in
                pieces.randomElement(using: &chance) ?? ""
            }.joined()
            #expect(!configComplaints(text).isEmpty)
            // And in the middle of something sound.
            _ = configComplaints(londonConfig + text + "\n" + londonConfig)
        }
    }
}
