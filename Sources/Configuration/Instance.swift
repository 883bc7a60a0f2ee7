// The service of this machine that a command is for, if there are several. Pure.

import Text

/// One of the batchwatches of a machine.
package enum Instance: Equatable, Sendable {
    /// The machine's: `batchwatch.service`.
    case machine
    /// A further one of the machine: `batchwatch@NAME.service`.
    case named(String)
    /// A user's own: `batchwatch.service` of `systemctl --user`.
    case user

    /// Directories below `/etc/batchwatch` that are no instance's.
    private static let reserved = ["hooks", "secrets"]
    /// In characters. A control socket's path has 107 (unix(7)), and a source's name is as long.
    package static let longestName = 64

    /// What is wrong with an instance's name, which becomes part of paths and of a unit's name (systemd.unit(5)).
    ///
    /// - Returns: nil for a name that can be taken.
    package static func problem(ofName name: String) -> String? {
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        guard let first = name.utf8.first, isPlain(first), name.utf8.count <= longestName,
            name.utf8.allSatisfy({
                isPlain($0) || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains($0)
            })
        else {
            return "write letters, digits, \"-\", \"_\" and \".\", at most \(longestName), with a letter or digit first"
        }
        return reserved.contains(name) ? "/etc/batchwatch/\(name) is a directory of the service itself" : nil
    }

    /// The option that names it; empty for the machine's.
    package var option: String {
        switch self {
        case .machine: ""
        case .named(let name): "--instance=\(name)"
        case .user: "--user"
        }
    }

    /// The instance that an option names, as `option` writes it; nil for any other text.
    package init?(option: String) {
        if option.isEmpty {
            self = .machine
        } else if option == Instance.user.option {
            self = .user
        } else {
            let name = String(option.dropFirst("--instance=".count))
            guard option.hasPrefix("--instance="), Instance.problem(ofName: name) == nil else { return nil }
            self = .named(name)
        }
    }

    /// Its unit, as systemctl(1) takes it.
    package var unit: String {
        if case .named(let name) = self { "batchwatch@\(name)" } else { "batchwatch" }
    }

    /// How people call a command of it: "batchwatch --instance office".
    package var command: String {
        self == .machine ? "batchwatch" : "batchwatch " + option.with(" ", inPlaceOf: "=")
    }
}
