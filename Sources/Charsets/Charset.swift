// The encodings of texts on the web, and all their labels (WHATWG Encoding 4.2).

/// An encoding.
struct Charset: Hashable, Sendable {
    /// The standard's name, in lower case.
    let name: String
    /// iconv's name for the encoding as the standard defines it: Microsoft's extension if there is one. Empty for
    /// encodings that are decoded here.
    let iconvName: String
    /// The most bytes of a character.
    let width: Int

    static let utf8 = Charset(name: "utf-8", iconvName: "", width: 1)
    static let utf16Little = Charset(name: "utf-16le", iconvName: "", width: 1)
    static let utf16Big = Charset(name: "utf-16be", iconvName: "", width: 1)
    static let utf32Little = Charset(name: "utf-32le", iconvName: "", width: 1)
    static let utf32Big = Charset(name: "utf-32be", iconvName: "", width: 1)
    static let windows1252 = Charset(name: "windows-1252", iconvName: "", width: 1)

    private init(name: String, iconvName: String, width: Int) {
        (self.name, self.iconvName, self.width) = (name, iconvName, width)
    }

    /// The encoding with this label, ignoring case and surrounding blanks; nil if there is none.
    init?(label: String) {
        let label = label.lowercased().filter { !$0.isWhitespace }
        guard label.utf8.count <= Charset.longestLabel, let found = byLabel[label] else { return nil }
        self = found
    }

    /// The longest label, in bytes.
    static let longestLabel = 64

    fileprivate static func named(_ line: (name: String, iconvName: String, width: Int)) -> Charset {
        switch line.name {
        case "utf-8": .utf8
        case "utf-16le": .utf16Little
        case "utf-16be": .utf16Big
        case "utf-32le": .utf32Little
        case "utf-32be": .utf32Big
        case "windows-1252": .windows1252
        default: Charset(name: line.name, iconvName: line.iconvName, width: line.width)
        }
    }
}

private let byLabel = {
    var found: [String: Charset] = [:]
    for (name, iconvName, width, labels) in table {
        let charset = Charset.named((name, iconvName, width))
        for label in [name] + labels.split(separator: " ").map(String.init) { found[label] = charset }
    }
    return found
}()

/// Name, iconv's name, width, and the other labels. UTF-32 is no encoding of the web, but of some files.
private let table: [(String, String, Int, String)] = [
    ("utf-8", "", 1, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8"),
    ("utf-16le", "", 1, "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf16"),
    ("utf-16be", "", 1, "unicodefffe"),
    ("utf-32le", "", 1, "utf-32 utf32 ucs-4 iso-10646-ucs-4"),
    ("utf-32be", "", 1, ""),
    (
        "windows-1252", "", 1,
        "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
            + "iso_8859-1:1987 l1 latin1 us-ascii x-cp1252"
    ),
    // From DOS, not on the web: exports of old programs.
    ("ibm850", "IBM850", 1, "850 cp850 csibm850 cp437 ibm437"),
    ("ibm852", "IBM852", 1, "852 cp852 csibm852"),
    ("ibm866", "IBM866", 1, "866 cp866 csibm866"),
    (
        "iso-8859-2", "ISO-8859-2", 1,
        "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    ),
    (
        "iso-8859-3", "ISO-8859-3", 1,
        "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    ),
    (
        "iso-8859-4", "ISO-8859-4", 1,
        "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    ),
    (
        "iso-8859-5", "ISO-8859-5", 1,
        "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    ),
    (
        "iso-8859-6", "ISO-8859-6", 1,
        "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 "
            + "iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
    ),
    (
        "iso-8859-7", "ISO-8859-7", 1,
        "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 "
            + "sun_eu_greek"
    ),
    (
        "iso-8859-8", "ISO-8859-8", 1,
        "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8 iso88598 "
            + "iso_8859-8 iso_8859-8:1988 logical visual"
    ),
    ("iso-8859-10", "ISO-8859-10", 1, "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("iso-8859-13", "ISO-8859-13", 1, "iso8859-13 iso885913"),
    ("iso-8859-14", "ISO-8859-14", 1, "iso8859-14 iso885914"),
    ("iso-8859-15", "ISO-8859-15", 1, "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"),
    ("iso-8859-16", "ISO-8859-16", 1, ""),
    ("koi8-r", "KOI8-R", 1, "cskoi8r koi koi8 koi8_r"),
    ("koi8-u", "KOI8-U", 1, "koi8-ru"),
    ("macintosh", "MACINTOSH", 1, "csmacintosh mac x-mac-roman"),
    ("windows-874", "CP874", 1, "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
    ("windows-1250", "CP1250", 1, "cp1250 x-cp1250"),
    ("windows-1251", "CP1251", 1, "cp1251 x-cp1251"),
    ("windows-1253", "CP1253", 1, "cp1253 x-cp1253"),
    (
        "windows-1254", "CP1254", 1,
        "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254"
    ),
    ("windows-1255", "CP1255", 1, "cp1255 x-cp1255"),
    ("windows-1256", "CP1256", 1, "cp1256 x-cp1256"),
    ("windows-1257", "CP1257", 1, "cp1257 x-cp1257"),
    ("windows-1258", "CP1258", 1, "cp1258 x-cp1258"),
    ("x-mac-cyrillic", "MAC-CYRILLIC", 1, "x-mac-ukrainian"),
    (
        "gbk", "GB18030", 2,
        "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk cp936 ms936 windows-936 euc-cn"
    ),
    ("gb18030", "GB18030", 2, ""),
    ("big5", "BIG5-HKSCS", 2, "big5-hkscs cn-big5 csbig5 x-x-big5 cp950 ms950"),
    ("euc-jp", "EUC-JP-MS", 2, "cseucpkdfmtjapanese x-euc-jp eucjp"),
    ("iso-2022-jp", "ISO-2022-JP", 2, "csiso2022jp"),
    (
        "shift_jis", "CP932", 2,
        "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932"
    ),
    (
        "euc-kr", "UHC", 2,
        "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cp949 "
            + "ms949 uhc"
    ),
]
