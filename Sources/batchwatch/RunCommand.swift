import ArgumentParser
import Glibc
import Watch

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the daemon in the foreground.",
        discussion: """
            Polls the sources of the configuration file until it is stopped (SIGTERM, Ctrl-C). Messages go to the journal, \
            or to the terminal it was started from. SIGHUP, or an edit of the file, reloads the configuration.
            """)

    @OptionGroup var common: CommonOptions

    func run() throws {
        try orFail {
            let daemon = Installation.program("batchwatchd")
            let paths = common.paths
            var arguments = [daemon, paths.config, paths.state, paths.cache].map { $0.withCString(strdup) }
            arguments.append(nil)
            execv(daemon, &arguments)
            throw Failure(.ioError, "cannot start \(daemon): \(String(cString: strerror(errno)))")
        }
    }
}
