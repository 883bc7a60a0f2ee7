// The built reader, run as the daemon runs it.

import FoundationEssentials
import Glibc
import Processes
import Reading
import TestKit
import Testing

/// What a reader did with a request.
struct ReaderRun {
    let ending: Ending
    /// Standard output.
    let output: String

    /// Gives it these bytes for a request, and `kept` as its descriptor 3.
    init(input: [UInt8], kept: Int32? = nil) throws {
        var program = Program(path: builtReader, standardInput: input)
        program.descriptor3 = kept
        try self.init(program)
    }

    init(_ request: ReadingRequest, kept: Int32? = nil) throws {
        try self.init(input: Array(JSONEncoder().encode(request)), kept: kept)
    }

    /// Runs it with an environment, which the daemon does not give it; without the rights of root if need be.
    init(_ request: ReadingRequest, environment: [String], withoutPrivileges: Bool, kept: Int32? = nil) throws {
        let input = Array(try JSONEncoder().encode(request))
        var program = Program(path: builtReader, environment: environment, standardInput: input)
        program.descriptor3 = kept
        if withoutPrivileges && geteuid() == 0 {
            program.path = "/usr/bin/setpriv"
            program.arguments = ["--bounding-set=-all", "--inh-caps=-all", builtReader]
        }
        try self.init(program)
    }

    /// Runs a shell script with the reader's path for `$0`.
    init(script: String) throws {
        try self.init(
            Program(path: "/bin/sh", arguments: ["-c", script, builtReader], environment: ["PATH=/usr/bin:/bin"]))
    }

    private init(_ program: Program) throws {
        var bytes: [UInt8] = []
        ending = try program.run(limit: 30) { _, piece in bytes.append(contentsOf: piece) }
        output = String(decoding: bytes, as: UTF8.self)
    }

    /// The reply: the last line that is a message, where there is one line or more.
    var reply: ReadingReply? {
        let line = output.split(separator: "\n", omittingEmptySubsequences: false).first.map { Data($0.utf8) } ?? Data()
        guard case .reply(let reply)? = try? JSONDecoder().decode(ReadingMessage.self, from: line) else { return nil }
        return reply
    }

    /// What follows the first line.
    var printed: String {
        output.firstIndex(of: "\n").map { String(output[output.index(after: $0)...]) } ?? ""
    }

    var failure: ReadingFailure? {
        if case .failure(let failure)? = reply { failure } else { nil }
    }

    var document: (facts: DocumentFacts, reading: Reading)? {
        if case .document(let facts, let reading)? = reply { (facts, reading) } else { nil }
    }
}

/// A directory of its own for a test.
final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/batchwatch-reader-XXXXXX".utf8CString)
        path =
            template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp).map { String(cString: $0) } }
            ?? "/nonexistent"
    }

    deinit { _ = system("rm -rf '\(path)'") }

    /// The path of a file in it, with this text.
    func file(_ name: String, _ text: String) -> String {
        let path = "\(path)/\(name)"
        if let file = fopen(path, "w") {
            fputs(text, file)
            fclose(file)
        }
        return path
    }

    /// What stands in a file of it.
    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
    }

    /// A request for a file in it, with this text.
    func asking(for text: String, _ change: (inout ReadingRequest) -> Void = { _ in }) -> ReadingRequest {
        var request = ReadingRequest(
            url: "file://" + file("list.pdf", text), key: "2[0-8]#########", columns: ["batch", "status", "date"])
        change(&request)
        return request
    }
}
