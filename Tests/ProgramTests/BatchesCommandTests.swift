// `batchwatch batches` on real files: what it writes, how, and what stays unchanged.

import Foundation
import Testing

struct BatchesCommandTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop()
        try shop.configure("file:///srv/list.pdf", batches: "20121456171 = \"Mine\"  # ours")
    }

    @discardableResult
    private func batches(_ words: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", ["batches"] + words + ["--config", shop.config])
    }

    private var text: String { shop.text("watched-batches.toml") }

    @Test func `a batch is added, renamed, listed and removed`() throws {
        let before = text
        let added = try batches("add", "2012145###[0-4]", "friends")
        #expect(added.code == 0 && added.output == "[batches]: added 2012145###[0-4] \"friends\"\n", "\(added.error)")
        #expect(text == before.replacing("# ours\n", with: "# ours\n\"2012145###[0-4]\" = \"friends\"\n"))
        #expect(
            try batches("add", "2012145###[0-4]").output
                == "[batches]: 2012145###[0-4] is already there, as \"friends\"\n")
        #expect(
            try batches("add", "20121456171", "Ours").output
                == "[batches]: 20121456171 is now \"Ours\" instead of \"Mine\"\n")
        #expect(try batches("add", "20121456175", "", "--source", "london").code == 0)
        #expect(
            try batches("list").output == """
                20121456171      Ours
                2012145###[0-4]  friends
                20121456175      (in london only)

                """)
        let json = try JSONSerialization.jsonObject(with: Data(batches("list", "--json").output.utf8))
        #expect(
            json as? [[String: String]] == [
                ["batch": "20121456171", "label": "Ours"], ["batch": "2012145###[0-4]", "label": "friends"],
                ["batch": "20121456175", "label": "", "source": "london"],
            ])
        #expect(
            try batches("add", "20121456171", "--source", "london").output
                == "[batches]: 20121456171 is watched already, as \"Ours\"; nothing was changed\n")
        #expect(
            try batches("remove", "20121456171").output == """
                [batches]: removed 20121456171 "Ours"
                It is still watched in london, by 2012145###[0-4]

                """)
        #expect(try batches("remove", "2012145###[0-4]").code == 0)
        #expect(try batches("remove", "20121456175", "--source", "london").code == 0)
        #expect(
            text == before.replacing("20121456171 = \"Mine\"  # ours\n", with: "") + "\n[sources.london.batches]\n")
        #expect(try batches("list").output.hasPrefix("No batches are watched"))
    }

    @Test(arguments: [
        (["add", "2012"], Int32(64), "the default key mask"),
        (["remove", "20121456172"], 64, "did you mean 20121456171?"),
        (["add", "20121456172", "--source", "londn"], 64, "did you mean \"london\"?"), (["remove"], 64, "Example: "),
    ])
    func `what cannot be is refused, and the file left alone`(words: [String], code: Int32, says: String) throws {
        let before = shop.listing(shop.path)
        let finished = try run(
            Workshop.programs + "/batchwatch", ["batches"] + words + ["--config", shop.config])
        #expect(finished.code == code && finished.error.contains(says), "\(finished.error)")
        #expect(shop.listing(shop.path) == before)
    }

    @Test func `a batch of several sources is removed from one, or everywhere`() throws {
        func source(_ name: String) -> String {
            "[sources.\(name)]\nurl = \"file:///a\"\nbatches.20121456179 = \"F\"\n"
        }
        try shop.write("watched-batches.toml", "[batches]\n" + ["london", "paris", "rome"].map(source).joined())
        let refused = try batches("remove", "20121456179")
        #expect(refused.code == 64, "\(refused.said)")
        #expect(
            refused.error.contains(
                "it is watched in london, paris, rome: add --source with one of them, or --everywhere"))
        #expect(try batches("remove", "20121456179", "--source", "paris").code == 0)
        #expect(try batches("remove", "20121456179", "--source", "paris", "--everywhere").code == 64)
        let removed = try batches("remove", "20121456179", "--everywhere")
        #expect(
            removed.output
                == "[sources.london.batches]: removed 20121456179 \"F\"\n[sources.rome.batches]: removed 20121456179 \"F\"\n"
        )
        #expect(try batches("remove", "20121456179", "--everywhere").code == 64)
    }

    @Test func `a list that an edit cannot change is named, and the others are changed`() throws {
        try shop.write(
            "watched-batches.toml",
            "[batches]\n20121456179 = \"F\"\n[sources.london]\nurl = \"file:///a\"\nbatches = { 20121456179 = \"F\" }\n"
                + "[sources.paris]\nurl = \"file:///b\"\nbatches.20121456179 = \"F\"\n")
        let removed = try batches("remove", "20121456179", "--everywhere")
        #expect(removed.code == 78 && removed.error.contains("[sources.london.batches]: "), "\(removed.said)")
        #expect(removed.output.contains("[batches]: removed") && removed.output.contains("paris.batches]: removed"))
    }

    @Test func `a number with a slip is answered with the likest mask, and the number that is watched`() throws {
        let rome = "[sources.rome]\nurl = \"file:///a\"\nkey = \"IMM-####-######\"\nbatches.IMM-1234-123456 = \"\"\n"
        try shop.write("watched-batches.toml", "[batches]\n[sources.london]\nurl = \"file:///a\"\n" + rome)
        #expect(
            try batches("add", "IMM-1234-12345").error.hasSuffix(
                "has 14 characters, but the key mask IMM-####-###### of source rome needs 15; it fits the other source no "
                    + "better; IMM-1234-123456 is watched already; nothing was changed\n"))
        #expect(try batches("add", "2012145617").error.contains("mask 2[0-8]######### of source london needs 11"))
        try shop.write("watched-batches.toml", "[batches]\n")
        let refused = try batches("add", "20121456179")
        #expect(
            refused.code == 64 && refused.error.contains("`batchwatch try URL --watch 20121456179 --write` adds one"))
    }

    @Test func `a file that does not parse is refused with its place`() throws {
        try shop.write("watched-batches.toml", "[batches\n")
        let before = shop.listing(shop.path)
        for words in [["add", "20121456171"], ["remove", "20121456171"], ["list"]] {
            let finished = try run(Workshop.programs + "/batchwatch", ["batches"] + words + ["--config", shop.config])
            #expect(finished.code == 78)
            #expect(finished.error.contains("watched-batches.toml:1:9: is not TOML: "), "\(finished.error)")
        }
        #expect(shop.listing(shop.path) == before)
        #expect(try run(Workshop.programs + "/batchwatch", ["batches", "list", "--config", "/nonexistent"]).code == 78)
        let missing = try run(Workshop.programs + "/batchwatch", ["batches", "add", "1", "--config", "/nonexistent"])
        #expect(missing.code == 73 && missing.error.contains("No such file"))
    }

    @Test func `the file is replaced as a whole, with its mode and its owner`() throws {
        chmod(shop.config, 0o640)
        if geteuid() == 0 { chown(shop.config, 65534, 65534) }
        var before = stat()
        var after = stat()
        stat(shop.config, &before)
        #expect(try batches("add", "20121456175").code == 0)
        stat(shop.config, &after)
        #expect(before.st_ino != after.st_ino)
        #expect(before.st_mode == after.st_mode && before.st_uid == after.st_uid && before.st_gid == after.st_gid)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: shop.path).filter { $0.contains(".toml") }.count == 1)
    }

    @Test func `a link stays a link, and what it leads to is edited`() throws {
        mkdir(shop.path + "/real", 0o700)
        rename(shop.config, shop.path + "/real/list.toml")
        symlink("real/list.toml", shop.config)
        #expect(try batches("add", "20121456175", "linked").code == 0)
        var facts = stat()
        lstat(shop.config, &facts)
        #expect(facts.st_mode & S_IFMT == S_IFLNK)
        #expect(shop.text("real/list.toml").contains("20121456175 = \"linked\"\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path + "/real") == ["list.toml"])
    }

    @Test func `edits at the same time wait for each other`() throws {
        let numbers = (0..<12).map { "2012145618\($0 % 10)".dropLast($0 > 9 ? 1 : 0) + ($0 > 9 ? "[\($0 % 10)]" : "") }
        let editors = try numbers.map { number in
            try Running(
                Workshop.programs + "/batchwatch", ["batches", "add", String(number), "--config", shop.config],
                environment: [:], output: shop.path + "/\(UUID().uuidString).log")
        }
        for editor in editors { #expect([0].contains(editor.end()), "\(editor.said)") }
        #expect(try batches("list").output.split(separator: "\n").count == 11)
    }

    @Test func `a running daemon reads the edited file`() async throws {
        try list("pending", "01-Jun-12").write(to: URL(fileURLWithPath: shop.path + "/list.pdf"))
        try shop.configure("file://\(shop.path)/list.pdf", batches: "20121456171 = \"Mine\"")
        try shop.hook()
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        #expect(try batches("add", "20121456175", "Other").code == 0)
        #expect(await eventually { shop.told.count == 2 })
        #expect(shop.told.last?.json["subject"] as? String == "20121456175")
        daemon.stop()
    }
}
