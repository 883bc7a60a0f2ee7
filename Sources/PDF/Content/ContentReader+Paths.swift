// Paths (ISO 32000-1 8.5) are passed over as they are constructed, and read when an operator clips to them or paints
// them. A path's bytes are those since the last operator that `ContentReader` knows; no such operator may stand within.

extension ContentReader {
    /// `W`, `W*`: narrows the clip path.
    mutating func clipToPath(_ bytes: Span<UInt8>) {
        clipped = operandsStart..<max(scanner.position, operandsStart)
        let (box, parts, isShaped) = paths.clip(of: clipped, in: bytes, states.current.matrix)
        if isShaped { states.current.isClipShaped = true }
        if let box { clip(to: box, parts) }
    }

    /// Narrows the clip path, until the graphics state is restored.
    ///
    /// - Parameter parts: the rectangles that the path is made of, where it is of several.
    mutating func clip(to box: PageBox, _ parts: [PageBox] = []) {
        states.current.clip = box.intersection(states.current.clip)
        if !parts.isEmpty { states.current.clipParts = parts }
        clipText()
    }

    /// Tells the page what the clip path in force leaves of it.
    mutating func clipText() { placer.clip(to: states.current.clip, states.current.clipParts) }

    /// Takes the rules and rectangles from a path that is painted; one may be clipped to and painted.
    mutating func paint(_ kind: Painting, _ bytes: Span<UInt8>) {
        guard placer.page.shapes.hasRoom else { return }
        let start = clipped.upperBound == operandsStart ? clipped.lowerBound : operandsStart
        let painter = PathPainter(kind, states.current)
        placer.page.shapes.runs = kind.fills && !states.current.isSeeThrough ? placer.runCount : 0
        placer.page.shapes.allRuns = placer.runCount
        paths.paint(start..<max(scanner.position, start), in: bytes, painter, on: &placer.page.shapes)
    }
}
