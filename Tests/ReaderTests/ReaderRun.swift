// The built fetcher and reader, run like by the daemon, and separately.

import CPOSIX
import FoundationEssentials
import Glibc
import Processes
import Reading
import TestKit
import Testing
import Watch

/// What fetcher and reader made of a request.
struct ReaderRun {
    let reply: ReadingReply
    /// What follows the reply.
    let printed: String

    init(_ request: ReadingRequest, keepingIn document: Int32? = nil, printingTo printer: Int32? = nil) {
        var bytes: [UInt8] = []
        reply = Workers(fetcher: builtFetcher, reader: builtReader)
            .read(request, keepingIn: document, printingTo: printer, printed: { bytes.append(contentsOf: $0) })
        printed = String(decoding: bytes, as: UTF8.self)
    }

    var failure: ReadingFailure? {
        if case .failure(let failure) = reply { failure } else { nil }
    }

    var document: (facts: DocumentFacts, reading: Reading)? {
        if case .document(let facts, let reading) = reply { (facts, reading) } else { nil }
    }
}

/// What one of the two did.
struct WorkerRun {
    let ending: Ending
    /// Both of its streams.
    let output: String

    /// Runs a program with these bytes for a request, with an environment, which the daemon does not give it, and
    /// without the rights of root if need be.
    init(
        _ path: String, input: [UInt8], descriptors: [Int32] = [], environment: [String] = [],
        withoutPrivileges: Bool = false
    ) throws {
        var program = Program(
            path: path, environment: environment, standardInput: input, descriptors: descriptors)
        if withoutPrivileges && geteuid() == 0 {
            program.path = "/usr/bin/setpriv"
            program.arguments = ["--bounding-set=-all", "--inh-caps=-all", path]
        }
        try self.init(program)
    }

    /// Has the reader read the file at this path.
    init(_ request: ParseRequest, of path: String) throws {
        let document = open(path, O_RDONLY)
        defer { close(document) }
        try self.init(builtReader, input: Array(JSONEncoder().encode(request)), descriptors: [document])
    }

    /// Runs a shell script with the program's path for `$0`.
    init(script: String, _ path: String) throws {
        try self.init(
            Program(path: "/bin/sh", arguments: ["-c", script, path], environment: ["PATH=/usr/bin:/bin"]))
    }

    private init(_ program: Program) throws {
        var bytes: [UInt8] = []
        ending = try program.run(limit: 30) { _, piece in bytes.append(contentsOf: piece) }
        output = String(decoding: bytes, as: UTF8.self)
    }

    /// The reply, in the first line.
    func reply<Reply>(as: Reply.Type) -> Reply? where Reply: Codable & Hashable & Sendable {
        let line = output.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
        let message = try? JSONDecoder().decode(WorkerMessage<Reply>.self, from: Data(line.utf8))
        if case .reply(let reply)? = message { return reply }
        return nil
    }

    /// Why the fetcher gave no document, or the reader read none.
    var failure: ReadingFailure? {
        if case .failure(let failure)? = reply(as: FetchReply.self) { return failure }
        if case .failure(let failure)? = reply(as: ParseReply.self) { return failure }
        return nil
    }

    var reading: Reading? {
        if case .document(let reading, _)? = reply(as: ParseReply.self) { reading } else { nil }
    }

    var facts: DocumentFacts? {
        if case .document(let facts)? = reply(as: FetchReply.self) { facts } else { nil }
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
