// The objects of one document, by number. It parses them on demand, follows references, and keeps a few. It decrypts
// strings when it parses an object, and streams before their filters; no other code sees the encryption.

/// One document's objects. Not for more than one thread.
final class ObjectStore {
    let bytes: [UInt8]
    let limits: PDFLimits
    /// The position of `%PDF-`; offsets may count from here.
    let headerOffset: Int
    private(set) var table = CrossReference()
    /// Parts that could not be read so far, so that text may be missing.
    private(set) var damage: [PDFError] = []
    private let inflate = Inflate()
    /// Decoded bytes of all streams so far.
    private var decodedBytes = 0
    /// Bytes parsed so far. Overlapping objects could otherwise be read for ever.
    private var parsedBytes = 0
    /// The value of `parsedBytes` when the kept objects were last dropped.
    private var forgottenBytes = 0
    private var objects: [Int: PDFObject] = [:]
    private var streams = KeptStreams()
    private var objectStreams: [Int: ObjectStream] = [:]
    private var objectStreamBytes = 0
    /// Objects that are incomplete, contain invalid values, or are followed by some.
    private var brokenObjects: [Int: PDFError] = [:]
    /// The depth of nested reads: an object may need a stream's length or an object stream first.
    private var depth = 0
    private var scan: ObjectScan?
    /// Whether the scan made the table; then an object that is not in it was lost.
    private var isRebuilt = false
    /// Whether damage is not noted.
    private var isQuiet = false
    /// Nil for an unencrypted document, and until its trailer is known.
    private var decryption: Decryption?
    private lazy var streamEnds = StreamEnds(bytes)

    /// The most parsed objects kept; one more, and all are dropped.
    private static let objectsKept = 2048
    /// The most bytes of the document that kept objects were parsed from; a value takes ten times as much memory.
    private static let objectBytesKept = 4 << 20
    /// The most bytes of decoded object streams kept; one more, and all are dropped.
    private static let objectStreamBytesKept = 8 << 20
    /// The most damage notes kept.
    private static let damageKept = 100
    /// How often the parser may read the whole document. Sound ones need one or two passes.
    private static let parsings = 16
    /// The parsed bytes charged for a stream beside its length, so that empty ones cannot be read for ever.
    private static let streamCost = 256

    init(_ bytes: [UInt8], headerOffset: Int, limits: PDFLimits) throws(PDFError) {
        self.bytes = bytes
        self.limits = limits
        self.headerOffset = headerOffset
        var reader = CrossReferenceReader(store: self)
        if let table = try reader.read() { self.table = table }
        try prepareDecryption()
        if try catalog() == nil { try rebuild() }
        try noteMissingEnd()
    }

    /// Reads the encryption dictionary before any encrypted object; its strings are not encrypted.
    private func prepareDecryption() throws(PDFError) {
        guard let entry = table.trailer["Encrypt"], entry != .null else { return }
        guard let dictionary = try resolve(entry).dictionary else {
            return note(PDFError(.malformed, "the encryption dictionary is missing", object: entry.reference))
        }
        decryption = try Decryption(dictionary, trailer: table.trailer, store: self)
        objects.removeAll()
        streams.removeAll()
        objectStreams.removeAll()
    }

    /// The catalogue (ISO 32000-1 7.7.2), if it has a page tree.
    func catalog() throws(PDFError) -> PDFDictionary? {
        guard let root = table.trailer["Root"], let catalog = try resolve(root).dictionary,
            let pages = catalog["Pages"], try resolve(pages).dictionary != nil
        else { return nil }
        return catalog
    }

    // MARK: Damage

    /// Notes a problem, once.
    func note(_ problem: PDFError) {
        if damage.count < Self.damageKept, !damage.contains(problem) { damage.append(problem) }
    }

    /// Reads objects that no text depends on: a broken object among them is no damage. It is damage if it is used
    /// again, and in a document that has lost its table: a lost object may have named the owner of the text.
    func quietly<Value>(_ body: () throws(PDFError) -> Value) throws(PDFError) -> Value {
        isQuiet = true
        defer {
            isQuiet = false
            objects.removeAll(keepingCapacity: true)
            streams.removeAll()
        }
        return try body()
    }

