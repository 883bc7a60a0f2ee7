// What a server can make the reader spend: documents without an end, measured in the reader's own memory and time.

import Foundation
import Reading
import TestKit
import Testing

@Suite struct MemoryTests {
    /// Runs the reader under python3, whose rusage then has the reader's peak; nothing of this process counts in it.
    private func peak(of request: ReadingRequest) throws -> (reply: ReadingReply?, bytes: Int) {
        let script = """
            import resource, subprocess, sys
            output = subprocess.run([sys.argv[1]], input=sys.argv[2].encode(), capture_output=True, env={}).stdout
            sys.stdout.write(output.decode() + str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) + "\\n")
            """
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [
            "-c", script, builtReader, String(decoding: try JSONEncoder().encode(request), as: UTF8.self),
        ]
        let pipe = Pipe()
        python.standardOutput = pipe
        try python.run()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        python.waitUntilExit()
        let message = try lines.first.map { try JSONDecoder().decode(ReadingMessage.self, from: Data($0.utf8)) }
        guard case .reply(let reply)? = message else { return (nil, 0) }
        return (reply, (lines.last.flatMap { Int($0) } ?? 0) * 1_024)
    }

    private static let block = String(repeating: "x", count: 65_536)
    private static let endless = [
        "chunked": ("Transfer-Encoding: chunked\r\n\r\n", "10000\r\n\(block)\r\n"),
        "closed by nobody": ("\r\n", block),
        "one chunk": ("Transfer-Encoding: chunked\r\n\r\nfffffffff\r\n", block),
        "announced as whole": ("Content-Length: 16777216\r\n\r\n", block),
    ]

    @Test(arguments: endless.keys.sorted())
    func `a document without an end costs less than 64 MB`(_ name: String) throws {
        let (fields, piece) = try #require(Self.endless[name])
        let server = ScriptedServer([.send("HTTP/1.1 200 OK\r\n" + fields), .endless(piece, every: 0)])
        defer { server.stop() }
        let request = ReadingRequest(url: server.url, key: "2[0-8]#########", columns: ["batch", "status", "date"])
        let (reply, bytes) = try peak(of: request)
        guard case .failure(let failure)? = reply else { throw CocoaError(.coderInvalidValue) }
        if name == "announced as whole" {
            #expect(failure.cause == "a cell of row 1 is longer than 65536 bytes")
        } else {
            #expect(failure == ReadingFailure(.limit, "the document is larger than the limit of 16777216 bytes"))
        }
        #expect(bytes > 1 << 20)
        #expect(bytes < 64_000_000, "\(name): \(bytes) bytes")
        print("reader, document without an end, \(name): \(bytes / 1_000) kB")
    }
}
