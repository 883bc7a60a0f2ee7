// A JSON document as a value: keeps the order and the spelling of numbers.

import Text

/// One value of JSON (RFC 8259 3).
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// As written: "20121456171", "1.50", "2.0121456171e10".
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Each name occurs once, at its first position. RFC 8259 4 leaves open which of several values counts: here the
    /// last of texts and numbers, marked as one of several; lists and objects are joined to one list.
    case object([JSONMember])

    /// The text for a cell: a number or string itself, true and false as words; empty for null; nil for an array or
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

    /// The value of a repeated name.
    static func joined(_ values: [JSONValue]) -> JSONValue {
        guard let last = values.last, values.contains(where: { $0 != last }) else { return values.last ?? .null }
        if let text = last.scalar, values.allSatisfy({ $0.scalar != nil }) {
            return .string(CellMark.contradicted.on(collapsed(text)))
        }
        return .array(values.flatMap(\.list))
    }

    private var list: [JSONValue] { if case .array(let values) = self { values } else { [self] } }

    /// The value of the member of that name; nil if there is none, or this is no object.
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

/// The digits of a whole number with an exponent; nil for any other, and for more than 21 digits, the most that
/// browsers show.
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
