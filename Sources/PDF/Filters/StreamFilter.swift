// A stream's filters (ISO 32000-1 7.4): their kinds, their order, and their limits.

/// One filter of a stream.
struct StreamFilter {
    enum Kind {
        case flate, lzw, ascii85, asciiHex, runLength
        /// A filter for images; its stream holds no text.
        case image
    }
    var kind: Kind
    var predictor: Predictor?
    /// LZW only (ISO 32000-1 table 8).
    var earlyChange = true

    /// The kind by its name, or by the abbreviation that inline images use (ISO 32000-1 table 94); nil if unknown.
    static func kind(named name: String) -> Kind? {
        switch name {
        case "FlateDecode", "Fl": .flate
        case "LZWDecode", "LZW": .lzw
        case "ASCII85Decode", "A85": .ascii85
        case "ASCIIHexDecode", "AHx": .asciiHex
        case "RunLengthDecode", "RL": .runLength
        case "DCTDecode", "DCT", "CCITTFaxDecode", "CCF", "JBIG2Decode", "JPXDecode": .image
        default: nil
        }
    }
}

/// Counts decoded bytes against the limits. Filters check it before they grow their output.
struct DecodingBudget {
    private let limits: PDFLimits
    private let encodedBytes: Int
    /// Decoded bytes left for the document.
    private let documentBytes: Int

    init(limits: PDFLimits, encodedBytes: Int, documentBytes: Int) {
        self.limits = limits
        self.encodedBytes = encodedBytes
        self.documentBytes = documentBytes
    }

    /// How many bytes one filter may yield.
    var bytes: Int {
        let ratio = encodedBytes.multipliedReportingOverflow(by: limits.ratio)
        let byRatio = ratio.overflow ? Int.max : max(ratio.partialValue, limits.ratioBytes)
        return min(limits.streamBytes, documentBytes, byRatio)
    }

    /// The error of a filter that would yield more than `bytes`.
    var error: PDFError {
        if bytes == documentBytes {
            return PDFError(.limit, "the streams hold more than \(limits.decodedBytes) bytes when decoded")
        }
        if bytes == limits.streamBytes {
            return PDFError(.limit, "a stream holds more than \(limits.streamBytes) bytes when decoded")
        }
        return PDFError(.limit, "a stream holds more than \(limits.ratio) times its length when decoded")
    }
}
