// `batchwatch setup`, step by step: look at the list, ask, write, start, test. Other files decide what each step does;
// this one runs them in order.

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
    /// The answers from the command line; empty after the user has said no to them.
    var given: SetupWords
    /// The previous answers: an empty answer repeats them.
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
        try checkConfig()
        try checkWords()
        while true {
            // Without a terminal, report a wrong word before any request to a server.
            let early = questions.canAsk ? nil : try hook()
            let trial = try look()
            let label = try questions.ask(
                "What do you call it? (Enter for nothing)", given: given.name, usual: usual.name ?? "",
                option: "--name LABEL", Self.label)
            usual.name = label
            let draft = try draft(trial, label, early)
            for line in draft.lines { Terminal.show(line) }
            if try isToBeWritten(draft) {
                questions.end()
                return try finish(draft, trial)
            }
            Terminal.say("Nothing was written. Enter keeps an answer in brackets; Ctrl-C leaves.")
            given = SetupWords()
        }
    }

    /// Whether the user agrees to the draft; a draft without changes needs no agreement.
    private func isToBeWritten(_ draft: SetupDraft) throws -> Bool {
        if draft.isEmpty || isAgreed { return true }
        return try questions.agree(to: "Write this?")
    }

    /// Without a terminal, the command line has to have every answer.
    private func checkWords() throws {
        if let name = given.name { _ = try questions.ask("", given: name, usual: nil, option: "--name", Self.label) }
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
        let code = errno
        let why = String(cString: strerror(code))
        let advice =
            code == EROFS
            ? "make the file system writable, or name another file with --config"
            : geteuid() == 0
                ? "make the directory, or name another file with --config"
                : "run `sudo \(common.call("setup"))`, or `batchwatch setup --user` for a service of your own"
        throw Failure(.cannotCreate, "\(places.directory): \(why); \(advice)")
    }

    /// A mistake in the configuration is reported before the first question.
    private func checkConfig() throws {
        guard let bytes = try Self.content(of: places.config) else { return }
        let probe = SourceAddition(
            name: "setup-probe",
            lines: ["[sources.setup-probe]", "url = \"https://example.org/\"", "key = \"#\"", "batches.1 = \"\""])
        do throws(ConfigEditError) {
            _ = try probe.applied(to: bytes, path: places.config)
        } catch {
            if case .invalid = error { throw Failure(error, path: places.config) }
        }
    }

    /// Looks for the number on the list, until the user agrees to the result.
    private mutating func look() throws -> Trial {
        while true {
            let url = try questions.ask(
                "Address of the list, or of the page that links to it", given: given.url, usual: usual.url,
                option: "URL", Self.address)
            let watch = try questions.ask(
                "Your number, as the list writes it", given: given.watch, usual: usual.watch,
                option: "--watch NUMBER", Self.number)
            (usual.url, usual.watch) = (url, watch)
            (given.url, given.watch) = (nil, nil)
            do {
                // An address that begins with a hyphen is no option.
                let trial = try TryCommand.parse(["--watch=\(watch)", "--", url]).trial()
                if trial.proposal == nil { throw Failure(.dataError, trial.refusal) }
                for line in trial.findings { Terminal.show(line) }
                if !questions.canAsk { return trial }
                if try questions.agree(to: "Is that your list and your number?", isUsual: trial.isListed) {
                    return trial
                }
            } catch let failure as Failure where failure.isAnswerable {
                guard questions.canAsk else {
                    throw Failure(failure.exitCode, "\(failure.message)\nNothing was changed\(Self.advice(failure))")
                }
                Terminal.say("  " + failure.message + Self.advice(failure))
            }
        }
    }

    /// What to do if a list cannot be fetched.
    private static func advice(_ failure: Failure) -> String {
        switch failure.status {
        case 404, 410: "; correct the address"
        case 401:
            "; the list requires a login: write its section by hand, with `auth` (watched-batches.toml(5)), and run this "
                + "again"
        default: failure.exitCode == .unavailable ? "; run this again when the list can be read" : ""
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
        refresh(draft.source)
        try draft.write()
        let isRunning = try readAgain()
        let isStarted = try isRunning || start()
        do {
            try common.testHook(.changed)
        } catch let failure as Failure {
            throw Failure(failure.exitCode, "\(failure.message)\n\(advice(after: failure, isStarted))")
        }
        let now = draft.readsOtherwise ? "" : trial.now.map { " Now: \($0)" } ?? ""
        if isStarted { return Terminal.show("You will be told when it changes." + now) }
        Terminal.show("You will be told when it changes, once the service runs: `\(common.startCommand)`." + now)
    }

    /// What to do after a test that failed.
    private func advice(after failure: Failure, _ isStarted: Bool) -> String {
        let again = "try it again with `\(common.call("hook-test"))`"
        let hook = (try? ConfigFile(path: places.config).load())?.hook
        let isShipped = hook?.run.contains { $0.hasPrefix(places.hooks + "/") } == true
        switch failure.exitCode {
        case .temporary where isStarted:
            return "The configuration is written, and the service tries again by itself; " + again
        case .temporary: return "The configuration is written; later \(again)"
        default:
            let waits = isStarted ? "; the service keeps its events until the hook works" : ""
            let what = isShipped ? "the hook's settings with `\(common.call("setup"))`" : "the hook"
            return "The configuration is written\(waits). Correct \(what), and \(again)"
        }
    }

    /// Has a running daemon poll the list if it knows it: a new batch gets its first look from the last edition.
    private func refresh(_ source: String) {
        var request = ControlRequest(.poll)
        request.sources = [source]
        // Whatever comes of it, the daemon says in its journal.
        _ = ControlClient.ask(request, daemonOf: common.paths)
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
        guard mayStart, common.isOfUnit, unit.canStart, geteuid() == 0 || unit.instance == .user else { return false }
        // The end of the input is a no here: everything is written.
        if questions.canAsk, (try? questions.agree(to: "Start the service now?")) != true { return false }
        try unit.start()
        Terminal.show("started: \(unit.starting.joined(separator: " "))")
        return true
    }

    /// An address that can be fetched, or a file that is there.
    private static func address(_ text: String) throws(WrongAnswer) -> String {
        if text.isEmpty { throw WrongAnswer("write an address, such as https://example.org/decisions/") }
        do {
            let url = try documentURL(of: text)
            if !url.hasPrefix("file://"), let problem = problem(ofWebURL: url) {
                throw WrongAnswer("the address \(problem)")
            }
        } catch {
            throw WrongAnswer((error as? Failure)?.message ?? "\(error)")
        }
        return text
    }

    private static func number(_ text: String) throws(WrongAnswer) -> String {
        if text.isEmpty { throw WrongAnswer("write your number, such as 66357342") }
        return text
    }

    /// A label that the configuration can have.
    private static func label(_ text: String) throws(WrongAnswer) -> String {
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw WrongAnswer("the label has a control character; write it in one line of plain text")
        }
        if text.count > ConfigLimits.labelLength {
            throw WrongAnswer("the label is too long; the maximum is \(ConfigLimits.labelLength) characters")
        }
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

    /// Throws for an option that does not go with a channel, and for a token that others could read on its way.
    ///
    /// - Parameter channel: nil for the configured hook.
    func check(for channel: Channel?) throws(WrongAnswer) {
        var isMail = false
        if case .mail = channel { isMail = true }
        if !isMail, smtp != nil || smtpUser != nil { throw WrongAnswer("--smtp and --smtp-user go with mail: only") }
        if secretFile == nil { return }
        guard let channel, channel.secret != nil else {
            throw WrongAnswer("--secret-file goes with mail:, ntfy: and webhook: only")
        }
        if !channel.isConfidential {
            throw WrongAnswer(
                "a token is sent only over TLS, or to this machine; write an address that begins with https://")
        }
    }
}

extension Trial {
    /// What the list says about the number now, for all its rows; nil without a number.
    var now: String? {
        let lines = watchLines.map { $0.dropFirst("watch    ".count) }
        return lines.isEmpty ? nil : lines.joined(separator: "; ")
    }

    /// Whether the list has the number.
    var isListed: Bool { sighting != nil || !isIndex && !inspection.watched.isEmpty }
}
