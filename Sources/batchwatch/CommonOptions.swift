// The options that most commands share.

import ArgumentParser
import Configuration
import FoundationEssentials
import Watch

/// Of the commands that need no more than the configuration.
struct ConfigOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file. Default: \(ConfigFile.defaultPath).", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    var path: String { config.map(absolutePath) ?? ConfigFile.defaultPath }
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

    var paths: Paths {
        Paths(
            config: file.config.map(absolutePath), state: stateDir.map(absolutePath), cache: cacheDir.map(absolutePath),
            environment: ProcessInfo.processInfo.environment)
    }

    /// The configuration, or the end of the program with all that is wrong with it.
    func loadConfig() throws -> Config {
        do throws(ConfigError) {
            return try ConfigFile(path: paths.config).load()
        } catch {
            throw Failure(.config, "\(error)")
        }
    }
}