    /// A document that ends inside an update looks like an older edition of itself.
    private func noteMissingEnd() throws(PDFError) {
        guard let keyword = bytes.lastPosition(of: "startxref") else { return }
        let rest = try ObjectScan(Array(bytes[keyword...]), limits: limits)
        guard let object = rest.offsets.values.min() else { return }
        note(PDFError(.malformed, "the document is cut short inside an update", offset: keyword + object))
    }

    // MARK: Objects

    /// The object itself, behind any number of references; null if there is none. Kept if it may be used again.
    func resolve(_ object: PDFObject, keeps: Bool = true) throws(PDFError) -> PDFObject {
        var object = object
        for _ in 0..<limits.nesting {
            guard case .reference(let number) = object else { return object }
            object = try self.object(number, keeps: keeps)
        }
        return .null
    }

    /// A dictionary's value, behind any number of references.
    func value(_ key: String, of dictionary: PDFDictionary) throws(PDFError) -> PDFObject {
        guard let value = dictionary[key] else { return .null }
        return try resolve(value)
    }

    /// The object with this number; null if there is none.
    func object(_ number: Int, keeps: Bool = true) throws(PDFError) -> PDFObject {
        if let known = objects[number] ?? streams[number] { return known }
        guard depth < limits.nesting else { return .null }
        depth += 1
        defer { depth -= 1 }
        let before = parsedBytes
        let object = try read(number)
        if let problem = brokenObjects[number], !isQuiet || isRebuilt { note(problem) }
        if objects.count >= Self.objectsKept || parsedBytes - forgottenBytes > Self.objectBytesKept {
            objects.removeAll(keepingCapacity: true)
            forgottenBytes = parsedBytes - before > Self.objectBytesKept ? parsedBytes : before
        }
        if object.stream == nil {
            if keeps { objects[number] = object }
        } else if parsedBytes - before <= KeptStreams.mostBytes {
            streams.keep(object, number, parsedBytes - before)
        } else {
            try charge(decoded: 2 * (parsedBytes - before))
        }
        return object
    }

    private func read(_ number: Int) throws(PDFError) -> PDFObject {
        switch table.entries[number] {
        case .free: return .null
        case .offset(let offset):
            let candidates = headerOffset == 0 ? [offset] : [offset &+ headerOffset, offset]
            for start in candidates {
                if let found = try indirectObject(at: start), found.number == number { return found.object }
            }
            table.isIncomplete = true
        case .compressed(let stream):
            if let found = try object(number, inStream: stream) { return found }
            table.isIncomplete = true
        case nil: break
        }
        guard table.isIncomplete else { return .null }
        return try scanned(number)
    }

    /// The object of a number with a wrong position in the table.
    private func scanned(_ number: Int) throws(PDFError) -> PDFObject {
        let scan = try scanOnce()
        guard let offset = scan.offsets[number] else {
            if isRebuilt { note(PDFError(.malformed, "an object cannot be found", object: number)) }
            return .null
        }
        return try indirectObject(at: offset)?.object ?? .null
    }

    private func scanOnce() throws(PDFError) -> ObjectScan {
        if let scan { return scan }
        let scan = try ObjectScan(bytes, limits: limits)
        self.scan = scan
        return scan
    }

    /// The object whose `N G obj` is at `offset`; nil if there is none.
    func indirectObject(at offset: Int) throws(PDFError) -> (number: Int, object: PDFObject)? {
        guard offset >= 0, offset < bytes.count else { return nil }
        var lexer = Lexer(bytes, at: offset)
        guard let number = lexer.takeInteger(), let generation = lexer.takeInteger(), lexer.take(keyword: "obj") else {
            // Ten thousand wrong offsets may lead into the same megabytes of white space.
            for _ in 0..<3 { _ = lexer.next() }
            try charge(lexer.position - offset)
            return nil
        }
        let strings = decryption?.strings(of: number, generation: generation)
        var parser = ObjectParser(lexer, limits: limits, strings: strings)
        let object = try parser.object()
        lexer = parser.lexer
        if case .dictionary(let dictionary) = object, lexer.take(keyword: "stream") {
            try charge(lexer.position - offset)
            let stream = PDFStream(
                dictionary: dictionary, object: number, generation: generation, start: streamStart(lexer.position))
            return (number, .stream(stream))
        }
        let isFollowed = Self.endsObject(&lexer)
        try charge(lexer.position - offset)
        if parser.isBroken || !isFollowed {
            brokenObjects[number] = PDFError(.malformed, "an object is broken", offset: offset, object: number)
        }
        return (number, object)
    }

