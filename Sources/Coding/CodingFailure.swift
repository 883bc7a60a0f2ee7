// Why a value cannot be written as JSON, or JSON cannot be read as a value.

/// The reason, as a clause without a full stop.
package struct CodingFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The key of a place without a name.
struct NoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
