// The hours of an office: when to poll its list, and how much time counts while nobody can expect a change. What its
// clock shows at a moment decides, also on the days on which clocks change. Pure.

import Coding

/// `hours` and `timezone` of a source.
package struct OfficeHours: Sendable, Equatable {
    static let week = 7 * 86_400

    /// As the configuration has them, with the zone if it names one: "Mon..Fri 08:00-18:00 Europe/London".
    package let text: String
    private let clock: ZoneClock
    /// Seconds of a week from Monday 0:00: sorted, and neither overlapping nor adjacent.
    private let open: [Range<Int>]
    /// The days of which they are a part, likewise.
    private let days: [Range<Int>]

    /// - Parameter spans: seconds of a week from Monday 0:00, in any order; at least one.
    init(text: String, spans: [Range<Int>], clock: ZoneClock) {
        self.text = text
        self.clock = clock
        open = merged(spans)
        days = merged(
            open.map { $0.lowerBound / 86_400 * 86_400..<($0.upperBound + 86_399) / 86_400 * 86_400 })
    }

    /// Whether the office is open.
    package func isOpen(at moment: Date) -> Bool { opening(from: moment) == moment }

    /// Returns when the office opens next: the moment itself while it is open.
    package func opening(from moment: Date) -> Date {
        var second = wholeSeconds(moment)
        // Each step ends at a change of the clocks. These are weeks apart, so that the second step finds an opening.
        for _ in 0..<8 {
            let stretch = clock.stretch(at: second)
            let place = placeInWeek(second + stretch.offset)
            if open.contains(where: { $0.contains(place) }) {
                return max(moment, Date(timeIntervalSince1970: Double(second)))
            }
            let next = (open.first { $0.lowerBound > place }?.lowerBound ?? open[0].lowerBound + Self.week) - place
            if stretch.end > second + next {
                return Date(timeIntervalSince1970: Double(second + next))
            }
            second = stretch.end
        }
        return moment
    }

    /// Whether the office is closed for some of the time between two moments.
    package func hasClosedTime(from start: Date, to end: Date) -> Bool {
        // Open seconds are whole ones, so that up to one may be missing.
        openSeconds(from: start, to: end) < end.timeIntervalSince(start) - 1
    }

    /// Returns how many of the seconds between two moments the office was open.
    package func openSeconds(from start: Date, to end: Date) -> Double { count(open, start, end) }

    /// Returns how many of the seconds between two moments were on days on which the office opened.
    package func daySeconds(from start: Date, to end: Date) -> Double { count(days, start, end) }

    /// The seconds that an office day has; of the longest one.
    package var longestDay: Double {
        let lengths = (0..<7).map { day in
            open.reduce(0) { $0 + $1.clamped(to: day * 86_400..<(day + 1) * 86_400).count }
        }
        return Double(lengths.max() ?? 0)
    }

    private func count(_ spans: [Range<Int>], _ start: Date, _ end: Date) -> Double {
        var (second, last) = (wholeSeconds(start), wholeSeconds(end))
        // Callers ask about a year at most; the limit bounds the steps for a state with a time before 1970.
        second = max(second, last - 3 * 366 * 86_400)
        var sum = 0
        while second < last {
            let stretch = clock.stretch(at: second)
            let stop = min(last, stretch.end)
            sum += seconds(of: spans, until: stop + stretch.offset) - seconds(of: spans, until: second + stretch.offset)
            second = stop
        }
        return Double(sum)
    }

    /// From a Monday long ago on.
    private func seconds(of spans: [Range<Int>], until local: Int) -> Int {
        let place = placeInWeek(local)
        let weeks = (local - OfficeHours.monday - place) / Self.week
        return spans.reduce(0) { $0 + weeks * $1.count + max(0, min(place, $1.upperBound) - $1.lowerBound) }
    }

    /// 5 January 1970 was a Monday.
    private static let monday = 4 * 86_400

    private func placeInWeek(_ local: Int) -> Int {
        let place = (local - Self.monday) % Self.week
        return place < 0 ? place + Self.week : place
    }
}

/// The seconds since 1970, within what a calendar can have.
private func wholeSeconds(_ moment: Date) -> Int {
    Int(max(-1e11, min(moment.timeIntervalSince1970, 1e12)).rounded(.down))
}

/// The same spans, sorted and joined; those past the week's end continue at its start.
private func merged(_ spans: [Range<Int>]) -> [Range<Int>] {
    let week = OfficeHours.week
    let inWeek = spans.flatMap { span in
        span.upperBound <= week ? [span] : [span.lowerBound..<week, 0..<span.upperBound - week]
    }
    var merged: [Range<Int>] = []
    for span in inWeek.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = merged.last, span.lowerBound <= last.upperBound {
            merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
        } else {
            merged.append(span)
        }
    }
    return merged
}
