// Metrics that need no running service.

import Foundation
import Testing
import Watch

@testable import batchwatch

@Suite struct MetricsTextTests {
    @Test func `unclear batches are counted until they are accepted`() throws {
        func batch(_ number: Int, _ more: String) -> String {
            #"{"batch": "\#(number)", "label": "", "isListed": true, "rows": []\#(more)}"#
        }
        func unclear(_ isAccepted: Bool) -> String {
            #", "unclear": {"reason": "x", "rows": [], "since": "2026-11-21T14:05:00Z", "isAccepted": \#(isAccepted)}"#
        }
        let batches = [batch(1, ""), batch(2, unclear(false)), batch(3, unclear(true))].joined(separator: ",")
        let text = """
            {"sources": [{"name": "london", "url": "", "failures": 0, "undelivered": {}, "deadLetters": {},
             "batches": [\(batches)]}]}
            """
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var report = try decoder.decode(StatusReport.self, from: Data(text.utf8))
        report.troubles = [Trouble(.unclear, source: "london", "1 batch cannot be read with certainty")]
        let lines = MetricsText(report).text.split(separator: "\n")
        #expect(lines.contains(#"batchwatch_unclear_batches{source="london"} 1"#))
        #expect(lines.contains(#"batchwatch_batches{source="london"} 3"#))
        #expect(lines.contains(#"batchwatch_troubles{kind="unclear"} 1"#))
    }
}
