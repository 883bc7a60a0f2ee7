// The questions about the channel of notifications.

import Configuration
import Delivery
import Glibc
import Storage
import Text
import Watch

extension Setup {
    /// Asks for the channel and its settings.
    mutating func hook() throws -> SetupAnswers {
        var answers = SetupAnswers()
        let hasHook = hasHook
        let word = try questions.ask(
            "How do you want to be notified? \(unit.instance == .user ? Channel.forms : Channel.formsOfSystem)",
            given: given.notify,
            usual: usual.notify ?? (hasHook ? Self.keep : nil), option: "--notify CHANNEL"
        ) { [places, unit, given] (word) throws(WrongAnswer) in
            let channel = word == Self.keep && hasHook ? nil : try Self.channel(word, places, unit)
            try given.check(for: channel)
            answers.channel = channel
            return word
        }
        usual.notify = word
        guard let channel = answers.channel else { return answers }
        let settings = try settings()
        if case .mail = channel { answers.route = try route(settings) }
        answers.secret = try secret(of: channel, answers, settings)
        return answers
    }

    private static let keep = "keep"

    /// A channel that works on this machine.
    private static func channel(_ word: String, _ places: SetupPlaces, _ unit: ServiceUnit) throws(WrongAnswer)
        -> Channel
    {
        let channel = try Channel(word)
        if channel == .desktop, unit.instance != .user {
            throw WrongAnswer(
                "the service cannot reach your desktop; a service of your own can: `batchwatch setup --user`")
        }
        let missing = channel.needs.filter { pathOfProgram($0.program) == nil }
        if !missing.isEmpty {
            let programs = missing.map(\.program).joined(separator: " and ")
            let packages = missing.map(\.package).joined(separator: " ")
            throw WrongAnswer(
                "\(programs) \(missing.count == 1 ? "is" : "are") missing; first: apt install \(packages)")
        }
        let program = channel.hook.map { "\(places.hooks)/\($0)" }
        if case .command(let path) = channel {
            if let refusal = Hook(command: [path]).refusal(user: unit.account.user) { throw WrongAnswer("\(refusal)") }
        } else if let program, let refusal = Hook(command: [program]).refusal(user: unit.account.user) {
            throw WrongAnswer("\(refusal); install batchwatch again, or write command:PATH for a hook of your own")
        }
        return channel
    }

    /// The present settings, or those of a new file.
    private func settings() throws -> HookSettings {
        do {
            let bytes = try Self.content(of: places.settings)
            return try HookSettings(bytes.map { try Self.text($0, of: places.settings) } ?? HookSettings.empty)
        } catch let error as ConfigEditError {
            throw Failure(error, path: places.settings)
        }
    }

    /// The content of a file that setup reads before it writes anything; nil if there is no file.
    static func content(of path: String) throws -> [UInt8]? {
        do throws(StateError) {
            return try PreparedFiles.content(of: path)
        } catch {
            var what = "\(error)"
            if case .unusable = error { what = "\(sanitized(path)) is not a regular file" }
            throw Failure(error.exitCode, "\(what); nothing was changed\(geteuid() == 0 ? "" : sudoAdvice(for: error))")
        }
    }

    private static func sudoAdvice(for error: StateError) -> String {
        if case .io(_, _, EACCES) = error { "; run the command with sudo" } else { "" }
    }

