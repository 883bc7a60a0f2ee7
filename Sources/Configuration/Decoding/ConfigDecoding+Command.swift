// `command`: the program that brings the document of a source.

import Reading
import Text

extension ConfigDecoding {
    /// Keys that say how to ask a server, which a program does by itself.
    private static let keysOfServers = [
        "url", "form-page", "form", "body", "page", "link", "pick", "auth", "headers", "proxy", "user-agent",
    ]

    /// The program and its arguments, and what stands for the address of the list: the first argument that is a URL, else
    /// the program.
    mutating func command(of table: ConfigTable) -> (words: [String], url: String)? {
        guard
            let words = program(
                "command", of: table,
                "name the program to run, like command = [\"/etc/batchwatch/sources/browser\", \"https://…\"]")
        else { return nil }
        let path = table.path + ["command"]
        for key in Self.keysOfServers where table.table[key] != nil {
            report("cannot be combined with command; give it to the program as an argument", at: table.path + [key])
        }
        if words.first?.holds(SourceConfig.batchInURL) == true { report("has {batch} in the program's path", at: path) }
        if words.count > ConfigLimits.commandWords {
            report("has \(words.count) words; at most \(ConfigLimits.commandWords) are allowed", at: path)
        }
        let url =
            words.dropFirst().first { problem(ofWebURL: $0) == nil } ?? fileURL(of: words.first ?? "/")
        // Each case needs an address of its own.
        let needsBatch = words.contains { $0.holds(SourceConfig.batchInURL) }
        return (words, needsBatch && !url.holds(SourceConfig.batchInURL) ? url + "#" + SourceConfig.batchInURL : url)
    }
}
