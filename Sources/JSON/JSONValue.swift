// A JSON document as a value: in the order in which it is written, numbers as they are written.

/// One value of JSON (RFC 8259 3).
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// As it is written: "20121456171", "1.50", "2.0121456171e10".
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
        case .number(let text): digits(of: text) ?? text
        case .string(let text): text
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

/// The digits of a whole number that is written with an exponent; nil for any other, and for one of more than 21 digits,
/// which is the most that browsers show of one.
private func digits(of number: String) -> String? {
    guard let sign = number.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }),
        let exponent = Int(number[number.index(after: sign)...]), 0...21 ~= exponent
    else { return nil }
    let parts = number[..<sign].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    let kept = fraction.reversed().drop { $0 == "0" }.count
    guard kept <= exponent else { return nil }
    let isNegative = parts[0].first == "-"
    let zeros = String(repeating: "0", count: exponent - kept)
    let digits = (parts[0].drop { $0 == "-" } + fraction.prefix(kept) + zeros).drop { $0 == "0" }
    if digits.isEmpty { return "0" }
    return digits.count > 21 ? nil : (isNegative ? "-" : "") + digits
}
