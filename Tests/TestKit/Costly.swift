// Documents made to be expensive, for tests of their cost.

/// A document, told in a test's report by what is much in it.
package struct Costly: Sendable, CustomStringConvertible {
    package var description: String
    package var text: String

    package init(_ description: String, _ text: String) {
        self.description = description
        self.text = text
    }
}

/// The text as often as that.
package func repeated(_ text: String, _ times: Int) -> String { String(repeating: text, count: times) }
