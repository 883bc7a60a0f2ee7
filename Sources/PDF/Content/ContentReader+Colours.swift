// The operators of colours (ISO 32000-1 8.6.8). They may stand within a path: see `ContentReader.run`.

extension ContentReader {
    /// Runs an operator that sets a colour.
    mutating func applyColour(_ code: ContentOperator, _ bytes: Span<UInt8>) throws(PDFError) {
        switch code {
        case .setGrey: setGrey(strokes: false)
        case .setStrokeGrey: setGrey(strokes: true)
        case .setRGB: setRGB(strokes: false)
        case .setStrokeRGB: setRGB(strokes: true)
        case .setCMYK: setCMYK(strokes: false)
        case .setStrokeCMYK: setCMYK(strokes: true)
        case .setColourSpace: try setColourSpace(strokes: false, bytes)
        case .setStrokeColourSpace: try setColourSpace(strokes: true, bytes)
        case .setColour, .setColourNamed: setColour(strokes: false)
        case .setStrokeColour, .setStrokeColourNamed: setColour(strokes: true)
        default: break
        }
    }

    /// `g`, `G`.
    private mutating func setGrey(strokes: Bool) {
        let grey = scanner.number(scanner.operandCount - 1)
        states.current.paints.set(Ink(red: grey, green: grey, blue: grey), space: .grey, strokes: strokes)
    }

    /// `rg`, `RG`.
    private mutating func setRGB(strokes: Bool) {
        let first = scanner.operandCount - 3
        let ink = Ink(red: scanner.number(first), green: scanner.number(first + 1), blue: scanner.number(first + 2))
        states.current.paints.set(ink, space: .rgb, strokes: strokes)
    }

    /// `k`, `K`.
    private mutating func setCMYK(strokes: Bool) {
        let first = scanner.operandCount - 4
        let ink = Ink(
            cyan: scanner.number(first), magenta: scanner.number(first + 1), yellow: scanner.number(first + 2),
            black: scanner.number(first + 3))
        states.current.paints.set(ink, space: .cmyk, strokes: strokes)
    }

    /// `cs`, `CS`.
    private mutating func setColourSpace(strokes: Bool, _ bytes: Span<UInt8>) throws(PDFError) {
        guard let name = scanner.last, name.kind == .name, !frames.isEmpty else { return }
        let space = try frames[frames.count - 1].resources.colourSpace(bytes, name.range, store: store)
        states.current.paints.set(space, strokes: strokes)
    }

    /// `sc`, `scn` and their stroke forms: components in the space of the last `cs`, or a pattern's name.
    private mutating func setColour(strokes: Bool) {
        let space = states.current.paints.space(strokes: strokes)
        switch space {
        case .grey: setGrey(strokes: strokes)
        case .rgb: setRGB(strokes: strokes)
        case .cmyk: setCMYK(strokes: strokes)
        case .pattern: states.current.paints.set(.picture, space: space, strokes: strokes)
        case .other: states.current.paints.set(.unknown, space: space, strokes: strokes)
        }
    }

    /// `sh`: a shading covers the page within the clip path.
    mutating func paintShading() {
        placer.page.shapes.addGround(states.current.clip, .unknown, after: placer.runCount)
    }
}

extension ColourSpace {
    /// From its name or array (ISO 32000-1 8.6.3).
    init(_ object: PDFObject, store: ObjectStore) throws(PDFError) {
        var family = object
        if let array = object.array, let first = array.first {
            family = try store.resolve(first)
            if family == .name("ICCBased"), array.count > 1, case .stream(let profile) = try store.resolve(array[1]) {
                self.init(components: try store.value("N", of: profile.dictionary).integer)
                return
            }
        }
        self.init(name: family.name ?? "")
    }

    private init(components: Int?) {
        switch components {
        case 1: self = .grey
        case 3: self = .rgb
        case 4: self = .cmyk
        default: self = .other
        }
    }

    private init(name: String) {
        switch name {
        case "DeviceGray", "CalGray", "G": self = .grey
        case "DeviceRGB", "CalRGB", "RGB": self = .rgb
        case "DeviceCMYK", "CMYK": self = .cmyk
        case "Pattern": self = .pattern
        default: self = .other
        }
    }
}