    /// The text of a file. A program that guessed its encoding would write other bytes than it read.
    static func text(_ bytes: [UInt8], of path: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.config, "\(sanitized(path)) is not UTF-8; save it as UTF-8; nothing was changed")
        }
        return text
    }

    private mutating func route(_ settings: HookSettings) throws -> MailRoute {
        let present = usual.smtp ?? settings.value(of: "MAIL_SMTP") ?? Self.usualServer
        if present == nil, given.smtp == nil, !questions.canAsk {
            throw Failure(
                .usage, "this machine has no program that sends mail; --smtp HOST:PORT is missing; nothing was changed")
        }
        let server = try questions.ask(
            "Mail server, HOST:PORT, or sendmail", given: given.smtp,
            usual: present, option: "--smtp HOST:PORT"
        ) { text throws(WrongAnswer) in
            _ = try MailRoute(text, user: nil)
            return text
        }
        usual.smtp = server
        let isOwn = ["localhost", "127.0.0.1"].contains { server == $0 || server.hasPrefix($0 + ":") }
        var user = given.smtpUser ?? ""
        if server != "sendmail", !isOwn || !user.isEmpty {
            let before = server == settings.value(of: "MAIL_SMTP") ? settings.value(of: "MAIL_USER") : nil
            user = try questions.ask(
                "Login at \(sanitized(server)) (Enter for none)", given: given.smtpUser,
                usual: usual.smtpUser ?? before ?? "",
                option: "--smtp-user NAME"
            ) { $0 }
            usual.smtpUser = user
        }
        do throws(WrongAnswer) {
            return try MailRoute(server, user: user.isEmpty ? nil : user)
        } catch {
            throw Failure(.usage, "--smtp: \(error)")
        }
    }

    /// How this machine sends mail; nil if it does not. msmtp works inside the service's sandbox; the sendmail programs of
    /// Postfix and Exim do not, and their servers do.
    private static var usualServer: String? {
        guard let program = realpath("/usr/sbin/sendmail", nil) else { return nil }
        defer { free(program) }
        return String(cString: program).hasSuffix("/msmtp") ? "sendmail" : "localhost:25"
    }

    private func secret(of channel: Channel, _ answers: SetupAnswers, _ settings: HookSettings) throws -> String? {
        guard let what = channel.secret?.what else { return nil }
        if let file = given.secretFile { return try Self.secret(in: file) }
        let keeps = answers.keepsSecret(of: settings)
        var isNeeded = false
        switch channel {
        case .mail where answers.route?.user == nil, .ntfy(nil, _): return nil
        case .ntfy where !channel.isConfidential, .webhook where !channel.isConfidential: return nil
        case .mail: isNeeded = !keeps
        default: break
        }
        guard questions.canAsk else {
            if isNeeded {
                throw Failure(.usage, "--secret-file FILE is missing: the file with the \(what); nothing was changed")
            }
            return nil
        }
        while true {
            let hint = keeps ? " (Enter keeps the one that is there)" : isNeeded ? "" : " (Enter for none)"
            let text = try questions.secret("The \(what)\(hint)")
            if text.isEmpty {
                if !isNeeded { return nil }
            } else if let problem = Self.problem(ofSecret: text) {
                Terminal.say("  \(problem)")
            } else {
                return text
            }
        }
    }

    private static func secret(in file: String) throws -> String {
        let text: String
        if file == "-" {
            text = readLine() ?? ""
            if isatty(STDIN_FILENO) == 0, readLine() != nil { throw Self.severalLines }
        } else {
            let bytes = try content(of: absolutePath(file))
            guard var bytes else { throw Failure(.noInput, "--secret-file: there is no \(file); nothing was changed") }
            if bytes.last == 0x0A { bytes.removeLast() }
            // The line ends of Windows.
            if bytes.last == 0x0D { bytes.removeLast() }
            text = try Self.text(bytes, of: file)
        }
        if text.contains(where: \.isNewline) { throw Self.severalLines }
        if let problem = problem(ofSecret: text) {
            throw Failure(.usage, "--secret-file: \(problem); nothing was changed")
        }
        return text
    }

    private static func problem(ofSecret text: String) -> String? {
        if text.isEmpty { return "the secret is empty" }
        if text.unicodeScalars.contains("\u{FFFD}") { return "the secret is not UTF-8" }
        return text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? "the secret has a control character" : nil
    }

    private static var severalLines: Failure {
        Failure(.usage, "--secret-file: it has more than one line; write the secret alone; nothing was changed")
    }
}
