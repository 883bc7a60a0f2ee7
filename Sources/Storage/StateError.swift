// Errors of the state directory and its files, in the words for people.

import Processes

/// Why state cannot be used.
package enum StateError: Error, Equatable, CustomStringConvertible {
    /// Another process holds the directory.
    case locked(directory: String)
    /// The directory is unusable: `problem` says why and what to do.
    case unusable(directory: String, problem: String)
    /// A newer batchwatch wrote the file.
    case newerSchema(file: String, schema: Int, known: Int)
    /// A system call failed.
    case io(operation: String, path: String, code: Int32)

    package var description: String {
        switch self {
        case .locked(let directory):
            "\(directory) is in use by another batchwatch"
        case .unusable(let directory, let problem):
            "\(directory) cannot hold the state: \(problem)"
        case .newerSchema(let file, let schema, let known):
            "\(file) has schema \(schema), written by a newer batchwatch; this one supports "
                + "\(known). Install the newer version again, or move the file away to start over"
        case .io(let operation, let path, let code):
            "\(operation) \(path): \(errorText(code))"
        }
    }
}
