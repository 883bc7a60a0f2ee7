// Days as numbers, as in spreadsheets (ECMA-376 part 1, 18.17.4), and as dates, as in formats.

import Text

/// A day and a time of day.
struct DaySerial: Sendable, Equatable {
    /// Days since the system's day 0, for elapsed times; whole.
    private(set) var days: Int
    /// Milliseconds of the day.
    private(set) var milliseconds: Int
    private var isFrom1904: Bool

    private static let perDay = 86_400_000

    /// The day of a number; nil for a number before the first day or after the year 9999, which Excel does not show
    /// either.
    init?(_ number: DecimalNumber, isFrom1904: Bool) {
        let value = number.double
        let last = isFrom1904 ? 2_957_004 : 2_958_466
        guard value >= 0, value < Double(last) else { return nil }
        let total = Int((value * Double(Self.perDay)).rounded())
        (days, milliseconds) = total.quotientAndRemainder(dividingBy: Self.perDay)
        self.isFrom1904 = isFrom1904
    }

    /// The day of an ISO 8601 date, with or without a time: 2012-06-14T08:30:00; nil for others. Day 0, the last of
    /// 1899, is the day of times without a date.
    init?(iso text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let parts = halves.first?.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) } ?? []
        guard halves.count <= 2, parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1899...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        days = dayNumber(year: year, month: month, day: day) - dayNumber(year: 1899, month: 12, day: 30)
        if days < 61 { days -= 1 }
        if days < 0 { return nil }
        (milliseconds, isFrom1904) = (0, false)
        guard halves.count == 2 else { return }
        let time = halves[1].split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(time.count), let hour = Int(time[0]), let minute = Int(time[1]),
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        let second = time.count == 3 ? Double(time[2].prefix { $0 == "." || $0.isNumber }) : 0
        guard let second, second >= 0, second < 60 else { return nil }
        milliseconds = min(Self.perDay - 1, (hour * 60 + minute) * 60_000 + Int((second * 1000).rounded()))
    }

    /// Milliseconds since day 0.
    var elapsed: Int { days * Self.perDay + milliseconds }

    /// The same, rounded to a multiple of `unit`.
    func rounded(toMilliseconds unit: Int) -> DaySerial {
        var result = self
        let total = (elapsed + unit / 2) / unit * unit
        (result.days, result.milliseconds) = total.quotientAndRemainder(dividingBy: Self.perDay)
        return result
    }

    /// Year, month, day; weekday from 0 for Sunday. The system of 1900 has a 29 February 1900, as in the program that
    /// introduced it, and a day 0 before 1 January.
    var date: (year: Int, month: Int, day: Int, weekday: Int) {
        if !isFrom1904, days < 61 {
            let weekday = (days + 6) % 7
            if days == 0 { return (1900, 1, 0, weekday) }
            return days < 32 ? (1900, 1, days, weekday) : (1900, 2, days - 31, weekday)
        }
        let first =
            isFrom1904 ? dayNumber(year: 1904, month: 1, day: 1) : dayNumber(year: 1899, month: 12, day: 30)
        let number = days + first
        let (year, month, day) = civilDay(of: number)
        return (year, month, day, ((number + 4) % 7 + 7) % 7)
    }
}
