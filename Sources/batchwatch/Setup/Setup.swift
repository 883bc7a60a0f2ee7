// `batchwatch setup`, step by step: look at the list, ask, write, start, test. Each step is decided elsewhere; here they
// follow each other.

import Configuration
import Delivery
import Glibc
import Storage
import Text
import Watch

struct Setup {
    let common: CommonOptions
    let isAgreed: Bool
    let mayStart: Bool
    let questions: Questions
    let places: SetupPlaces
    let unit: ServiceUnit
    /// What the command line says; empty once somebody has said no to it.
    var given: SetupWords
    /// What an empty answer means: what was answered before.
    var usual = SetupWords()

    init(_ command: SetupCommand) {
        common = command.common
        isAgreed = command.yes
        mayStart = !command.noStart
        questions = Questions(isAgreed: command.yes)
        places = SetupPlaces(config: common.paths.config, hooks: Installation.directory("hooks"))
        unit = ServiceUnit(instance: common.paths.instance)
        given = SetupWords(command)
    }

    mutating func run() throws {
        // A limit on the size of files is an error of the write, and not the end of the program between two files.
        signal(SIGXFSZ, SIG_IGN)
        try checkPlace()
        try checkWords()
        while true {
            // Where nobody can be asked, a wrong word is told before any server is.
            let early = questions.canAsk ? nil : try hook()
            let trial = try look()
            let label = try questions.ask(
                "What do you call it? (Enter for nothing)", given: given.name, usual: usual.name ?? "",
                option: "--name LABEL"
            ) { $0 }
            usual.name = label
            let draft = try draft(trial, label, early)
            for line in draft.lines { Terminal.show(line) }
            if try isToBeWritten(draft) {
                questions.end()
                return try finish(draft, trial)
            }
            given = SetupWords()
        }
    }

    /// Whether the draft is agreed to; one that changes nothing needs no agreement.
    private func isToBeWritten(_ draft: SetupDraft) throws -> Bool {
        if draft.isEmpty || isAgreed { return true }
        return try questions.agree(to: "Write this?")
    }

    /// Where nobody can be asked, the command line has to have every answer.
    private func checkWords() throws {
        if questions.canAsk { return }
        let needed = [
            ("URL", given.url != nil), ("--watch NUMBER", given.watch != nil),
            ("--notify CHANNEL", given.notify != nil || hasHook), ("--yes", isAgreed),
        ]
        let missing = needed.filter { !$0.1 }.map(\.0)
        if missing.isEmpty { return }
        throw Failure(
            .usage,
            "missing: \(missing.joined(separator: ", ")); setup asks for it on a terminal; nothing was changed")
    }

    /// Whether the configuration has a hook.
    var hasHook: Bool { (try? ConfigFile(path: places.config).load())?.hook != nil }

    private func checkPlace() throws {
        if unit.instance == .user || access(places.directory, W_OK) == 0 { return }
        let why = String(cString: strerror(errno))
        let advice =
            geteuid() == 0
            ? "make the directory, or name another file with --config"
            : "run `sudo \(common.command) setup`, or `batchwatch setup --user` for a service of your own"
        throw Failure(.cannotCreate, "\(places.directory): \(why); \(advice)")
    }

    /// Looks at the list for the number, until somebody agrees to what it says.
    private mutating func look() throws -> Trial {
        while true {
            let url = try questions.ask(
                "Address of the list, or of the page that links to it", given: given.url, usual: usual.url,
                option: "URL",
                Self.filled)
            let watch = try questions.ask(
                "Your number, as the list writes it", given: given.watch, usual: usual.watch,
                option: "--watch NUMBER", Self.filled)
            (usual.url, usual.watch) = (url, watch)
            (given.url, given.watch) = (nil, nil)
            do {
                // An address that begins with a hyphen is no option.
                let trial = try TryCommand.parse(["--watch=\(watch)", "--", url]).trial()
                if trial.proposal == nil { throw Failure(.dataError, trial.refusal) }
                for line in trial.findings { Terminal.show(line) }
                if !questions.canAsk { return trial }
                if try questions.agree(to: "Is that your list and your number?") { return trial }
            } catch let failure as Failure where failure.isAnswerable {
                guard questions.canAsk else {
                    let again = failure.exitCode == .unavailable ? "; run this again when the list can be read" : ""
                    throw Failure(failure.exitCode, "\(failure.message)\nNothing was changed\(again)")
                }
                Terminal.say("  " + failure.message)
            }
        }
    }

