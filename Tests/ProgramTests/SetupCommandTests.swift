// `batchwatch setup`, as people meet it: on a terminal, interrupted, twice, with a full disk, without a network, and beside
// a running daemon.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct SetupCommandTests {
    let shop: Workshop
    let list: String
    /// The configuration and what lies beside it.
    let place: String
    var config: String { place + "/watched-batches.toml" }
    var options: [String] { ["--config", config, "--state-dir", shop.state, "--cache-dir", shop.cache] }

    init() throws {
        shop = try Workshop()
        try shop.useOwnPrograms()
        list = try shop.write(
            "decisions.csv", "Number,Decision\n66357342,Approved\n66357343,Refused\n66357399,Approved\n", mode: 0o644)
        try shop.hook()
        place = shop.path + "/etc"
        mkdir(place, 0o755)
        mkdir(shop.path + "/libexec", 0o755)
        mkdir(shop.path + "/libexec/batchwatch", 0o755)
        let hooks = try run(
            "/bin/cp", ["-r", Workshop.project + "/config/hooks", shop.path + "/libexec/batchwatch/hooks"])
        #expect(hooks.code == 0, "\(hooks.said)")
    }

    func setup(_ words: String...) throws -> Finished {
        try run(shop.programs + "/batchwatch", ["setup"] + words + options, limit: 60)
    }

    var hook: String { "command:\(shop.path)/hook" }

    func text(_ name: String) -> String { shop.text("etc/" + name) }

    func mode(_ name: String) -> mode_t {
        var facts = stat()
        return lstat("\(place)/\(name)", &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    // MARK: - On a terminal

    /// Answers questions on a terminal: each answer once its question has been asked.
    ///
    /// - Parameter meanwhile: at which question another program writes which file, and what.
    func talk(
        _ answers: [(question: String, answer: String)], whenAsked meanwhile: (String, String, String) = ("", "", "")
    ) throws -> Finished {
        let script = """
            import os, pty, signal, sys
            # The threads of a test block signals, which what they start inherits; Ctrl-C is one.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            answers = sys.argv[1].split("\\x1e"); moment, path, text = sys.argv[2:5]; command = sys.argv[5:]
            pid, terminal = pty.fork()
            if pid == 0: os.execv(command[0], command)
            said, seen = b"", 0
            while True:
                try: part = os.read(terminal, 4096)
                except OSError: break
                if not part: break
                said += part
                while len(answers) > 1 and answers[0].encode() in said[seen:]:
                    seen = said.index(answers[0].encode(), seen) + len(answers[0].encode())
                    if answers[0] == moment: open(path, "w").write(text)
                    os.write(terminal, answers[1].encode())
                    answers = answers[2:]
            sys.stdout.write(said.decode("utf-8", "replace").replace("\\r\\n", "\\n"))
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
            """
        let flat = answers.flatMap { [$0.question, $0.answer] }.joined(separator: "\u{1E}")
        return try run(
            "/usr/bin/python3",
            ["-c", script, flat, meanwhile.0, meanwhile.1, meanwhile.2, shop.programs + "/batchwatch", "setup"]
                + options,
            limit: 60)
    }

    var answers: [(question: String, answer: String)] {
        [
            ("Address of the list", list + "\n"), ("Your number", "66357343\n"), ("Is that your list", "\n"),
            ("What do you call it", "Mine\n"), ("How do you want", hook + "\n"), ("Write this?", "y\n"),
        ]
    }

    @Test func `six answers lead to the first notification`() throws {
        let done = try talk(answers)
        #expect(done.code == 0, "\(done.said)")
        #expect(done.output.contains("is on the list with \"Refused\"\nIs that your list"), "\(done.output)")
        #expect(done.output.contains("/hook: delivered (exit 0)\nYou will be told when it changes"), "\(done.output)")
        #expect(done.output.hasSuffix("Now: 66357343 is on the list with \"Refused\"\n"), "\(done.output)")
        #expect(text("watched-batches.toml").contains("66357343 = \"Mine\"\n\n[hook]\nrun = \"\(shop.path)/hook\"\n"))
        #expect(mode("watched-batches.toml") == 0o640)
        #expect(shop.told.map(\.kind) == ["changed"])
    }

    @Test func `a wrong answer is asked for again, and no goes back to the first question`() throws {
        let done = try talk([
            ("Address of the list", "\n"), ("write an address", ""), ("Address", shop.path + "/none.csv\n"),
            ("cannot read", ""), ("Address of the list", list + "\n"), ("Your number", "66357343\n"),
            ("Is that your list", "maybe\n"), ("write y or n", ""), ("Is that your list", "n\n"),
            ("[\(list)]", "\n"), ("[66357343]", "\n"), ("Is that your list", "y\n"),
            ("What do you call it", "Mine\n"), ("How do you want", "sms:1\n"), ("write mail:ADDRESS", ""),
            ("How do you want", "desktop\n"), ("batchwatch setup --user", ""),
            ("How do you want", "command:/nonexistent/hook\n"), ("does not exist", ""),
            ("How do you want", hook + "\n"), ("Write this?", "n\n"), ("Nothing was written", ""), ("[\(list)]", "\n"),
            ("[66357343]", "\n"),
            ("Is that your list", "y\n"), ("[Mine]", "a\tb\n"), ("control character", ""), ("[Mine]", "Ours\n"),
            ("[\(hook)]", "\n"), ("Write this?", "\n"),
        ])
        #expect(done.code == 0, "\(done.said)")
        #expect(text("watched-batches.toml").contains("66357343 = \"Ours\""), "\(done.output)")
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5], ["\u{03}", "\u{04}"])
    func `an interruption or the end of the input at a question changes nothing`(count: Int, key: String) throws {
        var said = Array(answers.prefix(count + 1))
        said[count].answer = key
        let done = try talk(said)
        #expect(done.code == (key == "\u{03}" ? 130 : 64), "\(done.said)")
        #expect(done.output.contains("nothing was changed"), "\(done.output)")
        #expect(shop.listing(place).count == 1 && shop.told.isEmpty)
    }

    @Test(arguments: [("\u{03}", 64, "interrupted"), ("\u{04}", 64, "the input ended")] as [(String, Int32, String)])
    func `a password is not shown, and the terminal shows what is typed again after it`(
        key: String, code: Int32, says: String
    ) throws {
        let start =
            Array(answers.prefix(4)) + [
                ("How do you want", "mail:me@example.org\n"), ("Mail server", "smtp.example.org:587\n"),
                ("Login at", "me@example.org\n"),
            ]
        let ended = try talk(start + [("The password", key)])
        #expect(ended.code == code && ended.output.contains(says), "\(ended.said)")
        #expect(shop.listing(place).count == 1)
        let done = try talk(
            start + [("The password", "gehein\u{7F}m\n"), ("Write this?", "n\n"), ("[\(list)]", "\u{04}")])
        #expect(done.output.contains("\(place)/mail.password: the secret"), "\(done.output)")
        #expect(!done.output.contains("gehei"), "\(done.output)")
    }

    @Test(arguments: ["INT", "TERM", "HUP"])
    func `a signal at the password leaves a terminal that shows what is typed`(name: String) throws {
        let script = """
            import os, pty, signal, sys, termios, time
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            terminal, other = pty.openpty()
            pid = os.fork()
            if pid == 0:
                os.setsid()
                for number in range(3): os.dup2(other, number)
                os.execv(sys.argv[2], sys.argv[2:])
            said, answers = b"", [b"your list", b"y\\n", b"password: ", None]
            while answers:
                said += os.read(terminal, 4096)
                if answers[0] not in said: continue
                if answers[1]: os.write(terminal, answers[1])
                answers = answers[2:]
            def echoes(): return bool(termios.tcgetattr(other)[3] & termios.ECHO)
            for _ in range(100):
                if not echoes(): break
                time.sleep(0.05)
            hidden = not echoes()
            os.kill(pid, getattr(signal, "SIG" + sys.argv[1]))
            os.waitpid(pid, 0)
            print(hidden, echoes())
            """
        let words = [
            shop.programs + "/batchwatch", "setup", list, "--watch", "66357343", "--name", "x", "--notify",
            "mail:me@example.org", "--smtp", "smtp.example.org:587", "--smtp-user", "me",
        ]
        let done = try run("/usr/bin/python3", ["-c", script, name] + words + options, limit: 60)
        #expect(done.output == "True True\n", "\(done.said)")
    }

    @Test func `for a number that is not on the list no answer is a no, and only an own service offers the desktop`()
        throws
    {
        let done = try talk([
            ("Address of the list", list + "\n"), ("Your number", "66357300\n"), ("number? [y/N]", "\n"),
            ("Address of the list", "\n"), ("Your number", "66357343\n"), ("number? [Y/n]", "\n"),
            ("What do you call it", "\n"), ("ntfy:TOPIC, webhook:URL or command:PATH", "\u{04}"),
        ])
        #expect(done.code == 64 && !done.output.contains("desktop"), "\(done.said)")
    }

    // MARK: - Without one

    @Test func `the command line has it all, and the same again changes nothing`() throws {
        let first = try setup(list, "--watch", "66357343", "--name", "Mine", "--notify", hook, "--yes")
        #expect(first.code == 0, "\(first.said)")
        let before = shop.listing(place)
        let second = try setup(list, "--watch", "66357343", "--name", "Mine", "--notify", hook, "--yes")
        #expect(second.code == 0 && second.output.contains("Nothing to change"), "\(second.said)")
        #expect(shop.listing(place) == before)
        // Another number: the hook stays.
        let more = try setup(list, "--watch", "66357399", "--yes")
        #expect(more.code == 0 && more.output.contains("[sources.decisions]: new batch 66357399\n"), "\(more.said)")
        #expect(shop.told.count == 3)
    }

    @Test func `what is missing is named before any server is asked`() throws {
        let nothing = try setup()
        #expect(nothing.code == 64)
        #expect(nothing.error.contains("missing: URL, --watch NUMBER, --notify CHANNEL, --yes"), "\(nothing.error)")
        let some = try setup("http://127.0.0.1:1/", "--watch", "1", "--yes")
        #expect(some.error.contains("missing: --notify CHANNEL;"), "\(some.error)")
        let wrong = try setup("http://127.0.0.1:1/", "--watch", "1", "--notify", "mail:me", "--yes")
        #expect(wrong.code == 64 && wrong.error.contains("--notify: write one mail address"), "\(wrong.error)")
        let login = try setup(
            list, "--watch", "1", "--notify", "mail:me@example.org", "--smtp", "a.example", "--smtp-user", "me", "--yes"
        )
        #expect(login.code == 64 && login.error.contains("--secret-file FILE is missing"), "\(login.error)")
        #expect(shop.listing(place).count == 1)
    }

    @Test func `a list that cannot be read, or that has no such rows, changes nothing`() throws {
        let closed = LoopbackPort()
        let offline = try setup(closed.url + "/list.csv", "--watch", "66357343", "--notify", hook, "--yes")
        #expect(offline.code == 69 && offline.error.contains("Nothing was changed; run this again"), "\(offline.said)")
        let prose = try shop.write("prose.txt", "There is nothing to see here.\n", mode: 0o644)
        let none = try setup(prose, "--watch", "66357343", "--notify", hook, "--yes")
        #expect(none.code == 65 && none.error.contains("nothing can be proposed"), "\(none.said)")
        #expect(shop.listing(place).count == 1 && shop.told.isEmpty)
    }

    @Test func `a wrong label, secret or option is refused at once`() throws {
        let token = try shop.write("token", "one\ntwo\n")
        let start = ["http://127.0.0.1:1/", "--watch", "1", "--yes"]
        for (words, says) in [
            (["--notify", hook, "--name", String(repeating: "x", count: 201)], "--name: the label is too long"),
            (["--notify", hook, "--name", "a\tb"], "--name: the label has a control character"),
            (["--notify", "webhook:https://example.org/", "--secret-file", token], "write the secret alone"),
            (["--notify", "webhook:http://example.org/", "--secret-file", token], "only over TLS"),
            (["--notify", hook, "--secret-file", token], "--secret-file goes with"),
            (["--notify", hook, "--smtp", "a.example"], "go with mail: only"),
        ] {
            let done = try run(shop.programs + "/batchwatch", ["setup"] + start + words + options, limit: 60)
            #expect(done.code == 64 && done.error.contains(says), "\(done.said)")
        }
        let secret = try setup(list, "--watch", "1", "--notify", "webhook:http://me:geheim@example.org/", "--yes")
        #expect(secret.code == 64 && !secret.said.contains("geheim"), "\(secret.said)")
        #expect(shop.listing(place).count == 1)
        let longest = String(repeating: "x", count: 200)
        #expect(try setup(list, "--watch", "66357343", "--name", longest, "--notify", hook, "--yes").code == 0)
    }

    // MARK: - The files

    @Test func `settings are not written where others could replace them`() throws {
        chmod(place, 0o777)
        let done = try setup(list, "--watch", "66357343", "--notify", "webhook:https://example.org/", "--yes")
        #expect(done.code == 73 && done.error.contains("can write to \(place); to fix: chmod go-w"), "\(done.said)")
        #expect(shop.listing(place).count == 1)
    }

    @Test func `settings that somebody changes meanwhile stay as they are`() throws {
        let settings = place + "/hooks.conf"
        let done = try talk(
            Array(answers.prefix(4)) + [
                ("How do you want", "ntfy:http://127.0.0.1:1/cases\n"), ("access token", "\n"), ("Write this?", "y\n"),
            ], whenAsked: ("Write this?", settings, "# mine\n"))
        #expect(done.code == 73 && done.output.contains("changed by somebody else meanwhile"), "\(done.said)")
        #expect(text("hooks.conf") == "# mine\n" && text("watched-batches.toml") == "")
    }

    @Test func `a link that leads nowhere is not replaced, and an empty file is filled`() throws {
        symlink(place + "/nowhere", config)
        let words = [list, "--watch", "66357343", "--notify", hook, "--yes"]
        let link = try run(shop.programs + "/batchwatch", ["setup"] + words + options, limit: 60)
        #expect(link.code == 73 && link.error.contains("follow the link"), "\(link.said)")
        try shop.write("etc/nowhere", "\n", mode: 0o644)
        let filled = try run(shop.programs + "/batchwatch", ["setup"] + words + options, limit: 60)
        #expect(filled.code == 0 && text("nowhere").contains("66357343"), "\(filled.said)")
        #expect(
            filled.output.contains("`batchwatch run --config \(config) --state-dir \(shop.state)"), "\(filled.output)")
    }

    // MARK: - The hooks

    @Test func `a webhook gets the test, and its token is in a file of its own`() throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let server = ScriptedServer(scripts: [[.send(answer)]])
        let token = try shop.write("token", "geheim\n")
        let words = [
            list, "--watch", "66357343", "--notify", "webhook:" + server.url, "--secret-file", token, "--yes",
        ]
        let done = try run(shop.programs + "/batchwatch", ["setup"] + words + options, limit: 60)
        #expect(done.code == 0, "\(done.said)")
        #expect(!done.said.contains("geheim"))
        let request = try #require(server.requests.first)
        #expect(request.contains("Authorization: Bearer geheim\r\n") && request.hasPrefix("POST "), "\(request)")
        #expect(text("hooks.conf").contains("WEBHOOK_TOKEN_FILE='\(place)/webhook.token'\n"))
        #expect(text("webhook.token") == "geheim\n" && mode("webhook.token") == 0o640 && mode("hooks.conf") == 0o640)
    }

    @Test func `a hook that fails is told with what to do, and the configuration stays`() throws {
        try shop.hook("exit 3")
        let done = try setup(list, "--watch", "66357343", "--notify", hook, "--yes")
        #expect(done.code == 69 && done.error.contains("exited with code 3"), "\(done.said)")
        #expect(
            done.error.contains("The configuration is written. Correct the hook, and try it again")
                && done.error.contains("hook-test --config \(config) --state-dir \(shop.state) --cache-dir"),
            "\(done.error)")
        #expect(text("watched-batches.toml").contains("66357343"))
    }

    @Test(arguments: ["16k", "20k"])
    func `on a full disk nothing changes, whichever file has no room`(size: String) throws {
        // Pages of 4 KiB: one for the settings, two for the configuration. With five the settings have room, the old ones
        // beside the new, and another configuration has none.
        guard geteuid() == 0, mount("tmpfs", place, "tmpfs", 0, "size=\(size),mode=755") == 0 else { return }
        defer { umount(place) }
        let comment = "# " + String(repeating: "x", count: 5000) + "\n"
        try shop.write(
            "etc/watched-batches.toml", comment + "[sources.a]\nurl = \"https://example.org/a\"\n[batches]\n")
        try shop.write("etc/hooks.conf", "WEBHOOK_URL='https://example.org/'\n")
        let before = [text("watched-batches.toml"), text("hooks.conf")]
        let done = try setup(list, "--watch", "66357343", "--notify", "webhook:https://example.org/b", "--yes")
        #expect(done.code == 73 && done.error.contains("No space left"), "\(done.said)")
        #expect(done.error.contains("nothing was changed"), "\(done.error)")
        #expect([text("watched-batches.toml"), text("hooks.conf")] == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
        #expect(names == ["hooks.conf", "watched-batches.toml"])
    }

    @Test func `a running daemon takes it at once, runs the test, and tells the first look`() async throws {
        try shop.write("etc/watched-batches.toml", "[sources.a]\nurl = \"file://\(list)\"\nkey = \"9#\"\n[batches]\n")
        let daemon = try Running(
            shop.programs + "/batchwatch", ["run"] + options, environment: ["PATH": "/usr/bin:/bin"],
            output: shop.path + "/daemon.log")
        defer { daemon.stop() }
        #expect(await eventually { daemon.said.contains("nothing is watched") }, "\(daemon.said)")
        let copy = try shop.write(
            "other.csv", "Number,Decision\n66357342,Approved\n66357343,Refused\n66357399,Approved\n", mode: 0o644)
        let done = try setup(copy, "--watch", "66357343", "--name", "Mine", "--notify", hook, "--yes")
        #expect(done.code == 0 && done.output.contains("run by the daemon (process \(daemon.pid))"), "\(done.said)")
        #expect(done.output.contains("You will be told when it changes. Now: "), "\(done.output)")
        #expect(await eventually { shop.told.contains { $0.kind == "observed" } }, "\(daemon.said)")
        let first = shop.told.first { $0.kind == "observed" }
        #expect(
            first?.data["message"] as? String == "Mine (66357343): watching: now on the list with \"Refused\"",
            "\(String(describing: first?.data))")

        // A second number: the list has changed since the daemon's last poll.
        try shop.write(
            "other.csv", "Number,Decision\n66357342,Approved\n66357343,Refused\n66357399,Issued\n", mode: 0o644)
        let second = try setup(copy, "--watch", "66357399", "--yes")
        #expect(second.code == 0, "\(second.said)")
        #expect(await eventually { shop.told.count { $0.kind == "observed" } == 2 }, "\(daemon.said)")
        #expect(
            shop.told.last { $0.kind == "observed" }?.data["message"] as? String
                == "66357399: watching: now on the list with \"Issued\"", "\(daemon.said)")
    }

    @Test func `somebody's own is set up at home, for nobody else to read`() throws {
        let home = shop.path + "/home"
        mkdir(home, 0o755)
        let done = try run(
            shop.programs + "/batchwatch",
            ["--user", "setup", list, "--watch", "66357343", "--notify", "ntfy:http://127.0.0.1:1/cases", "--yes"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": home], limit: 60)
        #expect(
            done.code == 75 && !done.error.contains("Correct") && done.error.contains("`batchwatch --user hook-test`"),
            "\(done.said)")
        let written = try String(contentsOfFile: home + "/.config/batchwatch/watched-batches.toml", encoding: .utf8)
        #expect(written.contains("\"BATCHWATCH_HOOKS_CONF=\(home)/.config/batchwatch/hooks.conf\""), "\(written)")
        for name in ["watched-batches.toml", "hooks.conf"] {
            var facts = stat()
            #expect(stat("\(home)/.config/batchwatch/\(name)", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        }
    }
}