    /// Whether the next token ends an object; the lexer has then passed it. Some writers leave `endobj` out (fixture
    /// endobj_missing): the next object or section follows directly. At the document's end the object is incomplete
    /// (fixture end_within_form).
    private static func endsObject(_ lexer: inout Lexer) -> Bool {
        if lexer.take(keyword: "endobj") { return true }
        return switch lexer.next() {
        case .keyword("xref"), .keyword("trailer"), .keyword("startxref"): true
        case .integer:
            // Without going back, so that all bytes read are charged.
            if case .integer = lexer.next() { lexer.next() == .keyword("obj") } else { false }
        default: false
        }
    }

    /// A direct object, such as a trailer.
    func parse(at offset: Int) throws(PDFError) -> PDFObject? {
        guard offset >= 0, offset < bytes.count else { return nil }
        var parser = ObjectParser(Lexer(bytes, at: offset), limits: limits)
        let object = try parser.object()
        try charge(parser.lexer.position - offset)
        return object
    }

    private func charge(_ length: Int) throws(PDFError) {
        parsedBytes += length
        if parsedBytes > Self.parsings * (bytes.count + decodedBytes) + 1 << 16 {
            throw PDFError(.limit, "the document's parts overlap, or are used too often")
        }
    }

    private func object(_ number: Int, inStream stream: Int) throws(PDFError) -> PDFObject? {
        guard let container = try objectStream(stream), let position = container.positions[number] else { return nil }
        var parser = ObjectParser(Lexer(container.bytes, at: position), limits: limits)
        let object = try parser.object()
        try charge(max(parser.lexer.position - position, 0))
        return object
    }

    /// A decoded object stream; nil if there is none.
    private func objectStream(_ number: Int) throws(PDFError) -> ObjectStream? {
        if let known = objectStreams[number] { return known }
        guard case .stream(let stream) = try object(number) else { return nil }
        var decoded: [UInt8] = []
        if try !decode(stream, to: &decoded) { table.isIncomplete = true }
        if objectStreamBytes + decoded.count > Self.objectStreamBytesKept {
            objectStreams.removeAll()
            objectStreamBytes = 0
        }
        let container = ObjectStream(decoded, dictionary: stream.dictionary, limits: limits)
        objectStreams[number] = container
        objectStreamBytes += decoded.count
        return container
    }

    // MARK: Streams

    /// Appends a stream's decoded bytes to `output`. Returns false if the stream is damaged, which is noted; the
    /// readable part is appended.
    @discardableResult
    func decode(_ stream: PDFStream, to output: inout [UInt8]) throws(PDFError) -> Bool {
        let end = try streamEnd(stream)
        // If `endstream` is missing, up to two bytes of a line end remain.
        if bytes.count - end <= 2 {
            note(PDFError(.malformed, "the document is cut short inside a stream", offset: end, object: stream.object))
        }
        var encoded = bytes[min(stream.start, end)..<end]
        try charge(encoded.count + Self.streamCost)
        let start = output.count
        do {
            if let decryption {
                encoded = try decryption.decrypt(encoded, of: stream, store: self)
                try charge(decoded: encoded.count)
            }
            let filters = try StreamFilters(of: stream.dictionary, store: self)
            let damage = try filters.decode(encoded, to: &output, inflate: inflate, charge: charge(decoded:)) {
                DecodingBudget(limits: limits, encodedBytes: $0, documentBytes: limits.decodedBytes - decodedBytes)
            }
            try charge(decoded: output.count - start)
            if let damage { note(PDFError(.malformed, damage, offset: stream.start, object: stream.object)) }
            return damage == nil
        } catch {
            let error = PDFError(error.kind, error.reason, offset: stream.start, object: stream.object)
            if error.kind == .limit { throw error }
            try charge(decoded: output.count - start)
            note(error)
            return false
        }
    }

