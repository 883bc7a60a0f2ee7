// Sets of watched keys: which of them contains a key.

import Rows
import Testing

struct KeySetTests {
    private let set: KeySet

    init() throws {
        set = KeySet(patterns: try ["2012145####", "20121456171", "20####[0-4]###", "[A]1"].map { try KeyMask($0) })
    }

    @Test(arguments: [
        ("20121456171", "20121456171"),
        ("20121459999", "2012145####"),
        ("2012146617", nil),
        ("A1", "[A]1"),
        ("B1", nil),
        ("", nil),
    ])
    func `an exact key comes before the masks, and they in order`(key: String, pattern: String?) {
        #expect(set.pattern(for: key)?.description == pattern)
        #expect(set.contains(key) == (pattern != nil))
    }

    @Test func `nothing is watched by an empty set`() {
        #expect(KeySet(patterns: []).isEmpty)
        #expect(!KeySet(patterns: []).contains("20121456171"))
    }

    @Test func `a key is watched byte for byte, however letters may be spelt`() throws {
        let set = KeySet(patterns: [try KeyMask("e\u{301}1"), try KeyMask("o\u{308}1"), try KeyMask("\u{F6}1")])
        #expect(set.contains("e\u{301}1"))
        #expect(!set.contains("\u{E9}1"))
        #expect(set.pattern(for: "\u{E9}1") == nil)
        #expect(set.contains("o\u{308}1") && set.contains("\u{F6}1"))
    }

    @Test func `sets of the same patterns are equal`() throws {
        let patterns = try ["20121456171", "20121456179", "20123660000", "B1", "66357342", "2012145####"].map {
            try KeyMask($0)
        }
        let sets = (0..<20).map { _ in KeySet(patterns: patterns) }
        #expect(sets.allSatisfy { $0 == sets[0] })
        #expect(KeySet(patterns: patterns.reversed()) == sets[0])
        #expect(KeySet(patterns: patterns.dropLast()) != sets[0])
    }

    @Test func `many exact keys are found as one is`() throws {
        let many = KeySet(patterns: try (0..<1000).map { try KeyMask("2012\(1_000_000 + $0)") })
        #expect(many.contains("20121000999"))
        #expect(!many.contains("20121001000"))
    }
}
