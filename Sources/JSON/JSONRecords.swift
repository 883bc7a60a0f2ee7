// Reads the records of a JSON document: the only entry to this module for tables.

import Text

/// Reads the objects at the path `record`; if nil, the objects of the outermost array, or of an array in the outermost
/// object, or that object itself.
///
/// - Parameters:
///   - document: UTF-8 (RFC 8259).
///   - record: names separated by ".", such as "data.items". The path passes through arrays, and "[]" after a name is
///     ignored; null is no record. "*" selects the members of an object, each a record with its name ("@name") and
///     value ("@value", or its fields). "." and "$" select the outermost object, as the one record, and "$." before a
///     path is ignored. Nil selects the elements of the outermost array. If the outermost value is an object, nil
///     selects the first list in it, or in its objects, that `fits`; otherwise the object itself, with or without its
///     lists, or the members of it or of an object in it, if those fit; transposed lists count, too
///     (`JSONTurned.swift`). If nothing fits, it selects the only list directly in the object, otherwise the object. A
///     list is an array of objects, or of rows of cells.
///   - isOfCase: whether the document is about one case: then the object comes first, without its arrays and with them.
///   - limits: the limits of the document.
///   - fits: whether a table has the wanted data.
/// - Returns: one table with the members' names as fields, "a/b" for a member of an object in an object; several values
///   of one field are joined with "; ". Arrays in place of objects are rows of cells; there are fields then only if an
///   array names as many columns.
/// - Throws: the error of grammar; the existing names, if the path leads nowhere; the exceeded limit.
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

/// The value of a document; if that is only a string of JSON, as in "d" of ASP.NET services, the value of the string.
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

/// The paths to lists of objects, or to the members of an object that may have keys as names, the longest list first;
/// empty if the outermost value is a list, or there
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

/// The most lists of one object that are searched.
let mostLists = 8
/// The most paths returned.
private let mostPaths = 5
/// In bytes; nobody pastes a longer one. A long name would make the path of each object below it long.
private let longestPath = 1000

/// The table of a document without configured records.
private func ownTable(
    of value: JSONValue, isOfCase: Bool, _ limits: TableLimits, _ fits: (TextTable) -> Bool
) throws(TableError) -> (TextTable, [String]) {
    guard case .object(let members) = value else {
        return try listTable(
            of: value.isArrayOfMaps ? .members(value.entries ?? []) : .elements(elements(of: value)), limits)
    }
    let lists = lists(of: value, in: value)
    // On the page of a case the object itself comes first, elsewhere a list.
    let own = try? listTable(of: .elements([value.withoutLists]), limits)
    if isOfCase, let own, fits(own.0) { return own }
    // There, lists belong to its history.
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

/// The lists directly in an object.
private func lists(of object: JSONValue, in root: JSONValue) -> [Records] {
    guard case .object(let members) = object else { return [] }
    // A list that only its columns' names identify is searched like the others; few of those are searched.
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

/// The objects in an object, the outer ones first.
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
    // An empty list may also be written as null.
    if values.allSatisfy({ $0 == .null }) { return [] }
    let records = values.flatMap(elements)
    let isScalar = !values.contains { $0.scalar == nil }
    guard !isScalar || values.isEmpty else {
        throw TableError(.malformed, "\"\(quoted(path))\" is neither an object nor an array")
    }
    return records
}

/// The objects that a value is or has as elements, at any depth of arrays.
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

private func quoted(_ name: String) -> String { sanitized(name, limit: 60) }

extension JSONValue {
    var isObject: Bool { if case .object = self { true } else { false } }

    /// Whether it is an array without elements, or has one and no other list. An empty list beside an error means
    /// nothing.
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

    /// Whether it is an array of possible records: objects, null among them, or several rows of cells.
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

    /// An object without the lists in it, at any depth of objects.
    fileprivate var withoutLists: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.filter { !$0.value.isList }.map { JSONMember(name: $0.name, value: $0.value.withoutLists) })
    }
}
