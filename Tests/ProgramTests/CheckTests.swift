// `batchwatch check --online`: reads like a poll, but records and reports nothing.

import Foundation
import TestKit
import Testing

struct CheckTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "visa issued")
    }

    private func check() throws -> Finished {
        try run(
            Workshop.programs + "/batchwatch", ["check", "--online"] + shop.options,
            environment: ["PATH": "/usr/bin:/bin", "TMPDIR": shop.path + "/told"])
    }

    @Test func `what a poll would read is told, and nobody remembers it`() throws {
        let found = try check()
        #expect(found.code == 0, "\(found.said)")
        #expect(
            found.output.hasSuffix(
                "\nlondon: read, 61 rows\n  Mine (20121456171): on the list with \"visa issued\" (01-Jun-12)\n"),
            "\(found.output)")
        #expect(shop.told.isEmpty)
        #expect(shop.text("state/london.json").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path + "/told").isEmpty)
    }

    @Test func `columns that no configuration has are found, and told`() throws {
        let rows = (0..<8).map { "\(20_110_000_010 + $0),Jane Roe,pending\n" }.joined()
        let path = shop.path + "/list.csv"
        try "Number,Applicant,Decision\n\(rows)20121456171,Ann Smith,issued\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try shop.configure("file://\(path)")
        let found = try check()
        #expect(found.code == 0)
        #expect(
            found.output.hasSuffix("on the list with \"issued\"; status: the column \"Decision\"\n"), "\(found.said)")
    }

    @Test(.enabled(if: geteuid() == 0)) func `root is told what the service's user cannot read`() throws {
        let user = "nobody"
        let entry = try #require(getpwnam(user)).pointee
        mkdir(shop.state, 0o700)
        chown(shop.state, entry.pw_uid, entry.pw_gid)
        chmod(shop.path, 0o711)
        chmod(shop.path + "/hook", 0o755)
        func said() throws -> String {
            try run(Workshop.programs + "/batchwatch", ["check"] + shop.options).said
        }
        let group = String(cString: try #require(getgrgid(entry.pw_gid)).pointee.gr_name)
        #expect(
            try said().hasSuffix(
                "the service's user nobody cannot read \(shop.config); to fix: chgrp \(group) \(shop.config); chmod 640 "
                    + "\(shop.config)\n"))
        chown(shop.config, 0, entry.pw_gid)
        chmod(shop.config, 0o640)
        #expect(try said().contains(": ok, "))
        chmod(shop.path, 0o700)
        #expect(
            try said().contains(
                "the service's user nobody cannot pass \(shop.path); to fix: install -m 640 -g \(group) "))
        // The command is root again.
        chmod(shop.path, 0o711)
        #expect(try said().contains(": ok, "))
    }

    @Test(.enabled(if: geteuid() == 0)) func `who may not read the file is told to use sudo`() throws {
        chmod(shop.path, 0o755)
        try useProgramsForAll()
        for words in [["check"], ["status"], ["batches", "add", "20121456172"], ["batches", "list"]] {
            let options = words[0] == "batches" ? ["--config", shop.config] : shop.options
            let done = try run(
                "/usr/bin/setpriv",
                ["--reuid=65534", "--regid=65534", "--clear-groups", shop.path + "/programs/batchwatch"] + words
                    + options)
            #expect(
                done.code == 78 && done.error.contains("permission denied; run the command with sudo"), "\(done.said)")
        }
    }

    private func useProgramsForAll() throws {
        mkdir(shop.path + "/programs", 0o755)
        for name in ["batchwatch", "batchwatch-fetcher", "batchwatch-reader"] {
            let copied = try run("/bin/cp", ["\(Workshop.programs)/\(name)", shop.path + "/programs"])
            #expect(copied.code == 0)
        }
    }

    @Test func `a list that cannot be read is told, and the others are looked at`() throws {
        try shop.configure(
            "file://\(shop.path)/none.pdf", more: "[sources.paris]\nurl = \"file://\(shop.listPath)\"")
        let found = try check()
        #expect(found.code == 69)
        #expect(found.output.contains("\nlondon: failed: "), "\(found.output)")
        #expect(found.output.contains("\nparis: read, 61 rows\n"), "\(found.output)")
    }

    @Test func `a list in which nobody is watched is left in peace, unless there is no other`() throws {
        let other = "[sources.paris]\nurl = \"file://\(shop.path)/none.pdf\"\nkey = \"A######\""
        try shop.configure("file://\(shop.listPath)", more: other)
        let found = try check()
        #expect(found.code == 0, "\(found.said)")
        #expect(
            found.output.contains("\nparis: no batch is watched in it, so it is not asked for\n"), "\(found.output)")
        #expect(found.output.contains("\nlondon: read, 61 rows\n"), "\(found.output)")
        try shop.write("watched-batches.toml", "[batches]\n" + other + "\n")
        #expect(try check().code == 69)
    }
}
