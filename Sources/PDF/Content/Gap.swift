// How wide a gap between two glyphs may be to mean this or that, in ems. Each number was measured on what writers do.

/// The bounds by which a run ends or goes on.
enum Gap {
    /// The largest gap that is kerning: word spaces of justified text begin above it.
    static let kerning = 0.14
    /// A blank that spacing has taken back to this is none: pdfwrite draws "awaiting" as "aw a", "iting", with a word
    /// spacing below zero (fixture spacing_takes_blank).
    static let noBlank = 0.05
    /// The widest blank that parts words and not cells.
    static let widestBlank = 0.75
    /// The gap of text drawn on without a gap: what rounded widths and coordinates leave.
    static let adjoining = 0.03
    /// How far two strings of one line may lie off each other.
    static let baseline = 0.05
    /// The widest tracking: the boxes of forms are no further apart. Beyond it each glyph has a cell of its own: some
    /// writers draw a row of small numbers as one string (fixture spacing_parts_cells).
    static let widestTracking = 1.0
}
