// Clip paths (ISO 32000-1 8.5.4). Paths are passed over as they are drawn; one that is to clip is read when `W` says so. Only
// the rectangle around it counts: what lies outside of that is surely not to be seen.

import Text

extension ContentReader {
    /// Narrows the clip path, until the graphics state is restored.
    mutating func clip(to box: PageBox) {
        state.clip = box.intersection(state.clip)
        clip()
    }

    /// Tells the placer. A run does not go on under another clip path.
    @inline(__always) mutating func clip() {
        if placer.clip == state.clip { return }
        placer.closeRun()
        placer.clip = state.clip
    }

    /// The rectangle around the current path, on the page; nil where there is none.
    mutating func clipPath(_ bytes: Span<UInt8>) -> PageBox? {
        var box: PageBox?
        func add(_ x: Double, _ y: Double) { box.add(state.matrix.point(x, y)) }
        pathScanner.restart(at: operandsStart)
        while pathScanner.position < scanner.position, let code = pathScanner.next(in: bytes) {
            let count = pathScanner.operandCount
            switch code {
            case 0x6D, 0x6C, 0x76, 0x79, 0x63:  // m, l, v, y, c
                for index in stride(from: 0, to: count - 1, by: 2) {
                    add(pathScanner.number(index), pathScanner.number(index + 1))
                }
            case 0x7265:  // re
                let (x, y) = (pathScanner.number(count - 4), pathScanner.number(count - 3))
                let (width, height) = (pathScanner.number(count - 2), pathScanner.number(count - 1))
                add(x, y)
                add(x + width, y)
                add(x, y + height)
                add(x + width, y + height)
            case 0x6E, 0x66, 0x46, 0x662A, 0x53, 0x73, 0x42, 0x62, 0x422A, 0x622A:  // n f F f* S s B b B* b*
                box = nil
            default: break
            }
            pathScanner.clear()
        }
        return box
    }
}
