// Checks the directory of the page for `batchwatch check`: it has to exist, the service must be able to write to it,
// also inside its sandbox, and a web server must be able to read it.

import Coding
import Configuration
import Glibc
import Processes
import Storage
import Text
import Watch

struct PageCheck {
    let directory: String
    let paths: Paths
    /// The service's.
    let user: uid_t

    /// What the directory needs, in sentences; empty if nothing is missing.
    var notes: [String] {
        let place = sanitized(directory)
        var status = stat()
        guard stat(directory, &status) == 0 else {
            let problem = errorText(errno)
            let owner = getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
            return ["\(place): \(problem); `install -d -o \(owner) -m 755 \(place)` makes it"]
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return ["\(place) is not a directory"] }
        var notes: [String] = []
        let isOurs = status.st_uid == user && status.st_mode & 0o300 == 0o300
        if user != 0, !isOurs, status.st_mode & 0o003 != 0o003 {
            let owner = getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
            notes.append(
                "\(place) does not belong to the service's user; name one in it that does, made by "
                    + "`install -d -o \(owner) -m 755 \(place)/batchwatch`")
        }
        if isOutsideOfSandbox {
            notes.append(
                "\(place) is read-only for the service; a drop-in allows it: `systemctl edit \(unit)`, [Service], "
                    + "ReadWritePaths=\(place)")
        }
        if let parent = closedParent {
            let advice =
                parent == paths.state && isOfUnit
                ? "a drop-in opens it: `systemctl edit \(unit)`, [Service], StateDirectoryMode=0711"
                : "name a directory elsewhere, such as \(paths.state)/www"
            notes.append("a web server cannot get to \(place), because of \(sanitized(parent)); \(advice)")
        }
        return notes
    }

    private var unit: String {
        switch paths.instance {
        case .machine, .user: "batchwatch.service"
        case .named(let name): "batchwatch@\(name).service"
        }
    }

    /// Whether the paths are those of a system unit, which has a sandbox.
    private var isOfUnit: Bool { paths.instance != .user && paths.usualControl != nil }

    /// Whether the unit may not write there (ProtectSystem=strict in systemd.exec(5)), as far as this command can know.
    private var isOutsideOfSandbox: Bool {
        guard isOfUnit else { return false }
        return ![paths.state, paths.cache, "/dev/shm"].contains(where: isWithin)
            && !allowedPaths.contains(where: isWithin)
    }

    private func isWithin(_ parent: String) -> Bool { directory == parent || directory.hasPrefix(parent + "/") }

    /// The paths that drop-ins make writable; empty if systemd does not answer.
    private var allowedPaths: [String] {
        let show = Program(
            path: "/usr/bin/systemctl", arguments: ["show", "--property=ReadWritePaths", "--value", unit],
            environment: ["LANG=C.UTF-8"])
        var said: [UInt8] = []
        _ = try? show.run(limit: 5) { stream, bytes in
            if stream == .output, said.count < 1 << 16 { said += bytes }
        }
        return String(decoding: said, as: UTF8.self).split(whereSeparator: \.isWhitespace).map {
            String($0.drop { "-+".contains($0) })
        }
    }

    /// The first directory on the path that other users cannot pass through.
    private var closedParent: String? {
        let names = directory.split(separator: "/")
        for count in 1...max(1, names.count) {
            let path = "/" + names.prefix(count).joined(separator: "/")
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & 0o001 == 0 { return path }
        }
        return nil
    }
}
