// Swift's Encoder for JSON. It keeps no coding path, because values use only their parts, never their place.

import JSON

/// The JSON form of a value.
func part(of value: some Encodable) throws -> JSONPart {
    let encoder = ValueEncoder()
    try value.encode(to: encoder)
    // A value that encodes nothing is an empty object.
    return encoder.part ?? .container(JSONContainer(isObject: true))
}

/// The place for one value.
private final class ValueEncoder: Encoder, SingleValueEncodingContainer {
    var part: JSONPart?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ObjectEncoder<Key>(object: begun(isObject: true)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ArrayEncoder(array: begun(isObject: false)) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// A value of a class may request its container more than once.
    private func begun(isObject: Bool) -> JSONContainer {
        if case .container(let container)? = part, container.isObject == isObject { return container }
        let container = JSONContainer(isObject: isObject)
        part = .container(container)
        return container
    }

    func encodeNil() { part = .text("null") }
    func encode(_ value: Bool) { part = .text(value ? "true" : "false") }
    func encode(_ value: String) { part = .quoted(value) }
    func encode(_ value: Double) throws { part = .text(try number(value, value.isFinite)) }
    func encode(_ value: Float) throws { part = .text(try number(value, value.isFinite)) }
    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) { part = .text(String(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { part = try Coding.part(of: value) }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else { throw CodingFailure("this is not written as JSON") }
        encoder.part = part
    }

    /// Numbers as written.
    fileprivate var part: JSONPart {
        switch self {
        case .null: return .text("null")
        case .bool(let truth): return .text(truth ? "true" : "false")
        case .number(let text): return .text(text)
        case .string(let text): return .quoted(text)
        case .array(let values):
            let container = JSONContainer(isObject: false)
            container.parts = values.map(\.part)
            return .container(container)
        case .object(let members):
            let container = JSONContainer(isObject: true)
            container.names = members.map(\.name)
            container.parts = members.map(\.value.part)
            return .container(container)
        }
    }
}

/// The shortest text that reads back as the same number.
private func number(_ value: some LosslessStringConvertible, _ isFinite: Bool) throws -> String {
    guard isFinite else { throw CodingFailure("JSON has no number \(value.description)") }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

private struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: JSONContainer
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { object.set(.text("null"), for: key.stringValue) }
    func encode(_ value: String, forKey key: Key) { object.set(.quoted(value), for: key.stringValue) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        object.set(try part(of: value), for: key.stringValue)
    }

    func nestedContainer<Inner: CodingKey>(keyedBy: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
        KeyedEncodingContainer(ObjectEncoder<Inner>(object: nested(key, isObject: true)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ArrayEncoder(array: nested(key, isObject: false))
    }

    private func nested(_ key: Key, isObject: Bool) -> JSONContainer {
        let container = JSONContainer(isObject: isObject)
        object.set(.container(container), for: key.stringValue)
        return container
    }

    // No class of ours has a superclass.
    func superEncoder() -> any Encoder { ValueEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder() }
}

private struct ArrayEncoder: UnkeyedEncodingContainer {
    let array: JSONContainer
    var codingPath: [any CodingKey] { [] }
    var count: Int { array.parts.count }

    func encodeNil() { array.parts.append(.text("null")) }
    func encode(_ value: String) { array.parts.append(.quoted(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { array.parts.append(try part(of: value)) }

    func nestedContainer<Inner: CodingKey>(keyedBy: Inner.Type) -> KeyedEncodingContainer<Inner> {
        KeyedEncodingContainer(ObjectEncoder<Inner>(object: nested(isObject: true)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ArrayEncoder(array: nested(isObject: false)) }

    private func nested(isObject: Bool) -> JSONContainer {
        let container = JSONContainer(isObject: isObject)
        array.parts.append(.container(container))
        return container
    }

    func superEncoder() -> any Encoder { ValueEncoder() }
}
