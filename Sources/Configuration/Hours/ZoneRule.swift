// The yearly changes of a time zone's clocks, as POSIX writes them in TZ (IEEE Std 1003.1, 8.3; RFC 9636 3.3.1):
// "CET-1CEST,M3.5.0,M10.5.0/3". Pure.

import Text

/// Standard time and daylight saving time, and when they begin each year.
struct ZoneRule: Equatable {
    /// A day of a year and a time on it.
    private struct Change: Equatable {
        enum Day: Equatable {
            /// 1 to 365; 29 February has no number.
            case withoutLeapDay(Int)
            /// 0 to 365.
            case ofYear(Int)
            /// The first (1) to last (5) of a weekday (0 is Sunday) in a month.
            case weekday(month: Int, week: Int, Int)
        }
        var day: Day
        /// Seconds from midnight.
        var time: Int

        /// The local time of the change in a year, in seconds since 1970.
        func moment(in year: Int) -> Int {
            let first = dayNumber(year: year, month: 1, day: 1)
            let day: Int
            switch self.day {
            case .withoutLeapDay(let number):
                let isAfter = number >= 60 && dayNumber(year: year, month: 3, day: 1) - first == 60
                day = first + number - (isAfter ? 0 : 1)
            case .ofYear(let number): day = first + number
            case .weekday(let month, let week, let weekday):
                let start = dayNumber(year: year, month: month, day: 1)
                let end = dayNumber(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
                // 1 January 1970 was a Thursday.
                let found = start + ((weekday - start - 4) % 7 + 7) % 7 + (week - 1) * 7
                day = found < end ? found : found - 7
            }
            return day * 86_400 + time
        }
    }

    /// Seconds that the clocks are ahead of UTC.
    let standard: Int
    private let saving: Saving?

    private struct Saving: Equatable {
        var offset: Int
        var start, end: Change
    }

    /// Returns the stretch around a moment in seconds since 1970.
    func stretch(at moment: Int) -> ZoneClock.Stretch {
        guard let saving else { return ZoneClock.Stretch(offset: standard, end: .max) }
        let year = civilDay(of: (moment - (moment % 86_400 + 86_400) % 86_400) / 86_400).year
        let changes = (year - 1...year + 1).flatMap { year in
            [
                (at: saving.end.moment(in: year) - saving.offset, offset: standard),
                (at: saving.start.moment(in: year) - standard, offset: saving.offset),
            ]
        }.sorted { $0.at < $1.at }
        return ZoneClock.Stretch(
            offset: changes.last { $0.at <= moment }?.offset ?? standard,
            end: changes.first { $0.at > moment }?.at ?? .max)
    }

    /// Reads a rule; nil for a text that is none.
    init?(_ text: Substring) {
        var text = text
        guard Self.skipName(&text), let west = Self.time(&text, isSigned: true), abs(west) <= 24 * 3600 else {
            return nil
        }
        standard = -west
        if text.isEmpty {
            saving = nil
            return
        }
        guard Self.skipName(&text) else { return nil }
        var offset = standard + 3600
        if let first = text.first, first != "," {
            guard let west = Self.time(&text, isSigned: true), abs(west) <= 24 * 3600 else { return nil }
            offset = -west
        }
        // POSIX leaves the days open then; all systems take those of the United States.
        let days = text.isEmpty ? ",M3.2.0,M11.1.0" : text
        let parts = days.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, let start = Self.change(parts[1]), let end = Self.change(parts[2])
        else { return nil }
        saving = Saving(offset: offset, start: start, end: end)
    }

    /// Skips "CET" or "<+03>".
    private static func skipName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isASCII && $0.isLetter }
        text = text[name.endIndex...]
        return name.utf8.count >= 3
    }

    /// Seconds of "[+-]hh[:mm[:ss]]".
    private static func time(_ text: inout Substring, isSigned: Bool) -> Int? {
        var sign = 1
        if isSigned, let first = text.first, "+-".contains(first) {
            sign = first == "-" ? -1 : 1
            text = text.dropFirst()
        }
        guard let hours = number(&text), hours <= 167 else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where text.first == ":" {
            text = text.dropFirst()
            guard let part = number(&text), part < 60 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private static func number(_ text: inout Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        text = text[digits.endIndex...]
        return digits.utf8.count <= 3 ? Int(digits) : nil
    }

    /// "M3.5.0", "J60" or "59", and a time after "/".
    private static func change(_ text: Substring) -> Change? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var time = 7200
        if parts.count == 2 {
            var rest = parts[1]
            guard let own = Self.time(&rest, isSigned: true), rest.isEmpty else { return nil }
            time = own
        }
        guard (1...2).contains(parts.count), let kind = parts[0].first else { return nil }
        let numbers = (kind.isLetter ? parts[0].dropFirst() : parts[0])
            .split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        switch (kind, numbers.count) {
        case ("M", 3):
            guard (1...12).contains(numbers[0]), (1...5).contains(numbers[1]), (0...6).contains(numbers[2]) else {
                return nil
            }
            return Change(day: .weekday(month: numbers[0], week: numbers[1], numbers[2]), time: time)
        case ("J", 1) where (1...365).contains(numbers[0]):
            return Change(day: .withoutLeapDay(numbers[0]), time: time)
        case (_, 1) where kind.isNumber && (0...365).contains(numbers[0]):
            return Change(day: .ofYear(numbers[0]), time: time)
        default: return nil
        }
    }
}
