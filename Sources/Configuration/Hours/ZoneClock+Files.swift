// Reads the clocks of time zones from the files of this machine, when the configuration is loaded. The only file here
// that does I/O.

import Glibc

extension ZoneClock {
    /// The directory of the zones (tzfile(5)).
    private static let directory = "/usr/share/zoneinfo/"
    /// The largest zone file has 4 KB.
    private static let limit = 64 << 10

    /// Reads the clock of a zone like "Europe/London".
    ///
    /// - Throws: why not, as the rest of a sentence about the name.
    package static func named(_ name: String) throws(ConfigProblem) -> ZoneClock {
        let isName =
            (1...64).contains(name.utf8.count) && !name.hasPrefix("/")
            && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "/_+-".utf8.contains($0) }
        guard isName else {
            throw ConfigProblem("\"\(name.printable)\" is not the name of a time zone; write it like \"Europe/London\"")
        }
        do throws(FileTrouble) {
            let file = try BoundedFile(path: directory + name, limit: limit)
            if let clock = ZoneClock(tzif: file.bytes) { return clock }
        } catch {
            throw ConfigProblem(
                "\"\(name)\" is not a time zone of this machine; `timedatectl list-timezones` lists them, and the "
                    + "package tzdata installs them")
        }
        throw ConfigProblem("\(directory)\(name) is not a time zone file; reinstall the package tzdata")
    }

    /// The clock of this machine, found as libc finds it (tzset(3)): `TZ`, else /etc/localtime, else UTC.
    package static func local(tz: String? = getenv("TZ").map { String(cString: $0) }) -> ZoneClock {
        guard let tz else { return file("/etc/localtime") ?? utc }
        let name = tz.first == ":" ? String(tz.dropFirst()) : tz
        return file(name.hasPrefix("/") ? name : directory + name) ?? ZoneClock(rule: name) ?? utc
    }

    private static func file(_ path: String) -> ZoneClock? {
        (try? BoundedFile(path: path, limit: limit)).flatMap { ZoneClock(tzif: $0.bytes) }
    }
}
