// Transformation matrices (ISO 32000-1 8.3.3).

import Text

/// `[a b c d e f]`: x' = a·x + c·y + e, y' = b·x + d·y + f.
struct Matrix: Equatable {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    static let identity = Matrix()

    /// Scaling and translation.
    init(a: Double = 1, d: Double = 1, e: Double = 0, f: Double = 0) {
        (self.a, self.d, self.e, self.f) = (a, d, e, f)
    }

    /// From six numbers; nil for anything else.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        (a, b, c, d, e, f) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    /// From an array object of six numbers; nil for anything else.
    init?(_ object: PDFObject) {
        self.init(object.array?.compactMap(\.number) ?? [])
    }

    /// This transformation first, then `next`.
    @inline(__always) func then(_ next: Matrix) -> Matrix {
        var product = Matrix()
        product.a = a * next.a + b * next.c
        product.b = a * next.b + b * next.d
        product.c = c * next.a + d * next.c
        product.d = c * next.b + d * next.d
        product.e = e * next.a + f * next.c + next.e
        product.f = e * next.b + f * next.d + next.f
        return product
    }

    /// Transforms a point.
    func point(_ x: Double, _ y: Double) -> Point {
        Point(x: x * a + y * c + e, y: x * b + y * d + f)
    }

    /// A translation by (x, y) first, then this transformation.
    @inline(__always) func translated(x: Double, y: Double) -> Matrix {
        var moved = self
        moved.e = x * a + y * c + e
        moved.f = x * b + y * d + f
        return moved
    }
}
