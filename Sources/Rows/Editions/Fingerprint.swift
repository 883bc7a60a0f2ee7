// By what an edition of a list is known again without keeping it: a hash of its text, and a sample of its keys. The
// same bytes give the same fingerprint in every version and on every machine, since it is kept in the state.

/// What an edition is known by.
package struct Fingerprint: Codable, Hashable, Sendable {
    /// A hash of all text in drawing order: another export of the same list has the same. 16 hexadecimal digits.
    package var text: String
    package var keys: KeySample

    package init(text: String, keys: KeySample) {
        self.text = text
        self.keys = keys
    }
}

/// Takes the fingerprint of an edition while it is read.
struct FingerprintBuilder {
    private var text = Hash64()
    private var keys = KeySample()

    var fingerprint: Fingerprint { Fingerprint(text: text.text, keys: keys) }

    /// Takes text in, as UTF-8. What is added in other pieces gives another fingerprint.
    mutating func add(text: UnsafeRawBufferPointer) {
        self.text.add(text)
    }

    /// Takes the key of a row in, as UTF-8, watched or not.
    mutating func add(key: ArraySlice<UInt8>) {
        keys.add(key)
    }
}
