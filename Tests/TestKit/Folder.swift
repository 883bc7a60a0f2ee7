import Foundation

/// A directory for one test, gone afterwards.
package final class Folder {
    package let path: String
    /// Where the tests' sources lie.
    package static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    package init() throws {
        path = NSTemporaryDirectory() + "batchwatch-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    package func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    package func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
    }

    /// A program that runs a script of /bin/sh, to stand in for another; its path.
    package func program(_ name: String, _ script: String) throws -> String {
        try write(name + ".sh", script)
        if !names.contains(name) {
            try FileManager.default.createSymbolicLink(
                atPath: path + "/" + name, withDestinationPath: Folder.tests.path + "/Fixtures/scripted-program")
        }
        return path + "/" + name
    }

    package func reader(_ script: String) throws -> String { try program("reader", script) }

    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
