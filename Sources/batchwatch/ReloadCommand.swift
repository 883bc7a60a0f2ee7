import ArgumentParser
import Watch

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Let the running daemon read its configuration again.",
        discussion: """
            An edit of the file is noticed by itself. This waits until it was read: a file with mistakes ends it with 78 and \
            tells what they are, and the configuration before stays in force. `systemctl reload` does the same.
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
