// Character collections (ISO 32000-1 9.7.3): the characters of the CIDs in East Asian fonts.

/// A character collection of Adobe.
enum CharacterCollection {
    case gb1, cns1, japan1, korea1

    /// The collection of this `/Ordering`; nil for Identity and for unknown ones.
    init?(ordering: [UInt8]) {
        switch String(decoding: ordering, as: UTF8.self) {
        case "GB1": self = .gb1
        case "CNS1": self = .cns1
        case "Japan1": self = .japan1
        case "Korea1": self = .korea1
        default: return nil
        }
    }

    fileprivate var table: String {
        switch self {
        case .gb1: gb1Characters
        case .cns1: cns1Characters
        case .japan1: japan1Characters
        case .korea1: korea1Characters
        }
    }
}

/// The characters of a collection, by CID.
struct CollectionCharacters {
    private let scalars: [Unicode.Scalar]

    init(_ collection: CharacterCollection) {
        scalars = collection.table.unicodeScalars.filter { $0 != "\n" }
    }

    /// The character of a CID; nil if the collection has none.
    func text(of cid: Int) -> String? {
        guard scalars.indices.contains(cid), scalars[cid].value != 0xFFFD else { return nil }
        return String(scalars[cid])
    }

    /// The first CID of each character of the Basic Multilingual Plane; 0 if there is none.
    func cids() -> [UInt16] {
        var cids = [UInt16](repeating: 0, count: 0x10000)
        for (cid, scalar) in scalars.enumerated().reversed() where scalar.value < 0xFFFD {
            cids[Int(scalar.value)] = UInt16(truncatingIfNeeded: cid)
        }
        return cids
    }
}
