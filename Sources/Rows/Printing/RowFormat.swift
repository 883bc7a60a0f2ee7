// The forms in which rows are printed.

/// A form in which rows are printed.
package enum RowFormat: String, Codable, CaseIterable, Sendable {
    /// Aligned columns, for people.
    case table
    /// An array of `{"batch", "status", "date", "page"}` (RFC 8259), one object a line.
    case json
    /// RFC 4180, with a header.
    case csv
}