    /// The files as they would be.
    private mutating func draft(_ trial: Trial, _ label: String, _ early: SetupAnswers?) throws -> SetupDraft {
        guard var snippet = trial.snippet else { throw Failure(.dataError, trial.refusal) }
        snippet.label = label
        let answers = try early ?? hook()
        do {
            return try SetupDraft(snippet, answers, in: places, account: unit)
        } catch let error as ConfigEditError {
            throw Failure(error, path: places.config)
        }
    }

    // MARK: - After the last yes

    private func finish(_ draft: SetupDraft, _ trial: Trial) throws {
        if unit.instance == .user { makeDirectories(above: places.config) }
        try draft.write()
        let isRunning = try readAgain()
        let isStarted = try isRunning || start()
        do {
            try common.testHook(.changed)
        } catch let failure as Failure {
            let waits = isStarted ? "; the service keeps its events until the hook works" : ""
            throw Failure(
                failure.exitCode,
                "\(failure.message)\nThe configuration is written\(waits). Correct the hook's settings with "
                    + "`\(common.command) setup`, and try it again with `\(common.command) hook-test`")
        }
        let now = trial.now.map { " Now: \($0)" } ?? ""
        if isStarted { return Terminal.show("You will be told when it changes." + now) }
        Terminal.show("You will be told when it changes, once the service runs: `\(startCommand)`." + now)
    }

    /// Has a running daemon read the files.
    ///
    /// - Returns: whether one runs.
    private func readAgain() throws -> Bool {
        guard let reply = ControlClient.ask(ControlRequest(.reload), daemonOf: common.paths) else { return false }
        if let error = reply.error {
            throw Failure(
                Watch.ExitCode(rawValue: error.exitCode) ?? .unavailable,
                "the configuration is written, and the running service does not take it: \(error.message)")
        }
        return true
    }

    /// Starts the service where that is possible and wanted.
    ///
    /// - Returns: whether it runs now.
    private func start() throws -> Bool {
        guard mayStart, isOfUnit, unit.canStart, geteuid() == 0 || unit.instance == .user else { return false }
        // The end of the input is a no here: everything is written.
        if questions.canAsk, (try? questions.agree(to: "Start the service now?")) != true { return false }
        try unit.start()
        Terminal.show("started: \(unit.starting.joined(separator: " "))")
        return true
    }

    /// Whether the unit works with the same files.
    private var isOfUnit: Bool { common.file.config == nil && common.stateDir == nil && common.cacheDir == nil }

    private var startCommand: String {
        isOfUnit ? unit.starting.joined(separator: " ") : "\(common.command) run --config \(places.config)"
    }

    static func filled(_ text: String) throws(WrongAnswer) -> String {
        if text.isEmpty { throw WrongAnswer("write something") }
        return text
    }
}

/// The words of the command line, or of earlier answers.
struct SetupWords: Equatable {
    var url: String?
    var watch: String?
    var name: String?
    var notify: String?
    var smtp: String?
    var smtpUser: String?
    var secretFile: String?

    init() {}

    init(_ command: SetupCommand) {
        (url, watch, name, notify) = (command.url, command.watch, command.name, command.notify)
        (smtp, smtpUser, secretFile) = (command.smtp, command.smtpUser, command.secretFile)
    }
}

extension Trial {
    /// What the list says about the number now, in one sentence; nil where no number is looked for.
    var now: String? { watchLines.first.map { String($0.dropFirst("watch    ".count)) } }
}
