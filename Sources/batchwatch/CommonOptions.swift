// The options that most commands share.

import ArgumentParser
import Configuration
import Delivery
import Glibc
import Processes
import Text
import Watch

/// Selects one of the machine's services: the plain one, an instance, or the user's own.
struct InstanceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act on batchwatch@NAME.service and its files. Default: batchwatch.service.", valueName: "name")
    )
    var instance: String?

    @Flag(help: "Act on your own service (`systemctl --user`), which has its files in your home directory.")
    var user = false

    var value: Instance { user ? .user : instance.map { .named($0) } ?? .machine }

    /// Moves these options from before the command to the end of the command line.
    static func behindCommand(_ words: [String]) -> [String] {
        var count = 0
        while count < words.count {
            if words[count] == "--user" || words[count].hasPrefix("--instance=") {
                count += 1
            } else if words[count] == "--instance", count + 1 < words.count {
                count += 2
            } else {
                break
            }
        }
        // Words after "--" are arguments, not options.
        let rest = words[count...]
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end] + words[..<count] + rest[end...])
    }

    func validate() throws {
        if user, instance != nil { throw ValidationError("--instance and --user do not go together.") }
        if let instance, let problem = Instance.problem(ofName: instance) {
            throw ValidationError(
                "--instance: \"\(sanitized(instance, limit: 100))\" is no name of an instance: \(problem).")
        }
        if user, ownEnvironment()["HOME"]?.hasPrefix("/") != true {
            throw ValidationError("--user: HOME names no directory.")
        }
    }
}

/// The options of commands that need only the configuration.
struct ConfigOption: ParsableArguments {
    @OptionGroup var instance: InstanceOption

    @Option(
        help: ArgumentHelp("The configuration file. Default: \(ConfigFile.defaultPath).", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    var path: String { paths().config }

    /// - Parameters: the directories from the command line; nil for the default.
    func paths(state: String? = nil, cache: String? = nil) -> Paths {
        Paths(
            config: config.map(absolutePath), state: state.map(absolutePath), cache: cache.map(absolutePath),
            instance: instance.value, environment: ownEnvironment())
    }
}

struct CommonOptions: ParsableArguments {
    @OptionGroup var file: ConfigOption

    @Option(
        help: ArgumentHelp(
            "The state directory. Default: $STATE_DIRECTORY, else /var/lib/batchwatch.", valueName: "dir"),
        completion: .directory)
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "The cache directory. Default: $CACHE_DIRECTORY, else /var/cache/batchwatch.", valueName: "dir"),
        completion: .directory)
    var cacheDir: String?

    var paths: Paths { file.paths(state: stateDir, cache: cacheDir) }

    /// The journal of a command that shows events itself.
    var journal: Journal { Journal(.journaldOnly, instance: paths.instance) }

    /// The words that begin a command for this instance: `batchwatch --instance NAME`.
    var command: String { paths.instance.command }

    /// A command for people to copy, with the paths from this command line.
    func call(_ words: String) -> String {
        let options = [("--config", file.config), ("--state-dir", stateDir), ("--cache-dir", cacheDir)]
        return options.reduce("\(command) \(words)") { text, option in
            text + (option.1.map { " \(option.0) \(shellWord(absolutePath($0), limit: Int(PATH_MAX)))" } ?? "")
        }
    }

    /// Whether this command uses the same files as the unit.
    var isOfUnit: Bool { file.config == nil && stateDir == nil && cacheDir == nil }

    /// The command that starts the service.
    var startCommand: String {
        guard isOfUnit else { return call("run") }
        let sudo = geteuid() == 0 || paths.instance == .user ? "" : "sudo "
        return sudo + ServiceUnit(instance: paths.instance).starting.joined(separator: " ")
    }

    /// Creates missing directories above those of a user's own service (XDG Base Directory Specification).
    func makeBaseDirectories() {
        let paths = paths
        guard paths.instance == .user else { return }
        for path in [paths.state, paths.cache] { makeDirectories(above: path) }
    }

    /// Loads the configuration. Throws a failure that lists all mistakes.
    func loadConfig() throws -> Config {
        do throws(ConfigError) {
            return try ConfigFile(path: paths.config).load()
        } catch {
            throw Failure(.config, denial(of: paths.config) ?? "\(error)")
        }
    }
}

/// The message that this user may not read a file, and which group may; nil if the file is readable or that is not the
/// reason.
func denial(of path: String) -> String? {
    guard geteuid() != 0, access(path, R_OK) != 0, errno == EACCES else { return nil }
    return "\(sanitized(path)): permission denied; run the command with sudo\(joining(groupOf: path))"
}
