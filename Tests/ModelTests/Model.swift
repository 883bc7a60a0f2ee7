// The obligations of batchwatch to its users, written from its promises and not from its code: the input is the served
// documents, the output the required events. It shares no type with the product; moments are seconds, rows are pairs of
// texts.

/// What a list says of a batch in one row.
struct Line: Hashable {
    var status: String
    var date: String
}

/// A document that the office has put up; or several that are one list.
struct Edition: Equatable {
    /// A name for its bytes: 64 hexadecimal digits; longer where it is several documents.
    var bytes: String
    /// A name for its rows, the same in whatever order and Unicode form they stand: 16 hexadecimal digits.
    var text: String
    var rows: [(batch: String, line: Line)]
    var isDamaged = false
    /// Whether nobody knows if it is there to its end.
    var isCut = false
    /// The numbers whose rows may have been read wrongly.
    var doubted: Set<String> = []
    /// Whether something is left over in which a row may hide; whether any row may have been read wrongly.
    var hasRest = false
    var isVague = false
    /// What stands somewhere else than in rows, with the text around it.
    var mentioned: [String: String] = [:]
    /// What stands above its rows.
    var heading = ""
    /// When the server says that it was changed.
    var modified: Double?
    /// For how long a cache has had it.
    var age: Double?
    /// The documents, where it is several: each once.
    var parts: [Edition] = []

    var keys: Set<String> { Set((parts.isEmpty ? [self] : parts).flatMap(\.rows).map(\.batch)) }
    var rowCount: Int { parts.isEmpty ? rows.count : parts.reduce(0) { $0 + $1.rows.count } }
    /// By what it is known that it says the same.
    var content: String { bytes + (isCut ? " perhaps not all" : "") }
    /// Whether a row may be there that was not read, or was read wrongly.
    var isUncertain: Bool { isDamaged || isCut || hasRest || isVague || !doubted.isEmpty }
    var hasDamage: Bool { isDamaged || parts.contains(where: \.isDamaged) }

    static func == (left: Edition, right: Edition) -> Bool { left.content == right.content }
}

/// How a list is published.
enum Shape: CaseIterable {
    case single
    /// In all documents that a page links to.
    case linked
    /// On a page for each case.
    case cases
}

/// The configuration of a source.
struct Watching: Equatable {
    /// Numbers or masks with `#` for a digit, and what the user calls them; numbers alone where each has its page.
    var labels: [String: String]
    var shape = Shape.single
    var address = "a"
    var hasDates = true
    /// `disappeared-after`.
    var patience = 3600.0
    /// `expect-every`.
    var expected: Double?
    var hasHook = true
    /// `tell-editions`.
    var tellsEditions = false

    var list: List { List(shape: shape, address: address, hasDates: hasDates) }
}

/// What a document is a document of: rows of different ones are not compared.
struct List: Equatable {
    var shape: Shape
    var address: String
    var hasDates: Bool
}

/// What the server says of a document beside it.
struct Stamp: Equatable {
    var tag: String?
    var modified: Double?
    var age: Double?
}

/// A request: for the list or the page of its links, which have no name, or for one of its documents.
struct Request: Equatable {
    var name: String
    /// What the last answer's stamp said; nil for a request that takes any answer.
    var tag: String?
    var modified: Double?
    /// The bytes that are known.
    var bytes: String?

    var isConditional: Bool { tag != nil || modified != nil }
}

/// How a request ended.
enum Served: Equatable {
    /// `isMismatched`: nobody asked, or it has another ETag.
    case notModified(isMismatched: Bool)
    case sameBytes(Stamp)
    case document(Edition, Stamp)
    case links([String], Stamp)
    case failure(Failure)
}

enum Failure: Equatable {
    case status(Int)
    case unreachable, offline, unreadable, tooLarge
    /// The reader came to no end.
    case crash
}

/// What came of a poll.
struct Answer {
    /// For the whole list; its stamp is empty where it is put together.
    var served: Served
    /// What it is put together of now.
    var parts: Parts?
    /// Whether one of its documents failed while others did not.
    var isTroubled = false
}

/// Something that has to be told.
struct Told: Equatable {
    var kind: String
    /// The number or the mask; empty for what concerns the source.
    var batch = ""
    var rows: [Line] = []
    var previous: [Line] = []
    var label = ""
    /// For the first look through a mask: how many numbers it found.
    var found: Int?
    /// For an edition: how many rows it has, and how many are new, gone and changed.
    var numbers: [Int?] = []
    /// Whether only the history has it.
    var isUntold = false

    /// What editions are told in order by; all others by their batch.
    static let editions = "editions"
}

/// What has to be remembered to keep the promises.
struct Model: Equatable {
    static let day = 86_400.0

