import ArgumentParser
import Configuration
import Watch

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up batchwatch: watch a number, choose how to be notified, and get a test notification.",
        discussion: """
            Asks for everything that the command line leaves out, shows what the list says about the number, and \
            writes the configuration and the hook's settings after your last yes. Then it starts the service if none \
            runs, and sends a test notification. Run it again for another number, or to be notified in another way; \
            the same answers change nothing.
            """)

    @Argument(
        help: ArgumentHelp("The list, or the page that links to it.", valueName: "url"), completion: .file())
    var url: String?
    @Option(help: ArgumentHelp("Your number, as the list writes it.", valueName: "number"))
    var watch: String?
    @Option(help: ArgumentHelp("Your name for it.", valueName: "label"))
    var name: String?
    @Option(
        help: ArgumentHelp(
            "How to notify you: \(Channel.forms). Default: the configured hook.", valueName: "channel"),
        completion: .list(["mail:", "ntfy:", "desktop", "webhook:", "command:"]))
    var notify: String?
    @Option(
        help: ArgumentHelp(
            "For mail: the server that sends it, or sendmail. Default: the mail server of this machine.",
            valueName: "host:port"))
    var smtp: String?
    @Option(help: ArgumentHelp("For mail: your user name at that server.", valueName: "name"))
    var smtpUser: String?
    @Option(
        help: ArgumentHelp(
            "A file with nothing but the password, or the access token of ntfy or the webhook; \"-\" is standard input.",
            valueName: "file"),
        completion: .file())
    var secretFile: String?
    @Flag(help: "Do not ask. Required without a terminal.")
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
