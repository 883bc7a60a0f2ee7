// The possible events of a list, each with its name for people: a run counts in how many histories each occurred.

/// A fault, or a step, that the rules speak of.
enum Kind: String, CaseIterable {
    case diskFull = "disk full while a poll is saved"
    case diskFullLater = "disk full while it is delivered"
    case killed = "killed while it delivers"
    case killedInHistory = "killed while it writes the history"
    case clock = "the clock jumps"
    case boot = "a boot"
    case bootUnproven = "a boot with a clock that may be wrong"
    case configured = "another configuration"
    case accepted = "a held document is accepted by hand"
    case damaged = "a damaged document"
    case cut = "a document in one piece whose end is not known"
    case rotten = "a kept document that is not as it was"

    case unclear = "a batch is unclear"
    case unclearFirst = "the first answer of a batch is that it is unclear"
    case manyUnclear = "more of a mask are unclear than are told one by one"
    case mentioned = "a number stands in the text and in no row"
    case perhapsMissing = "a row is missing, or was only not read"
    case clearAgain = "what was unclear is clear again"
    case acceptedUnclear = "what was read of an unclear batch is accepted by hand"
    case corrected = "a newer reader reads a row otherwise"
    case lostByReader = "a newer reader finds no row"
    case unclearByVersion = "another edition comes, and the one before was read by an older reader"

    case editionTold = "an edition that is told"
    case editionKept = "an edition that only the history has"
    case editionCompared = "an edition that is compared with the one before"
    case returned = "an edition comes back and is believed"
    case laterDate = "it comes back with a later date"
    case laterDocuments = "several: all that changed has a later date"
    case staleByDate = "a stale copy by Last-Modified"
    case staleByTag = "a stale copy by ETag"
    case staleByAge = "a stale copy by Age"
    case turns = "servers that take turns"

    case documentAdded = "linked: a document more"
    case documentUnlinked = "linked: a document without a link stays"
    case unlinkedAsked = "linked: a document without a link is lost and asked for"
    case documentRelinked = "linked: its link comes again"
    case documentDropped = "linked: dropped after 30 days"
    case staleDocument = "linked: a stale copy of one document"
    case staleBelieved = "linked: a stale copy that came three times"
    case forgotten = "linked: a document that fails and is kept no more"
    case forgottenCase = "cases: a page that fails and is kept no more"
    case unread = "linked: a document that was never read"
    case givenUp = "linked: it is waited for no longer"
    case notMissing = "linked: nothing is missing while one is unread"
    case noFirstLook = "linked: no first look at what may be in it"

    case unknownCase = "cases: 404 before it was there"
    case refusedCase = "cases: 404 after it was there"
    case goneCase = "cases: 410"
    case lostRow = "cases: a page without its row"
    case lostCase = "cases: a page without its row for a day"
    case otherCases = "cases: no edition because others are watched"

    case cutPart = "several: a document whose end is not known"
    case failedAlone = "several: one fails and the others are told"
    case failedTogether = "several: one fails for all"
    case refetched = "several: a rotten document is asked for again"
    case retried = "several: asked again after an odd 304"

    /// All that a run counts, as it is called.
    static var names: [String] {
        Kind.allCases.map(\.rawValue) + Manner.allCases.map(name) + Fault.allCases.map(name)
            + Restart.allCases.map(name)
    }

    static func name(of manner: Manner) -> String { "answers: \(manner)" }
    static func name(of fault: Fault) -> String { "one document: \(fault)" }
    static func name(of restart: Restart) -> String { "restart: \(restart)" }
}

/// What happened, by name. All are equal: to remember it is no promise.
struct Occurred: Equatable {
    private(set) var names: Set<String> = []

    mutating func note(_ kind: Kind) { names.insert(kind.rawValue) }
    mutating func note(_ name: String) { names.insert(name) }
    mutating func note(_ other: Occurred) { names.formUnion(other.names) }

    static func == (left: Occurred, right: Occurred) -> Bool { true }
}
