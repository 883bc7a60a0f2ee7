// The built reader, run as the daemon runs it.

import FoundationEssentials
import Glibc
import Processes
import Reading
import Testing

/// What a reader did with a request.
struct ReaderRun {
    let ending: Ending
    /// Standard output.
    let output: String

    /// The program beside the tests' own.
    static var path: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let own = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/batchwatch-reader"
    }

    /// Gives it these bytes for a request, and `kept` as its descriptor 3.
    init(input: [UInt8], kept: Int32? = nil) throws {
        var program = Program(path: Self.path, standardInput: input)
        program.descriptor3 = kept
        try self.init(program)
    }

    init(_ request: ReadingRequest, kept: Int32? = nil) throws {
        try self.init(input: Array(JSONEncoder().encode(request)), kept: kept)
    }

    /// Runs it with an environment, which the daemon does not give it; without the rights of root if need be.
    init(_ request: ReadingRequest, environment: [String], withoutPrivileges: Bool) throws {
        let input = Array(try JSONEncoder().encode(request))
        var program = Program(path: Self.path, environment: environment, standardInput: input)
        if withoutPrivileges && geteuid() == 0 {
            program.path = "/usr/bin/setpriv"
            program.arguments = ["--bounding-set=-all", "--inh-caps=-all", Self.path]
        }
        try self.init(program)
    }

    /// Runs a shell script with the reader's path for `$0`.
    init(script: String) throws {
        try self.init(
            Program(path: "/bin/sh", arguments: ["-c", script, Self.path], environment: ["PATH=/usr/bin:/bin"]))
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

/// A PDF of one page with these rows, in the smallest form (ISO 32000-1 annex H.3).
func pdf(_ rows: [[String]]) -> String {
    let lines = rows.enumerated().map { number, cells in
        zip([72, 200, 400], cells).map { x, cell in "1 0 0 1 \(x) \(700 - 20 * number) Tm (\(escaped(cell))) Tj" }
            .joined(separator: "\n")
    }
    let content = "BT /F1 10 Tf\n" + lines.joined(separator: "\n") + "\nET"
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (number, object) in objects.enumerated() {
        offsets.append(text.utf8.count)
        text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    let entries = offsets.map { String(String(10_000_000_000 + $0).dropFirst()) + " 00000 n \n" }
    text += "xref\n0 6\n0000000000 65535 f \n" + entries.joined()
    return text + "trailer << /Size 6 /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
}

/// A literal string's text (ISO 32000-1 7.3.4.2).
private func escaped(_ text: String) -> String {
    String(text.flatMap { "()\\".contains($0) ? ["\\", $0] : [$0] })
}
