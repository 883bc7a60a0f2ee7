// The records of a JSON document: the one way into this module for tables.

import Text

/// Reads the objects that the path `record` leads to; nil for those of the outermost array, or of one in the outermost
/// object, or that object itself.
///
/// - Parameters:
///   - document: UTF-8 (RFC 8259).
///   - record: names parted by ".", such as "data.items"; arrays on the way are stepped through, and "[]" behind a name
///     says nothing more; null is no record. "." and "$" are the outermost object, as the one record, and "$." before a
///     path says nothing. Nil: the elements of the outermost array; where an object is outermost, the first of the
///     lists in it, or in its objects, that `fits`, or else the object itself, with them or without, if that does. Where
///     nothing does: the list right in it if there is just one, else the object. A list is an array of objects, or of
///     rows of cells.
///   - isOfCase: whether the document is about one case: then the object comes first, without its arrays and with them.
///   - limits: what the document may have.
///   - fits: whether a table has what is looked for.
/// - Returns: one table whose fields are the members' names, "a/b" for one of an object in an object; several values of
///   one field are joined with "; ". Arrays in place of objects are rows of cells, and there are no fields then.
/// - Throws: what breaks the grammar; which names there are, where the path leads nowhere; which limit is broken.
package func jsonRecords(
    of document: [UInt8], record: String?, isOfCase: Bool = false, limits: TableLimits = TableLimits(),
    fits: (TextTable) -> Bool = { _ in false }
) throws(TableError) -> TableDocument {
    let value = try jsonValue(of: document, limits: limits)
    let titles = ["title", "name"].compactMap { name -> String? in
        guard case .string(let text)? = value.member(name) else { return nil }
        let title = collapsed(text.utf8)
        return title.isEmpty ? nil : title
    }
    let (table, damage) =
        if let record {
            try recordTable(of: try found(record, in: value), limits)
        } else {
            try ownTable(of: value, isOfCase: isOfCase, limits, fits)
        }
    return TableDocument(titles: Array(titles.prefix(1)), tables: [table], damage: damage)
}

private func recordTable(of records: [JSONValue], _ limits: TableLimits) throws(TableError) -> (TextTable, [String]) {
    try records.contains(where: \.isObject)
        ? objectTable(of: records, limits) : (arrayTable(of: records, limits), [])
}

/// The paths that lead to lists of objects, the longest list first; empty where the outermost value is one, or there
/// are none.
package func jsonRecordPaths(of document: [UInt8], limits: TableLimits = TableLimits()) throws(TableError) -> [String] {
    var open: [(path: String, value: JSONValue)] = [("", try jsonValue(of: document, limits: limits))]
    var found: [(path: String, count: Int)] = []
    // Objects in objects; a list in a list is no list of records.
    for _ in 0..<mostLooked {
        guard let next = open.popLast() else { break }
        guard case .object(let members) = next.value else { continue }
        for member in members where !member.name.contains(".") {
            guard next.path.utf8.count + member.name.utf8.count < longestPath else { continue }
            let path = next.path.isEmpty ? member.name : next.path + "." + member.name
            if case .array(let values) = member.value, values.contains(where: \.isObject) || member.value.isList {
                found.append((path, values.count))
            } else if member.value.isObject {
                open.append((path, member.value))
            }
        }
    }
    return found.sorted { $0.count > $1.count }.prefix(mostPaths).map(\.path)
}

/// Lists of one object that are looked into.
private let mostLists = 8
/// Objects that are looked into, and paths that are given.
private let mostLooked = 1000
private let mostPaths = 5
/// In bytes; nobody pastes a longer one. Each object below a long name would have a path of that length.
private let longestPath = 1000

