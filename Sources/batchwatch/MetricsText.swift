// The figures of the service in the text formats of Prometheus: OpenMetrics 1.0.0 and the exposition format 0.0.4,
// which differ in the head of counters and in the last line. Pure.

import Text
import Watch

struct MetricsText {
    enum Format: String, CaseIterable {
        case openmetrics, prometheus
    }

    private let report: StatusReport
    private let format: Format

    init(_ report: StatusReport, _ format: Format = .openmetrics) {
        self.report = report
        self.format = format
    }

    var text: String {
        var families = [
            Family("daemon_running", "Whether a daemon answered.", [Sample([], report.daemon == nil ? 0 : 1)]),
            Family("sources", "Watched lists.", [Sample([], Double(report.sources.count))]),
        ]
        if let daemon = report.daemon {
            families.append(
                Family(
                    "start_time_seconds", "When the daemon was started, in seconds since 1970.",
                    [Sample([], daemon.since.timeIntervalSince1970.rounded())]))
        }
        families += sourceFamilies + outboxFamilies + troubleFamilies
        if let counts = report.daemon?.counts { families += counters(counts) }
        let all = families.filter { !$0.samples.isEmpty }.flatMap { self.lines(of: $0) }
        return (all + (format == .openmetrics ? ["# EOF"] : [])).map { $0 + "\n" }.joined()
    }

    // MARK: - The figures

    private struct Sample {
        var labels: [(name: String, value: String)]
        var value: Double

        init(_ labels: [(name: String, value: String)], _ value: Double) {
            self.labels = labels
            self.value = value
        }
    }

    private struct Family {
        var name: String
        var help: String
        var isCounter = false
        var samples: [Sample]

        init(_ name: String, _ help: String, isCounter: Bool = false, _ samples: [Sample]) {
            self.name = "batchwatch_" + name
            self.help = help
            self.isCounter = isCounter
            self.samples = samples
        }
    }

    private func bySource(_ name: String, _ help: String, _ value: (SourceStatus) -> Double?) -> Family {
        Family(
            name, help,
            report.sources.compactMap { source in value(source).map { Sample([("source", source.name)], $0) } })
    }

    private var sourceFamilies: [Family] {
        [
            bySource("last_success_timestamp_seconds", "When the list was last read or found unchanged.") {
                $0.lastSuccess?.timeIntervalSince1970.rounded()
            },
            bySource("last_change_timestamp_seconds", "When the list last changed.") {
                $0.lastChange?.timeIntervalSince1970.rounded()
            },
            bySource("rows", "Rows of the list.") { $0.rowCount.map(Double.init) },
            bySource("batches", "Batches that are watched in the list.") { Double($0.batches.count) },
            bySource("unclear_batches", "Batches of which what was read is not certain.") { source in
                Double(source.batches.count { $0.unclear?.isAccepted == false })
            },
            bySource("failures", "Failed polls in a row.") { Double($0.failures) },
        ]
    }

    private var outboxFamilies: [Family] {
        func samples(_ counts: (SourceStatus) -> [String: Int]) -> [Sample] {
            report.sources.flatMap { source in
                counts(source).sorted { $0.key < $1.key }.map { sink, count in
                    Sample([("source", source.name), ("sink", sink)], Double(count))
                }
            }
        }
        return [
            Family("outbox_events", "Events that are not delivered yet.", samples { $0.undelivered }),
            Family("dead_events", "Events that were given up.", samples { $0.deadLetters }),
        ]
    }

    private var troubleFamilies: [Family] {
        let troubles = report.troubles ?? []
        let kinds: [Trouble.Kind] = [
            .configuration, .unsaved, .untold, .failing, .offline, .held, .stale, .waiting, .dead, .unpublished,
            .unclear,
        ]
        return [
            Family(
                "troubles", "What is not well, by kind.",
                kinds.map { kind in
                    Sample([("kind", kind.rawValue)], Double(troubles.count { $0.kind == kind }))
                })
        ]
    }

    private func counters(_ counts: DaemonCounts) -> [Family] {
        let polls = counts.polls.sorted { $0.key < $1.key }.flatMap { source, outcomes in
            outcomes.sorted { $0.key < $1.key }.map { outcome, count in
                Sample([("source", source), ("outcome", outcome)], Double(count))
            }
        }
        let events = counts.events.sorted { $0.key < $1.key }.map { Sample([("kind", $0.key)], Double($0.value)) }
        let deliveries = counts.deliveries.sorted { $0.key < $1.key }.flatMap { sink, outcomes in
            [
                ("delivered", outcomes.delivered), ("failed", outcomes.failed), ("postponed", outcomes.postponed),
                ("impossible", outcomes.impossible),
            ].map { Sample([("sink", sink), ("outcome", $0.0)], Double($0.1)) }
        }
        return [
            Family("polls", "Polls since the daemon was started.", isCounter: true, polls),
            Family("events", "Events since the daemon was started.", isCounter: true, events),
            Family("delivery_attempts", "Deliveries tried since the daemon was started.", isCounter: true, deliveries),
        ]
    }

    // MARK: - The lines

    private func lines(of family: Family) -> [String] {
        let sampleName = family.name + (family.isCounter ? "_total" : "")
        // OpenMetrics names the family, the older format each metric.
        let name = format == .openmetrics ? family.name : sampleName
        let head = ["# HELP \(name) \(family.help)", "# TYPE \(name) \(family.isCounter ? "counter" : "gauge")"]
        return head
            + family.samples.map { sample in
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
                return sampleName + (labels.isEmpty ? "" : "{\(labels)}") + " " + Self.number(sample.value)
            }
    }

    private static func number(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }

    /// A label's value: backslash, quote and line feed escaped, the same in both formats.
    private static func escaped(_ text: String) -> String {
        text.with("\\\\", inPlaceOf: "\\").with("\\\"", inPlaceOf: "\"").with("\\n", inPlaceOf: "\n")
    }
}
