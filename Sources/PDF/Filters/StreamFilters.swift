// The chain of a stream's filters, from its dictionary (ISO 32000-1 7.3.8.2).

/// A stream's filters in the order of decoding.
struct StreamFilters {
    private var filters: [StreamFilter] = []

    /// Throws for unknown, impossible or too many filters. Ignores Crypt: the data are already decrypted.
    init(of dictionary: PDFDictionary, store: ObjectStore) throws(PDFError) {
        let names = Self.list(try store.value("Filter", of: dictionary))
        let parameters = Self.list(
            try store.value("DecodeParms", of: dictionary))
        if names.count > store.limits.filters {
            throw PDFError(.limit, "a stream has more than \(store.limits.filters) filters")
        }
        for (position, entry) in names.enumerated() {
            guard let name = try store.resolve(entry).name else {
                throw PDFError(.malformed, "a stream's filter is not a name")
            }
            if name == "Crypt" { continue }
            guard let kind = StreamFilter.kind(named: name) else {
                throw PDFError(.unsupported, "a stream uses the unknown filter \(name.prefix(32))")
            }
            var filter = StreamFilter(kind: kind)
            if position < parameters.count, let values = try store.resolve(parameters[position]).dictionary {
                try Self.read(values, into: &filter, store: store)
            }
            filters.append(filter)
        }
    }

    private static func list(_ object: PDFObject) -> [PDFObject] {
        switch object {
        case .null: []
        case .array(let elements): elements
        default: [object]
        }
    }

    /// ISO 32000-1 table 8.
    private static func read(
        _ values: PDFDictionary, into filter: inout StreamFilter, store: ObjectStore
    ) throws(PDFError) {
        guard filter.kind == .flate || filter.kind == .lzw else { return }
        filter.predictor = try Predictor(
            kind: try store.value("Predictor", of: values).integer ?? 1,
            colors: try store.value("Colors", of: values).integer ?? 1,
            bits: try store.value("BitsPerComponent", of: values).integer ?? 8,
            columns: try store.value("Columns", of: values).integer ?? 1)
        filter.earlyChange = try store.value("EarlyChange", of: values).integer != 0
    }

    /// Appends the decoded bytes to `output`. Returns the damage of the data, as a clause; nil for sound data. `charge`
    /// receives the count of bytes between two filters, which are in no output.
    func decode(
        _ encoded: ArraySlice<UInt8>, to output: inout [UInt8], inflate: Inflate,
        charge: (_ decodedBytes: Int) throws(PDFError) -> Void, budget: (_ encodedBytes: Int) -> DecodingBudget
    ) throws(PDFError) -> String? {
        var input = encoded
        var damage: String?
        for (position, filter) in filters.enumerated() {
            if position == filters.count - 1 {
                return try Self.apply(filter, input, &output, inflate, budget(encoded.count)) ?? damage
            }
            var decoded: [UInt8] = []
            damage = try Self.apply(filter, input, &decoded, inflate, budget(encoded.count)) ?? damage
            try charge(decoded.count)
            input = decoded[...]
        }
        output.append(contentsOf: input)
        return filters.isEmpty && Inflate.looksDeflated(input)
            ? "a stream contains deflate data but names no filter" : damage
    }

    private static func apply(
        _ filter: StreamFilter, _ input: ArraySlice<UInt8>, _ output: inout [UInt8], _ inflate: Inflate,
        _ budget: DecodingBudget
    ) throws(PDFError) -> String? {
        let start = output.count
        var damage: String?
        switch filter.kind {
        case .flate:
            damage =
                switch try inflate.decode(input, to: &output, budget: budget) {
                case .truncated: "a stream's deflate data are cut short"
                case .invalid: "a stream's deflate data are invalid"
                case .checksum: "a stream's checksum is wrong"
                case nil: nil
                }
        case .lzw:
            let isSound = try LZW.decode(input, earlyChange: filter.earlyChange, to: &output, budget: budget)
            damage = isSound ? nil : "a stream's LZW data are invalid"
        case .ascii85:
            damage =
                try ASCII85.decode(input, to: &output, budget: budget) ? nil : "a stream's ASCII85 data are invalid"
        case .asciiHex: ASCIIHex.decode(input, to: &output)
        case .runLength:
            damage =
                try RunLength.decode(input, to: &output, budget: budget)
                ? nil : "a stream's run-length data are cut short"
        case .image: throw PDFError(.unsupported, "a stream that should hold text holds an image")
        }
        let isSound = try filter.predictor?.undo(&output, from: start) ?? true
        return damage ?? (isSound ? nil : "a stream's rows have no valid predictor")
    }
}
