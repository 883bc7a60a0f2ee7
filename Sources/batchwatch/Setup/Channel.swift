// The ways to be notified that `setup` knows, and what each takes: a shipped hook, settings, programs. Pure.

import Configuration
import Text

/// A way to be notified, as people write it: `mail:me@example.org`.
enum Channel: Equatable {
    case mail(String)
    /// - server: nil for the one in the settings, or ntfy.sh.
    case ntfy(server: String?, topic: String)
    case desktop
    case webhook(String)
    case command(String)

    static let forms = "mail:ADDRESS, ntfy:TOPIC, desktop, webhook:URL or command:PATH"
    /// The forms that work for a service that is not the user's own.
    static let formsOfSystem = "mail:ADDRESS, ntfy:TOPIC, webhook:URL or command:PATH"

    init(_ text: String) throws(WrongAnswer) {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        let rest = String(text[colon...].dropFirst())
        switch text[..<colon].lowercased() {
        case "mail": self = .mail(try Self.address(rest))
        case "ntfy": self = try Self.ntfy(rest)
        case "desktop" where rest.isEmpty: self = .desktop
        case "webhook": self = .webhook(try Self.url(rest))
        case "command":
            guard rest.hasPrefix("/") else {
                throw WrongAnswer(
                    "write the whole path of the program after \"command:\", such as command:/etc/batchwatch/hook")
            }
            self = .command(rest)
        case "http", "https": throw WrongAnswer("write webhook:URL, or ntfy:URL/TOPIC")
        default: throw WrongAnswer("write \(Self.forms)")
        }
    }

    /// The shipped hook's name; nil for a program of the user's own.
    var hook: String? {
        switch self {
        case .mail: "mail"
        case .ntfy: "ntfy"
        case .desktop: "desktop"
        case .webhook: "webhook"
        case .command: nil
        }
    }

    /// The programs that the hook runs, and Debian's packages of them.
    var needs: [(program: String, package: String)] {
        switch self {
        case .mail, .webhook: [("python3", "python3")]
        case .ntfy: [("curl", "curl"), ("jq", "jq")]
        case .desktop: [("notify-send", "libnotify-bin"), ("jq", "jq")]
        case .command: []
        }
    }

    /// The settings that every use of the hook sets.
    var settings: [HookSetting] {
        switch self {
        case .mail(let address): [HookSetting("MAIL_TO", address)]
        case .ntfy(let server, let topic):
            (server.map { [HookSetting("NTFY_URL", $0)] } ?? []) + [HookSetting("NTFY_TOPIC", topic)]
        case .webhook(let url): [HookSetting("WEBHOOK_URL", url)]
        case .desktop, .command: []
        }
    }

    /// The setting that names the file with the password or token, and the file's name; nil where there is none.
    var secret: (setting: String, file: String, what: String)? {
        switch self {
        case .mail: ("MAIL_PASSWORD_FILE", "mail.password", "password")
        case .ntfy: ("NTFY_TOKEN_FILE", "ntfy.token", "access token")
        case .webhook: ("WEBHOOK_TOKEN_FILE", "webhook.token", "access token")
        case .desktop, .command: nil
        }
    }

    /// Whether a token stays secret on its way: over TLS, or on this machine. The mail hook itself takes care of this.
    var isConfidential: Bool {
        switch self {
        case .webhook(let url), .ntfy(let url?, _): url.hasPrefix("https://") || isNear(url)
        case .mail, .ntfy(nil, _), .desktop, .command: true
        }
    }

    private static func ntfy(_ text: String) throws(WrongAnswer) -> Channel {
        let slash = text.lastIndex(of: "/")
        let topic = slash.map { String(text[$0...].dropFirst()) } ?? text
        let server = slash.map { String(text[..<$0]) }
        // The form that the server accepts.
        guard (1...64).contains(topic.utf8.count), topic.utf8.allSatisfy(isOfTopic) else {
            throw WrongAnswer("write a topic of letters, digits, \"-\" and \"_\", at most 64, after \"ntfy:\"")
        }
        guard let server else { return .ntfy(server: nil, topic: topic) }
        return .ntfy(server: try url(server), topic: topic)
    }

    private static func isOfTopic(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }

    private static func address(_ text: String) throws(WrongAnswer) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), isOneWord(text),
            !text.contains(where: { ",;<>\"'\\".contains($0) })
        else { throw WrongAnswer("write one mail address after \"mail:\", such as mail:me@example.org") }
        return text
    }

    private static func url(_ text: String) throws(WrongAnswer) -> String {
        guard ["https://", "http://"].contains(where: { text.hasPrefix($0) }) else {
            throw WrongAnswer("write an address that begins with https://")
        }
        if let problem = problem(ofWebURL: text) { throw WrongAnswer("the address \(problem)") }
        return text
    }

    /// Whether a text has no blanks and no control characters.
    private static func isOneWord(_ text: String) -> Bool {
        sanitized(text) == text && !text.contains(where: \.isWhitespace)
    }
}

/// A line of hooks.conf.
struct HookSetting: Equatable {
    let name: String
    /// Nil to remove the setting.
    let value: String?

    init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }
}

/// Why an answer is not accepted, and what to write instead.
struct WrongAnswer: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// How mail goes out.
enum MailRoute: Equatable {
    /// The sendmail program.
    case sendmail
    /// A server, `host` or `host:port`, and the login there; nil for none.
    case smtp(server: String, user: String?)

    /// - Parameter text: "sendmail", or a server.
    init(_ text: String, user: String?) throws(WrongAnswer) {
        if text == "sendmail" {
            self = .sendmail
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isPort = parts.count < 2 || UInt16(parts[1]).map { $0 > 0 } == true
        guard (1...2).contains(parts.count), !parts[0].isEmpty, isPort, sanitized(text) == text,
            !text.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "@" })
        else { throw WrongAnswer("write the server as HOST:PORT, such as smtp.example.org:587, or sendmail") }
        self = .smtp(server: text, user: user)
    }

    /// - Parameter address: the recipient; also the sender, unless the login is an address.
    func settings(to address: String) -> [HookSetting] {
        switch self {
        case .sendmail: [HookSetting("MAIL_SMTP", nil), HookSetting("MAIL_USER", nil)]
        case .smtp(let server, let user):
            [
                HookSetting("MAIL_SMTP", server), HookSetting("MAIL_USER", user),
                HookSetting("MAIL_FROM", user.flatMap { $0.contains("@") ? $0 : nil } ?? address),
            ]
        }
    }

    var user: String? {
        if case .smtp(_, let user) = self { user } else { nil }
    }
}
