// The file that a new user reads first: it loads unchanged, with each of its examples, and with all of them.

import Testing

@testable import Configuration

private let shipped =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    + "/config/watched-batches.toml"

/// The shipped file's lines, and which of them are examples: those with a "#" and no space after it.
private struct ShippedFile {
    let lines: [String]

    init() throws {
        let file = try BoundedFile(path: shipped, limit: ConfigLimits.fileBytes)
        lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// Examples that go together: a section with its keys, else each line by itself.
    var examples: [Range<Int>] {
        var examples: [Range<Int>] = []
        for index in lines.indices where isExample(index) {
            if let last = examples.last, last.upperBound == index, lines[last.lowerBound].hasPrefix("#[") {
                examples[examples.count - 1] = last.lowerBound..<(index + 1)
            } else {
                examples.append(index..<(index + 1))
            }
        }
        return examples
    }

    private func isExample(_ index: Int) -> Bool {
        lines[index].hasPrefix("#") && lines[index].count > 1 && !lines[index].hasPrefix("# ")
    }

    func text(uncommenting ranges: [Range<Int>]) -> String {
        var lines = lines
        for index in ranges.joined() { lines[index].removeFirst() }
        return lines.joined(separator: "\n")
    }
}

@Suite struct `The shipped configuration` {
    @Test func `loads as it is and watches nothing yet`() throws {
        let config = try ConfigFile(path: shipped).load()
        #expect(config == Config(sources: []))
        let hook = "[hook]\nrun = \"/hook\"\n"
        #expect(try Config(toml: Array(hook.utf8), path: "c") == Config(sources: [], hook: HookConfig(run: ["/hook"])))
    }

    @Test func `each of its examples is sound`() throws {
        let file = try ShippedFile()
        #expect(file.examples.count >= 12)
        let london = try #require(file.examples.first { file.lines[$0.lowerBound] == "#[sources.london]" })
        for example in file.examples {
            // A batch needs a list that may have it.
            let needed = example == london ? [] : [london]
            #expect(configComplaints(file.text(uncommenting: needed + [example])) == [])
        }
    }

    @Test func `all of its examples are sound together`() throws {
        let file = try ShippedFile()
        let text = file.text(uncommenting: file.examples)
        #expect(configComplaints(text) == [])
        let config = try Config(toml: Array(text.utf8), path: shipped)
        #expect(
            config.sources.map(\.name) == [
                "archive", "beijing", "cases", "docket", "form", "london", "names", "office", "scripted", "service",
                "weekly",
            ])
        #expect(config.hook?.run == ["/etc/batchwatch/hook"])
        #expect(config.page == PageConfig(directory: "/var/lib/batchwatch/www", hidesNumbers: true))
        #expect(config.sources.map(\.watched.count) == [2, 1, 2, 1, 2, 2, 1, 2, 3, 2, 1])
    }

    @Test func `the values shown for london are the defaults`() throws {
        let file = try ShippedFile()
        let london = try #require(file.examples.first { file.lines[$0.lowerBound] == "#[sources.london]" })
        let plain = try Config(
            toml: Array(file.text(uncommenting: [london.lowerBound..<london.lowerBound + 2]).utf8), path: shipped)
        #expect(plain.sources.map(\.layout) == [.london])
        let keys = ["#every", "#key", "#columns", "#disappeared-after", "#timeout", "#max-size"]
        let shown = london.filter { line in keys.contains { file.lines[line].hasPrefix($0 + " = ") } }
        #expect(shown.count == keys.count)
        let lines = [london.lowerBound..<london.lowerBound + 2] + shown.map { $0..<$0 + 1 }
        var config = try Config(toml: Array(file.text(uncommenting: lines).utf8), path: shipped)
        // Columns that are written down hold whatever the headings say.
        #expect(config.sources.map(\.hasOwnColumns) == [true] && plain.sources.map(\.hasOwnColumns) == [false])
        config.sources[0].hasOwnColumns = false
        #expect(config == plain)
    }

    @Test(arguments: ConfigKeys.root + ConfigKeys.source + ConfigKeys.auth + ConfigKeys.hook + ConfigKeys.page)
    func `every key is in it`(key: String) throws {
        let text = try ShippedFile().lines.joined(separator: "\n")
        let keys = text.split(separator: "\n").filter { !$0.hasPrefix("# ") }
        let uses = ["[\(key)]", "[\(key).", ".\(key)]", "#\(key) =", " \(key) =", "\(key) = \""]
        #expect(keys.contains { line in uses.contains { line.contains($0) } })
    }
}
