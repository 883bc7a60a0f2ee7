// What batchwatch owes to who watches, written from its promises and not from its code: what was served goes in, what
// has to be told comes out. It shares no type with the product; moments are seconds, rows are pairs of texts.

/// What a list says of a batch in one row.
struct Line: Hashable {
    var status: String
    var date: String
}

/// A document that the office has put up.
struct Edition: Equatable {
    /// A name for its bytes: 64 hexadecimal digits.
    var bytes: String
    /// A name for its rows, the same in whatever order and Unicode form they stand: 16 hexadecimal digits.
    var text: String
    var rows: [(batch: String, line: Line)]
    var isDamaged = false

    var keys: Set<String> { Set(rows.map(\.batch)) }

    static func == (left: Edition, right: Edition) -> Bool { left.bytes == right.bytes }
}

/// The configuration of a source.
struct Watching: Equatable {
    /// Numbers or masks with `#` for a digit, and what the user calls them.
    var labels: [String: String]
    var address = "a"
    var hasDates = true
    /// `disappeared-after`.
    var patience = 3600.0
    /// `expect-every`.
    var expected: Double?
    var hasHook = true

    var list: List { List(address: address, hasDates: hasDates) }
}

/// What a document is a document of: rows of different ones are not compared.
struct List: Equatable {
    var address: String
    var hasDates: Bool
}

/// How a poll ended.
enum Served: Equatable {
    /// `isOdd`: nobody asked, or it has another ETag.
    case notModified(isOdd: Bool)
    case sameBytes(tag: String?)
    case document(Edition, tag: String?)
    case failure
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
}

/// What has to be remembered to keep the promises.
struct Model: Equatable {
    static let day = 86_400.0

    struct Known: Equatable {
        var rows: [Line]
        var missing: Double?
    }

    struct Accepted: Equatable {
        var list: List
        var edition: Edition
        var rowCount: Int
        var tag: String?
        var received: Double
        /// When its text was new.
        var new: Double
        var isStaleTold = false
        var isDoubted = false
        var isReadByOlder = false
        /// Whether it is all new beside the edition before it.
        var beganAnew = false
    }

    struct Held: Equatable {
        var list: List
        var edition: Edition
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
    }

    var accepted: Accepted?
    var held: Held?
    /// The editions accepted before, the latest last, and the tag that each had last.
    var olderTexts: [String] = []
    var olderTags: [String: String] = [:]
    /// When one of them was believed again.
    var returned: Double?
    /// When `suspect` was told of what.
    var warned: [String: Double] = [:]
    var looked: Set<String> = []
    var known: [String: Known] = [:]
    var trouble: Trouble?
    var post = Post()
    /// Which of two ways the reader that is installed understands documents.
    var understanding = 0
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

    func lines(by understanding: Int, hasDates: Bool) -> [(batch: String, line: Line)] {
        rows.compactMap { row in
            var line = row.line
            if understanding == 0 && line.status.hasPrefix("?") { return nil }
            if understanding == 1 && line.status.hasSuffix("~") { line.status.removeLast() }
            if !hasDates { line.date = "" }
            return (row.batch, line)
        }
    }
}
