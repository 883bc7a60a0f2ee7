// Parses HTTP dates (RFC 9110 5.6.7) without a calendar library: the fixed form that servers send today, and the two
// obsolete forms that a recipient must accept.

import Text

/// Returns seconds since 1970 for an HTTP date; nil for anything else. `now`, in the same unit, decides the century of
/// a two-digit year.
package func seconds(httpDate text: String, now: Double) -> Double? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT" && words[0].hasSuffix(","):
        // Sun, 06 Nov 1994 08:49:37 GMT
        return seconds(year: number(words[3], digits: 4...4), month: words[2], day: words[1], time: words[4])
    case 4 where words[3] == "GMT" && words[0].hasSuffix(","):
        // Sunday, 06-Nov-94 08:49:37 GMT
        let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let short = number(parts[2], digits: 2...2) else { return nil }
        return seconds(year: fullYear(short, now: now), month: parts[1], day: parts[0], time: words[2])
    case 5:
        // Sun Nov  6 08:49:37 1994
        return seconds(year: number(words[4], digits: 4...4), month: words[1], day: words[2], time: words[3])
    default:
        return nil
    }
}

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

private func seconds(year: Int?, month: String, day: String, time: String) -> Double? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2...2) }
    guard let year, let month = months.firstIndex(of: month), let day = number(day, digits: 1...2),
        clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
        (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    return Double(dayNumber(year: year, month: month + 1, day: day) * 86_400 + hour * 3_600 + minute * 60 + second)
}

/// RFC 9110 5.6.7: a two-digit year that appears to be more than 50 years ahead is the most recent past one.
private func fullYear(_ short: Int, now: Double) -> Int {
    // 31 556 952 s is the mean Gregorian year.
    let thisYear = 1970 + (Int(exactly: (now / 31_556_952).rounded(.down)) ?? 0)
    let guess = thisYear - thisYear % 100 + short
    return guess > thisYear + 50 ? guess - 100 : guess
}

/// A number of plain digits.
func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
}
