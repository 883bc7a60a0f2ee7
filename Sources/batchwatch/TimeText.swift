// Times as people write them for journalctl's `--since` (systemd.time(7), "Parsing Timestamps"): pure but for the local
// time zone, which is the C library's.

import Coding
import Glibc

/// A time somebody wrote.
struct TimeText {
    let date: Date

    /// - Parameters:
    ///   - text: "2026-06-01", "2026-06-01 14:30[:05]", "14:30", "yesterday", "-7d", "2h 30min ago", "@1750000000";
    ///     with "UTC" at the end if it is not in the local time zone.
    ///   - now: what relative times are relative to.
    /// - Returns: nil where it is no such time.
    init?(_ text: String, now: Date) {
        var words = text.split(separator: " ").map(String.init)
        if let span = TimeText.relative(words) {
            date = now.addingTimeInterval(span)
            return
        }
        if text.hasPrefix("@"), let seconds = Double(text.dropFirst()), seconds.magnitude < 1e11 {
            date = Date(timeIntervalSince1970: seconds)
            return
        }
        let isUTC = words.last == "UTC"
        if isUTC { words.removeLast() }
        if let first = words.first, TimeText.weekdays.contains(where: { $0 == first.lowercased() }) {
            words.removeFirst()
        }
        guard let found = TimeText.absolute(words, isUTC: isUTC, now: now) else { return nil }
        date = found
    }

    private static let weekdays = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday", "sunday",
    ]

    // MARK: Relative

    /// Seconds; months and years have the mean length that systemd gives them.
    private static let units: [(names: [String], seconds: Double)] = [
        (["", "s", "sec", "second", "seconds"], 1), (["m", "min", "minute", "minutes"], 60),
        (["h", "hr", "hour", "hours"], 3600), (["d", "day", "days"], 86_400), (["w", "week", "weeks"], 604_800),
        (["M", "month", "months"], 2_629_800), (["y", "year", "years"], 31_557_600),
    ]

    /// Seconds from now: "-2h 30min", "+1d", "2h ago".
    private static func relative(_ words: [String]) -> Double? {
        if words == ["now"] { return 0 }
        var text = words.joined()
        var sign = 1.0
        if words.last == "ago" {
            text.removeLast(3)
            sign = -1
        } else if let first = text.first, "+-".contains(first) {
            text.removeFirst()
            sign = first == "-" ? -1 : 1
        } else {
            return nil
        }
        return span(text[...]).map { sign * $0 }
    }

    /// Numbers with units, one after the other.
    private static func span(_ text: Substring) -> Double? {
        var total = 0.0
        var rest = text
        if rest.isEmpty { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let name = String(rest.prefix { $0.isLetter })
            rest = rest.dropFirst(name.count)
            guard let number = Double(digits), let unit = units.first(where: { $0.names.contains(name) }) else {
                return nil
            }
            total += number * unit.seconds
        }
        return total < 1e11 ? total : nil
    }

    // MARK: Absolute

    private static func absolute(_ words: [String], isUTC: Bool, now: Date) -> Date? {
        var parts = fields(of: now, isUTC: isUTC)
        var words = words[...]
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        let days: [String: Int32] = ["today": 0, "yesterday": -1, "tomorrow": 1]
        guard let first = words.first else { return nil }
        if let day = days[first] {
            parts.tm_mday += day
            words.removeFirst()
        } else if let day = numbers(first, separator: "-", counts: 3...3) {
            guard (1970...9999).contains(day[0]), (1...12).contains(day[1]), (1...31).contains(day[2]) else {
                return nil
            }
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (day[0] - 1900, day[1] - 1, day[2])
            words.removeFirst()
        }
        if let clock = words.first {
            guard words.count == 1, let time = numbers(clock, separator: ":", counts: 2...3),
                (0...23).contains(time[0]), (0...59).contains(time[1]), time.count < 3 || (0...59).contains(time[2])
            else { return nil }
            (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time.count > 2 ? time[2] : 0)
        }
        parts.tm_isdst = -1
        let seconds = isUTC ? timegm(&parts) : mktime(&parts)
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func fields(of date: Date, isUTC: Bool) -> tm {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        _ = isUTC ? gmtime_r(&seconds, &parts) : localtime_r(&seconds, &parts)
        return parts
    }

    private static func numbers(_ text: String, separator: Character, counts: ClosedRange<Int>) -> [Int32]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) && $0.count <= 4 ? Int32($0) : nil }
        return numbers.count == parts.count && counts.contains(parts.count) ? numbers : nil
    }
}
