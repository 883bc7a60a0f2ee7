// Tables about a single case, with a label and its value in each row, as on the page of a case. `TableReader` reads
// them by their labels, as it reads other tables by their headings.

import Rows
import Text

extension TextTable {
    /// Such a table as the one row that it is, whose fields are the labels; nil for a list.
    var labelled: TextTable? {
        guard fields == nil, (2...TableReader.mostLabels).contains(rows.count) else { return nil }
        let width = rows.map { ($0.lastIndex { !$0.isEmpty } ?? -1) + 1 }.max() ?? 0
        guard [2, 4, 6].contains(width) else { return nil }
        var (labels, values): ([String], [String]) = ([], [])
        for row in rows {
            for column in stride(from: 0, to: row.count - 1, by: 2) where row[column] + row[column + 1] != "" {
                guard Self.isLabel(row[column]) else { return nil }
                labels.append(row[column])
                values.append(row[column + 1])
            }
        }
        guard labels.count > 1, Set(labels.map(TextKey.folded)).count == labels.count,
            Self.haveColons(labels) || Self.areWords(labels) || width == 2 && Self.isHeadless(values)
        else { return nil }
        return TextTable(name: name, fields: labels, rows: [values])
    }

    private static let longestLabel = 80

    private static func isLabel(_ text: String) -> Bool {
        text.utf8.count <= longestLabel && text.contains(where: \.isLetter) && !text.contains(where: \.isNumber)
    }

    private static func haveColons(_ labels: [String]) -> Bool {
        labels.count { $0.hasSuffix(":") || $0.hasSuffix("\u{FF1A}") } * 2 >= labels.count
    }

    /// Whether one is of a number and another of a status: of a list one of them would be a value.
    private static func areWords(_ labels: [String]) -> Bool {
        labels.contains { HeadingWords.areOf($0, HeadingWords.status) }
            && labels.contains { HeadingWords.areOf($0, HeadingWords.number) }
    }

    /// Whether it would be a list without headings, and of one row: a number comes first, and no other like it.
    private static func isHeadless(_ values: [String]) -> Bool {
        let shapes = values.map { text in text.utf8.map { 0x30...0x39 ~= $0 ? 0x23 : $0 } }
        guard let first = shapes.first else { return false }
        let digits = first.count { $0 == 0x23 }
        return digits > 4 && digits * 2 >= first.count && shapes.count { $0 == first } == 1
    }
}

extension TextTable {
    fileprivate static func areOfKeys(_ label: String, _ values: [String]) -> Bool {
        let shapes = Set(values.map { KeyShape($0.utf8) })
        return HeadingWords.areOf(label, HeadingWords.number) && shapes.count == 1
            && shapes.first.flatMap(\.self) != nil
    }

    /// A table with a case in each column as one with a case in each row; nil for any other.
    var casesInColumns: TextTable? {
        guard rows.count <= TableReader.mostLabels, rows.allSatisfy({ Self.isLabel($0.first ?? "") }) else {
            return nil
        }
        return transposed(where: Self.areOfKeys)
    }

    /// Whether its first rows have characters without a width, which programs put around texts.
    var hasInvisible: Bool {
        rows.prefix(ProposalTables.mostTables).contains { row in
            row.contains { cell in
                !cell.utf8.allSatisfy { $0 < 0x80 } && cell.unicodeScalars.contains { isIgnorable($0) }
            }
        }
    }

    /// Whether numbers stand in its first rows as Arabic and others write them: keys are told in ASCII.
    var hasDigitsOfOtherScripts: Bool {
        rows.prefix(ProposalTables.mostTables).contains { row in
            row.contains { cell in
                !cell.utf8.allSatisfy { $0 < 0x80 }
                    && cell.unicodeScalars.contains {
                        $0.value >= 0x80 && $0.properties.generalCategory == .decimalNumber
                    }
            }
        }
    }
}
