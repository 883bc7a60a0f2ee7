// Damaged or odd files in the configuration's place while the service runs: it reports each once, never hangs, and
// continues with the previous configuration.

import Foundation
import TestKit
import Testing

@Suite(.serialized)
struct SpoiltConfigTests {
    let shop: Workshop
    private let sound: String

    init() throws {
        shop = try Workshop(listing: "pending")
        sound = shop.text("watched-batches.toml")
    }

    /// What stands in the file's place, made beside it and renamed over it, and what is said.
    private static let spoils: [(name: String, make: @Sendable (String, String) throws -> Void, says: String)] = [
        ("nothing", { path, _ in try Data().write(to: URL(fileURLWithPath: path)) }, "empty"),
        (
            "wrong type", { try ($1 + "timeout = []\n").write(toFile: $0, atomically: false, encoding: .utf8) },
            "timeout"
        ),
        ("ten digits", { try rewrite($0, $1, as: "2012145617") }, "2012145617"),
        ("Arabic digits", { try rewrite($0, $1, as: "٢٠١٢١٤٥٦١٧١") }, "is not TOML"),
        (
            "a gigabyte",
            { path, _ in
                _ = FileManager.default.createFile(atPath: path, contents: nil)
                truncate(path, 1 << 30)
            }, "larger than"
        ),
        ("a FIFO", { path, _ in mkfifo(path, 0o600) }, "is a pipe"),
        ("a directory", { path, _ in mkdir(path, 0o700) }, "is a directory"),
        (
            "a link to itself",
            { path, _ in
                symlink(URL(fileURLWithPath: path).deletingLastPathComponent().path + "/watched-batches.toml", path)
            }, "form a loop"
        ),
    ]

    private static func rewrite(_ path: String, _ text: String, as number: String) throws {
        try text.replacingOccurrences(of: mine, with: number).write(toFile: path, atomically: false, encoding: .utf8)
    }

    @Test(arguments: spoils.indices) func `what is no configuration is told once, and the one before stays`(index: Int)
        async throws
    {
        let (name, make, says) = Self.spoils[index]
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        let beside = shop.path + "/beside"
        try make(beside, sound)
        if rename(beside, shop.config) != 0 {
            // A directory takes no file's place.
            unlink(shop.config)
            #expect(rename(beside, shop.config) == 0)
        }
        #expect(await eventually { refusals(of: daemon) == 1 }, "\(name): \(daemon.said)")
        #expect(daemon.said.contains(says), "\(name): \(daemon.said)")
        try shop.publish("visa issued", "02-Jun-12")
        kill(daemon.pid, SIGHUP)
        #expect(try await eventually { try status().contains("configuration refused") }, "\(name)")

        try sound.write(toFile: beside, atomically: true, encoding: .utf8)
        rmdir(shop.config)
        #expect(rename(beside, shop.config) == 0)
        #expect(try await eventually { try !status().contains("refused") }, "\(name): \(daemon.said)")
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.map(\.kind) == ["observed", "changed"] && shop.isCleared })
        #expect(refusals(of: daemon) == 1, "\(name): \(daemon.said)")
        #expect(daemon.stop() == 0)
    }

    private func refusals(of daemon: Running) -> Int {
        daemon.said.components(separatedBy: "the previous configuration stays in force").count - 1
    }

    private func status() throws -> String {
        try run(Workshop.programs + "/batchwatch", ["status"] + shop.options).output
    }
}
