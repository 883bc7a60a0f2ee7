import ArgumentParser
import Configuration
import Watch

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Watch a number and be notified: from nothing to the first notification.",
        discussion: """
            Asks for what the command line leaves out, shows what the list says about the number, and writes the configuration and \
            the hook's settings after the last yes. Then it starts the service if none runs, and sends a test notification. \
            Run it again for another number, or to be notified in another way; the same answers change nothing.
            """)

    @Argument(
        help: ArgumentHelp("The list, or the page that links to it.", valueName: "url"), completion: .file())
    var url: String?
    @Option(help: ArgumentHelp("Your number, as the list writes it.", valueName: "number"))
    var watch: String?
    @Option(help: ArgumentHelp("What you call it.", valueName: "label"))
    var name: String?
    @Option(
        help: ArgumentHelp(
            "How to notify you: \(Channel.forms). Default: the hook that is configured.", valueName: "channel"),
        completion: .list(["mail:", "ntfy:", "desktop", "webhook:", "command:"]))
    var notify: String?
    @Option(
        help: ArgumentHelp(
            "For mail: the server to send it by, or sendmail. Default: this machine's own.", valueName: "host:port"))
    var smtp: String?
    @Option(help: ArgumentHelp("For mail: the login at that server.", valueName: "name"))
    var smtpUser: String?
    @Option(
        help: ArgumentHelp(
            "Holds the password, or the access token of ntfy or the webhook, alone; \"-\" is standard input.",
            valueName: "file"),
        completion: .file())
    var secretFile: String?
    @Flag(help: "Do not ask; without a terminal there is no other way.")
    var yes = false
    @Flag(help: "Do not start the service.")
    var noStart = false
    @OptionGroup var common: CommonOptions

    func run() throws {
        try orFail {
            var setup = Setup(self)
            try setup.run()
        }
    }
}
