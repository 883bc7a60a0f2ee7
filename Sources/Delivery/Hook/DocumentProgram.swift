// Runs the program of a source (`command`), which prints a document, by the rules of the hook. It passes the output on as
// it comes, and the caller judges it.

import Configuration
import Glibc
import Processes
import Text

/// A program that brings a document, and how to run it.
package struct DocumentProgram: Sendable {
    /// The result of a run.
    package enum Outcome: Equatable, Sendable {
        /// It printed a document, and ended well.
        case printed
        /// Exit code 75 (sysexits: EX_TEMPFAIL): there is no document now; its own words, or nil.
        case notNow(String?)
        /// It failed; the end of a sentence that begins with its name.
        case failed(String)
        /// It printed more than the limit.
        case tooLarge
        /// This process is ending.
        case interrupted
    }

    private let hook: Hook

    /// - Parameters:
    ///   - command: its absolute path, then its arguments.
    ///   - timeout: its time in seconds.
    package init(_ command: [String], timeout: Double) {
        hook = Hook(HookConfig(run: command, timeout: timeout))
    }

    private var path: String { hook.command.first ?? "" }

    /// Why a user may not or cannot run it; nil if nothing is wrong.
    package func refusal(user: UInt32 = geteuid()) -> HookRefusal? {
        var refusal =
            hookRefusal(of: hook.command, user: user) ?? scriptRefusal(of: hook.command, path: Hook.path)
        refusal?.isOfSource = true
        return refusal
    }

    /// The same, and why it says itself that it cannot work (`--check`). Blocks for 16 s at most.
    ///
    /// - Parameter user: as whom it is asked. Another one than this process's takes root.
    package func problem(asking user: UInt32) -> HookRefusal? {
        if let refusal = refusal(user: user) { return refusal }
        return geteuid() == 0 || geteuid() == user ? hook.problem(asking: user) : nil
    }

    /// Runs it once. Blocks for at most its time and 11 seconds. Nothing of its process group is left.
    ///
    /// - Parameters:
    ///   - limit: how much it may print, in bytes.
    ///   - stop: ends it early.
    ///   - take: gets what it prints, piece by piece, up to the limit.
    ///   - tell: gets each line of its standard error, sanitized; at most 8 KiB and 64 lines, then the amount of the rest.
    package func run(
        limit: Int, stop: StopSignal?, take: (UnsafeRawBufferPointer) -> Void, tell: (String) -> Void
    ) -> Outcome {
        if let refusal = refusal() { return .failed("cannot be run: \(refusal)") }
        let before = FileIdentity(path)
        var (lines, size) = (HookOutput(), 0)
        let program = Program(
            path: path, arguments: Array(hook.command.dropFirst()), environment: hook.surroundings)
        let ending: Ending
        do {
            ending = try program.run(
                limit: hook.timeout, stop: stop, isEnough: { size > limit }, leavesNobody: true
            ) { stream, bytes in
                if stream == .error { return lines.take(bytes, from: .error, tell: tell) }
                size += bytes.count
                if size <= limit { take(bytes) }
            }
        } catch {
            return .failed("cannot be run: \(error)")
        }
        lines.finish(tell: tell)
        if size > limit { return .tooLarge }
        return outcome(
            ending, said: lines.firstError, hasPrinted: size > 0, isSame: before == FileIdentity(path))
    }

    private func outcome(_ ending: Ending, said: String?, hasPrinted: Bool, isSame: Bool) -> Outcome {
        let words = said.map { ": " + sanitized($0, limit: Hook.reasonLimit) } ?? ""
        return switch ending.how {
        case .stopped: .interrupted
        case .timedOut: .failed("did not end within \(hook.timeout.formattedSeconds) and was killed")
        case .exited(75): .notNow(said.map { sanitized($0, limit: Hook.reasonLimit) })
        case .exited(0):
            if !isSame {
                .failed("was replaced while it ran")
            } else if ending.hasOpenOutput {
                .failed("ended before all that it started: what it printed may be half of a document")
            } else {
                hasPrinted ? .printed : .failed("printed nothing" + words)
            }
        case .exited, .signalled: .failed("\(ending)" + words)
        }
    }
}

/// The numbers of a file that each replacement and edit changes.
private struct FileIdentity: Equatable {
    private var numbers: [Int] = []

    init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        numbers = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }
}
