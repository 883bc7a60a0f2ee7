// Dates in texts, and patterns of links: days exist, and the quick matcher says what the slow one says.

@testable import Text

extension Target {
    /// A text; up to the first NUL the pattern that it is compared with.
    static let dates = Target("dates") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let text = parts.last ?? ""
        let customs: [DateCustoms] = [
            DateCustoms(dayFirst: true), DateCustoms(dayFirst: false), DateCustoms(), DateCustoms(language: "fa"),
            DateCustoms(language: "th"), DateCustoms(language: "hr"),
        ]
        for customs in customs {
            let days = datesInText(text, customs)
            try promise(days.count * 4 <= text.utf8.count, "there are more days than a text of this length can name")
            for day in days {
                try promise(
                    DayInText(year: day.year, month: day.month, day: day.day, isMonth: day.isMonth) == day,
                    "a day does not exist")
                try promise(
                    datesInText(day.description, customs).map(\.description) == [day.description],
                    "a day is not read as it is written")
            }
        }
        try promise(
            datesInText(text, DateCustoms())
                == datesInText(text, DateCustoms(dayFirst: DateCustoms(of: [text]).dayFirst ?? true)),
            "a text is not read in the order that it tells")
        let pattern = parts.count > 1 ? parts[0] : ""
        guard pattern.utf8.count * text.utf8.count <= 1 << 16 else { return }
        try promise(
            Glob(pattern).matches(text) == matches(pattern, text), "a pattern matches in one way and not in the other")
        try promise(Glob("*" + pattern + "*").matches(pattern), "a pattern between stars does not match itself")
    }
}

/// By the definition, one place after the other: which parts of the pattern may lie behind.
private func matches(_ pattern: String, _ text: String) -> Bool {
    let pattern = Array(pattern.lowercased().unicodeScalars)
    func reach(_ places: Set<Int>) -> Set<Int> {
        var places = places
        for place in pattern.indices where places.contains(place) && pattern[place] == "*" { places.insert(place + 1) }
        return places
    }
    var places = reach([0])
    for scalar in text.lowercased().unicodeScalars {
        places = reach(
            Set(
                places.compactMap { place in
                    guard place < pattern.count else { return nil }
                    if pattern[place] == "*" { return place }
                    return pattern[place] == "?" || pattern[place] == scalar ? place + 1 : nil
                }))
    }
    return places.contains(pattern.count)
}
