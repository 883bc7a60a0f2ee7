// Advice after a wrong command line: the argument parser says what is wrong, and this file which command was probably
// meant. It reads the names of commands and options from their configuration and help, so it needs no change for new
// ones.

import ArgumentParser
import Configuration
import Text
import Watch

/// A command, its options and the commands below it.
struct CommandTree {
    let type: any ParsableCommand.Type

    /// All commands.
    static let ours = CommandTree(type: Batchwatch.self)

    var commandName: String { type.configuration.commandName ?? "" }

    /// The commands below it; nil for a command that can be run.
    var subcommands: [CommandTree]? {
        let types = type.configuration.subcommands
        return types.isEmpty ? nil : types.map(CommandTree.init)
    }

    /// The options that its help explains: "--json", "-h".
    var options: [String] {
        let help = Batchwatch.helpMessage(for: type, columns: 200)
        return help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
            // Two blanks separate the names from the explanation.
            let names = line.dropFirst(2)
            return names[..<(names.place(of: "  ")?.lowerBound ?? names.endIndex)]
                .split { ", /<".contains($0) }.filter { $0.hasPrefix("-") }.map(String.init)
        }
    }
}

/// The words of a command line, and what the user probably meant.
struct UsageAdvice {
    private let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    /// A whole message if a word in the place of a command is not a command; otherwise nil.
    var mistake: String? {
        // The usual case needs no tree: the first word is a command without commands below it.
        guard let first = words.first, Self.mayBeMistaken(first) else { return nil }
        var command = CommandTree.ours
        var path = [command.commandName]
        var rest = words[...]
        let isHelp = first == "help"
        if isHelp { rest = rest.dropFirst() }
        while let below = command.subcommands, let word = rest.first(where: { !$0.hasPrefix("-") }) {
            guard let next = below.first(where: { $0.commandName == word }) else {
                return unknown(word, path: path, below: below, isHelp: isHelp)
            }
            rest = rest[(rest.firstIndex(of: word) ?? rest.startIndex)...].dropFirst()
            path.append(word)
            command = next
        }
        return nil
    }

    private static func mayBeMistaken(_ first: String) -> Bool {
        // "---completion" comes from the shells' completion scripts, not from people.
        if first.hasPrefix("-") { return false }
        let known = Batchwatch.configuration.subcommands.first { $0.configuration.commandName == first }
        return known.map { !$0.configuration.subcommands.isEmpty } ?? true
    }

    private func unknown(_ word: String, path: [String], below: [CommandTree], isHelp: Bool) -> String {
        let names = below.map(\.commandName)
        let prefix = isHelp ? [path[0], "help"] + path.dropFirst() : path
        // "add" resembles no command, but is one below "batches".
        let deeper = below.filter { $0.subcommands?.contains { $0.commandName == word } == true }
            .map { "\($0.commandName) \(word)" }
        let meant = deeper.isEmpty ? near(word, names) : deeper
        let question = meant.isEmpty ? "" : "; did you mean '\(meant.joined(separator: "' or '"))'?"
        var lines = ["Error: There is no command '\(sanitized(word, limit: 60))'\(question)"]
        if let meant = meant.first {
            lines.append("Try:    \((prefix + [meant]).joined(separator: " "))")
        } else {
            lines.append("Known:  \(names.joined(separator: ", "))")
        }
        lines.append("  See '\(path.joined(separator: " ")) --help' for more information.")
        return lines.joined(separator: "\n")
    }

    /// What to add to the argument parser's message.
    func hints(after message: String) -> [String] {
        let root = CommandTree.ours
        var path: [CommandTree] = [root]
        for word in words where !word.hasPrefix("-") {
            guard let next = path.last?.subcommands?.first(where: { $0.commandName == word }) else { break }
            path.append(next)
        }
        guard let command = path.last else { return [] }
        let name = path.map(\.commandName).joined(separator: " ")
        var hints: [String] = []
        if !message.holds("Did you mean"), let hint = optionHint(command, root, name) { hints.append(hint) }
        if let example = Examples.of(name) { hints.append("  Example: \(example)") }
        return hints
    }

    /// For the first option that the command does not have.
    private func optionHint(_ command: CommandTree, _ root: CommandTree, _ name: String) -> String? {
        if let first = words.first, first.hasPrefix("--"), !root.options.contains(first),
            command.commandName != root.commandName, command.options.contains(first)
        {
            return "  Options come after the command: \(name) \(first)"
        }
        let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .compactMap { $0.split(separator: "=").first.map(String.init) }
        guard let unknown = options.first(where: { !command.options.contains($0) }) else { return nil }
        if let near = nearest(to: unknown, in: command.options) { return "  Did you mean '\(near)'?" }
        return nil
    }

    /// The name with at most two typing mistakes, else the names that begin with the word.
    private func near(_ word: String, _ names: [String]) -> [String] {
        if let name = nearest(to: word, in: names) { return [name] }
        return word.utf8.count < 2 ? [] : names.filter { $0.hasPrefix(word.lowercased()) }
    }
}
