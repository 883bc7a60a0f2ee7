// Writes dates and times by a section of a format. Names of months and days are English, whatever language the format
// names.

import Text

private let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]
private let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

extension FormatSection {
    /// A day in a section of dates; nil if its parts are inconsistent.
    func text(of serial: DaySerial) -> String? {
        let serial = serial.rounded(toMilliseconds: smallestUnit)
        let hasHalf = tokens.contains { if case .date(.half) = $0 { true } else { false } }
        let date = serial.date
        guard months.indices.contains(date.month - 1), weekdays.indices.contains(date.weekday) else { return nil }
        var result: [UInt8] = []
        for token in tokens {
            switch token {
            case .date(let part): write(part, date, serial, hasHalf: hasHalf, to: &result)
            case .literal(let text): result += text.utf8
            case .point: result.append(UInt8(ascii: "."))
            case .percent: result.append(UInt8(ascii: "%"))
            case .digit(UInt8(ascii: "0")): result.append(UInt8(ascii: "0"))
            case .digit, .general, .text, .exponent: break
            }
        }
        return collapsed(result)
    }

    /// Seconds are rounded to the digits shown; minutes and hours are not rounded.
    private var smallestUnit: Int {
        var unit = 1
        for token in tokens {
            switch token {
            case .date(.fraction(let digits)): return digits == 1 ? 100 : digits == 2 ? 10 : 1
            case .date(.second), .date(.elapsed(UInt8(ascii: "s"), _)): unit = 1000
            default: break
            }
        }
        return unit
    }

    private func write(
        _ part: DatePart, _ date: (year: Int, month: Int, day: Int, weekday: Int), _ serial: DaySerial, hasHalf: Bool,
        to text: inout [UInt8]
    ) {
        let seconds = serial.milliseconds / 1000
        let hour = seconds / 3600
        switch part {
        case .year(let count): count < 3 ? write(date.year % 100, 2, to: &text) : write(date.year, 4, to: &text)
        case .month(let count) where count < 3: write(date.month, count, to: &text)
        case .month(let count): text += months[date.month - 1].utf8.prefix(count == 3 ? 3 : count == 5 ? 1 : .max)
        case .day(let count) where count < 3: write(date.day, count, to: &text)
        case .day(let count): text += weekdays[date.weekday].utf8.prefix(count == 3 ? 3 : .max)
        case .hour(let count): write(hasHalf ? (hour + 11) % 12 + 1 : hour, count, to: &text)
        case .minute(let count): write(seconds / 60 % 60, count, to: &text)
        case .second(let count): write(seconds % 60, count, to: &text)
        case .fraction(let count):
            text.append(UInt8(ascii: "."))
            let end = text.count + count
            write(serial.milliseconds % 1000, 3, to: &text)
            while text.count < end { text.append(UInt8(ascii: "0")) }
            text.removeLast(text.count - end)
        case .half(let isShort):
            text.append(UInt8(ascii: hour < 12 ? "A" : "P"))
            if !isShort { text.append(UInt8(ascii: "M")) }
        case .elapsed(let unit, let count):
            let seconds = serial.elapsed / 1000
            let total = unit == UInt8(ascii: "h") ? seconds / 3600 : unit == UInt8(ascii: "m") ? seconds / 60 : seconds
            write(total, count, to: &text)
        }
    }

    private func write(_ number: Int, _ width: Int, to text: inout [UInt8]) {
        if number < 0 || number > 99 {
            let digits = "\(number)"
            for _ in 0..<max(0, width - digits.utf8.count) { text.append(UInt8(ascii: "0")) }
            text += digits.utf8
            return
        }
        for _ in 0..<max(0, width - 2) { text.append(UInt8(ascii: "0")) }
        if width > 1 || number > 9 { text.append(UInt8(ascii: "0") + UInt8(number / 10)) }
        text.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
