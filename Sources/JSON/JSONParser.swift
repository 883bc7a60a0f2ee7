// The strict grammar of JSON (RFC 8259), without recursion.

import Text

/// Reads a whole document.
///
/// - Parameters:
///   - document: UTF-8, with or without a byte order mark: one value; objects, each on lines of its own (JSON Lines);
///     or values with a record separator before each (RFC 7464).
///   - limits: `values` limits the number of values, `nesting` their depth, `names` the names of an object,
///     `containers` the number of arrays and objects.
/// - Throws: the error of grammar with its line; the exceeded limit.
package func jsonValue(of document: [UInt8], limits: TableLimits = TableLimits()) throws(TableError) -> JSONValue {
    if document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF]) || document.prefix(4).contains(0) {
        throw TableError(.malformed, "the JSON is written in UTF-16 or UTF-32, and has to be UTF-8 (RFC 8259, 8.1)")
    }
    guard isUTF8(document) else {
        throw TableError(.malformed, "the JSON is not valid UTF-8 (RFC 8259, 8.1)")
    }
    let start = document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return try document.withUnsafeBufferPointer { (bytes) throws(TableError) in
        var parser = JSONParser(lexer: JSONLexer(bytes: bytes, position: start), limits: limits)
        return try parser.run()
    }
}

/// One parse: the open containers, outermost first.
private struct JSONParser {
    /// An array, or an object if there is a name for the next value.
    private struct Container {
        /// The index of its first own value or member.
        var first: Int
        var name: String?
    }

    var lexer: JSONLexer
    let limits: TableLimits
    private var open: [Container] = []
    /// The content of the open containers so far.
    private var values: [JSONValue] = []
    private var members: [JSONMember] = []
    private var count = 0
    private var containers = 0

    init(lexer: JSONLexer, limits: TableLimits) {
        self.lexer = lexer
        self.limits = limits
    }

    /// The document's value; an array of its values if it has one per line (JSON Lines), and the first is an object.
    mutating func run() throws(TableError) -> JSONValue {
        if lexer.takeSeparators() { return .array(try sequence()) }
        let first = try value()
        var values = [first]
        while first.isObject, lexer.peekAfterLine() == 0x7B { values.append(try value()) }
        try lexer.expectEnd()
        return values.count == 1 ? first : .array(values)
    }

    /// The values of a sequence, after its first separator. White space must follow a number, because a truncated
    /// number looks like a shorter one (RFC 7464 2.4).
    private mutating func sequence() throws(TableError) -> [JSONValue] {
        var values = [try value()]
        while lexer.takeSeparators() { values.append(try value()) }
        try lexer.expectEnd()
        return values
    }

    private mutating func value() throws(TableError) -> JSONValue {
        while true {
            guard var value = try begin() else { continue }
            // A value may be the last of its container, and that of its own container.
            while !open.isEmpty, let whole = try add(value) { value = whole }
            if open.isEmpty { return value }
        }
    }

    /// A complete value; nil after the start of a container with values.
    private mutating func begin() throws(TableError) -> JSONValue? {
        count += 1
        if count > limits.values { throw TableError(.limit, "the JSON has more than \(limits.values) values") }
        guard lexer.peek() == 0x5B || lexer.peek() == 0x7B else { return try lexer.scalar() }
        guard open.count < limits.nesting else {
            throw TableError(.limit, "the JSON is nested deeper than \(limits.nesting)")
        }
        if lexer.take(0x5B) {
            if lexer.take(0x5D) { return .array([]) }
            open.append(Container(first: values.count))
        } else if lexer.take(0x7B) {
            if lexer.take(0x7D) { return .object([]) }
            open.append(Container(first: members.count, name: try lexer.name()))
        }
        containers += 1
        if containers > limits.containers {
            throw TableError(.limit, "the JSON has more than \(limits.containers) arrays and objects")
        }
        return nil
    }

    /// Adds the value to the innermost container; returns the container if it ends with the value, nil if it stays
    /// open.
    private mutating func add(_ value: JSONValue) throws(TableError) -> JSONValue? {
        let last = open.count - 1
        let first = open[last].first
        guard let name = open[last].name else {
            values.append(value)
            if lexer.take(0x5D) {
                open.removeLast()
                return .array(Self.take(first, of: &values))
            }
            try lexer.expect(0x2C, or: "]")
            return nil
        }
        guard members.count - first < limits.names else {
            throw TableError(.limit, "an object of the JSON has more than \(limits.names) names")
        }
        members.append(JSONMember(name: name, value: value))
        if lexer.take(0x7D) {
            open.removeLast()
            return .object(Self.withoutRepeats(Self.take(first, of: &members)))
        }
        try lexer.expect(0x2C, or: "}")
        open[last].name = try lexer.name()
        return nil
    }

    /// Removes the end of a list and returns it with no spare capacity; returns a large list itself, because memory may
    /// not suffice for two.
    private static func take<Element>(_ first: Int, of list: inout [Element]) -> [Element] {
        if first == 0, list.count > 1 << 16 {
            defer { list = [] }
            return list
        }
        // Element by element: a slice would share the list's memory, and removing its end would then copy the list. An
        // array made from the whole list would share its memory.
        var taken: [Element] = []
        taken.reserveCapacity(list.count - first)
        for index in first..<list.count { taken.append(list[index]) }
        list.removeLast(taken.count)
        return taken
    }

    /// Up to so many names, comparing all is faster than a lookup.
    private static let few = 12

    /// Static, like `take`: a parser passed to a function shares its lists with it, and each change would copy them.
    private static func withoutRepeats(_ members: [JSONMember]) -> [JSONMember] {
        if members.count <= few {
            let repeats = members.indices.contains { index in
                members[..<index].contains { $0.name == members[index].name }
            }
            if !repeats { return members }
        }
        var names: Set<String> = []
        names.reserveCapacity(members.count)
        if members.allSatisfy({ names.insert($0.name).inserted }) { return members }
        var places: [String: Int] = [:]
        var single: [JSONMember] = []
        var values: [[JSONValue]] = []
        for member in members {
            if let place = places[member.name] {
                values[place].append(member.value)
            } else {
                places[member.name] = single.count
                single.append(member)
                values.append([member.value])
            }
        }
        for place in single.indices { single[place].value = .joined(values[place]) }
        return single
    }
}
