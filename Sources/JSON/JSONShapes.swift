// Lists of JSON other than arrays of objects: objects with keys as names ({"66357342": {"status": …}}), and rows of
// cells with column names elsewhere ({"columns": [...], "rows": [[...]]}). For transposed lists see `JSONTurned.swift`.

import Text

/// The fields for the name and, if it is no object, the value of a member when the members of an object are records.
enum MemberField {
    static let name = "@name"
    static let value = "@value"
}

extension JSONValue {
    /// The members of an object, or of the objects of an array, as records, each with its name; a member with several
    /// objects becomes as many records. Nil for other values.
    var entries: [(name: String, value: JSONValue)]? {
        if case .array(let values) = self { return values.flatMap { $0.isObject ? $0.entries ?? [] : [] } }
        guard case .object(let members) = self else { return nil }
        return members.flatMap { member -> [(name: String, value: JSONValue)] in
            if case .array(let values) = member.value, !values.isEmpty, values.allSatisfy(\.isObject) {
                return values.map { (member.name, $0) }
            }
            return [(member.name, member.value)]
        }
    }

    /// Whether the names of an object may be keys: most have several digits. The same for an array of objects with one
    /// member each ([{"66357342": "Approved"}, …]).
    var mayHaveKeys: Bool {
        switch self {
        case .object(let members): !members.isEmpty && members.count { $0.mayBeNamedByKey } * 2 > members.count
        case .array(let values):
            values.first?.onlyMember != nil
                && values.count { $0.onlyMember?.mayBeNamedByKey ?? false } * 2 > values.count
                && values.allSatisfy { $0.onlyMember != nil }
        default: false
        }
    }

    /// The only member of an object; nil if it has several.
    var onlyMember: JSONMember? {
        guard case .object(let members) = self, members.count == 1 else { return nil }
        return members[0]
    }

    /// The most cells of a row; nil for values that are no rows of cells.
    var width: Int? {
        guard case .array(let rows) = self, !rows.isEmpty else { return nil }
        var width = 0
        for row in rows {
            guard let cells = row.cells else { return nil }
            width = max(width, cells.count)
        }
        return width > 1 ? width : nil
    }

    /// The cells of a row: of an array, or of an object of the Google Visualization API:
    /// {"c": [{"v": 2, "f": "two"}, null]}, with a value and, if it differs, the text that shows it.
    var cells: [JSONValue]? {
        if case .array(let values) = self { return values }
        guard case .object(let members) = self, case .array(let cells)? = member("c"),
            members.allSatisfy({ $0.name == "c" || $0.name == "p" }),
            cells.allSatisfy({ $0 == .null || $0.isShownValue })
        else { return nil }
        return cells.map { cell in
            if case .string(let text)? = cell.member("f") { return .string(text) }
            return cell.member("v") ?? .null
        }
    }

    private var isShownValue: Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.name == "v" || $0.name == "f" }
            && members.allSatisfy { ["v", "f", "p"].contains($0.name) }
    }

    /// The column name in an element of an array.
    private var columnName: String? {
        if case .string(let text) = self { return text }
        guard case .object = self else { return nil }
        return columnMembers.lazy.compactMap { name -> String? in
            if case .string(let text)? = self.member(name) { text } else { nil }
        }.first
    }

    /// The columns that an array names, if their number matches; otherwise nil.
    private func names(of width: Int) -> [String]? {
        guard case .array(let values) = self, values.count == width else { return nil }
        let names = values.compactMap(\.columnName).map { collapsed($0.utf8) }
        return names.count == width && names.allSatisfy { !$0.isEmpty } && Set(names).count == width ? names : nil
    }

    /// The column names of rows of cells: from an array beside them, or one in the objects of the document.
    ///
    /// - Parameter parent: the object that has the rows.
    func columnNames(in parent: JSONValue, of root: JSONValue) -> [String]? {
        guard let width else { return nil }
        var open = [parent, root]
        var looked = 0
        while looked < open.count, looked < mostLooked {
            guard case .object(let members) = open[looked] else { return nil }
            if let names = members.lazy.compactMap({ $0.value.names(of: width) }).first { return names }
            // The parent's other members are searched with the rest.
            if looked > 0 { open += members.map(\.value).filter(\.isObject) }
            looked += 1
        }
        return nil
    }
}

extension JSONMember {
    /// Whether its name has several digits.
    package var mayBeNamedByKey: Bool { name.utf8.count { 0x30...0x39 ~= $0 } >= fewestDigits }
}

/// The most objects that are searched.
let mostLooked = 1000
/// The fewest digits in the name of a member that may be a key.
let fewestDigits = 3
/// The members with the name of a column in DataTables, Socrata and CKAN, the one for people first.
private let columnMembers = ["title", "label", "header", "name", "id", "key", "field", "text"]
