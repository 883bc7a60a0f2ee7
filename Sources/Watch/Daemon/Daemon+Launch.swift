// The start of the process: arguments to a running daemon, or an exit code and the reason.

import Coding
import Configuration
import Delivery
import Glibc
import Processes
import Storage

extension Daemon {
    /// Starts the daemon and never returns, unless it cannot be started.
    ///
    /// - Parameter arguments: the program's name, configuration file, state directory, cache directory, and the option that
    ///   names the instance, where that is not the machine's.
    /// - Returns: why not, and how to exit.
    package static func launch(_ arguments: [String]) -> (reason: String, exitCode: ExitCode) {
        guard (4...5).contains(arguments.count), let instance = instance(among: arguments) else {
            return (
                "usage: batchwatchd CONFIG STATE-DIR CACHE-DIR [--instance=NAME | --user] (people call: batchwatch run)",
                .usage
            )
        }
        let paths = Paths(
            config: arguments[1], state: arguments[2], cache: arguments[3], instance: instance,
            environment: ownEnvironment())
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
        runMainQueue()
    }

    /// The instance that the arguments name; nil where they do not name it rightly.
    package static func instance(among arguments: [String]) -> Instance? {
        Instance(option: arguments.dropFirst(4).first ?? "")
    }

    private static func begin(_ paths: Paths) throws {
        let config = try loadAtStart(paths.config)
        let daemon = try Daemon(
            paths: paths, config: config, directory: try StateDirectory(paths.state, of: paths.instance, patience: 1),
            cache: try DocumentCache(paths.cache), reader: .installed(), journal: Journal(instance: paths.instance))
        try daemon.start()
        resident = daemon
    }

    /// A file that is younger than this may still be being written, in seconds.
    private static let timeToWrite = 2.0
    /// So many times a file is read that is written again and again.
    private static let mostReads = 5

    /// Loads the configuration; one with mistakes that was written just now is read again first.
    private static func loadAtStart(_ path: String) throws -> Config {
        for _ in 1..<mostReads {
            do {
                return try ConfigFile(path: path).load()
            } catch {
                var status = stat()
                guard stat(path, &status) == 0 else { throw error }
                let age = Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
                guard (0..<timeToWrite).contains(age) else { throw error }
                usleep(UInt32((timeToWrite - age) * 1e6))
            }
        }
        return try ConfigFile(path: path).load()
    }

    /// Keeps the daemon for as long as the process lives.
    nonisolated(unsafe) private static var resident: Daemon?
}
