// Runs the program that brings a document (`command`). Its output goes into a file in memory, which the fetcher then reads
// as it reads a local file.

import CPOSIX
import Configuration
import Delivery
import Glibc
import Reading
import Text

extension ListPoll {
    /// Runs the program of the source for a part of the list.
    ///
    /// - Returns: a file in memory with what it printed; nil for a source without a program.
    /// - Throws: why there is no document. That is this machine's failure, unless there is too much of it.
    func runProgram(for part: DocumentPart) throws(ReadingFailure) -> IncomingDocument? {
        guard let command = source.command(for: part.batch) else { return nil }
        let file = try IncomingDocument.forReading()
        let descriptor = file.descriptor
        let name = "the program \(sanitized(command.first ?? "", limit: 500))"
        var lost: Int32?
        let outcome = DocumentProgram(command, timeout: source.timeout).run(limit: source.maxSize, stop: tools.stop) {
            bytes in
            if lost == nil, cposix_write_all(descriptor, bytes.baseAddress, bytes.count, 0) != 0 { lost = errno }
        } tell: { line in
            tools.tell(line, source.name)
        }
        switch outcome {
        case .printed:
            if let lost {
                throw ReadingFailure(.killed, "the output of \(name) is lost: \(String(cString: strerror(lost)))")
            }
            return file
        case .notNow(let words):
            throw ReadingFailure(
                .offline, "\(name) has no document now" + (words.map { ": \($0)" } ?? " (exit code 75)"))
        case .failed(let cause): throw ReadingFailure(.killed, "\(name) \(cause)")
        case .tooLarge:
            throw ReadingFailure(.limit, "\(name) printed more than max-size allows, \(source.maxSize) bytes")
        case .interrupted: throw ReadingFailure(.killed, "\(name) was stopped")
        }
    }
}

extension PollTools {
    /// The same, passing the words of programs to the journal.
    func telling(_ journal: Journal) -> PollTools {
        var tools = self
        tools.tell = { journal.programLine($0, of: $1) }
        return tools
    }
}
