// What keeps a value from being written as JSON, or JSON from being a value.

/// Why, as a clause without a full stop.
package struct CodingFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// A place that has no name.
struct NoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
