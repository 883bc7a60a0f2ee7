// The stream cipher of older encrypted documents. Implemented here, because libcrypto keeps it in its legacy provider,
// which may be missing.

/// RC4 after its key schedule. A value: a copy continues from the same place of the key stream.
struct RC4 {
    private var state = [UInt8](0...255)
    private var i: UInt8 = 0
    private var j: UInt8 = 0

    /// An empty key counts as one byte 0.
    init(key: [UInt8]) {
        let key = key.isEmpty ? [0] : key
        var j: UInt8 = 0
        for i in 0..<256 {
            j = j &+ state[i] &+ key[i % key.count]
            state.swapAt(i, Int(j))
        }
    }

    /// Encrypts or decrypts the bytes.
    mutating func apply(to bytes: ArraySlice<UInt8>) -> [UInt8] {
        var output = Array(bytes)
        var (i, j) = (self.i, self.j)
        state.withUnsafeMutableBufferPointer { state in
            for position in output.indices {
                i &+= 1
                let first = state[Int(i)]
                j &+= first
                let second = state[Int(j)]
                state[Int(i)] = second
                state[Int(j)] = first
                output[position] ^= state[Int(first &+ second)]
            }
        }
        (self.i, self.j) = (i, j)
        return output
    }
}
