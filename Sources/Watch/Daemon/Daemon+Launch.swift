// The start of the process: from arguments to a running daemon, or to an exit code with the reason.

import Coding
import Configuration
import Delivery
import Glibc
import Processes
import Storage

extension Daemon {
    /// Starts the daemon and does not return, unless it cannot start.
    ///
    /// - Parameter arguments: the program's name, configuration file, state directory, cache directory, and the option
    ///   for the instance, unless it is the machine's.
    /// - Returns: why it cannot start, and the exit code.
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

    /// The instance in the arguments; nil if they are wrong.
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

    /// The age up to which a file may still be being written, in seconds.
    private static let timeToWrite = 2.0
    /// The number of times that a changing file is read.
    private static let mostReads = 5

    /// Loads the configuration. If it has mistakes and was written just now, it is read again first.
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

    /// Keeps the daemon alive for the life of the process.
    nonisolated(unsafe) private static var resident: Daemon?
}
