// Which days count as working days.

import Foundation
import Testing

@testable import Configuration
import struct Coding.Date

@Suite struct `Working days` {
    struct Span: Sendable {
        let name: String
        /// In days since a Monday began.
        let from, to: Double
        let days: Double
    }

    static let spans = [
        Span(name: "Thursday to Tuesday", from: 3, to: 8, days: 3),
        Span(name: "Friday noon to Monday noon", from: 4.5, to: 7.5, days: 1),
        Span(name: "Saturday to Sunday", from: 5.2, to: 6.8, days: 0),
        Span(name: "two weeks", from: 2, to: 16, days: 10),
        Span(name: "backwards", from: 8, to: 3, days: 0),
    ]

    @Test(arguments: spans) func `are those from Monday to Friday`(span: Span) {
        // 5 January 1970 was a Monday.
        let monday = Date(timeIntervalSince1970: 4 * 86_400)
        let start = monday.addingTimeInterval(span.from * 86_400)
        let end = monday.addingTimeInterval(span.to * 86_400)
        #expect(abs(workingSeconds(from: start, to: end) - span.days * 86_400) < 1, "\(span.name)")
    }
}
