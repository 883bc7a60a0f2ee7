// The content of a TOML file (TOML 1.0.0, toml.io), with the position of every key. Of numbers and dates it has only
// the type, because no key of the configuration uses their values.

/// A value of a TOML file.
enum TOMLValue {
    case string(String)
    case boolean(Bool)
    /// A number, a date or a time, by what it is: "an integer".
    case other(String)
    case array([TOMLValue])
    /// `[[name]]`, once or more. The last one is enough to know what may be added; the configuration has none.
    case tables(last: TOMLTable)
    case table(TOMLTable)

    var string: String? { if case .string(let string) = self { string } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var array: [TOMLValue]? { if case .array(let values) = self { values } else { nil } }
    var table: TOMLTable? { if case .table(let table) = self { table } else { nil } }

    /// What it is, with its article.
    var typeName: String {
        switch self {
        case .string: "a string"
        case .boolean: "a boolean"
        case .other(let name): name
        case .array, .tables: "an array"
        case .table: "a table"
        }
    }
}

/// A table, while it is read and after.
final class TOMLTable {
    /// What made the table: it decides what may still add to it.
    enum Origin {
        /// A longer header, `[a.b]` for `a`: a header of its own may follow.
        case implicit
        case header
        /// `a.b = …` for `a`: other dotted keys may add to it.
        case dotted
        /// `{ … }`, which nothing adds to.
        case inline
    }

    var origin: Origin
    /// In the order of the file.
    private(set) var keys: [String] = []
    private var entries: [String: (value: TOMLValue, offset: Int)] = [:]

    init(_ origin: Origin) {
        self.origin = origin
    }

    var isEmpty: Bool { keys.isEmpty }

    subscript(key: String) -> TOMLValue? { entries[key]?.value }

    /// Adds a key, or gives it another value and place.
    func set(_ key: String, to value: TOMLValue, offset: Int) {
        if entries.updateValue((value, offset), forKey: key) == nil { keys.append(key) }
    }

    /// The byte at which the key begins, or the nearest one on the way to it; nil where not even its first part is
    /// there.
    func offset(of keyPath: [String]) -> Int? {
        var table = self
        var offset: Int?
        for key in keyPath {
            guard let entry = table.entries[key] else { break }
            offset = entry.offset
            guard let next = entry.value.table else { break }
            table = next
        }
        return offset
    }
}
