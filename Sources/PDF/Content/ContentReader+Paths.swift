// Paths (ISO 32000-1 8.5) are passed over as they are constructed, and read when an operator clips to them or paints
// them. A path's bytes are those since the last operator that `ContentReader` knows; no such operator may stand within.

extension ContentReader {
    /// `W`, `W*`: narrows the clip path.
    mutating func clipToPath(_ bytes: Span<UInt8>) {
        clipped = operandsStart..<max(scanner.position, operandsStart)
        if let box = paths.box(of: clipped, in: bytes, states.current.matrix) { clip(to: box) }
    }

    /// Narrows the clip path, until the graphics state is restored.
    mutating func clip(to box: PageBox) {
        states.current.clip = box.intersection(states.current.clip)
        placer.clip(to: states.current.clip)
    }

    /// Takes the rules and rectangles from a path that is painted; one may be clipped to and painted.
    mutating func paint(_ kind: Painting, _ bytes: Span<UInt8>) {
        guard placer.page.shapes.hasRoom else { return }
        let start = clipped.upperBound == operandsStart ? clipped.lowerBound : operandsStart
        let painter = PathPainter(kind, states.current)
        paths.paint(start..<max(scanner.position, start), in: bytes, painter, on: &placer.page.shapes)
    }
}
