// Forms (ISO 32000-1 8.10): content streams within others. The reader keeps them on a stack, so nesting costs no
// recursion.

import Text

/// A content stream being read: the page's, or that of a form.
struct ContentFrame {
    let bytes: [UInt8]
    /// Where reading continues after a form.
    var position = 0
    var resources: ResourceScope
    /// The form's object number; nil for the page.
    var object: Int?
    /// The state to restore, and how many states were saved, when the form ends.
    let state: GraphicsState
    var savedCount = 0
    /// How much marked content was open when the form began.
    var markedCount = 0
}

extension ContentReader {
    /// The decoded bytes charged for a form beside its length, so that nobody can draw tiny ones for ever.
    private static let formCost = 512

    /// `Do`: begins a form (ISO 32000-1 8.10.1), notes an image.
    mutating func draw(_ bytes: Span<UInt8>) throws(PDFError) {
        guard let name = scanner.last, name.kind == .name, let caller = frames.last,
            case .stream(let stream) = try caller.resources.value("XObject", bytes, name.range, store: store)
        else { return }
        let dictionary = stream.dictionary
        if try store.value("Subtype", of: dictionary) == .name("Image") {
            hasImages = true
            let unit = addPicture()
            if try hides(dictionary) {
                placer.page.shapes.add(picture: unit, clip: states.current.clip, after: placer.runCount)
            }
            return
        }
        if try optionalContent.isHidden(dictionary["OC"], store: store) { return }
        try begin(stream, resources: caller.resources, matrix: states.current.matrix)
    }

    /// Notes the place of an image: the unit square of user space (ISO 32000-1 8.9.5).
    @discardableResult mutating func addPicture() -> PageBox {
        let unit = PageBox(left: 0, bottom: 0, right: 1, top: 1).transformed(states.current.matrix)
        if states.current.paints.filling != .clear {
            placer.page.shapes.addGround(
                unit.intersection(states.current.clip), .picture, after: placer.runCount)
        }
        return unit
    }

    /// Whether an image hides what lies below it: it has no mask (ISO 32000-1 8.9.6, 11.6.5).
    private func hides(_ image: PDFDictionary) throws(PDFError) -> Bool {
        if states.current.isSeeThrough || image["SMask"] != nil || image["Mask"] != nil { return false }
        return try store.value("ImageMask", of: image) != .boolean(true)
    }

    /// Puts a form on the stack. `matrix` maps the coordinates of its caller to the page.
    mutating func begin(_ stream: PDFStream, resources inherited: ResourceScope, matrix: Matrix) throws(PDFError) {
        let dictionary = stream.dictionary
        if frames.contains(where: { $0.object == stream.object }) { return }
        if frames.count > store.limits.nesting {
            throw PDFError(.limit, "forms are nested deeper than \(store.limits.nesting)", object: stream.object)
        }
        try store.charge(decoded: Self.formCost)
        var content: [UInt8] = []
        try store.decode(stream, to: &content)
        let resources = try store.value("Resources", of: dictionary).dictionary.map(ResourceScope.init)
        frames.append(
            ContentFrame(
                bytes: content, resources: resources ?? inherited, object: stream.object, state: states.current,
                savedCount: states.count, markedCount: marked.count))
        states.current.matrix = (Matrix(try store.value("Matrix", of: dictionary)) ?? .identity).then(matrix)
        if try store.value("Group", of: dictionary).dictionary != nil { states.current.paints.beginGroup() }
        if let box = PageBox(try store.value("BBox", of: dictionary)) {
            clip(to: box.transformed(states.current.matrix))
        }
    }
}
