// Ruling lines and filled rectangles of a page, which may show the positions of cells.
// Values only. Colours are unknown: some of these have the colour of the paper.

/// A straight horizontal or vertical line on the page: drawn as one, the side of a rectangle, or a thin rectangle.
package struct Rule: Sendable, Equatable {
    /// Its ends, in the middle of its thickness. The one with the smaller coordinates is the start.
    package var start: Point
    package var end: Point
    /// In the page's units; 0 for the thinnest possible line.
    package var thickness: Double

    package init(start: Point, end: Point, thickness: Double) {
        self.start = start
        self.end = end
        self.thickness = thickness
    }
}

/// A filled rectangle that is too thick for a rule: the ground of a cell, of a row, or of a larger area.
package struct Fill: Sendable, Equatable {
    /// The corner with the smallest coordinates, and the one with the largest.
    package var start: Point
    package var end: Point

    package init(start: Point, end: Point) {
        self.start = start
        self.end = end
    }
}
