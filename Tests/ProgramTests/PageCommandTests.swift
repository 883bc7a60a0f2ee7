// The page as files: the process that holds the state writes them, after the state, if their content has changed.

import Foundation
import Testing

private let names = ["feed.atom", "index.html", "status.json"]

@Suite struct PageCommandTests {
    let shop: Workshop
    var www: String { shop.path + "/www" }

    init() throws {
        shop = try Workshop(listing: "pending")
        try watch()
        mkdir(www, 0o755)
    }

    private func watch(every: String = "1h", _ more: String = "") throws {
        try shop.configure("file://" + shop.listPath, every: every)
        try shop.write(
            "watched-batches.toml", shop.text("watched-batches.toml") + "[page]\ndirectory = \"\(www)\"\n\(more)\n")
    }

    private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: www)) ?? []).sorted() }

    /// Waits until a file of the page has a text.
    private func shows(_ text: String, in name: String = "index.html") async -> Bool {
        await eventually { shop.text("www/" + name).contains(text) }
    }

    private func page(_ options: String...) throws -> Finished {
        try run(
            shop.programs + "/batchwatch", ["page"] + options + shop.options,
            environment: ["PATH": "/usr/bin:/bin", "TMPDIR": shop.path, "HOME": shop.path])
    }

    @Test func `a poll in the foreground writes it, for everybody to read, and leaves it where nothing changed`() throws
    {
        #expect(try shop.poll().code == 0)
        #expect(files == names)
        for name in names {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(www)/\(name)")[.posixPermissions] as? Int
            #expect(mode == 0o644)
            #expect(shop.text("www/\(name)").contains("pending"))
        }
        let before = shop.listing(www)
        #expect(try page().code == 0)
        #expect(shop.listing(www) == before)
        let id = shop.text("www/feed.atom").firstMatch(of: /<id>urn:uuid:[^<]*/)?.output
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(shop.text("www/index.html").contains("visa issued"))
        #expect(shop.text("www/feed.atom").firstMatch(of: /<id>urn:uuid:[^<]*/)?.output == id)
        // The events' ids, each once.
        #expect(feedIDs == shop.told.map(\.id).reversed())
    }

    @Test func `trouble with it is said, and the poll is as good`() throws {
        rmdir(www)
        let polled = try shop.poll()
        #expect(polled.code == 0 && polled.error.contains("the page cannot be written: open \(www): No such file"))
        #expect(shop.told.count == 1)
        let written = try page()
        #expect(written.code == 73 && written.error.contains("open \(www)"))
    }

    @Test func `who locks the directory holds up no poll`() async throws {
        let holder = try Running(
            "/usr/bin/flock", ["-F", www, "/bin/sh", "-c", "echo held; exec sleep 600"],
            environment: ["PATH": "/usr/bin:/bin"],
            output: shop.path + "/holder.log")
        #expect(await eventually { shop.text("holder.log") == "held\n" })
        let start = ContinuousClock.now
        let polled = try shop.poll()
        let cause = "the page cannot be written: lock \(www): "
        #expect(polled.code == 0 && polled.error.contains(cause), "\(polled.said)")
        #expect(ContinuousClock.now - start < .seconds(300))
        holder.kill(SIGKILL)
        _ = holder.end()
        #expect(try page().code == 0)
    }

    @Test func `a disk that is full is told, and the page comes once there is room`() throws {
        guard geteuid() == 0, mount("tmpfs", www, "tmpfs", 0, "size=8k,mode=755") == 0 else { return }
        defer { umount2(www, Int32(MNT_DETACH)) }
        let polled = try shop.poll()
        #expect(polled.code == 0 && polled.error.contains("No space left on device"))
        #expect(shop.told.count == 1)
        // Nothing half is left.
        #expect(Set(files).isSubset(of: names))
        #expect(mount("tmpfs", www, "tmpfs", UInt(MS_REMOUNT), "size=1m") == 0)
        #expect(try page().code == 0)
        #expect(files == names)
    }

    @Test func `check says what the directory needs`() throws {
        func notes() throws -> [Substring] {
            try run(shop.programs + "/batchwatch", ["check"] + shop.options).output.split(separator: "\n").filter {
                $0.hasPrefix("note: page.directory: ")
            }
        }
        // The workshop is nobody else's.
        #expect(try notes().count == 1 && notes()[0].contains("because of \(shop.path); name a directory elsewhere"))
        chmod(shop.path, 0o711)
        #expect(try notes() == [])
        rmdir(www)
        #expect(try notes().count == 1 && notes()[0].contains("\(www): No such file or directory; `install -d -o "))
        try shop.write("www", "")
        #expect(try notes() == ["note: page.directory: \(www) is not a directory"])
    }

    @Test func `what was left by a kill is taken away, a link is not followed, a pipe not waited for`() throws {
        try shop.write("www/.index.html.new", "half")
        let precious = try shop.write("precious", "mine")
        symlink(precious, www + "/feed.atom")
        mkfifo(www + "/status.json", 0o600)
        #expect(try shop.poll().code == 0)
        #expect(files == names && shop.text("precious") == "mine")
        for name in names { #expect(shop.text("www/\(name)").contains("pending")) }
    }

    @Test func `another directory, and a new one for a desktop`() throws {
        #expect(try shop.poll().code == 0)
        mkdir(shop.path + "/other", 0o755)
        #expect(try page("--output", shop.path + "/other").code == 0)
        #expect(shop.text("other/index.html") == shop.text("www/index.html"))
        // Another place is another feed.
        #expect(shop.text("other/feed.atom") != shop.text("www/feed.atom"))
        let opened = try page("--open")
        #expect(opened.code == 0)
        let path = opened.output.trimmingCharacters(in: .newlines)
        #expect(path.hasPrefix(shop.path + "/batchwatch-page-") && path.hasSuffix("/index.html"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == shop.text("www/index.html"))
        try shop.configure("file://" + shop.listPath)
        #expect(try page("--open").code == 0)
        let refused = try page()
        #expect(refused.code == 78 && refused.error.contains("there is no [page]"))
        #expect(try page("--open", "--output", "/x").code == 64)
    }

    @Test func `the daemon writes it after each change, and says what is wrong with the list`() async throws {
        let daemon = try shop.start()
        for name in names { #expect(await shows("pending", in: name), "\(name)") }
        #expect(await eventually { shop.isCleared })
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(await shows("visa issued"))
        // What the hook was told, in the same order and under the same ids.
        #expect(await eventually { shop.told.count == 2 })
        #expect(await eventually { feedIDs == shop.told.map(\.id).reversed() })
        unlink(shop.listPath)
        #expect(try shop.poll().code != 0)
        #expect(await shows("failing (once)"))
        #expect(daemon.stop() == 0)
    }

    @Test func `a poll that finds nothing new writes nothing, and many changes in a row bring two pages`() async throws
    {
        let daemon = try await startWithPage("exec '\(Workshop.programs)/batchwatch' \"$@\"")
        // What is still due comes ten seconds after the last.
        #expect(await eventually(90) { isRested })
        let (before, count) = (shop.listing(www), pagesBegun)
        for _ in 1...3 { #expect(try shop.poll().output == "london: unchanged\n") }
        try await Task.sleep(for: .seconds(11))
        #expect(shop.listing(www) == before)
        #expect(pagesBegun == count)
        // The first change is shown at once, what follows it ten seconds later, together.
        for status in ["one", "two", "three", "four", "visa issued"] {
            try shop.publish(status, "02-Jun-12")
            #expect(try shop.poll().code == 0)
        }
        #expect(await shows("visa issued"))
        #expect(pagesBegun <= count + 2)
        #expect(daemon.stop() == 0)
    }

    @Test func `a directory that is away is told once, holds up nothing, and is tried again`() async throws {
        rmdir(www)
        let daemon = try shop.start()
        let told = "the page cannot be written: open \(www): No such file"
        #expect(await eventually { daemon.said.contains(told) })
        #expect(await eventually { shop.told.count == 1 })
        let status = try shop.batchwatch("status", "--state-dir", shop.state, "--config", shop.config).output
        #expect(status.contains("the page cannot be written"))
        let check = try shop.batchwatch("status", "--check", "--state-dir", shop.state, "--config", shop.config)
        #expect(check.code == 1 && check.output.contains("unpublished=1"))
        let options = ["--state-dir", shop.state, "--config", shop.config]
        func reload() throws { _ = try run(shop.programs + "/batchwatch", ["reload"] + options) }
        try reload()
        // Tried again, and not told again.
        try await Task.sleep(for: .seconds(11))
        #expect(daemon.said.components(separatedBy: told).count == 2)
        mkdir(www, 0o755)
        try reload()
        #expect(await eventually { files == names })
        #expect(await eventually { daemon.said.contains("the page is written again") })
        #expect(
            try !shop.batchwatch("status", "--state-dir", shop.state, "--config", shop.config).output.contains(told))
        #expect(daemon.stop() == 0)
    }

    @Test func `a page that hangs holds up nothing, and the daemon stops`() async throws {
        let daemon = try await startWithPage("exec sleep 1000")
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { pagesBegun > 0 })
        #expect(await eventually { shop.told.count == 2 })
        #expect(try shop.poll().output == "london: unchanged\n")
        #expect(daemon.stop() == 0)
    }

    /// Starts the daemon, and has it run a script in the place of `batchwatch page` from its first page on.
    private func startWithPage(_ script: String) async throws -> Running {
        try shop.useOwnPrograms()
        let daemon = try shop.start()
        #expect(await shows("pending"))
        #expect(await eventually { shop.isCleared })
        let log = shop.path + "/pages"
        try shop.write(
            "bin/batchwatch",
            "#!/bin/sh\nif [ \"$1\" = page ]; then echo >>'\(log)'; \(script); fi\n"
                + "exec '\(Workshop.programs)/batchwatch' \"$@\"\n", mode: 0o755)
        return daemon
    }

    /// How often `batchwatch page` was begun since then.
    private var pagesBegun: Int { shop.text("pages").count { $0 == "\n" } }

    /// Whether no page was begun or written for so long that none is due any more.
    private var isRested: Bool {
        [www + "/index.html", shop.path + "/pages"].allSatisfy { path in
            var status = stat()
            return stat(path, &status) != 0 || time(nil) - status.st_mtim.tv_sec > 14
        }
    }

    private var feedIDs: [String] {
        shop.text("www/feed.atom").matches(of: /<id>urn:batchwatch:([^<]*)/).map { String($0.output.1) }
    }
}
