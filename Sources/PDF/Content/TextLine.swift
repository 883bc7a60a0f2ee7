// The line that a string is drawn along (ISO 32000-1 9.4.4): its origin and direction, and how far codes and numbers
// move the pen. It is a value of the string's beginning and does not change while the string is drawn.

import Text

/// The place of a string, or of an array of strings.
struct TextLine {
    /// The start of the pen, and the direction in which it moves: a point of the line is origin + pen · direction.
    private let origin: Point
    private let direction: Point
    /// The height of the em, in the page's units.
    let size: Double
    /// The length of the em along the line, in text space.
    let em: Double
    /// The vector from the baseline to the top of the em; nil in vertical writing.
    let rise: Point?
    /// The factor from glyph widths to text space, and the addition for each glyph and each blank.
    let widthScale: Double
    let characterSpacing: Double
    let wordSpacing: Double
    /// For the numbers of arrays: the font size, and the scaling along the line.
    private let fontSize: Double
    private let scaling: Double

    /// `matrix` maps text space to the page.
    @inline(__always) init(_ matrix: Matrix, _ state: TextState, _ metrics: FontMetrics) {
        let isVertical = metrics.isVertical
        let start = matrix.translated(x: 0, y: state.rise)
        let scaling = isVertical ? 1 : state.horizontalScaling
        let up = matrix.c == 0 ? abs(matrix.d) : (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
        let height = state.size * metrics.em
        origin = Point(x: start.e, y: start.f)
        direction = isVertical ? Point(x: -matrix.c, y: -matrix.d) : Point(x: matrix.a, y: matrix.b)
        size = abs(height) * up
        em = abs(state.size * scaling * metrics.em)
        rise = isVertical ? nil : Point(x: matrix.c * height, y: matrix.d * height)
        widthScale = (isVertical ? state.size : metrics.unit * state.size * scaling) / 65536
        characterSpacing = (isVertical ? -1 : scaling) * state.characterSpacing
        wordSpacing = (isVertical ? -1 : scaling) * state.wordSpacing
        fontSize = state.size
        self.scaling = isVertical ? -1 : scaling
    }

    /// How far a number of a `TJ` array moves the pen (ISO 32000-1 9.4.3). The number is in thousandths of the font
    /// size.
    @inline(__always) func displacement(_ thousandths: Double) -> Double {
        -thousandths / 1000 * fontSize * scaling
    }

    /// The point of the page at this pen position.
    @inline(__always) func point(at pen: Double) -> Point {
        Point(x: origin.x + pen * direction.x, y: origin.y + pen * direction.y)
    }

    /// The distance along this line to the start of another; nil if that is not the same line, or has another size or
    /// direction.
    @inline(__always) func shift(to next: TextLine) -> Double? {
        guard next.direction == direction, next.size == size, next.em == em else { return nil }
        let (x, y) = (next.origin.x - origin.x, next.origin.y - origin.y)
        let square = direction.x * direction.x + direction.y * direction.y
        let across = x * direction.y - y * direction.x
        let tolerance = Gap.baseline * size
        guard square > 0, across * across <= tolerance * tolerance * square else { return nil }
        return (x * direction.x + y * direction.y) / square
    }

    /// Whether a blank of this width alone separates words, but not cells.
    @inline(__always) func isPlainBlank(width: Int32) -> Bool {
        guard wordSpacing == 0, characterSpacing == 0 else { return false }
        let gap = Double(width) * widthScale
        return gap > Gap.kerning * em && gap <= Gap.widestBlank * em
    }
}
