import ArgumentParser
import Delivery
import Events
import Glibc
import Text
import Watch

struct HookTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook-test",
        abstract: "Run the hook with a sample event.",
        discussion: """
            The event is made up, and nothing is saved. The daemon runs the hook as it does for a real event: as the \
            service's user and inside the service's sandbox. If you have edited the configuration, the daemon reads it \
            first. If no daemon runs, the command runs the hook itself, as you. The output says which of the two ran \
            it.
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "The kind of event: \(Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind = Event.Kind.changed

    func run() throws {
        try orFail {
            try common.testHook(kind)
        }
    }
}

extension CommonOptions {
    /// Has the daemon run the hook with a sample event, or runs it here if no daemon runs, and shows the result.
    func testHook(_ kind: Event.Kind) throws {
        var request = ControlRequest(.hookTest)
        request.kind = kind
        guard let reply = ControlClient.ask(request, daemonOf: paths) else { return try testHookHere(kind) }
        if let error = reply.error { throw Failure(error) }
        guard let report = reply.hookTest else { throw Failure(.ioError, "the daemon sent an incomplete reply") }
        Terminal.show(place(of: report))
        if let config = report.config { Terminal.show("[hook] of \(sanitized(config)): \(sanitized(report.program))") }
        for line in report.lines { show(line) }
        try tell(report)
    }

    private func testHookHere(_ kind: Event.Kind) throws {
        guard let config = try loadConfig().hook else {
            throw Failure(.config, "\(paths.config) has no [hook]; add one with run = \"/path/of/the/hook\"")
        }
        umask(0o077)  // as in the daemon
        Terminal.show(
            "no daemon runs: run by this command, as \(userName(geteuid())), without the service's sandbox")
        Terminal.show("[hook] of \(sanitized(paths.config)): \(sanitized(HookCommand(config.run).program))")
        try tell(HookTestReport(Hook(config), kind, tell: show))
    }

    private func place(of report: HookTestReport) -> String {
        let process = report.daemon.map { "process \($0)" } ?? ""
        let unit = report.unit.map { ", inside the sandbox of \(sanitized($0))" } ?? ", which is no unit of systemd"
        return "run by the daemon (\(process)), as \(userName(report.user))\(unit)"
    }

    private func show(_ line: String) {
        Terminal.show("hook: \(line)")
    }

    private func tell(_ report: HookTestReport) throws {
        let cause = sanitized(report.cause ?? "")
        let words =
            switch report.outcome {
            case .delivered: "delivered (exit 0)"
            case .later: "asks for the event later: \(cause)"
            case .refused: "refused the event for good (exit 65)"
            case .failed: "\(cause); the event would be tried again"
            case .unusable: cause
            case .interrupted: "was interrupted"
            }
        let text = report.outcome == .unusable ? words : "\(sanitized(report.program)): \(words)"
        guard report.outcome == .delivered else { throw Failure(report.outcome.exitCode, text) }
        Terminal.show(text)
    }
}

/// "user batchwatch", or the user's number if it has no name.
func userName(_ user: UInt32) -> String {
    "user " + (getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)")
}

extension Event.Kind: ExpressibleByArgument {}
