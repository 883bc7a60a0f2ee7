// How a command says that it could not do its work: the reason on standard error, the exit code from the one table.

import ArgumentParser
import Glibc
import Reading
import Storage
import Text
import Watch

/// The end of a command that failed.
struct Failure: Error {
    var exitCode: Watch.ExitCode
    var message: String

    init(_ exitCode: Watch.ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// The HTTP status that was the reason.
    var status: Int?

    /// Whether to ask again: not after the end of the input.
    var isAnswerable = true

    init(_ error: StateError) {
        var advice = ""
        if case .io(_, _, EACCES) = error { advice = sudoAdvice }
        self.init(error.exitCode, "\(error)\(advice)")
    }

    init(_ failure: ReadingFailure) {
        self.init(failure.exitCode, failure.cause)
        status = failure.status
    }

    init(_ error: ControlError) {
        self.init(Watch.ExitCode(rawValue: error.exitCode) ?? .unavailable, error.message)
    }
}

/// The advice after "Permission denied"; none for root, because sudo would not help.
var sudoAdvice: String { geteuid() == 0 ? "" : "; run the command with sudo" }

/// Runs the body of a command.
func orFail(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let failure as Failure {
        try end(failure)
    } catch let error as StateError {
        try end(Failure(error))
    }
}

private func end(_ failure: Failure) throws {
    let lines = failure.message.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized($0) }
    Terminal.say("batchwatch: " + lines.joined(separator: "\n"))
    throw ArgumentParser.ExitCode(failure.exitCode.rawValue)
}
