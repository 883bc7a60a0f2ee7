// A descriptor that its owner closes at its end.

import CPOSIX
import Glibc

/// A descriptor that its owner closes at its end.
package struct Descriptor: ~Copyable {
    package let number: Int32

    /// Takes over the result of a call; `call` is its name, for the error.
    package init(_ number: Int32, from call: String) throws(ProcessError) {
        guard number >= 0 else { throw .system(call: call, code: errno) }
        self.number = number
    }

    deinit { close(number) }
}

/// Both ends of a pipe.
struct Pipe: ~Copyable {
    let read: Descriptor
    let write: Descriptor

    static func make() throws(ProcessError) -> Pipe {
        var ends: [Int32] = [-1, -1]
        guard cposix_pipe(&ends) == 0 else { throw .system(call: "pipe2", code: errno) }
        return Pipe(read: try Descriptor(ends[0], from: "pipe2"), write: try Descriptor(ends[1], from: "pipe2"))
    }
}
