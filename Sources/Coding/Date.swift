// A point in time, of the wall clock. Foundation's type of that name would bring seven megabytes into each program.

import Glibc
import Text

/// A point in time. As text and in JSON it has whole seconds in UTC, by RFC 3339: "2026-11-24T03:04:05Z".
package struct Date: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    package var timeIntervalSince1970: Double

    package init(timeIntervalSince1970: Double) {
        self.timeIntervalSince1970 = timeIntervalSince1970
    }

    /// Now, by the system's clock.
    package init() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        self.init(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// The seconds from the other time to this one; negative if this is earlier.
    package func timeIntervalSince(_ other: Date) -> Double {
        timeIntervalSince1970 - other.timeIntervalSince1970
    }

    /// The time so many seconds later.
    package func addingTimeInterval(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: timeIntervalSince1970 + seconds)
    }

    package static func < (one: Date, other: Date) -> Bool {
        one.timeIntervalSince1970 < other.timeIntervalSince1970
    }
}

// MARK: As text

extension Date: Codable, CustomStringConvertible {
    /// The seconds from the first day of the year 1 to the last of the year 9999, which RFC 3339 can write.
    private static let writable = -62_135_596_800.0...253_402_300_799.0

    /// RFC 3339, in UTC; a time before the year 1 or after 9999 becomes the nearest writable one.
    package var description: String {
        let bounded = min(max(timeIntervalSince1970, Date.writable.lowerBound), Date.writable.upperBound)
        // NaN becomes 1970.
        let seconds = Int(exactly: bounded.rounded(.down)) ?? 0
        let time = ((seconds % 86_400) + 86_400) % 86_400
        let day = civilDay(of: (seconds - time) / 86_400)
        let pieces = [
            (day.year / 100, 0x30), (day.year % 100, 0x2D), (day.month, 0x2D), (day.day, 0x54), (time / 3600, 0x3A),
            (time / 60 % 60, 0x3A), (time % 60, 0x5A),
        ]
        // A state may have a hundred thousand dates.
        return String(unsafeUninitializedCapacity: 21) { text in
            var end = 0
            for (number, (value, sign)) in pieces.enumerated() {
                text[end] = UInt8(0x30 + value / 10)
                text[end + 1] = UInt8(0x30 + value % 10)
                text[end + 2] = UInt8(sign)
                // The halves of the year have no separator.
                end += number == 0 ? 2 : 3
            }
            return end
        }
    }

    /// The time of such a text, with whole seconds and in UTC; nil for any other text.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
            bytes[16] == 0x3A, bytes[19] == 0x5A
        else { return nil }
        func number(_ places: Range<Int>) -> Int? {
            var number = 0
            for byte in bytes[places] {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            return number
        }
        guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month),
            let day = number(8..<10), (1...31).contains(day), let hour = number(11..<13), hour < 24,
            let minute = number(14..<16), minute < 60, let second = number(17..<19), second <= 60
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        self.init(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let date = Date(text) else { throw CodingFailure("\"\(text)\" is no time") }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
