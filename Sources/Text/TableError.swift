// The one error of all readers of tables: which kind it is, for the program, and what is wrong, for a person.

/// Why a document of tables could not be read.
package struct TableError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The document breaks its format.
        case malformed
        /// The document uses what this reader does not know.
        case unsupported
        /// The document is encrypted.
        case encrypted
        /// The document breaks one of `TableLimits`.
        case limit
        /// The document does what sound ones never do and attackers do: entities, overlapping parts.
        case refused
    }
    package var kind: Kind
    /// What is wrong and where, as a clause without a full stop.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
