// The resources of a page or form (ISO 32000-1 7.8.3), with a cache of the fonts that content streams set again and
// again.

/// Named resources, and the fonts last set.
struct ResourceScope {
    let dictionary: PDFDictionary
    private var known: [(packed: UInt64, name: [UInt8], font: Int)] = []
    /// The last font, if its name has up to eight bytes, all in the number: lists set one font again and again.
    private var last: (packed: UInt64, length: Int, font: Int) = (0, -1, 0)
    private var oldest = 0
    /// The colour spaces last set, by their names.
    private var spaces: [(name: [UInt8], space: ColourSpace)] = []
    /// Fonts remembered by name; more are looked up each time.
    private static let kept = 16

    init(_ dictionary: PDFDictionary) {
        self.dictionary = dictionary
    }

    /// The index of the font of this name, a range of `bytes`.
    @inline(__always) mutating func font(
        _ bytes: Span<UInt8>, _ name: Range<Int>, store: ObjectStore, fonts: inout FontTable
    ) throws(PDFError) -> Int {
        let packed = Self.packed(bytes, name)
        if packed == last.packed, name.count == last.length { return last.font }
        let font = try sought(bytes, name, packed, store: store, fonts: &fonts)
        if name.count <= 8 { last = (packed, name.count, font) }
        return font
    }

    private mutating func sought(
        _ bytes: Span<UInt8>, _ name: Range<Int>, _ packed: UInt64, store: ObjectStore, fonts: inout FontTable
    ) throws(PDFError) -> Int {
        for index in known.indices where known[index].packed == packed {
            if Self.equal(known[index].name, bytes, name) { return known[index].font }
        }
        let dictionary = try store.value("Font", of: dictionary).dictionary ?? PDFDictionary()
        let font = try fonts.index(of: dictionary[Self.string(bytes, name)] ?? .null)
        let entry = (packed, name.map { bytes[$0] }, font)
        if known.count < Self.kept {
            known.append(entry)
        } else {
            known[oldest] = entry
            oldest = (oldest + 1) % Self.kept
        }
        return font
    }

    /// The colour space of this name, a range of `bytes`: a device's, or a resource.
    mutating func colourSpace(_ bytes: Span<UInt8>, _ name: Range<Int>, store: ObjectStore) throws(PDFError)
        -> ColourSpace
    {
        for known in spaces where Self.equal(known.name, bytes, name) { return known.space }
        let resource = try value("ColorSpace", bytes, name, store: store)
        let object = resource == .null ? PDFObject.name(Self.string(bytes, name)) : resource
        let space = try ColourSpace(object, store: store)
        if spaces.count < Self.kept { spaces.append((name.map { bytes[$0] }, space)) }
        return space
    }

    /// A resource, behind its reference.
    func value(_ category: String, _ bytes: Span<UInt8>, _ name: Range<Int>, store: ObjectStore) throws(PDFError)
        -> PDFObject
    {
        guard let dictionary = try store.value(category, of: dictionary).dictionary else { return .null }
        return try store.value(Self.string(bytes, name), of: dictionary)
    }

    /// A resource as the dictionary has it, possibly a reference.
    func entry(_ category: String, _ bytes: Span<UInt8>, _ name: Range<Int>, store: ObjectStore) throws(PDFError)
        -> PDFObject
    {
        try store.value(category, of: dictionary).dictionary?[Self.string(bytes, name)] ?? .null
    }

    /// The last eight bytes of a name as a number: they distinguish nearly all names.
    @inline(__always) private static func packed(_ bytes: Span<UInt8>, _ name: Range<Int>) -> UInt64 {
        var packed: UInt64 = 0
        for position in name { packed = packed << 8 | UInt64(bytes[position]) }
        return packed
    }

    private static func equal(_ known: [UInt8], _ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
        guard known.count == name.count else { return false }
        for offset in known.indices where known[offset] != bytes[name.lowerBound + offset] { return false }
        return true
    }

    private static func string(_ bytes: Span<UInt8>, _ name: Range<Int>) -> String {
        String(decoding: Lexer.unescaped(name.map { bytes[$0] }[...]), as: UTF8.self)
    }
}
