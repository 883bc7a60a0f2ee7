// How wide a gap between two glyphs may be for each meaning, in ems. Each number was measured on documents of real
// writers.

/// The bounds by which a run ends or continues.
enum Gap {
    /// The largest gap that is kerning: word spaces of justified text begin above it.
    static let kerning = 0.14
    /// The widest remainder of a blank that spacing has taken back: pdfwrite draws "awaiting" as "aw a", "iting", with
    /// a word spacing below zero (fixture spacing_takes_blank).
    static let noBlank = 0.05
    /// The widest blank that separates words and not cells.
    static let widestBlank = 0.75
    /// The gap within continuous text: the error of rounded widths and coordinates.
    static let adjoining = 0.03
    /// The largest distance of two baselines of one line.
    static let baseline = 0.05
    /// The widest tracking: the boxes of forms are no further apart. Beyond it each glyph has a cell of its own: some
    /// writers draw a row of small numbers as one string (fixture spacing_parts_cells).
    static let widestTracking = 1.0
}
