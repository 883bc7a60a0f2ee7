// `--version` with the commit: the header that scripts/build writes, in checkouts and outside of them.

import Foundation
import Testing

struct VersionTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        mkdir(shop.path + "/project", 0o700)
    }

    @discardableResult
    private func sh(_ script: String, _ environment: [String: String] = [:]) throws -> Finished {
        let all = ["PATH": "/usr/bin:/bin", "HOME": shop.path, "GIT_CONFIG_NOSYSTEM": "1"]
        return try run(
            "/bin/sh", ["-c", "cd '\(shop.path)/project' && " + script], environment: all.merging(environment) { $1 })
    }

    private func writeCommit(_ environment: [String: String] = [:]) throws -> Finished {
        try sh("'\(Workshop.project)/scripts/setup/write-commit' said", environment)
    }

    private var header: String { shop.text("project/said/batchwatch-commit.h") }

    private func commit() throws -> String {
        try sh("git rev-parse HEAD").output.prefix(7).description
    }

    private func makeCheckout() throws {
        let made = try sh(
            "git init -q . && echo said/ >.gitignore && echo a >file && git add . "
                + "&& git -c user.name=a -c user.email=a@example.org commit -qm first")
        #expect(made.code == 0, "\(made.error)")
    }

    @Test func `a checkout is known by its commit, and by being changed`() throws {
        try makeCheckout()
        #expect(try writeCommit().code == 0)
        #expect(header == "#define BATCHWATCH_COMMIT \"\(try commit())\"\n")
        #expect(try sh("git status --porcelain").output == "")
        try sh("echo b >file")
        #expect(try writeCommit().code == 0)
        #expect(header == "#define BATCHWATCH_COMMIT \"\(try commit())-dirty\"\n")
    }

    @Test func `nothing is written where nothing is new`() throws {
        try makeCheckout()
        #expect(try writeCommit().code == 0)
        let before = shop.listing(shop.path + "/project/said").filter { $0.hasPrefix("batchwatch-commit.h") }
        #expect(before.count == 1)
        #expect(try writeCommit().code == 0)
        #expect(shop.listing(shop.path + "/project/said").filter { $0.hasPrefix("batchwatch-commit.h") } == before)
    }

    @Test func `outside of a checkout of its own there is no commit`() throws {
        #expect(try writeCommit().code == 0)
        #expect(header == "#define BATCHWATCH_COMMIT \"\"\n")
        // Unpacked in somebody else's checkout.
        try sh("cd .. && git init -q . && git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m x")
        #expect(try writeCommit().code == 0)
        #expect(header == "#define BATCHWATCH_COMMIT \"\"\n")
    }

    @Test func `a package says it by itself, in plain characters`() throws {
        #expect(try writeCommit(["BATCHWATCH_COMMIT": "0.1.0-2~bpo+1"]).code == 0)
        #expect(header == "#define BATCHWATCH_COMMIT \"0.1.0-2~bpo+1\"\n")
        try makeCheckout()
        #expect(try writeCommit(["BATCHWATCH_COMMIT": ""]).code == 0)
        #expect(header == "#define BATCHWATCH_COMMIT \"\"\n")
        let refused = try writeCommit(["BATCHWATCH_COMMIT": "\" evil \\"])
        #expect(refused.code == 64 && refused.error.contains("letters, digits"))
        #expect(header == "#define BATCHWATCH_COMMIT \"\"\n")
    }

    @Test func `the program has what the header says, and nothing without one`() throws {
        try shop.write(
            "project/main.c",
            "#include <stdio.h>\nconst char *ccommit(void);\nint main(void) { puts(ccommit()); }\n")
        let sources = Workshop.project + "/Sources/CCommit"
        let compile = "cc -D_Nonnull= -D_Nullable= -I '\(sources)/include' main.c '\(sources)/CCommit.c' -o say"
        #expect(try sh("\(compile) && ./say").output == "\n")
        #expect(try writeCommit(["BATCHWATCH_COMMIT": "abc1234"]).code == 0)
        #expect(try sh("\(compile) -I said && ./say").output == "abc1234\n")
    }
}
