// Conditional formats (ECMA-376 part 1, 18.3.1.10, and LibreOffice's form of them) that strike a text out or hide it:
// decides whether they may apply to a cell. It evaluates the usual conditions; the result of any other is unknown.

import Markup
import Text

/// A conditional format.
struct ConditionalFormat: Sendable {
    /// Its effect on a text.
    let mark: CellMark
    /// The formulas that the condition compares with.
    var formulas: [String] = []
    private let type: String
    private let comparison: String
    private let text: String?

    init(_ attributes: Attributes, _ mark: CellMark) {
        self.mark = mark
        type = attributes["type"] ?? ""
        comparison = attributes["operator"] ?? ""
        text = attributes["text"]
    }

    /// A condition in LibreOffice's form: `formula-is([.$B2]="x")`, `="x"`, `contains-text("x")`.
    init(openDocument condition: String, _ mark: CellMark) {
        self.mark = mark
        let argument = condition.place(of: "(").map { condition[$0.upperBound...].dropLast() }
        text = argument.flatMap { Self.literal(String($0)) }
        let types = [
            "formula-is": "expression", "contains-text": "containsText", "not-contains-text": "notContainsText",
            "begins-with": "beginsWith", "ends-with": "endsWith",
        ]
        if let comparison = [("!=", "notEqual"), ("=", "equal")].first(where: { condition.hasPrefix($0.0) }) {
            (type, self.comparison) = ("cellIs", comparison.1)
            formulas = [String(condition.dropFirst(comparison.0.utf8.count))]
        } else {
            (type, comparison) = (types[String(condition.prefix { $0 != "(" })] ?? "", "")
            formulas = argument.map { [String($0).with("", inPlaceOf: "[.").with("", inPlaceOf: "]")] } ?? []
        }
    }

    /// Whether it may apply to a cell: false only if it certainly does not.
    ///
    /// - Parameters:
    ///   - column: the cell's column, from 1.
    ///   - cells: the cells of its row.
    ///   - offset: the cell's distance from the first cell of the format.
    ///   - firstRow: the row number of that first cell.
    func mayHold(
        at column: Int, in cells: [String], _ offset: (rows: Int, columns: Int), from firstRow: Int
    ) -> Bool {
        let cell = cells[column - 1]
        switch type {
        case "cellIs": return Self.holds(comparison, cell, formulas.first.flatMap(Self.literal)) ?? true
        case "expression":
            guard let formula = formulas.first, let (reference, comparison, literal) = Self.comparison(in: formula),
                reference.row == firstRow
            else { return true }
            let place = reference.column + (reference.isFixed ? 0 : offset.columns)
            return Self.holds(comparison, cells.cell(place - 1), literal) ?? true
        case "containsBlanks": return cell.isEmpty
        case "containsText": return text.map { Self.folded(cell).holds(Self.folded($0)) } ?? true
        case "notContainsText": return text.map { !Self.folded(cell).holds(Self.folded($0)) } ?? true
        case "beginsWith": return text.map { Self.folded(cell).hasPrefix(Self.folded($0)) } ?? true
        case "endsWith": return text.map { Self.folded(cell).hasSuffix(Self.folded($0)) } ?? true
        default: return true
        }
    }

    private static func folded(_ text: String) -> String { CellMark.removed(from: text).lowercased() }

    /// Whether the comparison of a cell with a text or a whole number holds; nil if unknown.
    private static func holds(_ comparison: String, _ cell: String, _ literal: String?) -> Bool? {
        guard let literal else { return nil }
        switch comparison {
        case "equal": return folded(cell) == folded(literal)
        case "notEqual": return folded(cell) != folded(literal)
        default: return nil
        }
    }

    /// The text or whole number that a formula consists of; nil for any other.
    private static func literal(_ formula: String) -> String? {
        if formula.utf8.allSatisfy(\.isDigit), !formula.isEmpty { return formula }
        guard formula.utf8.count >= 2, formula.hasPrefix("\""), formula.hasSuffix("\"") else { return nil }
        let text = formula.dropFirst().dropLast()
        return text.utf8.contains(UInt8(ascii: "\"")) ? nil : String(text)
    }

    /// The parts of a formula such as `$B2="Refused"`; nil for any other.
    private static func comparison(
        in formula: String
    ) -> (reference: (column: Int, row: Int, isFixed: Bool), comparison: String, literal: String)? {
        for (sign, comparison) in [("<>", "notEqual"), ("=", "equal")] {
            guard let place = formula.place(of: sign) else { continue }
            let name = formula[..<place.lowerBound]
            let letters = name.drop { $0 == "$" }
            // A fixed row is the row of one cell for all.
            guard !letters.utf8.contains(UInt8(ascii: "$")), let cell = CellReference(letters.utf8),
                let literal = literal(String(formula[place.upperBound...]))
            else { return nil }
            return ((cell.column, cell.row, letters.startIndex != name.startIndex), comparison, literal)
        }
        return nil
    }
}

extension [String] {
    /// The cell at an index; empty if there is none.
    fileprivate func cell(_ place: Int) -> String { indices.contains(place) ? self[place] : "" }
}
