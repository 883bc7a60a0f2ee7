// The start of the process: arguments to a running daemon, or an exit code and the reason.

import Configuration
import Delivery
import Dispatch
import FoundationEssentials
import Glibc
import Processes
import Storage

extension Daemon {
    /// Starts the daemon and never returns, unless it cannot be started.
    ///
    /// - Parameter arguments: the program's name, configuration file, state directory, cache directory.
    /// - Returns: why not, and how to exit.
    package static func launch(_ arguments: [String]) -> (reason: String, exitCode: ExitCode) {
        guard arguments.count == 4 else {
            return ("usage: batchwatchd CONFIG STATE-DIR CACHE-DIR (people call: batchwatch run)", .usage)
        }
        let paths = Paths(
            config: arguments[1], state: arguments[2], cache: arguments[3],
            environment: ProcessInfo.processInfo.environment)
        umask(0o077)
        do {
            try begin(paths)
        } catch let error as ConfigError {
            return ("\(error)", .config)
        } catch let error as StateError {
            return ("\(error)", error.exitCode)
        } catch {
            return ("\(error)", .ioError)
        }
        dispatchMain()
    }

    private static func begin(_ paths: Paths) throws {
        let config = try ConfigFile(path: paths.config).load()
        let daemon = try Daemon(
            paths: paths, config: config, directory: try StateDirectory(paths.state),
            cache: try DocumentCache(paths.cache), reader: .installed(), journal: Journal())
        try daemon.start()
        resident = daemon
    }

    /// Keeps the daemon for as long as the process lives.
    nonisolated(unsafe) private static var resident: Daemon?
}
