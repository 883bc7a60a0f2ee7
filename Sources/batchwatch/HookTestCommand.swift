import ArgumentParser
import Delivery
import Events
import FoundationEssentials
import Glibc
import Rows
import Watch

struct HookTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook-test",
        abstract: "Run the hook with a sample event.",
        discussion: "The event is made up, and nothing is saved.")

    @OptionGroup var common: CommonOptions
    @Option(help: "The kind of event: \(Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind = Event.Kind.changed

    func run() throws {
        try orFail {
            guard let config = try common.loadConfig().hook else {
                throw Failure(.config, "\(common.paths.config) has no [hook]; add one with run = \"/path/of/the/hook\"")
            }
            umask(0o077)  // as in the daemon
            let delivery = Hook(config).deliver(sample, attempt: 1) { Terminal.show("hook: \($0)") }
            try report(delivery, config.run[0])
        }
    }

    private var sample: Event {
        var event = Event(
            id: "hook-test-1", kind: kind, source: "sample", url: "https://example.org/list.pdf", time: Date())
        switch kind {
        case .failing, .suspect, .stale, .recovered:
            event.detail = "this is a test"
            return event
        case .observed, .appeared, .changed, .disappeared: break
        }
        event.batch = "20121456171"
        event.label = "A sample"
        if kind != .disappeared { event.rows = [Update(status: "visa issued", date: "15-Jun-12")] }
        if kind == .changed || kind == .disappeared {
            event.previousRows = [Update(status: "administrative processing", date: "01-Jun-12")]
        }
        return event
    }

    private func report(_ delivery: DeliveryOutcome, _ path: String) throws {
        switch delivery {
        case .delivered: Terminal.show("\(path): delivered (exit 0)")
        case .later(let cause), .unreachable(let cause):
            throw Failure(.temporary, "\(path): asks for the event later: \(cause)")
        case .refused: throw Failure(.dataError, "\(path): refused the event for good (exit 65)")
        case .failed(let cause): throw Failure(.unavailable, "\(path): \(cause); the event would be tried again")
        case .unusable(let refusal): throw Failure(.config, "\(refusal)")
        case .interrupted: throw Failure(.temporary, "\(path): was interrupted")
        }
    }
}

extension Event.Kind: ExpressibleByArgument {}
