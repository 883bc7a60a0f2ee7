// Values written as JSON and read back, compared with Foundation.

import Coding
import Foundation
import Testing

private enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case none
    case named(String, isOpen: Bool?)
}

private struct Sample: Codable, Equatable {
    var text = "a/b \"\\\u{1}\u{1F}\u{7F}\n\r\t\u{8}\u{C}äß𝄞\u{2028}"
    var number = -7
    var unsigned = UInt64.max
    var double = 0.1
    var whole = 3.0
    var large = 1e20
    var small: Float = 1e-7
    var truth = true
    var nothing: Int?
    var empty: [Int] = []
    var emptyObject: [String: Int] = [:]
    var nested = [[1, 2], [3]]
    var objects = [["x": 1], ["y": 2, "B": 3, "a10": 4, "a2": 5, "ä": 6]]
    var shapes: [Shape] = [.circle(radius: 2.5), .none, .named("n", isOpen: nil), .named("", isOpen: false)]
    var optional: [String?] = ["a", nil]
}

@Suite struct JSONTextTests {
    /// What Foundation writes.
    private func expected(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func text(_ value: some Encodable, isIndented: Bool = false) throws -> String {
        String(decoding: try jsonBytes(of: value, isIndented: isIndented), as: UTF8.self)
    }

    @Test func `a value is written as Foundation writes it, on one line and indented`() throws {
        #expect(try text(Sample()) == expected(Sample()))
        #expect(try text(Sample(), isIndented: true) == expected(Sample(), .prettyPrinted))
        #expect(try text(["a"]) == #"["a"]"#)
    }

    @Test func `what is written is read back as the same value`() throws {
        #expect(try decoded(Sample.self, fromJSON: jsonBytes(of: Sample())) == Sample())
        let many = Dictionary(uniqueKeysWithValues: (0..<5000).map { ("\($0)", $0) })
        #expect(try decoded([String: Int].self, fromJSON: jsonBytes(of: many)) == many)
    }

    @Test func `JSON has no number that is none`() {
        #expect(throws: CodingFailure.self) { try text([Double.infinity]) }
        #expect(throws: CodingFailure.self) { try text([Float.nan]) }
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", #"{"text": 1}"#, "[1.5]", "[300]", "[-1]", "[\"1\"]", "[true]", "[1e400]",
        #"["a", "b"] x"#,
    ])
    func `what is not the value is an error`(json: String) {
        #expect(throws: (any Error).self) { try decoded(Sample.self, fromJSON: Array(json.utf8)) }
        if json != "[]" {
            #expect(throws: (any Error).self) { try decoded([UInt8].self, fromJSON: Array(json.utf8)) }
        }
    }

    @Test func `a whole number may be written as a fraction or with an exponent`() throws {
        #expect(try decoded([Int].self, fromJSON: Array("[1.0, 1e2, -0]".utf8)) == [1, 100, 0])
    }
}

@Suite struct DateTests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-0.5, "1969-12-31T23:59:59Z"),
        (1_700_000_000.7, "2023-11-14T22:13:20Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-1e300, "0001-01-01T00:00:00Z"), (253_402_300_800, "9999-12-31T23:59:59Z"),
        (.infinity, "9999-12-31T23:59:59Z"), (.nan, "1970-01-01T00:00:00Z"),
    ])
    func `a time is written in RFC 3339`(seconds: Double, text: String) throws {
        #expect(Coding.Date(timeIntervalSince1970: seconds).description == text)
    }

    @Test func `each day is written as Foundation writes it, and read back`() throws {
        for day in stride(from: -30_000.0, to: 60_000, by: 7) {
            let seconds = day * 86_400 + 4_321
            let date = Coding.Date(timeIntervalSince1970: seconds)
            #expect(date.description == Foundation.Date(timeIntervalSince1970: seconds).formatted(.iso8601))
            #expect(Coding.Date(date.description) == date)
            #expect(try decoded([Coding.Date].self, fromJSON: jsonBytes(of: [date])) == [date])
        }
    }

    @Test(arguments: [
        "", "2026-11-24", "2026-11-24T03:04:05", "2026-11-24 03:04:05Z", "2026-13-24T03:04:05Z",
        "2026-11-32T03:04:05Z", "2026-11-24T24:04:05Z", "2026-11-24T03:60:05Z", "2026-11-24T03:04:61Z",
        "2026-11-24T03:04:5 Z", "+026-11-24T03:04:05Z", "2026-11-24T03:04:05+0", "2026-11-24T03:04:05.1Z",
    ])
    func `what is no such time is none`(text: String) {
        #expect(Coding.Date(text) == nil)
        #expect(throws: CodingFailure.self) { try decoded([Coding.Date].self, fromJSON: jsonBytes(of: [text])) }
    }
}
