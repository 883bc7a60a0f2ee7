// What `setup` makes of answers: channels, settings, and the configuration.

import Reading
import Rows
import Testing

@testable import Configuration
@testable import batchwatch

@Suite struct ChannelTests {
    @Test(
        arguments: [
            ("mail:me@example.org", .mail("me@example.org")),
            ("ntfy:my-cases_1", .ntfy(server: nil, topic: "my-cases_1")),
            ("ntfy:https://ntfy.example.org/cases", .ntfy(server: "https://ntfy.example.org", topic: "cases")),
            ("desktop", .desktop), ("Webhook:https://example.org/a?b=c", .webhook("https://example.org/a?b=c")),
            ("command:/etc/batchwatch/my hook", .command("/etc/batchwatch/my hook")),
            ("ntfy:" + String(repeating: "a", count: 64), .ntfy(server: nil, topic: String(repeating: "a", count: 64))),
        ] as [(String, Channel)])
    func `a channel is a word and what it takes`(text: String, channel: Channel) throws {
        #expect(try Channel(text) == channel)
    }

    @Test(arguments: [
        ("", "write mail:ADDRESS"), ("sms:1", "write mail:ADDRESS"), ("mail:", "one mail address"),
        ("mail:a@b, c@d", "one mail address"), ("mail:a@b\nBcc: c@d", "one mail address"),
        ("mail:@b", "one mail address"),
        ("ntfy:", "a topic of letters"), ("ntfy:my cases", "a topic of letters"),
        ("ntfy:ftp://x/y", "begins with https://"),
        ("ntfy:" + String(repeating: "a", count: 65), "at most 64"), ("desktop:x", "write mail:ADDRESS"),
        ("webhook:example.org", "begins with https://"),
        ("https://example.org/hook", "write webhook:URL, or ntfy:URL/TOPIC"), ("webhook:https://", "names no host"),
        ("webhook:http://u:pw@127.0.0.1/", "the address contains credentials"),
        ("ntfy:https://u@example.org/topic", "the address contains credentials"),
        ("command:hook", "the whole path"),
    ])
    func `a wrong answer says what to write`(text: String, says: String) {
        let error = #expect(throws: WrongAnswer.self) { try Channel(text) }
        #expect(error?.description.contains(says) == true, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test(arguments: [
        ("webhook:https://example.org/", true), ("webhook:http://localhost:1/", true),
        ("ntfy:http://127.0.0.1/a", true),
        ("ntfy:a", true), ("ntfy:http://example.org/a", false), ("webhook:http://127.0.0.1.example.org/", false),
    ])
    func `a token goes over TLS, or to this machine`(text: String, isConfidential: Bool) throws {
        let channel = try Channel(text)
        #expect(channel.isConfidential == isConfidential)
        var words = SetupWords()
        words.secretFile = "token"
        #expect(((try? words.check(for: channel)) != nil) == isConfidential)
    }

    @Test func `options that do not go with the channel are refused`() throws {
        var login = SetupWords()
        login.smtpUser = "me"
        var secret = SetupWords()
        secret.secretFile = "token"
        let mail = try Channel("mail:me@example.org")
        for words in [login, secret] {
            try words.check(for: mail)
            for channel in [nil, Channel.desktop, .command("/a")] {
                #expect(throws: WrongAnswer.self) { try words.check(for: channel) }
            }
        }
        #expect(throws: WrongAnswer.self) { try login.check(for: .ntfy(server: nil, topic: "a")) }
        try SetupWords().check(for: nil)
    }

    @Test func `mail goes by sendmail, or by a server with a port that there is`() throws {
        #expect(try MailRoute("sendmail", user: "x") == .sendmail)
        #expect(try MailRoute("localhost", user: nil) == .smtp(server: "localhost", user: nil))
        #expect(try MailRoute("a.example:65535", user: "u") == .smtp(server: "a.example:65535", user: "u"))
        for wrong in ["", ":25", "a:0", "a:65536", "a:b", "a:1:2", "a b", "smtp://a", "me@a"] {
            #expect(throws: WrongAnswer.self, "\(wrong)") { try MailRoute(wrong, user: nil) }
        }
    }
}

