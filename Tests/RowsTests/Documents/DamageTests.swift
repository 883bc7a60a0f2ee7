// Documents cut off anywhere, and with flipped bits: reported rows are in the document, or damage is reported with
// them. scripts/hostile does the same with whole programs, other documents and more flips.

import Foundation
import PDF
import Rows
import Testing
import Text

struct DamageTests {
    /// Splitmix64: the same flips on every machine.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    #if DEBUG
        private static let flips = 150
        private static let flipsOfEach = 2
        private static let step = 389
        private static let flipStep = 7
    #else
        private static let flips = 10_000
        private static let flipsOfEach = 50
        private static let step = 97
        private static let flipStep = 1
    #endif

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Fixtures/features")

    private func fixture(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(name).pdf")))
    }

    /// All features, by name.
    private func features() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".pdf") }.sorted()
            .map {
                String($0.dropLast(4))
            }
    }

    /// The rows, where nothing is told of damage; nil for a refusal, for damage, and for text that cannot be decoded.
    private func rows(_ document: [UInt8]) -> [Update]? {
        var reader = RowReader(layout: .london)
        guard let damage = try? readPages(of: document, { reader.add($0) }), damage.isEmpty else { return nil }
        guard let list = try? reader.finish(), list.undecodedGlyphs == 0 else { return nil }
        return list.rows.map(\.update)
    }

    @Test(arguments: ["plain", "checked", "checked_object_stream"])
    func `no truncation loses or changes a row unnoticed`(name: String) throws {
        let document = try fixture(name)
        let truth = try #require(rows(document))
        #expect(truth.count == 4)
        for length in 0..<document.count {
            guard let found = rows(Array(document.prefix(length))) else { continue }
            #expect(found == truth, "the first \(length) bytes")
        }
    }

    /// Where a flipped bit may go unnoticed: another font or encoding or size of a page in plain text is as likely as any
    /// other.
    private func unprotected(_ document: [UInt8]) throws -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        if let start = document.firstRange(of: Array("\n4 0 obj".utf8)) {
            let rest = document[start.upperBound...]
            ranges.append(start.lowerBound..<(try #require(rest.firstRange(of: Array("endobj".utf8))).upperBound))
        }
        for text in ["/MediaBox [0 0 595 842]", "/F1 4 0 R"] {
            if let place = document.firstRange(of: Array(text.utf8)) { ranges.append(place) }
        }
        return ranges
    }

    @Test(arguments: [
        "checked", "checked_object_stream", "encrypted_aesv2_object_stream", "flate", "flate_flushed",
    ])
    func `no flipped bit loses or changes a row unnoticed`(name: String) throws {
        let document = try fixture(name)
        let truth = try #require(rows(document))
        let unprotected = try unprotected(document)
        var chance = Chance(state: 20_121_456_171)
        for _ in 0..<Self.flips {
            let bit = Int.random(in: 0..<(8 * document.count), using: &chance)
            if unprotected.contains(where: { $0.contains(bit / 8) }) { continue }
            var flipped = document
            flipped[bit / 8] ^= 1 << (bit % 8)
            guard let found = rows(flipped) else { continue }
            #expect(found == truth, "bit \(bit % 8) of byte \(bit / 8)")
        }
    }

    @Test(arguments: ["checked", "checked_object_stream", "flate"])
    func `no byte with a flipped bit loses or changes a row unnoticed`(name: String) throws {
        let document = try fixture(name)
        let truth = try #require(rows(document))
        let unprotected = try unprotected(document)
        for place in stride(from: 0, to: document.count, by: Self.flipStep) {
            if unprotected.contains(where: { $0.contains(place) }) { continue }
            var flipped = document
            flipped[place] ^= 1 << (place % 8)
            guard let found = rows(flipped) else { continue }
            #expect(found == truth, "bit \(place % 8) of byte \(place)")
        }
    }

    /// Content without a filter has no checksum: other rows may come of it, but an answer does.
    @Test func `every flipped bit of content in clear is answered`() throws {
        let document = try fixture("plain")
        var chance = Chance(state: 28_999_999_999)
        var answered = 0
        for _ in 0..<Self.flips {
            let bit = Int.random(in: 0..<(8 * document.count), using: &chance)
            var flipped = document
            flipped[bit / 8] ^= 1 << (bit % 8)
            if rows(flipped) != nil { answered += 1 }
        }
        #expect(answered > Self.flips / 4)
    }

    /// A list without rows is a failure too; and a document without its last update is the edition before it.
    @Test func `no feature, cut off somewhere, shows rows that it has not`() throws {
        for (number, name) in try features().enumerated() where !name.hasPrefix("update_") {
            let document = try fixture(name)
            guard let truth = rows(document) else { continue }
            for length in stride(from: number % Self.step, to: document.count, by: Self.step) {
                guard let found = rows(Array(document.prefix(length))), !found.isEmpty else { continue }
                #expect(found == truth, "the first \(length) bytes of \(name)")
            }
        }
    }

    @Test func `every feature with a flipped bit is answered or refused`() throws {
        var chance = Chance(state: 20_000_000_000)
        var answered = 0
        for name in try features() {
            let document = try fixture(name)
            for _ in 0..<Self.flipsOfEach {
                let bit = Int.random(in: 0..<(8 * document.count), using: &chance)
                var flipped = document
                flipped[bit / 8] ^= 1 << (bit % 8)
                if rows(flipped) != nil { answered += 1 }
            }
        }
        #expect(answered > 0)
    }
}
