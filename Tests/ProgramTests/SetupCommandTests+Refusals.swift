// What `setup` refuses to read or to write over, and what it does with secrets and files that others left.

import Foundation
import TestKit
import Testing

extension SetupCommandTests {
    @Test(arguments: [
        ("MAIL_TO='a@b.c'\nif true; then\n NTFY_TOPIC=zz\nfi\n", "line 2 is shell code"),
        ("# M\u{FC}ller\n", "is not UTF-8"),
    ])
    func `settings that setup does not understand are left to a person`(text: String, says: String) throws {
        try Data(text.unicodeScalars.map { UInt8($0.value) }).write(to: URL(fileURLWithPath: place + "/hooks.conf"))
        let before = shop.listing(place)
        let done = try setup(list, "--watch", "66357343", "--notify", "ntfy:http://127.0.0.1:1/cases", "--yes")
        #expect(done.code == 78 && done.error.contains(says), "\(done.said)")
        #expect(done.error.contains("nothing was changed") && shop.listing(place) == before, "\(done.said)")
    }

    @Test func `text that is not UTF-8 is refused, and a line end of Windows is not part of a secret`() throws {
        let label = try run(
            "/bin/sh",
            [
                "-c", "exec \"$0\" setup \"$@\" --name \"$(printf 'M\\374ller')\"", shop.programs + "/batchwatch", list,
                "--watch", "66357343", "--notify", hook, "--yes",
            ] + options, limit: 60)
        #expect(label.code == 64 && label.error.contains("--name: the text is not UTF-8"), "\(label.said)")
        let token = shop.path + "/token"
        try Data([0x67, 0xFC, 0x0A]).write(to: URL(fileURLWithPath: token))
        let words = [
            "--watch", " 66357343 ", "--notify", "webhook:http://127.0.0.1:1/", "--secret-file", token, "--yes",
        ]
        let secret = try run(shop.programs + "/batchwatch", ["setup", list] + words + options, limit: 60)
        #expect(secret.code == 78 && secret.error.contains("token is not UTF-8"), "\(secret.said)")
        #expect(shop.listing(place).count == 1)
        try shop.write("token", "geheim\r\n")
        let windows = try run(shop.programs + "/batchwatch", ["setup", list] + words + options, limit: 60)
        #expect(windows.output.contains("66357343 is on the list with"), "\(windows.said)")
        #expect(text("webhook.token") == "geheim\n")
    }

    @Test func `a secret that others could read is closed, and what a killed setup left is removed`() throws {
        let token = try shop.write("token", "new\n")
        try shop.write("etc/webhook.token", "old\n", mode: 0o644)
        try shop.write("etc/webhook.token.batchwatch-a1B2c3", "left\n")
        try shop.write("etc/hooks.conf.backup", "mine\n")
        _ = try setup(
            list, "--watch", "66357343", "--notify", "webhook:http://127.0.0.1:1/", "--secret-file", token, "--yes")
        #expect(text("webhook.token") == "new\n" && mode("webhook.token") == 0o640)
        let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
        #expect(names == ["hooks.conf", "hooks.conf.backup", "watched-batches.toml", "webhook.token"])
    }

    @Test func `a broken configuration, or settings that are no file, are reported first`() throws {
        try shop.write("etc/watched-batches.toml", "[sources\n")
        let broken = try setup("http://127.0.0.1:1/", "--watch", "1", "--notify", hook, "--yes")
        #expect(broken.code == 78 && broken.error.contains("watched-batches.toml:1"), "\(broken.said)")
        try FileManager.default.removeItem(atPath: config)
        mkdir(place + "/hooks.conf", 0o755)
        let folder = try setup(list, "--watch", "66357343", "--notify", "ntfy:http://127.0.0.1:1/cases", "--yes")
        #expect(folder.error.contains("hooks.conf is not a regular file; nothing was changed"), "\(folder.said)")
    }

    @Test func `a configuration that somebody changes meanwhile stays as it is`() throws {
        let done = try talk(answers, whenAsked: ("Write this?", config, "# mine\n"))
        #expect(done.code == 73 && done.output.contains("changed by somebody else meanwhile"), "\(done.said)")
        #expect(text("watched-batches.toml") == "# mine\n")
    }
}
