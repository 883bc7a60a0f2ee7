import ArgumentParser
import Glibc
import Watch

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print figures of the service for a monitoring system.",
        discussion: """
            Asks the daemon. If none runs, prints the figures of the saved state, without counters. The default is \
            OpenMetrics 1.0; `--format prometheus` is the older format, which node_exporter's textfile collector \
            reads.
            """)

    @OptionGroup var common: CommonOptions
    @Option(help: "How to print: openmetrics (the default) or prometheus.")
    var format = MetricsText.Format.openmetrics

    func run() throws {
        try orFail {
            Terminal.write(harmless(MetricsText(try common.statusReport(), format).text), to: STDOUT_FILENO)
        }
    }
}

extension MetricsText.Format: ExpressibleByArgument {}
