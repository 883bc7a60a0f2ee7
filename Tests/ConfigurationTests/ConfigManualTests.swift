// watched-batches.toml(5) and the code agree: the keys in both directions, defaults and bounds, and examples that load.

import Foundation
import Reading
import Rows
import Testing

@testable import Configuration

private let manual =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    + "/man/watched-batches.toml.5"

/// The page's source, as far as the tests look at it.
private struct Page {
    let lines: [String]

    init() throws {
        lines = try String(contentsOfFile: manual, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The keys with what is said of them, by the heading that they stand below.
    var keys: [String: [String: String]] {
        var keys: [String: [String: String]] = [:]
        var heading: String?
        var key: String?
        for (index, line) in lines.enumerated() {
            if line.hasPrefix(".SH ") {
                heading = nil
                if index > 0, line != ".SH TABLES AND KEYS", !keys.isEmpty { break }
            } else if line.hasPrefix(".SS ") {
                (heading, key) = (String(line.dropFirst(4)), nil)
            } else if line.hasPrefix(".B "), lines[index - 1] == ".TP" {
                key = plain(String(line.dropFirst(3)))
            }
            if let heading, let key { keys[heading, default: [:]][key, default: ""] += plain(line) + "\n" }
        }
        return keys
    }

    /// The blocks below EXAMPLES.
    var examples: [String] {
        var examples: [String] = []
        var isOpen = false
        for line in lines.drop(while: { $0 != ".SH EXAMPLES" }) {
            switch line {
            case ".EX":
                isOpen = true
                examples.append("")
            case ".EE": isOpen = false
            default: if isOpen { examples[examples.count - 1] += plain(line) + "\n" }
            }
        }
        return examples
    }
}

/// What a reader sees of a line: groff_char(7)'s escapes that the page uses.
private func plain(_ line: String) -> String {
    [(#"\(dq"#, "\""), (#"\(aq"#, "'"), (#"\-"#, "-"), (#"\ "#, " "), (#"\e"#, #"\"#)]
        .reduce(line) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
}

private func range(_ limits: ClosedRange<Int>) -> String {
    "\(Quantity.text(seconds: limits.lowerBound)) to \(Quantity.text(seconds: limits.upperBound))"
}

/// The sentence that a key's default and bounds make.
private let sentences: [(key: String, heading: String, text: String)] = [
    (
        "every", "[sources.NAME]",
        "Default \(Quantity.text(seconds: Int(SourceConfig.defaultInterval))); \(range(ConfigLimits.every)), and "
            + "\(range(ConfigLimits.everyLocal)) for a file"
    ),
    ("key", "[sources.NAME]", "Default \"\(KeyMask.london)\""),
    (
        "columns", "[sources.NAME]",
        "Default [\(TableLayout.london.columns.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]; at most "
            + "\(ConfigLimits.columns)."
    ),
    (
        "max-size", "[sources.NAME]",
        "Default \(Quantity.text(bytes: ReadingLimits().documentBytes)); "
            + "\(Quantity.text(bytes: ConfigLimits.maxSize.lowerBound)) to "
            + "\(Quantity.text(bytes: ConfigLimits.maxSize.upperBound))."
    ),
    (
        "timeout", "[sources.NAME]",
        "Default \(Quantity.text(seconds: Int(ReadingLimits().transferSeconds))); \(range(ConfigLimits.timeout))."
    ),
    (
        "disappeared-after", "[sources.NAME]",
        "Default \(Quantity.text(seconds: Int(SourceConfig.defaultDisappearedAfter))); "
            + "\(range(ConfigLimits.disappearedAfter))."
    ),
    (
        "expect-every", "[sources.NAME]",
        "Default none; \(range(ConfigLimits.expectEvery)), or \"\(ConfigLimits.expectWorkingDays.lowerBound) working day\""
    ),
    (
        "timeout", "[hook]",
        "Default \(Quantity.text(seconds: Int(HookConfig.defaultTimeout))); \(range(ConfigLimits.hookTimeout))."
    ),
    ("batches", "The root", "At most \(ConfigLimits.labelLength) characters"),
    ("sources", "The root", "at most \(ConfigLimits.nameLength), not"),
]

@Suite struct `The manual page of the configuration` {
    @Test(arguments: [
        ("The root", ConfigKeys.root), ("[sources.NAME]", ConfigKeys.source), ("auth of a source", ConfigKeys.auth),
        ("[hook]", ConfigKeys.hook), ("[page]", ConfigKeys.page),
    ])
    func `has the keys that there are, and no others`(heading: String, keys: [String]) throws {
        #expect(try Page().keys[heading]?.keys.sorted() == keys.sorted())
    }

    @Test func `has no table that there is not`() throws {
        #expect(try Page().keys.count == 5)
    }

    @Test(arguments: sentences.indices)
    func `says the defaults and bounds of the code`(index: Int) throws {
        let (key, heading, text) = sentences[index]
        let said = try Page().keys[heading]?[key] ?? ""
        #expect(said.contains(text), "\(heading) \(key): \(text)")
    }

    @Test func `says the longest file, secret and mask, and how much may be watched`() throws {
        let text = try Page().lines.map(plain).joined(separator: "\n")
        #expect(text.contains("At most \(ConfigLimits.watched) are allowed in all"))
        #expect(text.contains("of at most \(ConfigLimits.fileBytes >> 20) MiB."))
        #expect(text.contains("in a file of at most \(AuthConfig.secretBytes >> 10) KiB;"))
        #expect(text.contains("At most \(KeyMask.longest) characters match."))
    }

    @Test func `has examples that are sound`() throws {
        let examples = try Page().examples
        #expect(examples.count == 6)
        for example in examples { #expect(configComplaints(example) == []) }
        let files = try examples.map { try Config(toml: Array($0.utf8), path: "example") }
        #expect(files.flatMap(\.sources).map(\.name) == ["london", "beijing", "office", "weekly", "status", "archive"])
        #expect(files.flatMap(\.sources).map(\.watched.count) == [2, 1, 1, 1, 1, 1])
    }

    @Test func `shows a message as it is told`() throws {
        let path = "/etc/batchwatch/watched-batches.toml"
        let mistake = "[batches]\n\n\n\n\n\n[sources.london]\nurl = \"https://example.org/\"\nevry = \"1h\"\n"
        let error = #expect(throws: ConfigError.self) { try Config(toml: Array(mistake.utf8), path: path) }
        #expect(try Page().lines.map(plain).contains(try #require(error).description))
    }
}
