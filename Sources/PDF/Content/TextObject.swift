// The two matrices of a text object (ISO 32000-1 9.4.1).

/// The places of the next glyph, and of its line's start.
struct TextObject {
    /// From text space to user space.
    private(set) var matrix = Matrix.identity
    private var lineMatrix = Matrix.identity

    /// `Tm`, and `BT` with the identity.
    mutating func set(_ matrix: Matrix) { (self.matrix, lineMatrix) = (matrix, matrix) }

    /// `Td`: begins another line, relative to the start of this one.
    mutating func moveLine(x: Double, y: Double) {
        lineMatrix = lineMatrix.translated(x: x, y: y)
        matrix = lineMatrix
    }

    /// Follows the pen (ISO 32000-1 9.4.4).
    @inline(__always) mutating func advance(_ pen: Double, isVertical: Bool) {
        matrix = matrix.translated(x: isVertical ? 0 : pen, y: isVertical ? -pen : 0)
    }
}
