// Whether the service's user can read a file that root can: the service does not run as root, nor does it see home
// directories.

import Configuration
import Glibc
import Text
import Watch

/// Looks at files as the service's user sees them.
struct Reach {
    let user: uid_t
    let paths: Paths

    /// Why the service cannot read a file, and what to do; nil if nothing is wrong.
    func problem(of path: String) -> String? {
        guard geteuid() == 0 else { return nil }
        let target = resolved(path)
        if isOfUnit, let home = Self.hidden.first(where: { target == $0 || target.hasPrefix($0 + "/") }) {
            return "the service does not see what lies below \(home); to fix: \(moving(target))"
        }
        guard user != 0, let place = obstacle(on: [path, target]) else { return nil }
        let name = sanitized(place, limit: 500)
        if place == target || place == path {
            return "the service's user \(userName) cannot read \(name); to fix: chgrp \(groupName) \(name); "
                + "chmod \(mode(of: place)) \(name)"
        }
        return "the service's user \(userName) cannot pass \(name); to fix: \(moving(target))"
    }

    /// The directories that the unit hides (ProtectHome=yes in systemd.exec(5)).
    private static let hidden = ["/home", "/root", "/run/user"]

    private var isOfUnit: Bool { paths.instance != .user && paths.usualControl != nil }

    private func moving(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return "install -m 640 -g \(groupName) \(shellWord(path)) \(shellWord("/etc/batchwatch/" + name)), and use that"
    }

    /// The present mode, plus read access for the group.
    private func mode(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "640" }
        return String(status.st_mode & 0o7770 | 0o040, radix: 8)
    }

    private var userName: String { getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)" }

    private var group: gid_t { getpwuid(user).map { $0.pointee.pw_gid } ?? user }

    private var groupName: String { getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? "\(group)" }

    /// The first component of these paths that the user cannot pass or read.
    private func obstacle(on paths: [String]) -> String? {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = getgroups(Int32(groups.count), &groups)
        let own = (user: geteuid(), group: getegid(), groups: Array(groups.prefix(Int(max(0, count)))))
        let isNamed = getpwuid(user).map { initgroups($0.pointee.pw_name, group) == 0 } ?? (setgroups(0, nil) == 0)
        guard isNamed, setegid(group) == 0, seteuid(user) == 0 else { return nil }
        defer {
            _ = seteuid(own.user)
            _ = setegid(own.group)
            _ = setgroups(own.groups.count, own.groups)
        }
        for path in paths {
            let names = path.split(separator: "/")
            for last in names.indices {
                let place = "/" + names[...last].joined(separator: "/")
                let isFile = last == names.indices.last
                if faccessat(AT_FDCWD, place, isFile ? R_OK : X_OK, AT_EACCESS) != 0, errno == EACCES { return place }
            }
        }
        return nil
    }
}

private func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
}
