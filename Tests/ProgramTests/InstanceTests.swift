// Several instances on one machine: each command reaches exactly the intended one.

import Foundation
import Testing

@Suite struct InstanceTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.publish("pending", "01-Jun-12")
        try shop.hook()
        try shop.configure("file://" + shop.listPath)
    }

    private func batchwatch(_ words: [String], environment: [String: String]? = nil) throws -> Finished {
        try run(shop.programs + "/batchwatch", words, environment: environment)
    }

    @Test func `another configuration's commands do not reach a daemon`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        let other = try shop.write("other.toml", shop.text("watched-batches.toml"))
        let places = ["--state-dir", shop.state, "--cache-dir", shop.cache]
        for words in [
            ["status"], ["poll"], ["accept", "london"], ["reload"], ["metrics"], ["outbox", "list"],
            ["outbox", "retry"], ["outbox", "drop", "--all"],
        ] {
            let refused = try batchwatch(words + ["--config", other] + places)
            #expect(refused.code == 64, "\(words): \(refused.said)")
            #expect(refused.error.contains("runs \(shop.config), not \(other): name the state directory"), "\(words)")
        }
        let check = try batchwatch(["status", "--check", "--config", other] + places)
        #expect(check.code == 2 && check.output.contains("not \(other)"), "\(check.said)")
        // Nobody says which: the state directory does. And the same file has many names.
        let alias = shop.path + "/alias.toml"
        symlink(shop.config, alias)
        for words in [
            places, ["--config", alias] + places, ["--config", shop.path + "/run/../watched-batches.toml"] + places,
        ] {
            let reached = try batchwatch(["status"] + words)
            #expect(reached.code == 0 && reached.output.contains("(pid "), "\(reached.said)")
        }
        daemon.stop()
    }

    @Test func `a configuration that is away for a moment is still the daemon's`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        unlink(shop.config)
        let status = try batchwatch(["status"] + shop.options)
        #expect(status.code == 0 && status.output.contains("(pid "), "\(status.said)")
        daemon.stop()
    }

    @Test func `what is advised is a command of the instance`() throws {
        let words = ["--instance", "office"]
        #expect(try batchwatch(words + ["poll"] + shop.options).code == 0)
        try ProgramTests.list("visa issued", "15-Jun-12", others: 5).write(to: URL(fileURLWithPath: shop.listPath))
        let held = try batchwatch(["poll"] + shop.options + words)
        #expect(
            held.code == 65 && held.output.contains("until `batchwatch --instance office accept london`"),
            "\(held.said)")
        let message = shop.told.last?.data["message"] as? String
        #expect(message?.hasSuffix("or until `batchwatch --instance office accept london`") == true)
        let status = try batchwatch(words + ["status", "--json"] + shop.options)
        #expect(status.output.contains("run `batchwatch --instance office accept london`"), "\(status.output)")
        let drop = try batchwatch(words + ["outbox", "drop", "1"] + shop.options)
        #expect(
            drop.code == 66 && drop.error.contains("see `batchwatch --instance office outbox list`"), "\(drop.said)")
    }

    @Test func `a daemon knows whose it is`() async throws {
        let daemon = try Running(
            shop.programs + "/batchwatch", ["--instance=office", "run"] + shop.options,
            environment: ["PATH": "/usr/bin:/bin"], output: shop.path + "/daemon.log")
        defer { daemon.stop() }
        #expect(await eventually { shop.told.count == 1 })
        try ProgramTests.list("visa issued", "15-Jun-12", others: 5).write(to: URL(fileURLWithPath: shop.listPath))
        #expect(try batchwatch(["poll"] + shop.options).code == 65)
        #expect(await eventually { shop.told.count == 2 })
        let message = shop.told.last?.data["message"] as? String
        #expect(message?.hasSuffix("or until `batchwatch --instance office accept london`") == true)
        let status = try batchwatch(["status", "--json"] + shop.options)
        #expect(status.output.contains("run `batchwatch --instance office accept london`"))
    }

    @Test func `a user's own has its places at home, and makes them`() async throws {
        let home = shop.path + "/home"
        mkdir(home, 0o755)
        let environment = ["PATH": "/usr/bin:/bin", "HOME": home]
        let path = home + "/.config/batchwatch/watched-batches.toml"
        let missing = try batchwatch(["--user", "run"], environment: environment)
        #expect(missing.code == 78 && missing.error.contains(path), "\(missing.said)")
        let written = try batchwatch(
            ["--user", "try", shop.listPath, "--watch", mine, "--name", "london", "--write", "--yes"],
            environment: environment)
        #expect(written.code == 0 && written.output.contains("`batchwatch --user status` tells"), "\(written.said)")
        let daemon = try Running(
            shop.programs + "/batchwatch", ["run", "--user"], environment: environment, output: shop.path + "/user.log")
        defer { daemon.stop() }
        #expect(
            await eventually {
                try! batchwatch(["status", "--user"], environment: environment).output.contains("pending")
            })
        for place in [".config/batchwatch", ".local", ".local/state", ".local/state/batchwatch", ".cache/batchwatch"] {
            var status = stat()
            #expect(lstat("\(home)/\(place)", &status) == 0 && status.st_mode & 0o777 == 0o700, "\(place)")
        }
        let added = try batchwatch(["batches", "add", "20121456179", "Wei", "--user"], environment: environment)
        #expect(added.code == 0, "\(added.said)")
        #expect(
            await eventually {
                try! batchwatch(["--user", "status", "20121456179"], environment: environment).code == 0
            })
    }

    @Test(arguments: [
        (["--instance", "../x", "status"], "\"../x\" is no name of an instance"),
        (["--instance", "secrets", "status"], "/etc/batchwatch/secrets is a directory of the service itself"),
        (["status", "--instance", "a", "--user"], "do not go together"),
    ])
    func `a wrong name is refused before anything is done`(words: [String], why: String) throws {
        let refused = try batchwatch(words)
        #expect(refused.code == 64 && refused.error.contains(why), "\(refused.said)")
    }

    @Test func `without a home nobody has an own one`() throws {
        for environment in [[:], ["HOME": ""], ["HOME": "me"]] {
            let refused = try batchwatch(["status", "--user"], environment: environment)
            #expect(refused.code == 64 && refused.error.contains("HOME names no directory"), "\(refused.said)")
        }
    }
}
