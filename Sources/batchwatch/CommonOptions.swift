// The options that most commands share.

import ArgumentParser
import FoundationEssentials
import Watch

struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The state directory. Default: $STATE_DIRECTORY, else /var/lib/batchwatch.", valueName: "dir"))
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "The cache directory. Default: $CACHE_DIRECTORY, else /var/cache/batchwatch.", valueName: "dir"))
    var cacheDir: String?

    var paths: Paths {
        Paths(
            config: config.map(absolutePath), state: stateDir.map(absolutePath), cache: cacheDir.map(absolutePath),
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
