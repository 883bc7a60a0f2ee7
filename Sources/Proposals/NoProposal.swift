// Why nothing is proposed: no failure, but an answer for people.

/// Why nothing is proposed, as a clause without a full stop.
package struct NoProposal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Nothing looks like keys.
    static let noKeys = NoProposal("no table with a column of numbers was found")
}
