// Finds the days that a title, a file name or the text of a link names, in any form. Pure; it resolves ambiguous forms,
// so that links and titles of documents are read alike.

/// A day that a text names.
package struct DayInText: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 1990...2100.
    package let year: Int
    /// 1...12.
    package let month: Int
    /// 1...31.
    package let day: Int
    /// Whether the text names only the month ("November 2026"), represented by its first day.
    package let isMonth: Bool

    /// Nil for a day that does not exist, and for a year without published lists.
    package init?(year: Int, month: Int, day: Int, isMonth: Bool = false) {
        guard (1990...2100).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let longest = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard day <= longest else { return nil }
        (self.year, self.month, self.day, self.isMonth) = (year, month, day, isMonth)
    }

    /// As in ISO 8601: "2026-11-13".
    package var description: String {
        "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    package static func < (left: DayInText, right: DayInText) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

/// The days that a text names, in the order of the text.
///
/// "2026-11-13", "20261113", "13.11.2026", "13/11/26", "13 November 2026", "Nov 13th, 2026" in the languages of CLDR
/// and the digits of any script, with blanks or their substitutes in file names ("13_Nov_2026"); "2026年11月13日";
/// "November 2026" and "2026/11" for a month, "2026-W46" and "week 46, 2026" for the Monday of a week (ISO 8601). Of an
/// interval ("9 - 13 November 2026") both ends, the first one before the last. Years of two digits are from 1980 to
/// 2079. Whole days of other calendars: Buddhist years in Thai texts, years of the reigns of Japan and of the Republic
/// of China, Persian and Islamic months by their names; the latter two only without a day of our calendar beside them.
/// A day that does not exist, or of a year outside 1990...2100, is no date, nor a part of one. A name that means
/// different months in different languages is none unless the page's language or its other dates decide.
///
/// - Parameters:
///   - text: not percent-encoded, at most 8000 bytes; a longer one names no day.
///   - customs: how its author writes dates. If they do not say whether the day comes first, the dates of the text
///     decide, otherwise the day comes first. A number that can only be a day is one.
package func datesInText(_ text: String, _ customs: DateCustoms) -> [DayInText] {
    var scan = DateScan(pieces: datePieces(of: text, customs), dayFirst: true, isPersian: customs.language == "fa")
    scan.dayFirst = customs.dayFirst ?? scan.orderVote.map { $0 >= 0 } ?? true
    scan.run()
    return scan.days
}

/// One pass over the pieces of a text.
struct DateScan {
    let pieces: [DatePiece]
    var dayFirst: Bool
    /// Whether years of the Persian calendar may be written in numbers.
    let isPersian: Bool
    private(set) var days: [DayInText] = []
    /// Days of another calendar that may be computed one day off.
    private var reckoned: [DayInText] = []
    private(set) var index = 0

    init(pieces: [DatePiece], dayFirst: Bool, isPersian: Bool = false) {
        self.pieces = pieces
        self.dayFirst = dayFirst
        self.isPersian = isPersian
    }

    /// Fills `days`. Each form consumes its pieces, so that no part of a date is another date.
    mutating func run() {
        while index < pieces.count {
            index += compact() ?? units() ?? week() ?? yearFirst() ?? otherCalendar() ?? orderedForm() ?? 1
        }
        if days.isEmpty { days = reckoned }
    }

    private mutating func orderedForm() -> Int? {
        dayAndName() ?? numbers() ?? nameFirst() ?? monthAndYear()
    }

    /// How many dates of three numbers have the day first, minus those with the month first; nil without such dates.
    var orderVote: Int? {
        var vote: Int?
        for start in pieces.indices {
            guard let (first, second, _) = triple(at: start), (first > 12) != (second > 12) else { continue }
            vote = (vote ?? 0) + (first > 12 ? 1 : -1)
        }
        return vote
    }

    // MARK: The forms; each gives how many pieces it takes, or nil

    /// "20261113", "13112026".
    private mutating func compact() -> Int? {
        guard let piece = piece(0), piece.digits == 8 else { return nil }
        let (high, low) = (piece.value / 10_000, piece.value % 10_000)
        if let day = DayInText(year: high, month: low / 100, day: low % 100) ?? ordered(high / 100, high % 100, low) {
            days.append(day)
        }
        return 1
    }

    /// "2026-11-13", "2026 Nov 13", "2026/11", "2026 November".
    private mutating func yearFirst() -> Int? {
        guard let year = longYear(0), let next = piece(1) else { return nil }
        if let month = next.month, next.isLoose {
            if let day = day(2), piece(2)?.isLoose == true, longYear(3) == nil {
                return take(3, DayInText(year: year, month: month, day: day))
            }
            // "2026 November 2026": the following year belongs to the month.
            guard longYear(2) == nil, !next.needsDay else { return nil }
            return take(2, DayInText(year: year, month: month, day: 1, isMonth: true))
        }
        // "2026. gada 13. novembris"
        if piece(0)?.isNamedYear == true, next.isLoose, let day = day(1), let month = piece(2)?.month,
            piece(2)?.isLoose == true, longYear(3) == nil
        {
            return take(3, DayInText(year: year, month: month, day: day))
        }
        guard let sign = next.sign, (1...2).contains(next.digits) else { return nil }
        if let last = piece(2), last.sign == sign, (1...2).contains(last.digits) {
            // "2026 5 13" may be three adjacent numbers.
            guard sign != " " || (next.digits == 2 && last.digits == 2) else { return nil }
            return take(3, DayInText(year: year, month: next.value, day: last.value))
        }
        guard next.digits == 2, sign != " ", (1...12).contains(next.value) else { return nil }
        return take(2, DayInText(year: year, month: next.value, day: 1, isMonth: true))
    }

    /// "13 November 2026", "9 - 13 November 2026", "30 November - 4 December 2026".
    private mutating func dayAndName() -> Int? {
        guard let first = day(0), let next = piece(1) else { return nil }
        if let month = next.month, next.isLoose {
            if let year = year(2, like: next) { return take(3, DayInText(year: year, month: month, day: first)) }
            guard piece(2)?.isRange == true, let last = day(2), let end = piece(3)?.month, piece(3)?.isLoose == true,
                let year = longYear(4), piece(4)?.isLoose == true
            else { return nil }
            return take(
                5, DayInText(year: month > end ? year - 1 : year, month: month, day: first),
                DayInText(year: year, month: end, day: last))
        }
        guard next.isRange, let last = day(1), first < last, let month = piece(2)?.month, let named = piece(2),
            named.isLoose, let year = year(3, like: named)
        else { return nil }
        return take(
            4, DayInText(year: year, month: month, day: first), DayInText(year: year, month: month, day: last))
    }

    /// "13.11.2026", "13/11/26", "09. - 13.11.2026", "09.11. - 13.11.2026".
    private mutating func numbers() -> Int? {
        if let (first, second, year) = triple(at: index) { return take(3, ordered(first, second, year)) }
        guard dayFirst, let first = day(0), let next = piece(1) else { return nil }
        if next.isRange, let (last, month, year) = triple(at: index + 1), next.sign != piece(2)?.sign, first < last {
            return take(
                4, DayInText(year: year, month: month, day: first), DayInText(year: year, month: month, day: last))
        }
        guard let month = day(1), month <= 12, let sign = next.sign, sign != " ", piece(2)?.isRange == true,
            let (last, end, year) = triple(at: index + 2), piece(3)?.sign == sign, piece(2)?.sign != sign
        else { return nil }
        return take(
            5, DayInText(year: month > end ? year - 1 : year, month: month, day: first),
            DayInText(year: year, month: end, day: last))
    }

    /// "November 13, 2026", "November 9 - 13, 2026", "Nov 30 - Dec 4, 2026", "November 2026".
    private mutating func nameFirst() -> Int? {
        guard let named = piece(0), let month = named.month, let next = piece(1), next.isLoose else { return nil }
        if let year = longYear(1) {
            return named.needsDay ? nil : take(2, DayInText(year: year, month: month, day: 1, isMonth: true))
        }
        guard let first = day(1), let then = piece(2) else { return nil }
        if then.isLoose, let year = longYear(2) { return take(3, DayInText(year: year, month: month, day: first)) }
        guard then.isRange else { return nil }
        if let last = day(2), let year = longYear(3), piece(3)?.isLoose == true {
            return take(
                4, DayInText(year: year, month: month, day: first), DayInText(year: year, month: month, day: last))
        }
        guard let end = then.month, let last = day(3), piece(3)?.isLoose == true, let year = longYear(4),
            piece(4)?.isLoose == true
        else { return nil }
        return take(
            5, DayInText(year: month > end ? year - 1 : year, month: month, day: first),
            DayInText(year: year, month: end, day: last))
    }

    /// "11/2026", but not within "45/11/2026".
    private mutating func monthAndYear() -> Int? {
        guard let named = piece(0), named.digits == 2, (1...12).contains(named.value), let year = longYear(1),
            let sign = piece(1)?.sign, sign != " "
        else { return nil }
        if let before = piece(-1), (1...2).contains(before.digits), named.sign == sign { return nil }
        return take(2, DayInText(year: year, month: named.value, day: 1, isMonth: true))
    }

    // MARK: Their parts

    func piece(_ offset: Int) -> DatePiece? {
        pieces.indices.contains(index + offset) ? pieces[index + offset] : nil
    }

    mutating func take(_ count: Int, _ found: DayInText?...) -> Int {
        days += found.compactMap(\.self)
        return count
    }

    /// The same for a day that counts only if there is no other.
    mutating func reckon(_ count: Int, _ found: DayInText?) -> Int {
        if let found { reckoned.append(found) }
        return count
    }

    func day(_ offset: Int) -> Int? {
        guard let piece = piece(offset), (1...2).contains(piece.digits), (1...31).contains(piece.value) else {
            return nil
        }
        return piece.value
    }

    func longYear(_ offset: Int) -> Int? {
        guard let piece = piece(offset), piece.digits == 4, (1990...2100).contains(piece.value) else { return nil }
        return piece.value
    }

    /// A year; with two digits only if it has the same separator as the month ("13-Nov-26") and is no other number ("13
    /// Nov 10:30").
    private func year(_ offset: Int, like month: DatePiece) -> Int? {
        guard let piece = piece(offset), piece.isLoose else { return nil }
        if let year = longYear(offset) { return year }
        guard piece.digits == 2, piece.gap == month.gap || piece.isBuddhist, longYear(offset + 1) == nil,
            self.piece(offset + 1)?.gap.hasPrefix(":") != true
        else { return nil }
        return full(piece)
    }

    /// Day, month and year as three numbers with the same sign between them; the first two in either order.
    func triple(at start: Int) -> (Int, Int, Int)? {
        guard start >= 0, start + 2 < pieces.count else { return nil }
        let (first, second, third) = (pieces[start], pieces[start + 1], pieces[start + 2])
        guard (1...2).contains(first.digits), (1...2).contains(second.digits), let sign = second.sign,
            third.sign == sign, (1...31).contains(first.value), (1...31).contains(second.value)
        else { return nil }
        let isPadded = first.digits == 2 && second.digits == 2
        if third.digits == 4, (1990...2100).contains(third.value), sign != " " || isPadded {
            return (first.value, second.value, third.value)
        }
        // Three short numbers are a date only if they stand alone: no version, no address of four numbers, no time.
        guard third.digits == 2, sign != " ", isPadded || sign == "/" || sign == ".",
            start == 0 || pieces[start - 1].digits == 0 || first.sign != sign,
            start == 0 || first.gap != "" || !["v", "ver", "version", "rev"].contains(pieces[start - 1].word),
            start + 3 >= pieces.count || pieces[start + 3].digits == 0 || pieces[start + 3].sign != sign
        else { return nil }
        return (first.value, second.value, full(third))
    }

    private func ordered(_ first: Int, _ second: Int, _ year: Int) -> DayInText? {
        let (day, month) = dayFirst ? (first, second) : (second, first)
        return DayInText(year: year, month: month, day: day) ?? DayInText(year: year, month: day, day: month)
    }

    private func full(_ short: DatePiece) -> Int {
        short.isBuddhist ? short.value + 1957 : short.value < 80 ? 2000 + short.value : 1900 + short.value
    }
}
