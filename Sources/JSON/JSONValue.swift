// A JSON document as a value: in the order in which it is written, numbers as they are written.

/// One value of JSON (RFC 8259 3).
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// As it is written: "20121456171", "1.50".
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Each name stands once, where it was first; of several values the last counts (RFC 8259 4 leaves that open).
    case object([JSONMember])

    /// What a cell says of it: a number or string itself, true and false as words; empty for null; nil for an array or
    /// object.
    package var scalar: String? {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array, .object: nil
        }
    }

    /// The value of the member of that name; nil where there is none, or this is no object.
    package func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

/// A name and a value of an object.
package struct JSONMember: Sendable, Equatable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}
