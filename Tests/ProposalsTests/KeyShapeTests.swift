// The forms of keys: which texts may be keys, and what several forms have in common.

import Testing

@testable import Proposals

@Suite struct `The form of a key` {
    @Test(arguments: [
        ("66357342", "########"), ("GWF012345678", "AAA#########"), ("2025/0012345", "####/#######"),
        ("AB-12-3456", "AA-##-####"), ("V1234", "A####"),
    ])
    func `is its digits and letters, and what stands between`(text: String, mask: String) throws {
        let shape = try #require(KeyShape(text.utf8))
        #expect(shape.mask() == mask)
        #expect(shape.matches(text.utf8) && !shape.matches((text + "1").utf8) && !shape.matches("".utf8))
    }

    @Test(arguments: [
        "", "123", "word", "IR1", "A-12", "12.50", "1.250", "1.250.000", "12/345", "+4420", "14:30:00", "1234.",
        "-1234",
        "12 345 678", "№ 12345", "1,250.00", "12345678901234567890123456789012345678901",
    ])
    func `is none for what can be no key`(text: String) {
        #expect(KeyShape(text.utf8) == nil)
    }

    @Test func `has the bounds of length that it says`() {
        #expect(KeyShape(String(repeating: "1", count: KeyShape.longest).utf8) != nil)
        #expect(KeyShape(String(repeating: "1", count: KeyShape.longest + 1).utf8) == nil)
        #expect(KeyShape("1234".utf8) != nil)
    }

    @Test(arguments: [
        ("1234567", "123456789", "#{7,9}"), ("AB12345", "AB1234", "AA#{4,5}"), ("12345", "123456789", "#{5,9}"),
        ("12/23456", "12/2345", "##/#{4,5}"),
    ])
    func `may differ by four in length`(left: String, right: String, mask: String) throws {
        let (one, other) = (try #require(KeyShape(left.utf8)), try #require(KeyShape(right.utf8)))
        let shape = try #require(one.joined(with: other))
        #expect(shape.mask() == mask)
        #expect(shape.matches(left.utf8) && shape.matches(right.utf8))
    }

    @Test(arguments: [
        ("1234", "123456789"), ("1234", "A1234"), ("12-3456", "12/3456"), ("A1234", "AB1234"), ("1-2345", "12-345"),
    ])
    func `and no more, in nothing else`(left: String, right: String) throws {
        let (one, other) = (try #require(KeyShape(left.utf8)), try #require(KeyShape(right.utf8)))
        #expect(one.joined(with: other) == nil)
    }

    @Test func `of several lengths comes from words in one column only`() {
        var census = KeyCensus()
        for row in 0..<40 { census.add(scattered(row, digits: 7 + row % 3).utf8, from: 50, to: 90) }
        for row in 0..<40 { census.add(scattered(row, digits: 5).utf8, from: 300, to: 325) }
        let masks = census.candidates(within: 15).map(\.mask)
        #expect(masks.contains("#{7,9}") && masks.contains("#####"), "\(masks)")
        #expect(!masks.contains { $0.contains("5,") }, "\(masks)")
    }

    @Test func `with letters and digits in changing places is found too`() {
        var census = KeyCensus()
        let signs = Array("K7M2Q9X4B1D8".utf8)
        for row in 0..<40 { census.add((0..<8).map { signs[(row * 5 + $0 * (row % 7 + 1)) % signs.count] }) }
        #expect(census.candidates().map(\.mask).contains("????????"))
    }

    @Test func `is one of a bounded number`() {
        var census = KeyCensus()
        for row in 0..<20_000 {
            let text = String(row, radix: 2).map { $0 == "0" ? "A" : "1" }.joined() + "2222"
            census.add(text.utf8)
        }
        #expect(census.candidates().count <= 18)
    }
}