@Suite struct HookPlanTests {
    private let usual = SetupPlaces(config: ConfigFile.defaultPath, hooks: "/usr/libexec/batchwatch/hooks")

    private func plan(_ answers: SetupAnswers, _ old: String? = nil) throws -> HookPlan {
        try HookPlan(answers, in: usual, settings: old)
    }

    @Test func `a command is the hook itself, and no channel keeps the hook`() throws {
        #expect(try plan(SetupAnswers(channel: .command("/a"))).run == ["/a"])
        let kept = try plan(SetupAnswers())
        #expect(kept.run == nil && kept.settings == nil && kept.secret == nil)
    }

    @Test func `a shipped hook has its settings beside the configuration, and is told where these are`() throws {
        let answers = SetupAnswers(channel: .ntfy(server: nil, topic: "cases"))
        let plan = try plan(answers)
        #expect(plan.run == ["/usr/libexec/batchwatch/hooks/ntfy"])
        #expect(plan.settings == HookSettings.empty + "NTFY_TOPIC='cases'\n")
        #expect(plan.lines == ["NTFY_TOPIC=cases"])
        var own = usual
        own.config = "/home/me/.config/batchwatch/watched-batches.toml"
        #expect(
            try HookPlan(answers, in: own, settings: nil).run == [
                "/usr/bin/env", "BATCHWATCH_HOOKS_CONF=/home/me/.config/batchwatch/hooks.conf",
                "/usr/libexec/batchwatch/hooks/ntfy",
            ])
    }

    @Test func `another mail server is not reached without TLS because the one before was`() throws {
        var answers = SetupAnswers(channel: .mail("me@example.org"))
        answers.route = .smtp(server: "smtp.example.org:587", user: nil)
        let same = "MAIL_SMTP='smtp.example.org:587'\nMAIL_TLS='none'\n"
        #expect(try plan(answers, same).settings?.contains("\nMAIL_TLS='none'\n") == true)
        let other = try plan(answers, "MAIL_SMTP='localhost:25'\nMAIL_TLS='none'\n")
        #expect(other.settings?.contains("\nMAIL_TLS=") == false && other.lines.contains("MAIL_TLS="), "\(other)")
    }

    @Test func `a secret is in a file of its own, and nowhere else`() throws {
        var answers = SetupAnswers(channel: .mail("me@example.org"))
        answers.route = .smtp(server: "smtp.example.org:587", user: "login")
        answers.secret = "geheim"
        let plan = try plan(answers, "")
        #expect(
            plan.settings == """
                MAIL_TO='me@example.org'
                MAIL_SMTP='smtp.example.org:587'
                MAIL_USER='login'
                MAIL_FROM='me@example.org'
                MAIL_PASSWORD_FILE='/etc/batchwatch/mail.password'

                """)
        #expect(plan.secret?.path == "/etc/batchwatch/mail.password" && plan.secret?.text == "geheim\n")
        #expect(!plan.lines.joined().contains("geheim"))
        // The same once more, and without the secret.
        #expect(try self.plan(answers, plan.settings).settings == nil)
        answers.secret = nil
        #expect(try self.plan(answers, plan.settings).settings == nil)
        // A login that is an address is the sender.
        answers.route = .smtp(server: "smtp.example.org:587", user: "you@example.org")
        #expect(try self.plan(answers, "").settings?.contains("MAIL_FROM='you@example.org'\n") == true)
    }

    @Test func `a token goes to no other server than it was given for`() throws {
        let old = "NTFY_URL='https://own.example'\nNTFY_TOPIC='a'\nNTFY_TOKEN_FILE='/t'\n"
        let same = SetupAnswers(channel: .ntfy(server: "https://own.example", topic: "b"))
        #expect(try plan(same, old).settings?.contains("\nNTFY_TOKEN_FILE='/t'\n") == true)
        let other = SetupAnswers(channel: .ntfy(server: "https://ntfy.sh", topic: "a"))
        #expect(
            try plan(other, old).settings
                == "#NTFY_URL='https://own.example'\nNTFY_URL='https://ntfy.sh'\nNTFY_TOPIC='a'\n#NTFY_TOKEN_FILE='/t'\n"
        )
        let topic = SetupAnswers(channel: .ntfy(server: nil, topic: "b"))
        #expect(
            try plan(topic, old).settings
                == "NTFY_URL='https://own.example'\n#NTFY_TOPIC='a'\nNTFY_TOPIC='b'\nNTFY_TOKEN_FILE='/t'\n")
    }
}

