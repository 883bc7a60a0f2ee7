// The bounds of the configuration's values, in one place, for the decoder, the manual and the tests.

/// The bounds of the configuration's values; durations in seconds, sizes in bytes.
package enum ConfigLimits {
    /// The file: a hundred thousand watched batches with what they are called. A larger one is not a configuration.
    package static let fileBytes = 8 << 20
    /// Between two polls of somebody's server: a minute is the courtesy limit, a month the longest that still tells
    /// anything.
    package static let every = 60...30 * 86400
    /// Between two polls of a file or of this machine.
    package static let everyLocal = 1...30 * 86400
    /// A whole transfer: the slowest lines need minutes, an hour means that nobody answers.
    package static let timeout = 1...3600
    package static let hookTimeout = 1...3600
    package static let disappearedAfter = 0...30 * 86400
    package static let expectEvery = 3600...366 * 86400
    /// Working days: a year has about so many.
    package static let expectWorkingDays = 1...260
    /// The reader keeps the document in memory, beside at most 128 MiB decoded.
    package static let maxSize = 1024...256 << 20
    /// A source's name is a file's name; the file system takes 255 bytes, endings included.
    package static let nameLength = 64
    /// A label is one header line of a mail.
    package static let labelLength = 200
    /// Cells of a row; no table that people read has more.
    package static let columns = 64
    /// What a column stands under, a glob of links, the path to records: a line.
    package static let nameInDocument = 200
    /// What a program calls itself; servers take 8 KiB for a whole header.
    package static let userAgentLength = 256
    /// The program that brings a document, and its arguments.
    package static let commandWords = 64
    /// Header fields of a request. The whole header stays below the 8 KiB that servers accept.
    package static let headers = 20
    /// The name of a header field, and its value, in bytes.
    package static let headerName = 64
    package static let headerValue = 4096
    /// Fields of a form, and the value of one and a whole `body`, in bytes.
    package static let formFields = 50
    package static let formValue = 4096
    package static let body = 64 << 10
    /// Seconds between two polls of a form on a server that is not this machine: each poll sends it for every case.
    package static let everyForm = 600...30 * 86400
    /// So many characters of a number and of a mask are compared, to tell which mask a number is likest to.
    static let comparedShape = 64
    /// Batches to look for in all lists together: each has a place in memory, and in the state of its list. With so many
    /// the daemon takes a quarter of the unit's `MemoryMax=`, the rest being for documents, and reads a configuration
    /// anew in a second, so that its watchdog is fed in time.
    package static let watched = 100_000
    /// Batches with pages of their own: with a pause between two, they take half an hour.
    package static let casePages = 1000
}
