// The one error of all readers of tables: its kind for the program, its description for a person.

/// Why a document of tables could not be read.
package struct TableError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The document breaks its format.
        case malformed
        /// The document uses a feature that this reader does not support.
        case unsupported
        /// The document is encrypted.
        case encrypted
        /// The document breaks one of `TableLimits`.
        case limit
        /// The document has features of attacks that sound documents never have: entities, overlapping parts.
        case refused
    }
    package var kind: Kind
    /// The problem and its position, as a clause without a full stop.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
