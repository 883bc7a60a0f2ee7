// The records of a JSON document: the one way into this module for tables.

import Text

/// Reads the objects that the path `record` leads to; nil for those of the outermost array, or of one in the outermost
/// object, or that object itself.
///
/// - Parameters:
///   - document: UTF-8 (RFC 8259).
///   - record: names parted by ".", such as "data.items"; arrays on the way are stepped through, and "[]" behind a name
///     says nothing more; null is no record. "*" are the members of an object, each a record with its name ("@name") and
///     value ("@value", or its fields). "." and "$" are the outermost object, as the one record, and "$." before a
///     path says nothing. Nil: the elements of the outermost array; where an object is outermost, the first of the
///     lists in it, or in its objects, that `fits`, or else the object itself, with them or without, or the members of it
///     or of an object in it, if those do; so do lists that lie across (`JSONTurned.swift`). Where nothing does: the list
///     right in it if there is just one, else the object. A list is an array of objects, or of rows of cells.
///   - isOfCase: whether the document is about one case: then the object comes first, without its arrays and with them.
///   - limits: what the document may have.
///   - fits: whether a table has what is looked for.
/// - Returns: one table whose fields are the members' names, "a/b" for one of an object in an object; several values of
///   one field are joined with "; ". Arrays in place of objects are rows of cells; there are fields then only where an
///   array names as many columns.
/// - Throws: what breaks the grammar; which names there are, where the path leads nowhere; which limit is broken.
package func jsonRecords(
    of document: [UInt8], record: String?, isOfCase: Bool = false, limits: TableLimits = TableLimits(),
    fits: (TextTable) -> Bool = { _ in false }
) throws(TableError) -> TableDocument {
    let value = try documentValue(of: document, limits)
    let titles = ["title", "name"].compactMap { name -> String? in
        guard case .string(let text)? = value.member(name) else { return nil }
        let title = collapsed(CellMark.removed(from: text).utf8)
        return title.isEmpty ? nil : title
    }
    let (table, damage) =
        if let record {
            try recordTable(at: record, in: value, limits)
        } else {
            try ownTable(of: value, isOfCase: isOfCase, limits, fits)
        }
    var found = TableDocument(titles: Array(titles.prefix(1)), tables: [table], damage: damage)
    found.hasEmptyList = record == nil ? value.isEmptyList : table.rows.isEmpty
    return found
}

/// The value of a document; where that is nothing but a string of JSON, as services of ASP.NET have it in "d", what that
/// says.
private func documentValue(of document: [UInt8], _ limits: TableLimits) throws(TableError) -> JSONValue {
    let value = try jsonValue(of: document, limits: limits)
    guard case .string(let text) = value.onlyMember?.value ?? value, let first = text.utf8.first,
        [0x5B, 0x7B].contains(first), let inner = try? jsonValue(of: Array(text.utf8), limits: limits)
    else { return value }
    return inner
}

private func recordTable(
    at path: String, in root: JSONValue, _ limits: TableLimits
) throws(TableError) -> (TextTable, [String]) {
    let parts = path.split(separator: ".")
    let above = parts.dropLast().joined(separator: ".")
    let parents = above.isEmpty || above == "$" ? [root] : (try? found(above, in: root)) ?? []
    if parts.last == "*", !parents.isEmpty, !parents.contains(where: { $0.member("*") != nil }) {
        return try listTable(of: .members(parents.flatMap(objects).flatMap { $0.entries ?? [] }), limits)
    }
    let values = try found(path, in: root)
    if path != ".", path != "$", values.count == 1, let rows = values[0].turned {
        return try listTable(of: .named(rows), limits)
    }
    let columns = parents.count == 1 ? JSONValue.array(values).columnNames(in: parents[0], of: root) : nil
    return try listTable(of: .elements(values, columns: columns), limits)
}

/// The paths that lead to lists of objects, or to the members of an object that may have keys for their names, the
/// longest list first; empty where the outermost value is one, or there
/// are none.
package func jsonRecordPaths(of document: [UInt8], limits: TableLimits = TableLimits()) throws(TableError) -> [String] {
    let root = try documentValue(of: document, limits)
    if root.isArrayOfMaps { return ["*"] }
    var open: [(path: String, value: JSONValue)] = [("", root)]
    var found: [(path: String, count: Int)] = []
    // Objects in objects; a list in a list is no list of records.
    for _ in 0..<mostLooked {
        guard let next = open.popLast() else { break }
        guard case .object(let members) = next.value else { continue }
        for member in members where !member.name.contains(".") {
            guard next.path.utf8.count + member.name.utf8.count < longestPath else { continue }
            let path = next.path.isEmpty ? member.name : next.path + "." + member.name
            if member.value.isArrayOfMaps, case .array(let values) = member.value {
                found.append((path + ".*", values.count))
            } else if let rows = member.value.turned {
                found.append((path, rows.rows.count))
            } else if case .array(let values) = member.value,
                values.contains(where: \.isObject) || member.value.isList || member.value.width != nil
            {
                found.append((path, values.count))
            } else if member.value.isObject {
                open.append((path, member.value))
            }
        }
        if next.value.mayHaveKeys { found.append((next.path.isEmpty ? "*" : next.path + ".*", members.count)) }
    }
    return found.sorted { $0.count > $1.count }.prefix(mostPaths).map(\.path)
}