    struct Known: Equatable {
        var rows: [Line]
        var missing: Double?
        /// Whether it may only not have been read.
        var isHidden = false
        /// What was told last, where the rows have been read better since.
        var told: [Line]?
    }

    /// What was read of a number, and is not certain.
    struct Unclear: Equatable {
        var rows: [Line]
        var why: String
        /// Whether nothing certain was ever told of it.
        var isFirst = false
        var isAccepted = false
    }

    struct Accepted: Equatable {
        var list: List
        var edition: Edition
        var parts: Parts?
        var stamp: Stamp
        var received: Double
        /// The tags that its rows had before, in other documents.
        var tags: [String] = []
        /// When its text was new.
        var new: Double
        var isStaleTold = false
        var isDoubted = false
        var isReadByOlder = false
        /// Whether it is all new beside the edition before it.
        var beganAnew = false
        /// Whether a row may be missing from what was read.
        var isPartial = false
    }

    struct Held: Equatable {
        var list: List
        var edition: Edition
        var parts: Parts?
        var doubt: Doubt
        var since: Double
        var sightings: Int
        var isTold: Bool
    }

    enum Doubt: Equatable {
        case damaged, empty, older, other
        case shrunken(to: Int, from: Int)
        case gone(Int, of: Int)
    }

    struct Trouble: Equatable {
        var address: String
        var count: Int
        var since: Double
        var isTold: Bool
        /// Whether the last failure was the server's, and not this machine's.
        var isServers = true
    }

    var accepted: Accepted?
    var held: Held?
    /// The editions accepted before, the latest last, and the tag that each had last.
    var olderTexts: [String] = []
    var olderTags: [String: [String]] = [:]
    /// When one of them was believed again.
    var returned: Double?
    /// When `suspect` was told of what.
    var warned: [String: Double] = [:]
    var looked: Set<String> = []
    var known: [String: Known] = [:]
    var unclear: [String: Unclear] = [:]
    /// When what was told to be unclear.
    var toldUnclear: [String: Double] = [:]
    /// The numbers whose rows were read better since the last look at this.
    var corrected: Set<String> = []
    var trouble: Trouble?
    var post = Post()
    /// Which of two ways the reader that is installed understands documents.
    var understanding = 0
    /// What happened to it: counted, and no part of it.
    var occurred = Occurred()

    /// The documents that have to be kept.
    var documents: Set<String> { (accepted?.documents ?? []).union(held?.documents ?? []) }
}

extension Model.Accepted {
    var documents: Set<String> { parts?.names ?? [edition.bytes] }
}

extension Model.Held {
    var documents: Set<String> { parts?.names ?? [edition.bytes] }
}

// MARK: What is watched

extension Watching {
    /// Whether a number is one of a pattern's.
    static func covers(_ pattern: String, _ number: String) -> Bool {
        pattern.utf8.count == number.utf8.count
            && zip(pattern.utf8, number.utf8).allSatisfy { sign, digit in
                sign == digit || (sign == UInt8(ascii: "#") && (0x30...0x39).contains(digit))
            }
    }

    static func isMask(_ pattern: String) -> Bool { pattern.contains("#") }

    var patterns: [String] { labels.keys.sorted() }

    func watches(_ number: String, through patterns: Set<String>? = nil) -> Bool {
        (patterns ?? Set(labels.keys)).contains { Watching.covers($0, number) }
    }

    /// Its own label, else that of the first mask it matches.
    func label(of batch: String) -> String {
        labels[batch] ?? patterns.first { Watching.covers($0, batch) }.flatMap { labels[$0] } ?? ""
    }
}

extension Edition {
    /// What a reader makes of the document: two versions of it differ in two ways.
    func rows(of batch: String, by understanding: Int, hasDates: Bool) -> [Line] {
        lines(by: understanding, hasDates: hasDates).filter { $0.batch == batch }.map(\.line)
    }

    /// A row that stands in several documents is one, as often as in the one that has it most.
    func lines(by understanding: Int, hasDates: Bool) -> [(batch: String, line: Line)] {
        var counts: [String: [Line: Int]] = [:]
        var joined: [(batch: String, line: Line)] = []
        for part in parts {
            var own: [String: [Line: Int]] = [:]
            for (batch, line) in part.lines(by: understanding, hasDates: hasDates) {
                own[batch, default: [:]][line, default: 0] += 1
                let count = own[batch]?[line] ?? 0
                if count <= counts[batch]?[line] ?? 0 { continue }
                counts[batch, default: [:]][line] = count
                joined.append((batch, line))
            }
        }
        return joined
            + rows.compactMap { row in
                var line = row.line
                if understanding == 0 && line.status.hasPrefix("?") { return nil }
                if understanding == 1 && line.status.hasSuffix("~") { line.status.removeLast() }
                if !hasDates { line.date = "" }
                return (row.batch, line)
            }
    }
}
