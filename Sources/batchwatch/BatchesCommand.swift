import ArgumentParser
import Text
import Watch

struct BatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batches",
        abstract: "See and edit which batches are watched.",
        discussion: "They stand in the configuration file; a running daemon reads it again by itself.",
        subcommands: [BatchesListCommand.self, BatchesAddCommand.self, BatchesRemoveCommand.self])
}

struct BatchesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show them, as the configuration file has them.")

    @OptionGroup var file: ConfigOption
    @Flag(help: "Print them as JSON.")
    var json = false

    func run() throws {
        throw Failure(.temporary, "not yet")
    }
}

struct BatchesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Watch a batch, or change what it is called.",
        discussion: """
            One line of the configuration file is added or changed, all else stays byte for byte. A mask watches many: # is a \
            digit, A a letter, ? either, [0-4] one of these; write it in quotes.
            """)

    @OptionGroup var file: ConfigOption
    @OptionGroup var place: BatchPlace
    @Argument(help: ArgumentHelp("The batch number, or a mask.", valueName: "number"))
    var number: String
    @Argument(help: ArgumentHelp("What you call it. Default: as it was, else nothing.", valueName: "label"))
    var label: String?

    func run() throws {
        throw Failure(.temporary, "not yet")
    }
}

struct BatchesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Watch a batch no longer.",
        discussion: "One line of the configuration file is taken out, all else stays byte for byte.")

    @OptionGroup var file: ConfigOption
    @OptionGroup var place: BatchPlace
    @Argument(
        help: ArgumentHelp("The batch number, or a mask as it was added.", valueName: "number"), completion: .batches)
    var number: String

    func run() throws {
        throw Failure(.temporary, "not yet")
    }
}

/// Whose batches are meant.
struct BatchPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp("Watch it in this source only. Default: in all that it fits.", valueName: "name"),
        completion: .sources)
    var source: String?
}
