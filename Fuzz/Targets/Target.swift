// What a fuzz target is, and the list of them. A target takes any bytes and throws where the code breaks its word;
// a trap, a hang or too much memory needs no telling. Entry.swift runs them under libFuzzer, ReplayTests.swift in the
// tests.

/// A layer of the reader, fed with bytes.
struct Target: Sendable {
    /// Also the name of its seeds, its dictionary and its finds.
    var name: String
    /// Throws `Violation` where the layer breaks a promise.
    var run: @Sendable ([UInt8]) throws -> Void

    static let all = [
        objects, filters, cmaps, content, document, rows, tables, shapes, paths, grid, structure, tagged, masks, fonts,
        encryption,
        charsets, csv, json, dates, html, xml, links, zip, sheet, answers, messages, net,
        replies, edits,
    ]

    init(_ name: String, _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.run = run
    }
}

/// A promise that was broken.
struct Violation: Error, CustomStringConvertible {
    var description: String
}

/// Throws where the promise does not hold.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws(Violation) {
    if !holds { throw Violation(description: what()) }
}

/// A cursor over the fuzzer's bytes, for targets that make something of them. Zeros follow the last byte.
struct Choices {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// What was not taken yet.
    var rest: [UInt8] { Array(bytes.dropFirst(position)) }

    mutating func byte() -> UInt8 {
        defer { position += 1 }
        return position < bytes.count ? bytes[position] : 0
    }

    /// A number from 0 to 255.
    mutating func number() -> Int { Int(byte()) }

    /// One of these.
    mutating func one<Value>(of values: [Value]) -> Value { values[number() % values.count] }
}
