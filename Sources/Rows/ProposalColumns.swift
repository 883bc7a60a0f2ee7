// What the cells beside the keys are: which column has the dates, which the statuses.

/// The cells of one column, row by row.
struct ColumnFacts {
    let count: Int
    /// Shares of all cells.
    let filled: Double
    /// Shares of the cells that are not empty.
    let dates: Double
    let numbers: Double
    let distinct: Double
    let words: Double
    /// Characters of a cell that is not empty, on the average.
    let length: Double

    init(_ cells: [String]) {
        let texts = cells.filter { !$0.isEmpty }
        count = texts.count
        let all = Double(max(1, texts.count))
        filled = Double(texts.count) / Double(max(1, cells.count))
        dates =
            Double(texts.count { DateCell.isDate($0) || ($0.utf8.count == 8 && DateCell.isDate($0, compact: true)) })
            / all
        numbers = Double(texts.count { $0.utf8.allSatisfy { $0 < 0x41 } }) / all
        words = Double(texts.count { HeadingWords.areOf($0, HeadingWords.statuses) }) / all
        distinct = Double(Set(texts).count) / all
        length = Double(texts.reduce(0) { $0 + $1.utf8.count }) / all
    }

    /// Whether most of the cells that are not empty are dates.
    var areDates: Bool { count > 0 && dates >= 0.7 }

    /// How likely these texts are statuses, from 0 for what is none to 1, whatever their length.
    ///
    /// - Parameter heading: what stands above them.
    func statusLikeness(under heading: String?) -> Double {
        if count == 0 || areDates || numbers > 0.6 { return 0 }
        var likeness = filled * (1 - numbers)
        if let heading, HeadingWords.areOf(heading, HeadingWords.status) { return likeness }
        likeness *= words >= 0.2 ? 0.9 : 0.7
        if let heading, HeadingWords.areOf(heading, HeadingWords.others) { likeness *= 0.3 }
        if count < 10 { return likeness }
        // What differs in each row are names, what never does is the office or the kind of case.
        return likeness * (distinct > 0.9 ? 0.5 : distinct * Double(count) < 1.5 ? 0.4 : 1)
    }

    /// The same, of several such columns: the one with more text.
    func statusWorth(under heading: String?) -> Double {
        let likeness = statusLikeness(under: heading)
        let isNamed = heading.map { HeadingWords.areOf($0, HeadingWords.status) } ?? false
        return likeness * likeness * (10 + min(length, 20)) * (isNamed ? 2 : 1)
    }

    /// How likely these are the dates of the statuses; 0 for what is none.
    func dateWorth(under heading: String?) -> Double {
        if !areDates { return 0 }
        if let heading, HeadingWords.areOf(heading, HeadingWords.birth) { return 0.1 * filled }
        return filled
    }
}

/// Words that tell what a column has: in its heading, or in its cells.
enum HeadingWords {
    static let status = [
        "status", "decision", "result", "outcome", "remark", "comment", "information", "progress", "statut", "décision",
        "entscheidung", "ergebnis", "estado", "resultado", "decisão", "状态", "结果", "статус", "решение",
    ]
    /// Of columns that are no statuses, though they have text.
    static let others = [
        "name", "nationality", "country", "office", "post", "mission", "city", "place", "type", "kind", "category",
        "class",
        "applicant", "citizenship", "gender", "staatsangehörigkeit", "nationalité", "pays", "nom", "país", "страна",
    ]
    static let name = [
        "name", "station", "title", "user", "id", "reference", "case", "nom", "nombre", "nome", "名称", "имя",
    ]
    static let birth = ["birth", "naissance", "geburt", "nacimiento"]
    static let telephone = ["phone", "mobile", "fax", "tel.", "telefon", "teléfono", "téléphone"]
    /// What statuses say.
    static let statuses = [
        "approved", "refused", "rejected", "issued", "granted", "denied", "pending", "withdrawn", "review", "process",
        "ready",
        "collect", "required", "needed", "decided", "closed", "complete", "accepted", "received", "interview",
        "returned",
        "dispatched", "sent", "send", "contact", "accord", "refus", "bewilligt", "abgelehnt", "erteilt", "aprobado",
        "denegado", "aprovado",
    ]

    static func areOf(_ heading: String, _ words: [String]) -> Bool {
        let heading = heading.lowercased()
        return words.contains { heading.contains($0) }
    }
}

/// The columns beside the keys, by their place: 1 for the next to the right, -1 for the next to the left.
struct ColumnChoice {
    var status: Int?
    var date: Int?

    /// - Parameters:
    ///   - columns: the cells of each.
    ///   - headings: what stands above them.
    init(_ columns: [Int: ColumnFacts], headings: [Int: String] = [:]) {
        // The nearest to the key wins among equals, and right before left.
        let places = columns.keys.sorted { (abs($0), -$0) < (abs($1), -$1) }
        var best = (status: 0.0, date: 0.0)
        for place in places {
            guard let facts = columns[place] else { continue }
            let worth = facts.statusWorth(under: headings[place])
            if worth > best.status { (status, best.status) = (place, worth) }
            let dateWorth = facts.dateWorth(under: headings[place])
            if dateWorth > best.date { (date, best.date) = (place, dateWorth) }
        }
    }

    /// The layout's columns from left to right.
    var columns: [Column] {
        let first = min(0, status ?? 0, date ?? 0)
        let last = max(0, status ?? 0, date ?? 0)
        return (first...last).map { $0 == 0 ? .batch : $0 == status ? .status : $0 == date ? .date : .skip }
    }
}
