// The files of a real server for a test, and how it is started and ended.

import Foundation

/// A directory that is gone with this value, and the server that runs in it.
package final class ServerFolder {
    package let path: String
    private var process: Process?

    package init() {
        path = NSTemporaryDirectory() + "batchwatch-server-\(UUID().uuidString.prefix(8))"
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    deinit {
        if let process, process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    package func write(_ name: String, _ text: String) -> String {
        let file = path + "/" + name
        try? Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Writes a document of 2026-01-01: one that has an age, whatever the test's clock.
    package func publish(_ name: String, _ text: String) {
        let file = write(name, text)
        try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_767_225_600)], ofItemAtPath: file)
    }

    package func text(_ name: String) -> String {
        (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
    }

    /// Runs a command of the shell in it, to its end.
    package func run(_ command: String) {
        let shell = process("/bin/sh", ["-c", command])
        try? shell.run()
        shell.waitUntilExit()
    }

    /// Starts the server, and waits until it listens on this port, which nobody else can.
    package func start(_ program: String, _ arguments: [String], port: LoopbackPort) {
        let server = process(program, arguments)
        try? server.run()
        process = server
        for _ in 0..<500 where !isListening(port.number) { usleep(20_000) }
    }

    private func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        process.standardInput = FileHandle.nullDevice
        let log = path + "/output.log"
        if !FileManager.default.fileExists(atPath: log) { write("output.log", "") }
        let output = FileHandle(forWritingAtPath: log)
        output?.seekToEndOfFile()
        process.standardOutput = output
        process.standardError = output
        return process
    }
}

private func isListening(_ port: Int) -> Bool {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

/// Whether the machine has these programs.
package func isInstalled(_ programs: String...) -> Bool {
    programs.allSatisfy { program in
        ["/usr/sbin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }
}
