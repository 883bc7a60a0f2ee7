import ArgumentParser
import Configuration
import Processes
import Watch

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for a shell.",
        discussion: """
            The package installs the scripts. To install one by hand: `batchwatch completions bash > \
            /usr/share/bash-completion/completions/batchwatch`.
            """)

    /// The shells that the argument parser knows.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() throws {
        let shell: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        Terminal.show(Batchwatch.completionScript(for: shell))
    }
}

extension CompletionKind {
    /// The names of the sources in the configuration.
    static let sources = CompletionKind.custom { words, _, _ in config(of: words)?.sources.map(\.name) ?? [] }

    /// The watched numbers, without masks: nobody types a mask.
    static let batches = CompletionKind.custom { words, _, _ in
        let watched = config(of: words)?.sources.flatMap(\.watched).map(\.pattern) ?? []
        return Set(watched.filter(\.isLiteral).map(\.key)).sorted()
    }

    /// The configuration of the options in the command line; nil, without a message, if it cannot be read.
    private static func config(of words: [String]) -> Config? {
        func value(_ option: String) -> String? {
            words.lastIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        }
        let instance: Instance =
            words.contains("--user") ? .user : value("--instance").map { .named($0) } ?? .machine
        let paths = Paths(
            config: value("--config").map(absolutePath), state: nil, cache: nil, instance: instance,
            environment: ownEnvironment())
        return try? ConfigFile(path: paths.config).load()
    }
}
