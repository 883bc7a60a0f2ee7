// The manual agrees with the code about characters that count as others.

import Foundation
import Testing

@testable import Rows

struct CharacterTableTests {
    /// The ranges that a line of the manual's table names, and what they become.
    private static func entries() throws -> [(range: ClosedRange<UInt32>, result: String)] {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let manual = try String(contentsOf: root.appending(path: "man/batchwatch-events.7"), encoding: .utf8)
        var entries: [(ClosedRange<UInt32>, String)] = []
        let names = ["a blank": " ", "a hyphen": "-", "a semicolon": ";", "nothing": ""]
        for line in manual.split(separator: "\n") where line.hasPrefix("U+") {
            let text = line.replacing("\\-", with: "-")
            let result = names.first { text.hasSuffix($0.key) }?.value
            for entry in result == nil ? text.split(separator: ", ") : [text] {
                let words = entry.split(separator: " ")
                for word in words where word.hasPrefix("U+") {
                    let ends = word.split(separator: "-").compactMap { UInt32($0.dropFirst(2), radix: 16) }
                    guard let first = ends.first, let last = ends.last else { continue }
                    entries.append((first...last, result ?? String(words.last ?? "")))
                }
            }
        }
        return entries
    }

    @Test func `each character becomes what the manual says`() throws {
        let entries = try Self.entries()
        #expect(entries.count == 38)
        for (range, result) in entries {
            for value in Set([range.lowerBound, range.upperBound]) {
                guard let scalar = Unicode.Scalar(value) else { continue }
                #expect(CellText.cell("a\(scalar)b") == "a\(result)b", "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func `and no other character becomes another one`() throws {
        let entries = try Self.entries()
        for value in (0x21 as UInt32)...0xFFFF where !entries.contains(where: { $0.range.contains(value) }) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let cell = CellText.cell("a\(scalar)b")
            if Array(cell.unicodeScalars) != ["a", scalar, "b"] {
                Issue.record("U+\(String(value, radix: 16)) is \(cell)")
            }
        }
    }
}
