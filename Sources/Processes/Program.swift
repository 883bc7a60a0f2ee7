// A program to start: all that it will see of the world, since nothing is inherited but the umask, the user and the
// resource limits.

/// A program, its arguments, and what it finds when it starts.
///
/// It starts in its own session, in "/", with every signal at its default, and with no descriptors but those named
/// here.
package struct Program: Sendable {
    /// The file to run, as a path; nothing is looked up in `PATH`, and no shell is asked.
    package var path: String
    /// What follows the name: `argv[0]` is `path` and not among these.
    package var arguments: [String]
    /// `NAME=value`, the whole of it.
    package var environment: [String]
    /// What it reads on descriptor 0. It lies ready in memory before the start: a program that does not read it holds
    /// nobody up.
    package var standardInput: [UInt8]
    /// Descriptors of ours that it gets as its descriptors 3, 4 and so on; five at most.
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

/// Where a program writes.
package enum Stream: Sendable {
    /// Descriptor 1.
    case output
    /// Descriptor 2.
    case error
}
