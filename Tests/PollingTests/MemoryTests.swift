// The memory that a server can make the workers use: documents without an end, measured in the workers.

import Foundation
import Reading
import TestKit
import Testing

@Suite struct MemoryTests {
    /// Runs fetcher and reader under python3, whose rusage then has the larger one's peak; nothing of this process counts
    /// in it.
    private func peak(of request: ReadingRequest) throws -> (failure: ReadingFailure?, bytes: Int) {
        let script = """
            import os, resource, subprocess, sys
            os.dup2(os.memfd_create("document"), 3)
            def ask(program, request):
                asked = dict(input=request.encode(), capture_output=True, env={}, pass_fds=[3])
                return subprocess.run([program], **asked).stdout.decode()
            output = ask(sys.argv[1], sys.argv[2])
            if '"failure"' not in output:
                output = ask(sys.argv[3], sys.argv[4])
            sys.stdout.write(output + str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) + "\\n")
            """
        func json(_ request: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        }
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [
            "-c", script, builtFetcher, try json(request.fetch), builtReader, try json(request.parse),
        ]
        let pipe = Pipe()
        python.standardOutput = pipe
        try python.run()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        python.waitUntilExit()
        let message = try lines.first.map {
            try JSONDecoder().decode(WorkerMessage<ParseReply>.self, from: Data($0.utf8))
        }
        guard case .reply(.failure(let failure))? = message else { return (nil, 0) }
        return (failure, (lines.last.flatMap { Int($0) } ?? 0) * 1_024)
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
        let isWhole = name == "announced as whole"
        let body = isWhole ? Array(repeating: .send(piece), count: 256) : [ServerStep.endless(piece, every: 0)]
        let server = ScriptedServer(scripts: [[.send("HTTP/1.1 200 OK\r\n" + fields)] + body])
        defer { server.stop() }
        let request = ReadingRequest(url: server.url, key: "2[0-8]#########", columns: ["batch", "status", "date"])
        let (failure, bytes) = try peak(of: request)
        if isWhole {
            #expect(failure?.cause == "a cell of row 1 is longer than 65536 bytes")
        } else {
            #expect(failure == ReadingFailure(.limit, "the document is larger than the limit of 16777216 bytes"))
        }
        #expect(bytes > 1 << 20)
        #expect(bytes < 64_000_000, "\(name): \(bytes) bytes")
        print("workers, document without an end, \(name): \(bytes / 1_000) kB")
    }
}
