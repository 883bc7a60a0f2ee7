import ArgumentParser
import Configuration
import Glibc
import Text
import Watch

struct BatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batches",
        abstract: "List and edit the watched batches.",
        discussion: "They are in the configuration file. A running daemon notices each edit.",
        subcommands: [BatchesListCommand.self, BatchesAddCommand.self, BatchesRemoveCommand.self])
}

struct BatchesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the watched batches of the configuration file.")

    @OptionGroup var file: ConfigOption
    @Flag(help: "Print them as JSON.")
    var json = false

    func run() throws {
        try orFail {
            let entries: [BatchEntry]
            do throws(ConfigError) {
                entries = try ConfigFile(path: file.path).batches()
            } catch {
                throw Failure(.config, denial(of: file.path) ?? "\(error)")
            }
            if json { return Terminal.show(jsonText(entries)) }
            if entries.isEmpty {
                let command = file.instance.value.command
                return Terminal.show(
                    "No batches are watched; `\(command) batches add NUMBER` adds one, `\(command) try URL` looks at a list"
                )
            }
            let widest = entries.map { columnCount($0.batch) }.max() ?? 0
            for entry in entries { Terminal.show(text(of: entry, widest)) }
        }
    }

    private func text(of entry: BatchEntry, _ widest: Int) -> String {
        let place = entry.source.map { "(in \($0) only)" } ?? ""
        let label = [sanitized(entry.label), place].filter { !$0.isEmpty }.joined(separator: " ")
        return label.isEmpty
            ? sanitized(entry.batch) : padded(sanitized(entry.batch), to: min(widest, 40)) + "  " + label
    }
}

struct BatchesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Watch a batch, or change its label.",
        discussion: """
            Adds or changes one line of the configuration file, and leaves every other byte as it was. A mask watches \
            many batches: # is a digit, A a letter, ? either, [0-4] one of these. Put it in quotes.
            """)

    @OptionGroup var file: ConfigOption
    @OptionGroup var place: BatchPlace
    @Argument(help: ArgumentHelp("The batch number, or a mask.", valueName: "number"))
    var number: String
    @Argument(help: ArgumentHelp("Your name for it. Default: its present name, or none.", valueName: "label"))
    var label: String?

    func run() throws {
        try orFail {
            let edited = try file.change(ConfigEdit(.add(label: label), number, source: place.source))
            let name = sanitized(edited.entry.batch)
            let label = sanitized(edited.entry.label)
            switch edited.outcome {
            case .added: Terminal.show("\(place.name): added \(name)\(label.isEmpty ? "" : " \"\(label)\"")")
            case .relabelled(let old):
                Terminal.show("\(place.name): \(name) is now \"\(label)\" instead of \"\(sanitized(old))\"")
            case .watchedAlready:
                let table = BatchPlace.name(edited.entry.source)
                let called = label.isEmpty ? "" : ", as \"\(label)\""
                Terminal.show("\(table): \(name) is watched already\(called); nothing was changed")
            case .unchanged, .removed: Terminal.show("\(place.name): \(name) is already there, as \"\(label)\"")
            }
        }
    }
}

struct BatchesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop watching a batch.",
        discussion: """
            Removes one line of the configuration file, and leaves every other byte as it was. batchwatch still \
            delivers the events of the batch that it recorded before; `batchwatch outbox` lists them, and can drop \
            them.
            """)

    @OptionGroup var file: ConfigOption
    @OptionGroup var place: BatchPlace
    @Flag(help: "Remove it from [batches] and from every source.")
    var everywhere = false
    @Argument(
        help: ArgumentHelp("The batch number, or the mask as it is in the file.", valueName: "number"),
        completion: .batches)
    var number: String

    func run() throws {
        try orFail {
            let last = everywhere ? try removeEverywhere() : try remove(from: place.source)
            let remains = (last?.remains ?? []).map { "in \($0.source ?? ""), by \(sanitized($0.batch))" }
            if !remains.isEmpty { Terminal.show("It is still watched \(remains.joined(separator: "; "))") }
        }
    }

    func validate() throws {
        if everywhere, place.source != nil { throw ValidationError("--everywhere and --source do not go together.") }
    }

    private func remove(from source: String?) throws -> ConfigEdited {
        let edited = try file.change(ConfigEdit(.remove, number, source: source))
        let label = edited.entry.label.isEmpty ? "" : " \"\(sanitized(edited.entry.label))\""
        Terminal.show("\(BatchPlace.name(source)): removed \(sanitized(edited.entry.batch))\(label)")
        return edited
    }

    /// - Returns: the result of the last removal.
    private func removeEverywhere() throws -> ConfigEdited? {
        let entries = (try? ConfigFile(path: file.path).batches()) ?? []
        let sources = Set(entries.compactMap(\.source)).sorted()
        var last: ConfigEdited?
        var refusal: Failure?
        var unchanged: [Failure] = []
        for source in [nil] + sources {
            do {
                last = try remove(from: source)
            } catch let failure as Failure where failure.exitCode == .usage {
                refusal = refusal ?? failure
            } catch let failure as Failure {
                unchanged.append(Failure(failure.exitCode, "\(BatchPlace.name(source)): \(failure.message)"))
            }
        }
        if let first = unchanged.first {
            throw Failure(first.exitCode, unchanged.map(\.message).joined(separator: "\n"))
        }
        if last == nil, let refusal { throw refusal }
        return last
    }
}

/// The table of batches that a command changes: that of a source, or the one for all sources.
struct BatchPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only in this source. Default: in [batches], for all sources.", valueName: "name"),
        completion: .sources)
    var source: String?

    /// The table's name in the configuration file.
    var name: String { Self.name(source) }

    static func name(_ source: String?) -> String { source.map { "[sources.\($0).batches]" } ?? "[batches]" }
}

extension ConfigOption {
    /// Changes the file. Throws a failure that says why the change is not possible.
    func change<Change: ConfigChange>(_ change: Change) throws -> Change.Outcome {
        do throws(ConfigEditError) {
            return try ConfigFile(path: path).change(change)
        } catch {
            if case .invalid = error, let denial = denial(of: path) { throw Failure(.config, denial) }
            throw Failure(error, path: path)
        }
    }
}

extension Failure {
    /// - Parameter path: the file to edit.
    init(_ error: ConfigEditError, path: String) {
        switch error {
        case .invalid(let error): self.init(.config, "nothing was changed:\n\(error)")
        case .impossible(let what): self.init(.usage, what)
        case .byHand(let what): self.init(.config, "\(path): nothing was changed: \(what)")
        case .io(let what):
            let isDenied = access(path, F_OK) == 0 && access(path, W_OK) != 0
            self.init(.cannotCreate, "nothing was changed: \(what)\(isDenied ? sudoAdvice : "")")
        case .notOnDisk(let what):
            self.init(.ioError, "the file was changed, and a power cut may undo it: \(what)")
        }
    }
}
