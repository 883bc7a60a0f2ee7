// Whether the hook can work, before there is an event: a script that declares it answers `--check`. Others are never run
// for this: they would take it for an event.

import Glibc
import Processes
import Text

extension Hook {
    /// A script with a line of this near its top, blanks at its end aside, answers `--check` and then sends nothing.
    static let declaration = "# batchwatch: --check"
    /// The line has to be within so many bytes.
    static let declarationLimit = 4096
    /// Seconds that an answer may take. One that takes longer is none.
    static let checkTimeout = 5.0
    /// EX_CONFIG of sysexits.h: the settings are wrong, or a program is missing.
    static let exitCodeOfSettings: Int32 = 78
    /// Of a program's own words in a message, in characters.
    static let reasonLimit = 400

    /// Why the hook cannot work: it may not be run, cannot be started, or says so itself. Blocks for 16 s at most.
    ///
    /// - Parameters:
    ///   - user: as whom it is asked, with the user's groups; nil for this process's. Another one takes root.
    ///   - stop: ends the hook early.
    /// - Returns: nil where nothing is wrong, or nobody can tell.
    package func problem(asking user: uid_t? = nil, stop: StopSignal? = nil) -> HookRefusal? {
        if let refusal = refusal(user: user ?? geteuid()) { return refusal }
        guard var program = checkProgram else { return nil }
        if let user, user != geteuid() { program = program.run(by: user) }
        var said = HookOutput()
        let ending = try? program.run(limit: Self.checkTimeout, stop: stop) { stream, bytes in
            said.take(bytes, from: stream) { _ in }
        }
        said.finish { _ in }
        guard ending?.how == .exited(Self.exitCodeOfSettings) else { return nil }
        return notReady(because: said.firstError)
    }

    /// - Parameter reason: the hook's own words.
    func notReady(because reason: String?) -> HookRefusal {
        let words = reason.map { sanitized($0, limit: Self.reasonLimit) } ?? "it does not say why"
        return HookRefusal(seen.program, .notReady(words))
    }

    /// Whether it answers `--check`, and so exits with 78 for nothing but wrong settings.
    var isCheckable: Bool { placeOfCheck != nil }

    /// How it is asked: `--check` is the first argument of the file that declares it.
    private var checkProgram: Program? {
        guard let place = placeOfCheck else { return nil }
        var words = command
        words.insert("--check", at: place + 1)
        return Program(path: words[0], arguments: Array(words.dropFirst()), environment: surroundings)
    }

    /// Which word of the command is the file that declares it: behind an interpreter it is the script.
    private var placeOfCheck: Int? {
        let start = seen.start
        return command.indices.first { place in
            (place == start || command[place].hasPrefix("/")) && Self.declares(HookCommand.absolute(command[place]))
        }
    }

    private static func declares(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: declarationLimit)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return false }
        return bytes[..<count].split(separator: UInt8(ascii: "\n")).contains { line in
            line.starts(with: declaration.utf8)
                && line.dropFirst(declaration.utf8.count).allSatisfy(" \t\r".utf8.contains)
        }
    }
}

extension Program {
    /// The same, started by setpriv(1) as another user with that user's groups. Only root can.
    fileprivate func run(by user: uid_t) -> Program {
        let entry = getpwuid(user)
        let group = entry.map { $0.pointee.pw_gid } ?? user
        var same = self
        same.path = "/usr/bin/setpriv"
        same.arguments =
            [
                "--reuid=\(user)", "--regid=\(group)", entry == nil ? "--clear-groups" : "--init-groups",
                "--no-new-privs", "--", path,
            ] + arguments
        return same
    }
}
