// The metrics and the verdict of the service, from a running daemon, in the form for monitoring systems.

import Foundation
import TestKit
import Testing

struct MetricsTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "pending")
    }

    private func batchwatch(_ words: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", words + shop.options)
    }

    /// What the reference parser of OpenMetrics says of the figures; nil where it is not installed.
    private func strictComplaints(_ text: String) throws -> String? {
        let parser = "from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse"
        guard try run("/usr/bin/python3", ["-c", parser]).code == 0 else { return nil }
        try shop.write("metrics", text)
        let found = try run("/usr/bin/python3", ["-c", parser + "\nlist(parse(open('\(shop.path)/metrics').read()))"])
        return found.said
    }

    /// What promtool says of the figures; nil where it is not installed.
    private func complaints(_ text: String) throws -> String? {
        let promtool = "/usr/bin/promtool"
        guard access(promtool, X_OK) == 0 else { return nil }
        try shop.write("metrics", text)
        let found = try run("/bin/sh", ["-c", "\(promtool) check metrics <'\(shop.path)/metrics'"])
        return found.said
    }

    @Test func `what the daemon has done is counted, in the form of each reader`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        try shop.publish("visa issued", "15-Jun-12")
        #expect(try shop.poll().code == 0)
        try FileManager.default.removeItem(atPath: shop.listPath)
        #expect(try shop.poll().code == 69)
        #expect(await eventually { shop.told.count == 2 && shop.isCleared })
        let open = try batchwatch("metrics")
        #expect(open.code == 0, "\(open.said)")
        for line in [
            "# TYPE batchwatch_polls counter", "batchwatch_polls_total{source=\"london\",outcome=\"read\"} 2",
            "batchwatch_polls_total{source=\"london\",outcome=\"failed\"} 1",
            "batchwatch_events_total{kind=\"changed\"} 1", "batchwatch_daemon_running 1",
            "batchwatch_rows{source=\"london\"} 61", "batchwatch_failures{source=\"london\"} 1",
            "batchwatch_delivery_attempts_total{sink=\"hook\",outcome=\"delivered\"} 2",
            "batchwatch_troubles{kind=\"failing\"} 1",
        ] {
            #expect(open.output.contains(line + "\n"), "\(line) is not in \(open.output)")
        }
        #expect(open.output.hasSuffix("\n# EOF\n"))
        if let said = try strictComplaints(open.output) { #expect(said == "") }
        let classic = try batchwatch("metrics", "--format", "prometheus")
        #expect(classic.output.contains("# TYPE batchwatch_polls_total counter\n"))
        #expect(!classic.output.contains("# EOF"))
        if let said = try complaints(classic.output) { #expect(said == "") }
        #expect(daemon.stop() == 0)
        let saved = try batchwatch("metrics")
        #expect(saved.output.contains("batchwatch_daemon_running 0\n"))
        #expect(!saved.output.contains("batchwatch_polls_total"))
        if let said = try strictComplaints(saved.output) { #expect(said == "") }
    }

    @Test func `a daemon that does not answer is a verdict, before the monitoring system gives up`() async throws {
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        daemon.kill(SIGSTOP)
        let begun = ContinuousClock.now
        let check = try batchwatch("status", "--check")
        #expect(ContinuousClock.now - begun < .seconds(10))
        #expect(check.code == 2 && check.output.hasPrefix("BATCHWATCH CRITICAL - the daemon at "), "\(check.said)")
        #expect(check.output.contains("has not answered for 8 s: it is stopped, or hangs"), "\(check.said)")
        daemon.kill(SIGCONT)
        #expect(try batchwatch("status", "--check").code == 0)
        #expect(daemon.stop() == 0)
    }

    @Test func `the verdict follows the service: well, a list that fails, a broken hook, no daemon`() async throws {
        func verdict() throws -> (Int32?, String) {
            let check = try batchwatch("status", "--check")
            return (check.code, check.output)
        }
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        var (code, line) = try verdict()
        #expect(code == 0 && line.hasPrefix("BATCHWATCH OK - 1 source, 1 batch | failing=0 "), "\(line)")
        try FileManager.default.removeItem(atPath: shop.listPath)
        #expect(try shop.poll().code == 69)
        (code, line) = try verdict()
        #expect(code == 1 && line.hasPrefix("BATCHWATCH WARNING - london failing (once): "), "\(line)")
        try shop.publish("visa issued", "15-Jun-12")
        unlink(shop.path + "/hook")
        #expect(try shop.poll().code == 0)
        #expect(try await eventually { try verdict().0 == 2 })
        line = try verdict().1
        #expect(line.hasPrefix("BATCHWATCH CRITICAL - nothing can be told to the hook: "), "\(line)")
        #expect(try batchwatch("status").output.contains("nothing can be told to the hook: "))
        #expect(try batchwatch("outbox", "list").said.contains("nothing can be told to the hook: "))
        #expect(daemon.stop() == 0)
        (code, line) = try verdict()
        #expect(code == 2 && line.hasPrefix("BATCHWATCH CRITICAL - no daemon runs"), "\(line)")
        // A verdict, whatever goes wrong.
        try shop.write("watched-batches.toml", "[")
        (code, line) = try verdict()
        #expect(code == 2 && line.hasPrefix("BATCHWATCH CRITICAL - "), "\(line)")
        #expect(line.split(separator: "\n").count == 1)
    }
}
