// Questions on a terminal: one line each, repeated until the answer is accepted. Ctrl-C and the end of the input end
// the program; nothing has been written by then. One of the files that do I/O.

import Glibc
import Text

/// Asks on a terminal, if there is one.
struct Questions {
    /// Whether there is a terminal to ask on.
    let canAsk: Bool

    /// - Parameter isAgreed: whether `--yes` was given.
    init(isAgreed: Bool) {
        canAsk = !isAgreed && Terminal.canAsk
        if canAsk { signal(SIGINT, tellInterrupted) }
    }

    /// From now on an interruption ends the program as usual.
    func end() {
        if canAsk { signal(SIGINT, SIG_DFL) }
    }

    /// Asks, or takes what the command line says.
    ///
    /// - Parameters:
    ///   - question: without its colon.
    ///   - given: what the command line says.
    ///   - usual: what an empty answer means; nil where there has to be an answer.
    ///   - option: what to name on the command line instead, with its value.
    ///   - decode: what an answer means.
    func ask<Answer>(
        _ question: String, given: String?, usual: String?, option: String,
        _ decode: (String) throws(WrongAnswer) -> Answer
    ) throws -> Answer {
        if let given {
            do throws(WrongAnswer) {
                return try decode(Self.sound(trimmed(given)))
            } catch {
                throw Failure(.usage, "\(option.prefix { $0 != " " }): \(error); nothing was changed")
            }
        }
        guard canAsk else {
            guard let usual else { throw Failure(.usage, "\(option) is missing; nothing was changed") }
            do throws(WrongAnswer) { return try decode(usual) } catch { throw Failure(.usage, "\(option): \(error)") }
        }
        while true {
            let hint = usual.map { $0.isEmpty ? "" : " [\(sanitized($0))]" } ?? ""
            Terminal.write("\(question)\(hint): ", to: STDERR_FILENO)
            let line = trimmed(try nextLine())
            // An empty answer without a default is a wrong one, which says what to write.
            let answer = line.isEmpty ? usual ?? "" : line
            do throws(WrongAnswer) {
                return try decode(Self.sound(answer))
            } catch {
                Terminal.say("  \(error)")
            }
        }
    }

    /// Throws for bytes that were no text: Swift puts U+FFFD in place of them, which nobody means.
    private static func sound(_ text: String) throws(WrongAnswer) -> String {
        if text.unicodeScalars.contains("\u{FFFD}") {
            throw WrongAnswer("the text is not UTF-8; write it again, in a terminal that uses UTF-8")
        }
        return text
    }

    /// Asks for a yes or a no.
    ///
    /// - Parameter isUsual: what an empty answer means.
    func agree(to question: String, isUsual: Bool = true) throws -> Bool {
        while true {
            Terminal.write("\(question) \(isUsual ? "[Y/n]" : "[y/N]") ", to: STDERR_FILENO)
            switch trimmed(try nextLine()).lowercased() {
            case "": return isUsual
            case "y", "yes": return true
            case "n", "no": return false
            default: Terminal.say("  write y or n")
            }
        }
    }

    /// Asks for a password or token, which the terminal does not show.
    func secret(_ question: String) throws -> String {
        guard tcgetattr(STDIN_FILENO, terminalBefore) == 0 else { throw Self.ended }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, restoreTerminal) }
        var hidden = terminalBefore.pointee
        // Keys come one by one, Ctrl-C too: the terminal has to be put back before the program ends.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, terminalBefore)
            for number in [SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
            signal(SIGINT, tellInterrupted)
            Terminal.write("\n", to: STDERR_FILENO)
        }
        Terminal.write("\(question): ", to: STDERR_FILENO)
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            switch byte {
            case _ where count < 1, 0x04 where bytes.isEmpty: throw Self.ended
            case 0x03: throw Failure(.usage, "interrupted; nothing was changed")
            case 0x0A, 0x0D: return String(decoding: bytes, as: UTF8.self)
            case 0x08, 0x7F: _ = bytes.popLast()
            case 0x15: bytes = []
            default: bytes.append(byte)
            }
        }
    }

    private func nextLine() throws -> String {
        guard let line = readLine() else {
            Terminal.write("\n", to: STDERR_FILENO)
            throw Self.ended
        }
        return line
    }

    private static var ended: Failure {
        var failure = Failure(.usage, "the input ended; nothing was changed")
        failure.isAnswerable = false
        return failure
    }

    private func trimmed(_ line: String) -> String {
        let start = line.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// The state of the terminal before it hid what is typed; a signal's handler can reach it.
private nonisolated(unsafe) let terminalBefore = UnsafeMutablePointer<termios>.allocate(capacity: 1)

/// Ends the program. Without it the shell's prompt would follow on the same line, and nobody would know what has been done.
private func tellInterrupted(_: Int32) {
    let text: StaticString = "\nbatchwatch: interrupted; nothing was changed\n"
    Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(130)
}

/// Ends the program by a signal that comes while the terminal hides what is typed.
private func restoreTerminal(_ number: Int32) {
    tcsetattr(STDIN_FILENO, TCSANOW, terminalBefore)
    if number == SIGINT { tellInterrupted(number) }
    signal(number, SIG_DFL)
    raise(number)
}
