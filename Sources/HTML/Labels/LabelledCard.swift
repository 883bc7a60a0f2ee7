// Combines labels and values outside of tables: pairs to cards, cards to tables with the labels as fields.

import Text

/// A label and its value.
struct LabelledValue {
    /// Why the page suggests that one is the other's label.
    enum Evidence {
        /// The label is an element of its own, or marked by its name, class or colon.
        case label
        /// A line with a colon.
        case colon
        /// Two blocks in one block.
        case pair
    }
    /// Without the colon at its end.
    var label: String
    /// The form for comparison.
    var folded: String
    var value: String
    var evidence: Evidence

    init(label: String, value: String, evidence: Evidence) {
        (self.label, self.value, self.evidence) = (label, value, evidence)
        folded = label.lowercased()
    }
}

/// The content of one case on a page: each label once.
struct LabelledCard {
    private(set) var values: [LabelledValue]

    /// Cards of real pages have about ten values.
    private static let most = 256

    init(_ value: LabelledValue) { values = [value] }

    var count: Int { values.count }

    /// Two blocks in one block are no evidence alone.
    var isSound: Bool { values.count > 1 || values.first?.evidence != .pair }

    func shares(_ other: LabelledCard) -> Bool { other.values.contains { has($0.folded) } }

    private func has(_ label: String) -> Bool { values.contains { $0.folded == label } }

    mutating func add(_ other: LabelledCard) { for value in other.values { add(value) } }

    /// A label without a value has taken the next line as its value, although that line is a label of other cards, with
    /// its value.
    fileprivate mutating func separateLines(_ labels: Set<String>) {
        for value in values where value.evidence == .label {
            guard let (label, rest) = labelAndValue(in: value.value), case let folded = label.lowercased(),
                labels.contains(folded), !has(folded),
                let place = values.firstIndex(where: { $0.folded == value.folded })
            else { continue }
            values[place].value = ""
            add(LabelledValue(label: label, value: rest, evidence: .colon))
        }
    }

    private mutating func add(_ value: LabelledValue) {
        guard values.count < Self.most, !has(value.folded) else { return }
        values.append(value)
    }
}

/// The cards within one element.
typealias LabelledCards = [LabelledCard]

/// Combines the parts of an element: to one card if no label is repeated; otherwise to several: each part with more
/// than one label is one, and a repeated label begins the next.
func combined(_ groups: [LabelledCards]) -> LabelledCards {
    if groups.count < 2 { return groups.first ?? [] }
    var seen: Set<String> = []
    var (repeats, repeatsCards) = (false, false)
    for group in groups where group.count == 1 {
        for value in group[0].values where !seen.insert(value.folded).inserted {
            repeats = true
            if group[0].count > 1 { repeatsCards = true }
        }
    }
    var cards: LabelledCards = []
    var open: LabelledCard?
    for group in groups {
        let isCard = group.count == 1 && !(repeatsCards && group[0].count > 1)
        guard isCard, let card = group.first else {
            if let open { cards.append(open) }
            open = nil
            cards += group
            continue
        }
        if var known = open, !(repeats && known.shares(card)) {
            known.add(card)
            open = known
        } else {
            if let open { cards.append(open) }
            open = card
        }
    }
    if let open { cards.append(open) }
    return cards
}

/// The cards as tables: consecutive cards with common labels are rows of one table.
///
/// - Returns: none if they would have more cells than `mostCells`.
func tables(of cards: LabelledCards, mostCells: Int) -> [TextTable] {
    var tables: [TextTable] = []
    var cells = 0
    var sound = cards.filter(\.isSound)
    let labels = Set(sound.lazy.flatMap(\.values).map(\.folded))
    for index in sound.indices { sound[index].separateLines(labels) }
    var rest = sound[...]
    while let first = rest.first {
        var columns: [String: Int] = [:]
        var fields: [String] = []
        var run: [LabelledCard] = []
        while let card = rest.first,
            run.isEmpty || card.values.contains(where: { columns[$0.folded] != nil })
        {
            for value in card.values where columns[value.folded] == nil {
                columns[value.folded] = fields.count
                fields.append(value.label)
            }
            run.append(card)
            rest.removeFirst()
        }
        cells += run.count * fields.count
        if first.count == 0 || cells > mostCells { return [] }
        let rows = run.map { card in
            var row = [String](repeating: "", count: fields.count)
            for value in card.values { if let column = columns[value.folded] { row[column] = value.value } }
            return row
        }
        tables.append(TextTable(fields: fields, rows: rows))
    }
    return tables
}

/// The longest label, in bytes.
let longestLabel = 80

/// Splits a line "Status: Approved" into label and value.
func labelAndValue(in text: String) -> (String, String)? {
    let wide: Unicode.Scalar = "\u{FF1A}"
    let head = text.unicodeScalars.prefix(longestLabel)
    guard let colon = head.firstIndex(where: { $0 == ":" || $0 == wide }) else { return nil }
    let (label, value) = (text.unicodeScalars[..<colon], text.unicodeScalars[colon...].dropFirst())
    guard label.contains(where: \.properties.isAlphabetic), label.count(where: { $0 == " " }) < 6,
        let first = value.first, first == " " || text.unicodeScalars[colon] == wide
    else { return nil }
    return (String(label), collapsed(String(value).utf8))
}
