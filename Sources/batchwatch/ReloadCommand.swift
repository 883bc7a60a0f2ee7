import ArgumentParser
import Watch

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Make the running daemon read its configuration again.",
        discussion: """
            The daemon notices an edit by itself. This command waits until the file has been read; if it has mistakes, the \
            command lists them and exits with 78, and the previous configuration stays in force. `systemctl reload` does \
            the same.
            """)

    @OptionGroup var common: CommonOptions

    func run() throws {
        try orFail {
            guard let reply = ControlClient.ask(ControlRequest(.reload), daemonOf: common.paths) else {
                throw Failure(.unavailable, "no daemon runs on \(common.paths.state)")
            }
            if let error = reply.error { throw Failure(error) }
        }
    }
}