/// The table of a document whose records nobody has described.
private func ownTable(
    of value: JSONValue, isOfCase: Bool, _ limits: TableLimits, _ fits: (TextTable) -> Bool
) throws(TableError) -> (TextTable, [String]) {
    guard case .object(let members) = value else { return try recordTable(of: elements(of: value), limits) }
    let lists = members.filter { $0.value.isList }.map { elements(of: $0.value) }
    // On the page of a case what it says itself comes first, elsewhere a list.
    func firstList(of lists: [[JSONValue]]) throws(TableError) -> (TextTable, [String])? {
        for list in lists.prefix(mostLists) {
            let table = try recordTable(of: list, limits)
            if fits(table.0) { return table }
        }
        return nil
    }
    let own = try? recordTable(of: [value.withoutLists], limits)
    if isOfCase, let own, fits(own.0) { return own }
    if let list = try firstList(of: lists) { return list }
    if !isOfCase {
        if let own, fits(own.0) { return own }
        if let list = try firstList(of: deepLists(of: members)) { return list }
    }
    let whole = try? recordTable(of: [value], limits)
    if let whole, isOfCase || lists.count != 1 || fits(whole.0) { return whole }
    return try recordTable(of: lists.count == 1 ? lists[0] : [value], limits)
}

/// The lists in the objects that an object has, the outer ones first.
private func deepLists(of members: [JSONMember]) -> [[JSONValue]] {
    var open = members.map(\.value).filter(\.isObject)
    var lists: [[JSONValue]] = []
    var looked = 0
    while looked < open.count, looked < mostLooked, lists.count < mostLists {
        if case .object(let members) = open[looked] {
            lists += members.filter { $0.value.isList }.map { elements(of: $0.value) }
            open += members.map(\.value).filter(\.isObject)
        }
        looked += 1
    }
    return lists
}

private func found(_ path: String, in root: JSONValue) throws(TableError) -> [JSONValue] {
    if path == "." || path == "$" { return [root] }
    var values = [root]
    let path = path.hasPrefix("$.") ? String(path.dropFirst(2)) : path
    for part in path.split(separator: ".") {
        let name = part.hasSuffix("[]") ? part.dropLast(2) : part
        guard !name.isEmpty else { continue }
        let objects = values.flatMap(objects)
        values = objects.compactMap { $0.member(String(name)) }
        guard !values.isEmpty else { throw nowhere(path, String(name), objects) }
    }
    // "There is none" is said with null as well as with an empty list.
    if values.allSatisfy({ $0 == .null }) { return [] }
    let records = values.flatMap(elements)
    let isScalar = !values.contains { $0.scalar == nil }
    guard !isScalar || values.isEmpty else {
        throw TableError(.malformed, "\"\(quoted(path))\" is neither an object nor an array")
    }
    return records
}

/// The objects that a value is or has as elements, however deep its arrays are.
private func objects(in value: JSONValue) -> [JSONValue] {
    var found: [JSONValue] = []
    var open = [value]
    while let next = open.popLast() {
        if case .array(let values) = next { open += values.reversed() } else if next.isObject { found.append(next) }
    }
    return found
}

private func elements(of value: JSONValue) -> [JSONValue] {
    if case .array(let values) = value { values } else { [value] }
}

private func nowhere(_ path: String, _ name: String, _ objects: [JSONValue]) -> TableError {
    var names: [String] = []
    for object in objects.prefix(100) {
        guard case .object(let members) = object else { continue }
        for member in members where names.count < 9 && !names.contains(member.name) { names.append(member.name) }
    }
    let some = names.prefix(8).map { "\"\(quoted($0))\"" }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    let there = names.isEmpty ? "there are no names" : "there " + (names.count == 1 ? "is only " : "are ") + some
    return TableError(
        .malformed, "the path \"\(quoted(path))\" does not exist: there is no \"\(quoted(name))\"; \(there)")
}

private func quoted(_ name: String) -> String { inert(name, limit: 60) }

extension JSONValue {
    var isObject: Bool { if case .object = self { true } else { false } }

    /// Whether it is an array whose elements may be records: objects, or several rows of cells.
    fileprivate var isList: Bool {
        guard case .array(let values) = self else { return false }
        return values.first.map { $0.isObject ? values.allSatisfy(\.isObject) : isTable } ?? false
    }

    private var isTable: Bool {
        guard case .array(let rows) = self, rows.count > 1 else { return false }
        return rows.allSatisfy { row in
            guard case .array(let cells) = row else { return false }
            return cells.count > 1 && cells.allSatisfy { $0.scalar != nil }
        }
    }

    /// An object without the lists in it, at whatever depth of objects.
    fileprivate var withoutLists: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.filter { !$0.value.isList }.map { JSONMember(name: $0.name, value: $0.value.withoutLists) })
    }
}
