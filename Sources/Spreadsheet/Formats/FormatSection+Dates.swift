// Dates and times as a section of a format writes them. Names of months and days are English, whatever language the
// format asks for.

import Text

private let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]
private let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

extension FormatSection {
    /// A day in a section of dates; nil where its parts cannot be.
    func text(of serial: DaySerial) -> String? {
        let serial = serial.rounded(toMilliseconds: smallestUnit)
        let hasHalf = tokens.contains { if case .date(.half) = $0 { true } else { false } }
        var result = ""
        for token in tokens {
            switch token {
            case .date(let part):
                guard let piece = text(of: part, serial, hasHalf: hasHalf) else { return nil }
                result += piece
            case .literal(let text): result += text
            case .point: result += "."
            case .percent: result += "%"
            case .digit(let kind): result += kind == UInt8(ascii: "0") ? "0" : ""
            case .general, .text, .exponent: break
            }
        }
        return collapsed(result.utf8)
    }

    /// Seconds are rounded to what is shown of them; minutes and hours are not.
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

    private func text(of part: DatePart, _ serial: DaySerial, hasHalf: Bool) -> String? {
        let date = serial.date
        let seconds = serial.milliseconds / 1000
        let hour = seconds / 3600
        switch part {
        case .year(let count): return count < 3 ? padded(date.year % 100, 2) : padded(date.year, 4)
        case .month(let count):
            guard months.indices.contains(date.month - 1) else { return nil }
            let name = months[date.month - 1]
            return count < 3
                ? padded(date.month, count) : String(name.prefix(count == 3 ? 3 : count == 5 ? 1 : name.count))
        case .day(let count):
            guard weekdays.indices.contains(date.weekday) else { return nil }
            let name = weekdays[date.weekday]
            return count < 3 ? padded(date.day, count) : String(name.prefix(count == 3 ? 3 : name.count))
        case .hour(let count): return padded(hasHalf ? (hour + 11) % 12 + 1 : hour, count)
        case .minute(let count): return padded(seconds / 60 % 60, count)
        case .second(let count): return padded(seconds % 60, count)
        case .fraction(let count):
            let digits = padded(serial.milliseconds % 1000, 3)
            return "." + String((digits + String(repeating: "0", count: max(0, count - 3))).prefix(count))
        case .half(let isShort): return isShort ? (hour < 12 ? "A" : "P") : (hour < 12 ? "AM" : "PM")
        case .elapsed(let unit, let count):
            let seconds = serial.elapsed / 1000
            let total = unit == UInt8(ascii: "h") ? seconds / 3600 : unit == UInt8(ascii: "m") ? seconds / 60 : seconds
            return padded(total, count)
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
