// Random configurations: adding something and removing it again leaves the file unchanged, byte for byte.

import Testing

@testable import Configuration

/// The same numbers on every run (Knuth, MMIX).
private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) ^ state
    }
}

/// A sound configuration with the odd writings that TOML allows. Its numbers begin with 201, those of the tests with
/// 202.
private struct ChanceConfig {
    var chance: Chance
    var text = ""
    var numbers: [(batch: String, source: String?)] = []

    init(seed: UInt64) {
        chance = Chance(state: seed)
        _ = chance.next()
        noise()
        var parts: [(inout ChanceConfig) -> Void] = [
            { $0.table("[batches]", source: nil) },
            { $0.source("a", quoted: false) },
            { $0.source("b-2", quoted: Bool.random(using: &$0.chance)) },
            {
                $0.line("[hook]"); $0.line("run = [\"/bin/true\", \"# [batches]\"]")
            },
        ]
        parts.shuffle(using: &chance)
        for part in parts { part(&self) }
        if Bool.random(using: &chance) { text = text.replacing("\n", with: "\r\n") }
        if Bool.random(using: &chance) {
            while text.utf8.last == 0x0A || text.utf8.last == 0x0D { text = String(text.unicodeScalars.dropLast()) }
        }
        if Bool.random(using: &chance) { text = "\u{FEFF}" + text }
    }

    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &chance) ?? "" }

    private mutating func noise() {
        while Int.random(in: 0...2, using: &chance) == 0 {
            text += pick(["\n", "# 20121456171 = \"x\"\n", "   \n", "\t# [batches]\n", "#\n"])
        }
    }

    private mutating func line(_ content: String) {
        text += pick(["", "", "  ", "\t"]) + content + pick(["", "", " ", "  # c = \"]\"", "#"]) + "\n"
        noise()
    }

    private mutating func source(_ name: String, quoted: Bool) {
        let key = quoted ? "\"\(name)\"" : name
        line("[ sources . \(key) ]")
        line("url = \"file:///\(name)\"")
        switch Int.random(in: 0...2, using: &chance) {
        case 0: table("[sources.\(key).batches]", source: name)
        case 1: entries("batches.", source: name, atLeast: 1)
        default: break
        }
    }

    private mutating func table(_ header: String, source: String?) {
        line(header)
        entries("", source: source, atLeast: 0)
    }

    private mutating func entries(_ prefix: String, source: String?, atLeast: Int) {
        for index in 0..<Int.random(in: atLeast...3, using: &chance) {
            let batch = pick(["2012145617\(index)", "2012\(index)######"])
            let key = batch.contains("#") ? pick(["\"\(batch)\"", "'\(batch)'"]) : pick([batch, "\"\(batch)\""])
            line(
                "\(prefix)\(key) = " + pick(["\"\"", "'a # b'", "\"\"\"\nx\\\n  y\"\"\"", "\"\\u00e9\\\"\"", "\"宮\""]))
            numbers.append((batch, source))
        }
    }
}

@Suite struct `Chance edits` {
    static let seeds: ClosedRange<UInt64> = 1...1500

    @Test func `added and removed leaves each byte as it was`() throws {
        var tables = 0
        for seed in Self.seeds {
            let config = ChanceConfig(seed: seed)
            let bytes = Array(config.text.utf8)
            for source in [nil, "a", "b-2"] {
                let added = try #require(
                    try? ConfigEdit(.add(label: "N \"é\""), "20291456171", source: source).applied(to: bytes, path: ""),
                    "\(seed)")
                #expect(added.outcome == .added)
                let removed = try ConfigEdit(.remove, "20291456171", source: source).applied(to: added.bytes, path: "")
                let hadTable = BatchTable(of: source, in: try parsedTOML(try configText(bytes))) != nil
                if hadTable {
                    #expect(removed.bytes == bytes, "\(seed) \(source ?? "")")
                    tables += 1
                } else {
                    // The header that the first one made stays.
                    #expect(removed.bytes.starts(with: bytes), "\(seed) \(source ?? "")")
                }
            }
        }
        #expect(tables > 2000)
    }

    @Test func `taken out or called otherwise, all other lines stay`() throws {
        var edits = 0
        for seed in Self.seeds {
            let config = ChanceConfig(seed: seed)
            let bytes = Array(config.text.utf8)
            let lines = config.text.split(omittingEmptySubsequences: false) { $0.isNewline }
            for (batch, source) in config.numbers {
                let renamed = try ConfigEdit(.add(label: "N"), batch, source: source).applied(to: bytes, path: "")
                #expect(renamed.outcome != .added && renamed.entry.label == "N")
                guard let removed = try? ConfigEdit(.remove, batch, source: source).applied(to: bytes, path: "") else {
                    // The last dotted key of the only table.
                    #expect(config.numbers.count { $0.source == source } == 1)
                    continue
                }
                let left = String(decoding: removed.bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
                    $0.isNewline
                }
                // A value of several lines has three here.
                #expect([1, 3].contains(lines.count - left.count), "\(seed)")
                #expect(lines.difference(from: left).insertions.count == lines.count - left.count, "\(seed)")
                edits += 1
            }
        }
        #expect(edits > 2000)
    }
}
