// The options that most commands share.

import ArgumentParser
import Configuration
import Delivery
import Glibc
import Processes
import Text
import Watch

/// Which batchwatch of the machine is meant.
struct InstanceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act on batchwatch@NAME.service and its files. Default: batchwatch.service.", valueName: "name")
    )
    var instance: String?

    @Flag(help: "Act on your own service (`systemctl --user`), which has its files in your home directory.")
    var user = false

    var value: Instance { user ? .user : instance.map { .named($0) } ?? .machine }

    /// The words of a command line, with these options behind the command where they stood before it.
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
        // There may be arguments behind "--", which are no options.
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

/// Of the commands that need no more than the configuration.
struct ConfigOption: ParsableArguments {
    @OptionGroup var instance: InstanceOption

    @Option(
        help: ArgumentHelp("The configuration file. Default: \(ConfigFile.defaultPath).", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    var path: String { paths().config }

    /// - Parameters: as the command line has them.
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

    /// How people call a command of this instance.
    var command: String { paths.instance.command }

    /// A command for people to copy, with the places that the command line names.
    func call(_ words: String) -> String {
        let options = [("--config", file.config), ("--state-dir", stateDir), ("--cache-dir", cacheDir)]
        return options.reduce("\(command) \(words)") { text, option in
            text + (option.1.map { " \(option.0) \(shellWord(absolutePath($0), limit: Int(PATH_MAX)))" } ?? "")
        }
    }

    /// Whether the unit works with the same files.
    var isOfUnit: Bool { file.config == nil && stateDir == nil && cacheDir == nil }

    /// The command that starts the service.
    var startCommand: String {
        guard isOfUnit else { return call("run") }
        let sudo = geteuid() == 0 || paths.instance == .user ? "" : "sudo "
        return sudo + ServiceUnit(instance: paths.instance).starting.joined(separator: " ")
    }

    /// Makes what is missing above a user's own directories, as the base directories are made by whoever needs them.
    func makeBaseDirectories() {
        let paths = paths
        guard paths.instance == .user else { return }
        for path in [paths.state, paths.cache] { makeDirectories(above: path) }
    }

    /// The configuration, or the end of the program with all that is wrong with it.
    func loadConfig() throws -> Config {
        do throws(ConfigError) {
            return try ConfigFile(path: paths.config).load()
        } catch {
            throw Failure(.config, denial(of: paths.config) ?? "\(error)")
        }
    }
}

/// That somebody may not read a file which others may, and who those are; nil where that is not so.
func denial(of path: String) -> String? {
    guard geteuid() != 0, access(path, R_OK) != 0, errno == EACCES else { return nil }
    return "\(sanitized(path)): permission denied; run the command with sudo\(joining(groupOf: path))"
}
