// Reads paths (ISO 32000-1 8.5.2). The content reader skips them when they are drawn; this one reads a path afterwards,
// if an operator needs it.

import Text

/// Reads the path that a range of a content stream constructs.
struct PathReader {
    /// A part of a path, in user space.
    enum Element {
        /// The beginning of a subpath.
        case move(x: Double, y: Double)
        /// The end of a straight segment.
        case line(x: Double, y: Double)
        /// The end of a curve or one of its control points.
        case curve(x: Double, y: Double)
        case rectangle(x: Double, y: Double, width: Double, height: Double)
        /// The end of a subpath, back at its start.
        case close
        /// The path before was painted or ended: another one begins.
        case end
    }
    private var scanner: ContentScanner

    init(limits: PDFLimits) {
        scanner = ContentScanner(limits: limits)
    }

    /// The rectangle around the path, on the page; nil if there is none. Of a clip path only this counts (ISO 32000-1
    /// 8.5.4): everything outside of it is certainly hidden.
    ///
    /// - Returns: the rectangle; the rectangles of a path that consists of several and nothing else; and whether the
    ///   path may be smaller than that.
    mutating func clip(
        of range: Range<Int>, in bytes: Span<UInt8>, _ matrix: Matrix
    ) -> (box: PageBox?, parts: [PageBox], isShaped: Bool) {
        var box: PageBox?
        var (first, parts): (PageBox?, [PageBox]) = (nil, [])
        var isOther = false
        read(range, in: bytes) { element in
            switch element {
            case .move(let x, let y), .line(let x, let y), .curve(let x, let y):
                box.add(matrix.point(x, y))
                isOther = true
            case .rectangle(let x, let y, let width, let height):
                var part: PageBox?
                for (x, y) in [(x, y), (x + width, y), (x, y + height), (x + width, y + height)] {
                    part.add(matrix.point(x, y))
                    box.add(matrix.point(x, y))
                }
                guard let part else { return }
                // Most paths are one rectangle.
                if let first {
                    if parts.isEmpty { parts = [first] }
                    if parts.count < Self.mostParts { parts.append(part) } else { isOther = true }
                } else {
                    first = part
                }
            case .close: break
            case .end: (box, first, parts, isOther) = (nil, nil, [], false)
            }
        }
        return (box, isOther ? [] : parts, isOther || !parts.isEmpty)
    }

    /// The most parts, because each run is compared with each of them.
    private static let mostParts = 64

    /// Draws the path that the last operator of the range paints.
    mutating func paint(
        _ range: Range<Int>, in bytes: Span<UInt8>, _ painter: PathPainter, on shapes: inout DrawnShapes
    ) {
        var painter = painter
        let mark = shapes.mark
        read(range, in: bytes) { painter.draw($0, since: mark, on: &shapes) }
        painter.finish(since: mark, on: &shapes)
    }

    /// Passes the elements to `body` in order; the range's last operator is none.
    @inline(__always) private mutating func read(
        _ range: Range<Int>, in bytes: Span<UInt8>, _ body: (Element) -> Void
    ) {
        scanner.restart(at: range.lowerBound)
        while let code = scanner.next(in: bytes), scanner.position < range.upperBound {
            let count = scanner.operandCount
            switch code {
            case 0x6D, 0x6C, 0x76, 0x79, 0x63:  // m, l, v, y, c
                for index in stride(from: 0, to: count - 1, by: 2) {
                    let (x, y) = (scanner.number(index), scanner.number(index + 1))
                    body(code == 0x6D ? .move(x: x, y: y) : code == 0x6C ? .line(x: x, y: y) : .curve(x: x, y: y))
                }
            case 0x7265:  // re
                body(
                    .rectangle(
                        x: scanner.number(count - 4), y: scanner.number(count - 3),
                        width: scanner.number(count - 2), height: scanner.number(count - 1)))
            case 0x68: body(.close)  // h
            case 0x6E, 0x66, 0x46, 0x662A, 0x53, 0x73, 0x42, 0x62, 0x422A, 0x622A:  // n f F f* S s B b B* b*
                body(.end)
            default: break
            }
            scanner.clear()
        }
    }
}
