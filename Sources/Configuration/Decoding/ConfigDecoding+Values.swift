// Single values of a table. Each call returns the value, or reports a mistake and returns nil, or only returns nil if
// the key is absent.

/// A table of the file and where it stands.
struct ConfigTable {
    let table: TOMLTable
    let path: [String]
}

extension ConfigDecoding {
    /// Reports the keys that have no meaning here, each with the known key nearest to it; `reported` are keys of which
    /// more has been said already.
    mutating func checkKeys(of table: ConfigTable, known: [String], reported: [String] = []) {
        for key in table.table.keys where !known.contains(key) && !reported.contains(key) {
            report("unknown key; " + advice(for: key, known: known), at: table.path + [key])
        }
    }

    private func advice(for key: String, known: [String]) -> String {
        if key.utf8.count >= 6 && key.utf8.allSatisfy({ $0.isASCIIDigit || "#?[]-".utf8.contains($0) }) {
            return "batch numbers stand below [batches] or [sources.NAME.batches]"
        }
        if known != ConfigKeys.source, ConfigKeys.source.contains(key) { return "it belongs below [sources.NAME]" }
        if known != ConfigKeys.hook, ConfigKeys.hook.contains(key) { return "it belongs below [hook]" }
        if known != ConfigKeys.page, ["directory", "title"].contains(key) { return "it belongs below [page]" }
        if let near = nearest(to: key, in: known) { return "did you mean \"\(near)\"?" }
        return "known here: " + known.joined(separator: ", ")
    }

    /// Reports a key that has to be there, unless it is there misspelt: then that has been said.
    mutating func reportMissing(_ key: String, of table: ConfigTable, _ advice: String) {
        if !isMisspelt(key, in: table) { report("missing; " + advice, at: table.path + [key]) }
    }

    /// Whether the table has something that is nearly this key.
    func isMisspelt(_ key: String, in table: ConfigTable) -> Bool {
        table.table.keys.contains { nearest(to: $0, in: [key]) != nil }
    }

    mutating func table(_ key: String, of parent: ConfigTable) -> ConfigTable? {
        guard let value = parent.table[key] else { return nil }
        guard let table = value.table else {
            reportType(of: value, expected: "a table", at: parent.path + [key])
            return nil
        }
        return ConfigTable(table: table, path: parent.path + [key])
    }

    mutating func string(_ key: String, of table: ConfigTable, expected: String) -> String? {
        guard let value = table.table[key] else { return nil }
        guard let string = value.string else {
            reportType(of: value, expected: expected, at: table.path + [key])
            return nil
        }
        return string
    }

    mutating func boolean(_ key: String, of table: ConfigTable) -> Bool? {
        guard let value = table.table[key] else { return nil }
        guard let boolean = value.boolean else {
            reportType(of: value, expected: "true or false, without quotes", at: table.path + [key])
            return nil
        }
        return boolean
    }

    mutating func strings(_ key: String, of table: ConfigTable, expected: String) -> [String]? {
        guard let value = table.table[key] else { return nil }
        guard let array = value.array else {
            reportType(of: value, expected: expected, at: table.path + [key])
            return nil
        }
        if let odd = array.first(where: { $0.string == nil }) {
            reportType(of: odd, expected: "strings in the list", at: table.path + [key])
            return nil
        }
        return array.compactMap(\.string)
    }

    /// Seconds.
    mutating func duration(_ key: String, of table: ConfigTable, within limits: ClosedRange<Int>, why: String = "")
        -> Double?
    {
        let expected = "a duration in quotes, like \"90s\", \"10m\", \"1h30m\" or \"8d\""
        guard let text = string(key, of: table, expected: expected) else { return nil }
        guard let seconds = Quantity.seconds(text) else {
            report("expected \(expected), found \"\(text.printable)\"", at: table.path + [key])
            return nil
        }
        if seconds < limits.lowerBound {
            report(
                "is too short; the minimum is \(Quantity.text(seconds: limits.lowerBound))\(why)",
                at: table.path + [key])
        } else if seconds > limits.upperBound {
            report("is too long; the maximum is \(Quantity.text(seconds: limits.upperBound))", at: table.path + [key])
        }
        return Double(seconds)
    }

    /// Bytes.
    mutating func size(_ key: String, of table: ConfigTable, within limits: ClosedRange<Int>) -> Int? {
        let expected = "a size in quotes, like \"500kB\" or \"16MiB\""
        guard let text = string(key, of: table, expected: expected) else { return nil }
        guard let bytes = Quantity.bytes(text) else {
            report("expected \(expected), found \"\(text.printable)\"", at: table.path + [key])
            return nil
        }
        if bytes < limits.lowerBound {
            report("is too small; the minimum is \(Quantity.text(bytes: limits.lowerBound))", at: table.path + [key])
        } else if bytes > limits.upperBound {
            report("is too large; the maximum is \(Quantity.text(bytes: limits.upperBound))", at: table.path + [key])
        }
        return bytes
    }

    mutating func reportType(of value: TOMLValue, expected: String, at path: [String]) {
        report("expected \(expected), found \(value.typeName)", at: path)
    }
}

/// The known key that is at most two typing mistakes away, the nearest first. Of two as near as each other the one that
/// lacks no letter of the word: a letter is left out more often than it is another.
package func nearest(to key: String, in known: [String]) -> String? {
    // Longer than any key by more than the mistakes allowed: no need to compare.
    guard key.utf8.count <= 40 else { return nil }
    let word = key.lowercased()
    let ranked = known.map { key in
        (key: key, distance: editDistance(word, key.lowercased()), hasOther: !hasAll(of: word, key.lowercased()))
    }
    guard let best = ranked.min(by: { ($0.distance, $0.hasOther ? 1 : 0) < ($1.distance, $1.hasOther ? 1 : 0) })
    else { return nil }
    return best.distance <= 2 && best.distance < best.key.count ? best.key : nil
}

/// Whether a key has all characters of a word, in their order.
private func hasAll(of word: String, _ key: String) -> Bool {
    var rest = key[...]
    return word.allSatisfy { character in
        guard let place = rest.firstIndex(of: character) else { return false }
        rest = rest[rest.index(after: place)...]
        return true
    }
}

/// The characters to insert, drop or replace to make one word of the other (Levenshtein).
func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for column in right.indices {
            let replaced = diagonal + (right[column] == character ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
        }
    }
    return row[right.count]
}
