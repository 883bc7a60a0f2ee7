// Office hours as people write them, after the calendar events of systemd.time(7): "Mon..Fri 08:00-18:00",
// "Mon,Wed 9:00-12:00, 13:00-17:00, Sat 22:00-02:00". Pure.

extension OfficeHours {
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// Reads ranges of times, each after the weekdays for which it holds; without weekdays it holds for those before it,
    /// else for every day. A range that ends earlier than it begins ends on the next day.
    ///
    /// - Parameters:
    ///   - text: the value of `hours`.
    ///   - zone: the name of the zone; nil for this machine's.
    /// - Throws: what is wrong, as the rest of a sentence about `hours`.
    package init(_ text: String, zone: String?, clock: ZoneClock) throws(ConfigProblem) {
        var spans: [Range<Int>] = []
        var days = Set(0..<7)
        // Days that wait for their times: "Mon,Wed 09:00-12:00".
        var waiting: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            var words = item.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else {
                throw ConfigProblem("has nothing between two commas; write it like \"Mon..Fri 08:00-18:00\"")
            }
            if first.first?.isLetter == true {
                waiting.formUnion(try Self.days(first))
                words.removeFirst()
                if words.isEmpty { continue }
            }
            if !waiting.isEmpty { (days, waiting) = (waiting, []) }
            let times = try Self.times(words.joined())
            spans += days.map { $0 * 86_400 + times.lowerBound..<$0 * 86_400 + times.upperBound }
        }
        if spans.isEmpty || !waiting.isEmpty {
            throw ConfigProblem("names days without times; write them like \"Mon..Fri 08:00-18:00\"")
        }
        self.init(text: zone.map { "\(text) \($0)" } ?? text, spans: spans, clock: clock)
    }

    /// "Mon" or "Mon..Fri"; "Sat..Mon" goes past Sunday.
    private static func days(_ word: Substring) throws(ConfigProblem) -> Set<Int> {
        let name = word.prefix { $0 != "." }
        let first = try day(name)
        let rest = word.dropFirst(name.count)
        if rest.isEmpty { return [first] }
        guard rest.hasPrefix("..") else { throw notDays(word) }
        let last = try day(rest.dropFirst(2))
        return Set((first...(last < first ? last + 7 : last)).map { $0 % 7 })
    }

    private static func day(_ name: Substring) throws(ConfigProblem) -> Int {
        let name = name.lowercased()
        guard let day = weekdays.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else {
            throw notDays(name[...])
        }
        return day
    }

    private static func notDays(_ word: Substring) -> ConfigProblem {
        ConfigProblem(
            "\"\(String(word).printable)\" is not a weekday; write Mon, Tue, Wed, Thu, Fri, Sat or Sun, and Mon..Fri for "
                + "several")
    }

    /// The seconds of a day of "08:00-18:00"; past its end for "22:00-02:00".
    private static func times(_ text: String) throws(ConfigProblem) -> Range<Int> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = time(parts[0]), let end = time(parts[1]), start < 86_400 else {
            throw ConfigProblem(
                "\"\(text.printable)\" is not a range of times; write it like 08:00-18:00, from 00:00 to 24:00")
        }
        if start == end {
            throw ConfigProblem("\"\(text.printable)\" has no length; write 00:00-24:00 for a whole day")
        }
        return start..<(end < start ? end + 86_400 : end)
    }

    /// Seconds of "8:00", "08:00" or "24:00".
    private static func time(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }), let hours = Int(parts[0]),
            let minutes = Int(parts[1]), minutes < 60, hours * 60 + minutes <= 24 * 60
        else { return nil }
        return hours * 3600 + minutes * 60
    }
}
