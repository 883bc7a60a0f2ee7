// Why there is no proposal: this is an answer for people, not a failure.

/// Why nothing is proposed, as a clause without a full stop.
package struct NoProposal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Nothing looks like keys.
    static let noKeys = NoProposal("no table with a column of numbers was found")
}
