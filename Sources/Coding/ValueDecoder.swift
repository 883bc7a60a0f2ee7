// Reads JSON as values, by Swift's Decoder. The JSON module checks the grammar of RFC 8259; the value defines the
// content. Members that the value does not read are ignored.

import JSON
import Text

/// Reads the value of this JSON.
///
/// - Parameter bytes: UTF-8, one value.
/// - Throws: `CodingFailure` or `TableError`, which name the problem, and the value's errors.
package func decoded<Value: Decodable>(_ type: Value.Type, fromJSON bytes: [UInt8]) throws -> Value {
    var limits = TableLimits()
    // Our own programs wrote this; the caller has limited its length.
    (limits.values, limits.names, limits.containers) = (.max, .max, .max)
    return try Value(from: ValueDecoder(value: try jsonValue(of: bytes, limits: limits)))
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try ObjectDecoder<Key>(value))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try ArrayDecoder(value) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let truth) = value else { throw mismatch("true or false") }
        return truth
    }

    func decode(_ type: String.Type) throws -> String { try text(value) }

    func decode(_ type: Double.Type) throws -> Double { try number() }
    func decode(_ type: Float.Type) throws -> Float { try number() }

    /// A number in the range of the type, also if written as "1.0" or "1e2".
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        guard case .number(let text) = value,
            let number = Number(text) ?? Double(text).flatMap({ Number(exactly: $0) })
        else { throw mismatch("a whole number") }
        return number
    }

    func decode<Inner: Decodable>(_ type: Inner.Type) throws -> Inner { try Inner(from: self) }

    private func number<Number: BinaryFloatingPoint & LosslessStringConvertible>() throws -> Number {
        guard case .number(let text) = value, let number = Number(text), number.isFinite else {
            throw mismatch("a number")
        }
        return number
    }

    private func mismatch(_ wanted: String) -> CodingFailure {
        CodingFailure("found \(kind(value)), expected \(wanted)")
    }
}

extension JSONValue: Decodable {
    /// Keeps a value unparsed for a caller that knows its meaning.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ValueDecoder else { throw CodingFailure("this is not read from JSON") }
        self = decoder.value
    }

    /// Reads such a value as the type, if it fits.
    package func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: ValueDecoder(value: self))
    }
}

private func text(_ value: JSONValue) throws -> String {
    guard case .string(let text) = value else { throw CodingFailure("found \(kind(value)), expected a string") }
    return text
}

private func kind(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number(let text): text
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
}

private struct ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let members: [JSONMember]
    /// The position of each name, in an object with many.
    private let places: [String: Int]
    var codingPath: [any CodingKey] { [] }

    init(_ value: JSONValue) throws {
        guard case .object(let members) = value else {
            throw CodingFailure("found \(kind(value)), expected an object")
        }
        self.members = members
        places =
            members.count > 32
            ? Dictionary(members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 }) : [:]
    }

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }
    func contains(_ key: Key) -> Bool { member(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try text(try value(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: ValueDecoder(value: try value(key)))
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
        KeyedDecodingContainer(try ObjectDecoder<Inner>(try value(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ArrayDecoder(try value(key))
    }

    func superDecoder() throws -> any Decoder { throw CodingFailure("there is no value above this") }
    func superDecoder(forKey key: Key) throws -> any Decoder { ValueDecoder(value: try value(key)) }

    private func member(_ name: String) -> JSONValue? {
        if places.isEmpty { return members.first { $0.name == name }?.value }
        return places[name].map { members[$0].value }
    }

    private func value(_ key: Key) throws -> JSONValue {
        guard let value = member(key.stringValue) else { throw CodingFailure("\"\(key.stringValue)\" is missing") }
        return value
    }
}

private struct ArrayDecoder: UnkeyedDecodingContainer {
    private let values: [JSONValue]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    init(_ value: JSONValue) throws {
        guard case .array(let values) = value else { throw CodingFailure("found \(kind(value)), expected an array") }
        self.values = values
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: String.Type) throws -> String { try text(try next()) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: ValueDecoder(value: try next()))
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
        KeyedDecodingContainer(try ObjectDecoder<Inner>(try next()))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try ArrayDecoder(try next()) }
    mutating func superDecoder() throws -> any Decoder { ValueDecoder(value: try next()) }

    private mutating func next() throws -> JSONValue {
        guard !isAtEnd else { throw CodingFailure("an array ends too soon") }
        defer { currentIndex += 1 }
        return values[currentIndex]
    }
}