/// Lists of one object that are looked into.
let mostLists = 8
/// Paths that are given.
private let mostPaths = 5
/// In bytes; nobody pastes a longer one. Each object below a long name would have a path of that length.
private let longestPath = 1000

/// The table of a document whose records nobody has described.
private func ownTable(
    of value: JSONValue, isOfCase: Bool, _ limits: TableLimits, _ fits: (TextTable) -> Bool
) throws(TableError) -> (TextTable, [String]) {
    guard case .object(let members) = value else {
        return try listTable(
            of: value.isArrayOfMaps ? .members(value.entries ?? []) : .elements(elements(of: value)), limits)
    }
    let lists = lists(of: value, in: value)
    // On the page of a case what it says itself comes first, elsewhere a list.
    let own = try? listTable(of: .elements([value.withoutLists]), limits)
    if isOfCase, let own, fits(own.0) { return own }
    // There others are of its history.
    let main =
        isOfCase ? try firstList(of: lists.prefix(mostLists), limits, fits) : try wholeList(of: lists, limits, fits)
    if let main { return main }
    let inner = objects(below: members)
    let across = ([value] + inner).lazy.compactMap { ($0.turned ?? $0.grouped).map { Records.named($0) } }
    if let list = try firstList(of: across.prefix(mostLists), limits, fits) { return list }
    if !isOfCase {
        if let own, fits(own.0) { return own }
        let deep = inner.lazy.flatMap { JSON.lists(of: $0, in: value) }
        if let list = try wholeList(of: deep, limits, fits) { return list }
    }
    let whole = try? listTable(of: .elements([value]), limits)
    if let whole, fits(whole.0) { return whole }
    let maps = ([value] + inner).lazy.filter(\.mayHaveKeys).prefix(mostLists)
    if let list = try firstList(of: maps.map { .members($0.entries ?? []) }, limits, fits) { return list }
    if lists.isEmpty, !isOfCase, let list = across.first { return try listTable(of: list, limits) }
    if let whole, isOfCase || lists.count != 1 { return whole }
    return try listTable(of: lists.count == 1 ? lists[0] : .elements([value]), limits)
}

/// The lists right in an object.
private func lists(of object: JSONValue, in root: JSONValue) -> [Records] {
    guard case .object(let members) = object else { return [] }
    // One that is a list by its columns' names alone is looked up like the others, of which few are.
    var left = mostLists
    return members.compactMap { member in
        if member.value.isArrayOfMaps { return .members(member.value.entries ?? []) }
        let isList = member.value.isList
        guard isList || left > 0 && member.value.width != nil else { return nil }
        left -= 1
        let columns = left < 0 ? nil : member.value.columnNames(in: object, of: root)
        return isList || columns != nil ? .elements(elements(of: member.value), columns: columns) : nil
    }
}

/// The objects that an object has, the outer ones first.
private func objects(below members: [JSONMember]) -> [JSONValue] {
    var open = members.map(\.value).filter(\.isObject)
    var looked = 0
    while looked < open.count, open.count < mostLooked {
        if case .object(let members) = open[looked] { open += members.map(\.value).filter(\.isObject) }
        looked += 1
    }
    return Array(open.prefix(mostLooked))
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
        if values.isEmpty, name == "*" { values = objects.flatMap { ($0.entries ?? []).map(\.value) } }
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
    guard case .array(let values) = value else { return [value] }
    guard values.first?.isObject ?? false, values[0].cells != nil else { return values }
    let rows = values.compactMap { $0.cells.map { JSONValue.array($0) } }
    return rows.count == values.count ? rows : values
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

    /// Whether it is an array without elements, or has one and no other list. That of an answer with an error says nothing.
    fileprivate var isEmptyList: Bool {
        switch self {
        case .array(let values): return values.isEmpty
        case .object(let members):
            let isError = members.contains { ["error", "errors"].contains($0.name.lowercased()) && $0.value != .null }
            let arrays = members.compactMap { if case .array(let values) = $0.value { values } else { nil } }
            return !isError && !arrays.isEmpty && arrays.allSatisfy(\.isEmpty)
        default: return false
        }
    }

    /// Whether it is an array whose elements may be records: objects, null among them, or several rows of cells.
    fileprivate var isList: Bool {
        guard case .array(let values) = self, let first = values.first(where: { $0 != .null }) else { return false }
        return first.isObject ? values.allSatisfy { $0.isObject || $0 == .null } : isTable
    }

    fileprivate var isArrayOfMaps: Bool { if case .array = self { mayHaveKeys } else { false } }

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