@Suite struct SetupChangeTests {
    private func change(_ label: String = "Mine", watch: String = "66357343", hook: [String]? = ["/a"]) -> SetupChange {
        let proposal = Proposal(
            key: "########", columns: ["batch", "status"], found: ColumnHeadings(batch: "Number", status: "Decision"),
            rowCount: 3, samples: [])
        var snippet = SourceSnippet(
            name: "example", url: "https://example.org/list.csv", proposal: proposal, watch: watch)
        snippet.label = label
        return SetupChange(snippet: snippet, hook: hook)
    }

    private func applied(_ change: SetupChange, to text: String) throws -> (text: String, lines: [String]) {
        let changed = try change.applied(to: Array(text.utf8), path: "c.toml")
        return (String(decoding: changed.bytes, as: UTF8.self), changed.lines)
    }

    @Test func `an empty file gets list, batch with its label, and hook; the same again changes nothing`() throws {
        let first = try applied(change("M\"ine"), to: "")
        let config = try Config(toml: Array(first.text.utf8), path: "c.toml")
        #expect(config.sources.map(\.name) == ["example"] && config.hook?.run == ["/a"])
        #expect(config.sources.first?.watched.map(\.label) == ["M\"ine"])
        #expect(
            first.lines == [
                "new list [sources.example], with 66357343 \"M\"ine\"", "hook: /a",
            ])
        let second = try applied(change("M\"ine"), to: first.text)
        #expect(second.text == first.text && second.lines == [])
    }

    @Test(arguments: ["\n", "\u{FEFF}", "# mine\n\n"])
    func `a file without a setting is like none, and keeps its comments`(text: String) throws {
        let changed = try applied(change(), to: text)
        #expect(changed.lines.count == 2 && (text == "\n" || changed.text.hasPrefix(text)), "\(changed.text)")
    }

    @Test func `another number, label or hook changes that alone`() throws {
        let first = try applied(change(), to: "").text
        let more = try applied(change("Wei", watch: "66357399"), to: first)
        #expect(more.lines == ["[sources.example]: new batch 66357399 \"Wei\""])
        #expect(more.text.contains("66357343 = \"Mine\"\n66357399 = \"Wei\"\n"), "\(more.text)")
        let label = try applied(change("Ours"), to: first)
        #expect(label.lines == ["[sources.example]: 66357343 is now \"Ours\" instead of \"Mine\""])
        #expect(try applied(change(""), to: first).lines == [], "no label keeps the one that is there")
        let hook = try applied(change(hook: ["/usr/bin/env", "/b"]), to: first)
        #expect(hook.lines == ["hook: /usr/bin/env /b instead of /a"])
        #expect(try applied(change(hook: nil), to: first).lines == [])
    }

    @Test func `a list that has its own columns keeps them, and setup says so`() throws {
        let own = """
            [sources.mine]
            url = "https://example.org/list.csv"
            key = "########"
            columns = ["batch", "-", "status"]
            [sources.mine.batches]
            66357342 = ""

            """
        let changed = try change(hook: nil).applied(to: Array(own.utf8), path: "c.toml")
        #expect(changed.readsOtherwise && changed.source == "mine")
        #expect(changed.lines.count == 2 && changed.lines.last?.contains("its own columns") == true, "\(changed.lines)")
        let same = try change(hook: nil).applied(
            to: Array(own.replacingOccurrences(of: "\"-\", ", with: "").utf8), path: "c.toml")
        #expect(!same.readsOtherwise && same.lines.count == 1, "\(same.lines)")
    }

    @Test func `another list of the same name gets a name of its own, and a wrong file is refused`() throws {
        let other = "[sources.example]\nurl = \"https://example.org/other.csv\"\n[batches]\n"
        #expect(try applied(change(), to: other).lines.first == "new list [sources.example-2], with 66357343 \"Mine\"")
        #expect(throws: ConfigEditError.self) { try applied(change(), to: "[sources\n") }
    }
}
