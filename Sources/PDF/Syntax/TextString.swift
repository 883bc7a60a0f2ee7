// Text strings (ISO 32000-1 7.9.2.2): UTF-16 with a byte order mark, UTF-8 with one (PDF 2.0), else PDFDocEncoding.

/// The encoding of strings for people.
enum TextString {
    /// PDFDocEncoding (ISO 32000-1 annex D.3) from 0x18 and from 0x80 on, as far as it differs from Latin-1.
    private static let accents: [UInt16] = [0x2D8, 0x2C7, 0x2C6, 0x2D9, 0x2DD, 0x2DB, 0x2DA, 0x2DC]
    private static let others: [UInt16] = [
        0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C,
        0x201D, 0x2018, 0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x0141, 0x0152, 0x0160, 0x0178, 0x017D, 0x0131, 0x0142,
        0x0153, 0x0161, 0x017E, 0xFFFD, 0x20AC,
    ]

    static func decoded(_ bytes: [UInt8]) -> String {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): return utf16(bytes.dropFirst(2)) { $0 << 8 | $1 }
        case (0xFF, 0xFE): return utf16(bytes.dropFirst(2)) { $1 << 8 | $0 }
        case (0xEF, 0xBB) where bytes.dropFirst(2).first == 0xBF:
            return String(decoding: bytes.dropFirst(3), as: UTF8.self)
        default:
            let units = bytes.map { byte -> UInt16 in
                switch byte {
                case 0x18...0x1F: accents[Int(byte) - 0x18]
                case 0x80...0xA0: others[Int(byte) - 0x80]
                default: UInt16(byte)
                }
            }
            return String(decoding: units, as: UTF16.self)
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ join: (UInt16, UInt16) -> UInt16) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var position = bytes.startIndex
        while position + 1 < bytes.endIndex {
            units.append(join(UInt16(bytes[position]), UInt16(bytes[position + 1])))
            position += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
