// Paths (ISO 32000-1 8.5). The reader skips path construction and reads a path only when an operator clips to it or
// paints it. A path consists of the bytes since the last operator that `ContentReader` knows; no such operator may
// stand within.

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
    /// - Parameter parts: the rectangles of the path, if there are several.
    mutating func clip(to box: PageBox, _ parts: [PageBox] = []) {
        states.current.clip = box.intersection(states.current.clip)
        if !parts.isEmpty { states.current.clipParts = parts }
        clipText()
    }

    /// Passes the clip path in force to the page.
    mutating func clipText() { placer.clip(to: states.current.clip, states.current.clipParts) }

    /// Takes the rules and rectangles from a painted path, which may be a clip path, too.
    mutating func paint(_ kind: Painting, _ bytes: Span<UInt8>) {
        guard placer.page.shapes.hasRoom else { return }
        let start = clipped.upperBound == operandsStart ? clipped.lowerBound : operandsStart
        let painter = PathPainter(kind, states.current)
        placer.page.shapes.runs = kind.fills && !states.current.isSeeThrough ? placer.runCount : 0
        placer.page.shapes.allRuns = placer.runCount
        paths.paint(start..<max(scanner.position, start), in: bytes, painter, on: &placer.page.shapes)
    }
}
