// A program to start, with its whole environment: it inherits only the umask, the user and the resource limits.

/// A program, its arguments, and its surroundings at the start.
///
/// It starts in its own session, in "/", with every signal at its default, and with only the descriptors named here.
package struct Program: Sendable {
    /// The file to run, as a path; `PATH` and shells are not used.
    package var path: String
    /// The arguments after the name: `argv[0]` is `path` and not among these.
    package var arguments: [String]
    /// `NAME=value`, the complete environment.
    package var environment: [String]
    /// Its input on descriptor 0. It is in memory before the start, so that a program that does not read it blocks
    /// nothing.
    package var standardInput: [UInt8]
    /// Descriptors of ours that become its descriptors 3, 4 and so on; at most five.
    package var descriptors: [Int32]

    package init(
        path: String, arguments: [String] = [], environment: [String] = [], standardInput: [UInt8] = [],
        descriptors: [Int32] = []
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.standardInput = standardInput
        self.descriptors = descriptors
    }
}

/// An output stream of a program.
package enum Stream: Sendable {
    /// Descriptor 1.
    case output
    /// Descriptor 2.
    case error
}
