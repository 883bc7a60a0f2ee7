// What a cell of the keys' column says: a key, a key with something at it that says nothing of the case, or what may be
// another number.

/// What a cell has of a key.
enum KeyReading: Equatable {
    case none
    /// All else in the cell is a mark, a label or the name of a link.
    ///
    /// - Parameter spelling: how the cell writes the key, marks included; nil where the cell is the key.
    case key(String, spelling: String?)
    case doubtful(DoubtfulKeys)
    /// Several keys that are a row each, in the cell's order, each once.
    case several([String])
}

/// The keys that a cell may mean.
struct DoubtfulKeys: Equatable {
    /// In the cell's order, each once.
    var keys: [String]
    /// Whether the cell may mean all keys from the first to the last.
    var isRange = false
    /// Whether more digits or letters adjoin the key: a number that the mask does not have, most often.
    var isLonger = false
}

extension KeyReading {
    /// The key, if it is certain.
    var key: String? {
        if case .key(let key, _) = self { key } else { nil }
    }
}
