// The results of a search: in the first pass only whether a key occurs, because nearly all have rows; in the second,
// for keys without a row, also how often and where.

import Rows
import Text

/// The found keys.
struct NetTally {
    /// A place of a wanted key.
    struct Hit {
        let page: Int
        let excerpt: String
        /// The parts before and after a line end within it, without signs; empty if it is on one line.
        let pieces: [[UInt8]]
    }

    /// The findings for the wanted key of a batch.
    struct Found {
        var count = 0
        var hits: [Hit] = []
    }

    /// A bit for each literal: whether this reading of the document has found it.
    private var literals: [UInt64]
    /// The hashes of keys that match a mask.
    private(set) var masked: Set<UInt64> = []
    /// Whether there were more keys than the limit.
    private(set) var isFull = false
    /// The keys to locate; nil in the first pass.
    let wanted: NetSuspects?
    private(set) var found: [String: Found] = [:]
    /// Returns the text around a match; nil in the first pass.
    var quote: NetQuote?
    var page = 0

    private static let mostMasked = 2 * RowList.mostRows
    /// The most places of a key that are compared to choose the best one to show.
    private static let mostHits = 16

    init(_ keys: NetKeys, wanted: NetSuspects? = nil) {
        literals = [UInt64](repeating: 0, count: wanted == nil ? (keys.literals.count + 63) / 64 : 0)
        self.wanted = wanted
    }

    /// A placeholder while the real one is lent.
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

    /// Merges the counts of another reading of the same document: a number in both counts once.
    mutating func merge(_ other: NetTally) {
        for (index, bits) in other.literals.enumerated() { literals[index] |= bits }
        masked.formUnion(other.masked)
        found.merge(other.found) { $0.count >= $1.count ? $0 : $1 }
        isFull = isFull || other.isFull
    }
}

/// The keys in the text of a document without a row.
package struct NetSuspects {
    var literals: Set<Int> = []
    var masked: Set<UInt64> = []
    /// Whether there are more.
    var isCut = false
    /// Whether all keys are wanted.
    var isEverything = false
}

/// Compares texts as keys.
enum NetWords {
    /// Whether two texts are the same key, apart from signs at their ends.
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
