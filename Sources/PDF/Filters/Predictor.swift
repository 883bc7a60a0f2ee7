// Predictors of Flate and LZW streams (ISO 32000-1 7.4.4.4): PNG (RFC 2083 6) and TIFF 2 with 8 bits. In place.

/// The predictor of a stream, with a valid row layout.
struct Predictor: Equatable {
    /// 2 for TIFF, 10 and above for PNG (each row names its own filter).
    var kind: Int
    /// Bytes of a row, without the PNG filter byte.
    var rowBytes: Int
    /// Bytes of a pixel, at least 1.
    var pixelBytes: Int
    var bitsPerComponent: Int

    /// Nil for no predictor. Throws for an impossible layout: see ISO 32000-1 table 8 for the ranges.
    init?(kind: Int, colors: Int, bits: Int, columns: Int) throws(PDFError) {
        guard kind > 1 else { return nil }
        guard kind == 2 || kind >= 10, (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bits), columns >= 1 else {
            throw PDFError(.malformed, "a stream's predictor has impossible parameters")
        }
        let (rowBits, overflow) = columns.multipliedReportingOverflow(by: colors * bits)
        guard !overflow, rowBits < Int.max - 7 else {
            throw PDFError(.malformed, "a stream's predictor has impossible parameters")
        }
        self.kind = kind
        rowBytes = (rowBits + 7) / 8
        pixelBytes = max(colors * bits / 8, 1)
        bitsPerComponent = bits
    }

    /// Undoes the prediction of `bytes` from `start` on; keeps the rest of a broken last row. Returns false if a row
    /// begins with an unknown predictor, so that the data are not predicted at all (fixture predictor_not_applied).
    func undo(_ bytes: inout [UInt8], from start: Int) throws(PDFError) -> Bool {
        if kind == 2 {
            guard bitsPerComponent == 8 else {
                throw PDFError(.unsupported, "a stream uses the TIFF predictor with \(bitsPerComponent) bits")
            }
            undoTIFF(&bytes, from: start)
            return true
        }
        return undoPNG(&bytes, from: start)
    }

    private func undoTIFF(_ bytes: inout [UInt8], from start: Int) {
        var row = start
        while row < bytes.count {
            let end = rowBytes < bytes.count - row ? row + rowBytes : bytes.count
            var position = row + pixelBytes
            while position < end {
                bytes[position] &+= bytes[position - pixelBytes]
                position += 1
            }
            row = end
        }
    }

    private func undoPNG(_ bytes: inout [UInt8], from start: Int) -> Bool {
        var isSound = true
        var input = start
        var output = start
        while input < bytes.count {
            let filter = bytes[input]
            if filter > 4, input + 1 < bytes.count { isSound = false }
            input += 1
            let length = min(rowBytes, bytes.count - input)
            let hasRowAbove = output - start >= rowBytes
            for column in 0..<length {
                let left = column >= pixelBytes ? bytes[output + column - pixelBytes] : 0
                let above = hasRowAbove ? bytes[output + column - rowBytes] : 0
                let prediction: UInt8 =
                    switch filter {
                    case 1: left
                    case 2: above
                    case 3: UInt8((Int(left) + Int(above)) / 2)
                    case 4:
                        paeth(
                            left, above,
                            hasRowAbove && column >= pixelBytes ? bytes[output + column - rowBytes - pixelBytes] : 0)
                    default: 0
                    }
                bytes[output + column] = bytes[input + column] &+ prediction
            }
            input += length
            output += length
        }
        bytes.removeLast(bytes.count - output)
        return isSound
    }

    /// RFC 2083 6.6.
    private func paeth(_ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
        let estimate = Int(left) + Int(above) - Int(aboveLeft)
        let distances = (abs(estimate - Int(left)), abs(estimate - Int(above)), abs(estimate - Int(aboveLeft)))
        if distances.0 <= distances.1 && distances.0 <= distances.2 { return left }
        return distances.1 <= distances.2 ? above : aboveLeft
    }
}
