// Dates in other forms than day, month and year of our calendar: with a sign after each number, by weeks, and in the
// calendars of Iran and Islam.

extension DateScan {
    /// "2026年11月13日", "令和8年11月13日", "114年6月3日", "2025년 6월 3일 - 9일", "2026年11月".
    mutating func units() -> Int? {
        var start = 0
        var first = 0
        switch piece(0)?.word {
        case "令和": (start, first) = (1, 2018)
        case "平成": (start, first) = (1, 1988)
        case "民國": (start, first) = (1, 1911)
        default: break
        }
        guard let number = piece(start), number.digits > 0, piece(start + 1)?.word == "年",
            let month = value(start + 2, before: "月")
        else { return nil }
        // A year of three digits belongs to the Republic of China; a year of two may belong to any era.
        guard start == 1 ? number.digits < 4 : number.digits == 4 || number.digits == 3 && 79...189 ~= number.value
        else { return nil }
        if start == 0, number.digits == 3 { first = 1911 }
        let year = first + number.value
        guard let day = value(start + 4, before: "日") else {
            return take(start + 4, DayInText(year: year, month: month, day: 1, isMonth: true))
        }
        let begin = DayInText(year: year, month: month, day: day)
        let next = start + 6
        guard piece(next)?.isRange == true else { return take(next, begin) }
        if let last = value(next, before: "日") {
            return take(next + 2, begin, DayInText(year: year, month: month, day: last))
        }
        guard let end = value(next, before: "月"), let last = value(next + 2, before: "日") else {
            return take(next, begin)
        }
        return take(next + 4, begin, DayInText(year: end < month ? year + 1 : year, month: end, day: last))
    }

    /// A number of one or two digits before this sign.
    private func value(_ offset: Int, before unit: String) -> Int? {
        guard let number = piece(offset), 1...2 ~= number.digits, piece(offset + 1)?.word == unit else { return nil }
        return number.value
    }

    /// "2026-W46", "W46-2026", "week 46 2026", "KW 46/2026", "2026 week 46", "semaine 46 (2026)".
    mutating func week() -> Int? {
        let isYearFirst = longYear(0) != nil
        let name = isYearFirst ? 1 : 0
        guard let named = piece(name), let number = piece(name + 1), 1...2 ~= number.digits,
            named.isWeek && number.isBeside || named.word == "w" && number.gap.isEmpty
        else { return nil }
        if isYearFirst, let year = longYear(0), named.isBeside {
            // "2026 week 46: 13 November 2026"
            guard longYear(3) == nil, piece(2)?.month == nil || piece(2)?.isLoose == false else { return nil }
            let hasDay = named.word == "w" && piece(3)?.sign == "-" && piece(3)?.digits == 1
            let weekday = hasDay ? piece(3)?.value ?? 1 : 1
            return take(hasDay ? 4 : 3, DayInText(year: year, week: number.value, weekday: weekday))
        }
        guard !isYearFirst, let year = longYear(2), piece(2)?.isBeside == true else { return nil }
        // "week 46 2026-11-13"
        if let then = piece(3), then.month != nil && then.isLoose || 1...2 ~= then.digits && then.sign ?? " " != " " {
            return nil
        }
        return take(3, DayInText(year: year, week: number.value, weekday: 1))
    }

    /// "۱۲ آبان ۱۴۰۵", "15 ذو الحجة 1446", "1404/03/13" in Persian texts, "15/12/1446 هـ".
    mutating func otherCalendar() -> Int? {
        if let day = day(0), let named = piece(1)?.named, named.calendar != .gregorian, piece(1)?.isLoose == true,
            let year = piece(2), year.digits == 4, year.isLoose
        {
            return named.calendar == .persian
                ? take(3, DayInText(persianYear: year.value, month: named.number, day: day))
                : reckon(3, DayInText(islamicYear: year.value, month: named.number, day: day))
        }
        guard let first = piece(0), let second = piece(1), let third = piece(2), let sign = second.sign, sign != " ",
            third.sign == sign, 1...2 ~= second.digits
        else { return nil }
        let (year, day) = first.digits == 4 ? (first, third) : (third, first)
        guard year.digits == 4, 1369...1524 ~= year.value, 1...2 ~= day.digits else { return nil }
        if piece(3)?.word == "ه" {
            return reckon(4, DayInText(islamicYear: year.value, month: second.value, day: day.value))
        }
        return isPersian ? take(3, DayInText(persianYear: year.value, month: second.value, day: day.value)) : nil
    }
}

extension DatePiece {
    /// Whether it adjoins the piece before it, also in parentheses.
    fileprivate var isBeside: Bool {
        gap.unicodeScalars.count <= 3 && gap.unicodeScalars.allSatisfy { " ._,/-():".unicodeScalars.contains($0) }
    }
}

extension DayInText {
    /// The day of a week (ISO 8601 5.3): 1 for Monday. Nil if the year does not have that week.
    init?(year: Int, week: Int, weekday: Int) {
        guard 1990...2100 ~= year, 1...53 ~= week, 1...7 ~= weekday else { return nil }
        // The week of the fourth of January is the first.
        let fourth = dayNumber(year: year, month: 1, day: 4)
        let monday = fourth - DayInText.weekday(of: fourth) + 7 * (week - 1)
        // A week belongs to the year of its Thursday.
        guard monday + 3 < dayNumber(year: year + 1, month: 1, day: 1) else { return nil }
        self.init(number: monday + weekday - 1)
    }

    /// A day of the Persian calendar with leap years in the cycle of 33 years, which matches the equinox from 1799 to
    /// 2256.
    init?(persianYear year: Int, month: Int, day: Int) {
        guard 1369...1479 ~= year, 1...12 ~= month, day >= 1 else { return nil }
        let isLeap = { (year: Int) in [1, 5, 9, 13, 17, 22, 26, 30].contains(year % 33) }
        guard day <= (month <= 6 ? 31 : month < 12 || isLeap(year) ? 30 : 29) else { return nil }
        // The first day of 1369 was the 21st of March 1990.
        var number = dayNumber(year: 1990, month: 3, day: 21)
        for earlier in 1369..<year { number += isLeap(earlier) ? 366 : 365 }
        self.init(number: number + 31 * (month - 1) - max(0, month - 7) + day - 1)
    }

    /// A day of the tabular Islamic calendar, from Thursday, 15 July 622 on: the proclaimed day may differ by one.
    init?(islamicYear year: Int, month: Int, day: Int) {
        guard 1410...1524 ~= year, 1...12 ~= month, 1...30 ~= day else { return nil }
        let days = (11 * year + 3) / 30 + 354 * year + 30 * month - (month - 1) / 2 + day
        // Counted from 1 Muharram 1400, which was the 20th of November 1979.
        let first = (11 * 1400 + 3) / 30 + 354 * 1400 + 30 + 1
        self.init(number: dayNumber(year: 1979, month: 11, day: 20) + days - first)
    }

    private init?(number: Int) {
        let day = civilDay(of: number)
        self.init(year: day.year, month: day.month, day: day.day)
    }

    /// 0 for Monday; the first of January 1970 was a Thursday.
    private static func weekday(of number: Int) -> Int { (number + 3) % 7 }
}