    /// Counts decoded bytes, or their equivalent.
    func charge(decoded length: Int) throws(PDFError) {
        decodedBytes += length
        if decodedBytes > limits.decodedBytes {
            throw PDFError(.limit, "the streams hold more than \(limits.decodedBytes) bytes when decoded")
        }
    }

    /// The first byte of the data after `stream`: accepts any line end, also after spaces.
    private func streamStart(_ keywordEnd: Int) -> Int {
        var position = keywordEnd
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        guard position < bytes.count, bytes[position] == 0x0D || bytes[position] == 0x0A else { return keywordEnd }
        return position + (bytes.holds("\r\n", at: position) ? 2 : 1)
    }

    /// The end of the data: by `/Length` if `endstream` stands there, otherwise before the next `endstream` or
    /// `endobj`.
    private func streamEnd(_ stream: PDFStream) throws(PDFError) -> Int {
        if let length = try value("Length", of: stream.dictionary).integer,
            length >= 0, length <= bytes.count - stream.start
        {
            var lexer = Lexer(bytes, at: stream.start + length)
            lexer.skipWhiteSpace()
            try charge(lexer.position - stream.start - length)
            if bytes.holds("endstream", at: lexer.position) || bytes.holds("endobj", at: lexer.position) {
                return stream.start + length
            }
        }
        return streamEnds.end(from: stream.start)
    }

    // MARK: Rebuilding

    /// Replaces the table by the results of a scan: all objects, those of object streams, the newest trailer.
    private func rebuild() throws(PDFError) {
        let scan = try scanOnce()
        damage.removeAll()
        brokenObjects.removeAll()
        decryption = nil
        objects.removeAll()
        streams.removeAll()
        objectStreams.removeAll()
        table = CrossReference()
        table.isIncomplete = true
        for (number, offset) in scan.offsets { table.entries[number] = .offset(offset) }
        for trailer in scan.trailers.reversed() where table.trailer["Root"] == nil {
            if let dictionary = try parse(at: trailer)?.dictionary { table.trailer = dictionary }
        }
        try addStreamObjects(scan)
        isRebuilt = true
    }

    /// Adds the objects of object streams in the order of the file, so that newer ones replace older ones.
    private func addStreamObjects(_ scan: ObjectScan) throws(PDFError) {
        var catalog: Int?
        var encryption: Int?
        var containers: [(number: Int, offset: Int)] = []
        for (number, offset) in scan.offsets.sorted(by: { $0.value < $1.value }) {
            guard let object = try indirectObject(at: offset)?.object, let dictionary = object.dictionary else {
                continue
            }
            switch dictionary["Type"] {
            case .name("Catalog"): catalog = number
            case .name("XRef"): if dictionary["Root"] != nil { table.trailer = dictionary }
            case .name("ObjStm"): containers.append((number, offset))
            default: if Decryption.isStandard(dictionary) { encryption = number }
            }
        }
        if let encryption, table.trailer["Root"] == nil {
            table.trailer = PDFDictionary(pairs: [.name("Encrypt"), .reference(encryption)])
        }
        try prepareDecryption()
        for (number, offset) in containers { try add(objectStream: number, at: offset, scan) }
        guard try self.catalog() == nil else { return }
        if catalog == nil { catalog = try compressedCatalog() }
        guard let root = catalog else { return }
        table.trailer = PDFDictionary(pairs: [.name("Root"), .reference(root)])
    }

    private func add(objectStream number: Int, at offset: Int, _ scan: ObjectScan) throws(PDFError) {
        guard let container = try objectStream(number) else { return }
        for inner in container.positions.keys {
            if let known = scan.offsets[inner], known > offset { continue }
            table.entries[inner] = .compressed(number)
        }
        if table.entries.count > limits.objects {
            throw PDFError(.limit, "the document has more than \(limits.objects) objects")
        }
    }

    /// A catalogue inside an object stream, for documents that lost their trailer.
    private func compressedCatalog() throws(PDFError) -> Int? {
        for (number, entry) in table.entries.sorted(by: { $0.key > $1.key }) {
            guard case .compressed = entry, try object(number).dictionary?["Type"] == .name("Catalog") else { continue }
            return number
        }
        return nil
    }
}
