// Whether the daemon may run a hook: only root and the daemon's user can have changed it or put it there. The code
// walks the path component by component, including links, and judges values. It follows NetworkManager-dispatcher, but
// also checks the directories, with no exception for sticky ones such as /tmp.

import Glibc

/// The relevant results of lstat(2) for a component.
package struct HookFacts: Hashable, Sendable {
    /// `st_mode`: the kind of file and its permissions.
    package var mode: UInt32
    /// `st_uid`.
    package var owner: UInt32

    package init(mode: UInt32, owner: UInt32) {
        self.mode = mode
        self.owner = owner
    }

    var kind: UInt32 { mode & UInt32(S_IFMT) }
}

/// Judges one component of the hook's path.
///
/// - Parameters:
///   - facts: the results of lstat(2).
///   - isLast: whether it is the hook itself, and not a directory or a link on its path.
///   - isRun: whether the system starts the file, instead of an interpreter reading it.
///   - user: the user that the daemon runs as.
/// - Returns: the fault; nil for a sound one.
package func fault(
    of facts: HookFacts, isLast: Bool, isRun: Bool = true, user: UInt32
) -> HookRefusal.Reason? {
    guard facts.owner == 0 || facts.owner == user else { return .foreign(owner: facts.owner) }
    // A link has no permissions of its own: anyone who can write to its directory can replace it.
    if facts.kind == UInt32(S_IFLNK) { return nil }
    if isLast && facts.kind != UInt32(S_IFREG) { return .notRegular }
    if !isLast && facts.kind != UInt32(S_IFDIR) { return .notDirectory }
    if facts.mode & 0o022 != 0 {
        return facts.kind == UInt32(S_IFDIR) && facts.mode & 0o1002 == 0o1002 ? .shared : .writable
    }
    guard isLast && isRun else { return nil }
    if facts.mode & 0o6000 != 0 { return .changesUser }
    return facts.mode & 0o111 == 0 ? .notExecutable : nil
}

/// Examines a hook with its arguments. After an interpreter the hook is a word that names a file, and `env` runs an
/// interpreter, so this examines each word that names a file. The system starts the hook behind `env`, too.
///
/// - Returns: the fault, or nil if the hook is safe.
package func hookRefusal(of command: [String], user: UInt32 = geteuid()) -> HookRefusal? {
    if let refusal = hookRefusal(of: command.first ?? "", user: user) { return refusal }
    let seen = HookCommand(command)
    if seen.isBehindEnv, let refusal = hookRefusal(of: seen.program, user: user) { return refusal }
    for word in command.dropFirst() where !word.isEmpty {
        let path = HookCommand.absolute(word)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        if let refusal = hookRefusal(of: path, isRun: false, user: user) { return refusal }
    }
    return nil
}

/// Examines the file of settings that a hook reads. The shipped hooks run it as a part of themselves, so the same rules
/// hold. It may be missing.
func settingsRefusal(of path: String, user: UInt32) -> HookRefusal? {
    guard var refusal = hookRefusal(of: path, isRun: false, user: user), refusal.reason != .missing else { return nil }
    refusal.settings = path
    return refusal
}

/// Examines a file and its whole path, and follows links itself.
///
/// - Parameter isRun: whether the system starts it, instead of only reading it.
/// - Returns: the fault, or nil if the file is safe to run or to read.
package func hookRefusal(of path: String, isRun: Bool = true, user: UInt32 = geteuid()) -> HookRefusal? {
    guard path.hasPrefix("/") else { return HookRefusal(path, .relative) }
    var ahead = components(path)
    var here = ""
    var links = 0
    var isFile = false
    if case .failure(let refusal) = look(at: "/", isLast: false, isRun: isRun, user: user) { return refusal }
    while let name = ahead.popLast() {
        if name == ".." {
            here = String(here[..<(here.lastIndex(of: "/") ?? here.startIndex)])
            isFile = false
            continue
        }
        let component = here + "/" + name
        switch look(at: component, isLast: ahead.isEmpty, isRun: isRun, user: user) {
        case .failure(let refusal): return refusal
        case .success(nil):
            here = component
            isFile = ahead.isEmpty
        case .success(let target?):
            links += 1
            guard links <= 40 else { return HookRefusal(component, .tooManyLinks) }
            if target.hasPrefix("/") { here = "" }
            ahead += components(target)
        }
    }
    // A path, or a link's target, that ends in ".." leads to a directory.
    return isFile ? nil : HookRefusal(path, .notRegular)
}

/// The components of a path in reverse order, without empty ones and ".".
private func components(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
}

/// Judges one component. Returns the target of a link, and nil for anything else that is sound.
private func look(
    at component: String, isLast: Bool, isRun: Bool, user: UInt32
) -> Result<String?, HookRefusal> {
    var status = stat()
    guard lstat(component, &status) == 0 else {
        return .failure(HookRefusal(component, errno == ENOENT ? .missing : .unreadable(errno)))
    }
    let facts = HookFacts(mode: status.st_mode, owner: status.st_uid)
    if let reason = fault(of: facts, isLast: isLast, isRun: isRun, user: user) {
        return .failure(HookRefusal(component, reason))
    }
    guard facts.kind == UInt32(S_IFLNK) else { return .success(nil) }

    let size = Int(PATH_MAX)
    var target = [CChar](repeating: 0, count: size)
    let count = readlink(component, &target, size)
    guard count > 0 else { return .failure(HookRefusal(component, .unreadable(errno))) }
    return .success(String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
}
