// What a search found: at first only whether a key stands there, since nearly all have rows; then, for those that have
// none, also how often and where.

import Rows
import Text

/// The keys that were found.
struct NetTally {
    /// Where a wanted key stands.
    struct Hit {
        let page: Int
        let excerpt: String
        /// What stands on either side of a line's end within it, without signs; empty where it is on one line.
        let pieces: [[UInt8]]
    }

    /// What is known of the wanted key of a batch.
    struct Found {
        var count = 0
        var hits: [Hit] = []
    }

    /// A bit for each literal: whether it was found in this reading of the document.
    private var literals: [UInt64]
    /// The keys that match a mask, by their hash.
    private(set) var masked: Set<UInt64> = []
    /// Whether there were more keys than are counted.
    private(set) var isFull = false
    /// The keys whose places are wanted; nil at first.
    let wanted: NetSuspects?
    private(set) var found: [String: Found] = [:]
    /// Gives the text around a match; nil at first.
    var quote: NetQuote?
    var page = 0

    private static let mostMasked = 2 * RowList.mostRows
    /// So many places of a key are looked at for the best one to show.
    private static let mostHits = 16

    init(_ keys: NetKeys, wanted: NetSuspects? = nil) {
        literals = [UInt64](repeating: 0, count: wanted == nil ? (keys.literals.count + 63) / 64 : 0)
        self.wanted = wanted
    }

    /// Stands in the place of one that is lent out.
    static var none: NetTally { NetTally() }

    private init() { (literals, wanted) = ([], nil) }

    mutating func add(literal: Int, _ match: NetMatch, _ tables: NetTables) {
        if wanted == nil {
            literals[literal &>> 6] |= 1 &<< UInt64(literal & 63)
            return
        }
        guard let wanted, wanted.isEverything || wanted.literals.contains(literal) else { return }
        let known = tables.keys.literals[literal]
        // Not only by its hash, here: the document's author may know which keys are watched.
        guard tables.has(known.text) else { return }
        let pattern = tables.keys.patterns[known.pattern]
        add(pattern.key, isWords: known.isWords, match, tables)
    }

    mutating func add(key: String, _ hash: UInt64, _ match: NetMatch, _ tables: NetTables) {
        guard let wanted else {
            if masked.count < Self.mostMasked {
                masked.insert(hash)
            } else if !masked.contains(hash) {
                isFull = true
            }
            return
        }
        if wanted.isEverything || wanted.masked.contains(hash) { add(key, isWords: false, match, tables) }
    }

    private mutating func add(_ batch: String, isWords: Bool, _ match: NetMatch, _ tables: NetTables) {
        let known = found[batch]
        guard known != nil || found.count <= Mention.most else {
            isFull = true
            return
        }
        if isWords || known?.hits.count ?? 0 < Self.mostHits, let (text, excerpt) = quote?.text(around: match) {
            // Accents and signs were not compared yet.
            if isWords, !NetWords.same(text, batch) { return }
            if known?.hits.count ?? 0 < Self.mostHits {
                let word = UnsafeBufferPointer(start: tables.word, count: match.length)
                let isBroken = match.lastBreak > 0
                let pieces = isBroken ? [Array(word[..<match.firstBreak]), Array(word[match.lastBreak...])] : []
                found[batch, default: Found()].hits.append(Hit(page: page, excerpt: excerpt, pieces: pieces))
            }
        }
        found[batch, default: Found()].count += 1
    }

    /// Whether a literal was found.
    func has(_ literal: Int) -> Bool { literals[literal >> 6] & 1 << UInt64(literal & 63) != 0 }

    /// Takes the counts of another reading of the same document: of two that show the same number, one is enough.
    mutating func merge(_ other: NetTally) {
        for (index, bits) in other.literals.enumerated() { literals[index] |= bits }
        masked.formUnion(other.masked)
        found.merge(other.found) { $0.count >= $1.count ? $0 : $1 }
        isFull = isFull || other.isFull
    }
}

/// The keys that stand in the text of a document and have no row.
package struct NetSuspects {
    var literals: Set<Int> = []
    var masked: Set<UInt64> = []
    /// Whether there are more.
    var isCut = false
    /// Whether all keys are wanted.
    var isEverything = false
}

/// Texts as keys.
enum NetWords {
    /// Whether two texts are the same as lists write them, without the signs at their ends.
    static func same(_ text: String, _ key: String) -> Bool { bare(text) == bare(key) }

    private static func bare(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar.value != UInt32(NetText.joint) {
            switch scalar.value {
            case 0xFB00...0xFB06: scalars += FoldedText.ligatures[Int(scalar.value - 0xFB00)].unicodeScalars
            default: scalars.append(scalar)
            }
        }
        let folded = TextKey.folded(String(scalars))
        let isSign = { (character: Character) in !character.isLetter && !character.isNumber }
        return String(folded.drop(while: isSign).reversed().drop(while: isSign).reversed())
    }
}
