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
            common.makeBaseDirectories()
            let words = [daemon, paths.config, paths.state, paths.cache, paths.instance.option]
            var arguments = words.filter { !$0.isEmpty }.map { $0.withCString(strdup) }
            arguments.append(nil)
            execv(daemon, &arguments)
            throw Failure(.ioError, "cannot start \(daemon): \(String(cString: strerror(errno)))")
        }
    }
}
