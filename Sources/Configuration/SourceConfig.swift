// `[sources.NAME]`: one published list, how to fetch it, how its table looks, and which batches to watch in it. Values
// only.

import Reading
import Rows
import Text

/// One published list.
package struct SourceConfig: Sendable, Equatable {
    /// One hour: these lists change a few times a week.
    package static let defaultInterval = 3600.0
    /// One hour: a list that is replaced in two steps is whole again by then.
    package static let defaultDisappearedAfter = 3600.0

    /// Lower-case ASCII letters, digits, `-`, `_` and `.`, at most 64, no leading dot: it names the state file.
    package var name: String
    /// Where the list is published: `https:`, `http:` or `file:`, without credentials. The page's where `links` lead
    /// from there to the list; with `{batch}` in it, where each watched batch has a page of its own.
    package var url: String
    /// What the requests send; `url` is then the address of the form's page, or of the service that takes it.
    package var submission: Submission?
    /// The program that brings the document, and its arguments; then `url` only says where it comes from. Nil for a
    /// document that the fetcher fetches.
    package var command: [String]?
    /// Which links of the page at `url` lead to the list; nil where that is the list itself.
    package var links: LinkRequest?
    /// Seconds between two polls.
    package var interval: Double
    /// The key's mask and the columns.
    package var layout: TableLayout
    /// Whether the configuration has `columns`; without, their usual order is read unless headings contradict it, and the
    /// columns that the reader found by these are remembered.
    package var hasOwnColumns = true
    /// The largest document accepted, in bytes.
    package var maxSize: Int
    /// The whole transfer, in seconds.
    package var timeout: Double
    /// For how many seconds a batch has to be absent before that is told; 0 tells at once.
    package var disappearedAfter: Double
    /// For how long the list may stay the same before that is told; nil for ever.
    package var expectEvery: Cadence?
    /// When to poll; nil for at any time.
    package var hours: OfficeHours?
    /// Which elements or objects are the rows of an XML or JSON document; nil where the format says so.
    package var record: String?
    /// Whether the hidden parts of a web page count, too: a script may show them to people.
    package var showsHidden = false
    /// Whether a batch that the newest document does not have counts as it was: a list whose editions have the new
    /// cases only.
    package var keepsForever = false
    /// Whether everybody is told of each new edition as a whole; the history has it in any case.
    package var tellsEditions = false
    /// What to call oneself to the server; nil for the program's name and version.
    package var userAgent: String?
    /// Nil for anonymous requests.
    package var auth: AuthConfig?
    /// Further header fields of each request, in the order of the file.
    package var headers: [HeaderConfig] = []
    /// The proxy's URL; nil for none (the environment is not asked).
    package var proxy: String?
    /// The global `[batches]` that this source's key mask can match and the source's own (whose labels win), sorted by
    /// pattern. May be empty.
    package var watched: [WatchedBatch] { didSet { index = WatchIndex(watched) } }
    /// The same, to be looked up.
    package private(set) var index: WatchIndex
    /// Whether there is anything to be told of the list. One in which no batch is watched is left in peace, unless
    /// somebody wants to know that it stays the same, or when it does not.
    package var isWatched: Bool { !watched.isEmpty || expectEvery != nil || tellsEditions }

    /// What stands in `url` for the batch.
    package static let batchInURL = "{batch}"
    /// Whether each watched batch has a page of its own.
    package var hasCasePages: Bool { url.holds(Self.batchInURL) || submission?.hasBatch == true }

    /// The program and its arguments for the page of a case, or for the list.
    package func command(for batch: String?) -> [String]? {
        guard let command, let batch else { return command }
        return command.map { word in
            let isURL = word.hasPrefix("https://") || word.hasPrefix("http://")
            return word.with(isURL ? percentEncoded(batch) : batch, inPlaceOf: Self.batchInURL)
        }
    }

    /// Whether the list is put together of several documents, or found by way of a page.
    package var isComposed: Bool { links != nil || hasCasePages }

    /// How many documents one poll asks for, the pages of links among them; at most.
    package var mostDocuments: Int {
        if hasCasePages { return max(1, watched.count) }
        guard let links else { return 1 }
        // As many again that no link leads to any more, which are only read.
        return LinkRequest.mostPages + (links.pick == .all ? 2 * LinkRequest.most : 1)
    }

    package init(name: String, url: String, layout: TableLayout) {
        let limits = ReadingLimits()
        self.name = name
        self.url = url
        self.interval = Self.defaultInterval
        self.layout = layout
        self.maxSize = limits.documentBytes
        self.timeout = limits.transferSeconds
        self.disappearedAfter = Self.defaultDisappearedAfter
        self.expectEvery = nil
        self.auth = nil
        self.proxy = nil
        self.watched = []
        self.index = WatchIndex([])
    }
}

/// How often a list is expected to change.
package enum Cadence: Sendable, Equatable {
    case seconds(Double)
    /// Days from Monday to Friday, in UTC.
    case workingDays(Int)
}

/// A batch number, or a mask of many, and what the user calls it.
package struct WatchedBatch: Sendable, Equatable {
    package var pattern: KeyMask
    /// May be empty.
    package var label: String

    package init(pattern: KeyMask, label: String) {
        self.pattern = pattern
        self.label = label
    }
}

/// One field of `headers` (RFC 9110 5).
package struct HeaderConfig: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
        case text(String)
        /// Sent over https only, and to the origin of the source's URL only.
        case secret(AuthConfig.Secret)
    }
    package var name: String
    package var value: Value

    package init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}

/// `auth`: how to identify oneself to the server. The secret itself is never in the configuration.
package struct AuthConfig: Sendable, Equatable {
    /// Where the secret is found, each time it is needed.
    package enum Secret: Sendable, Equatable {
        /// `secret-file`: an absolute path.
        case file(String)
        /// `credential`: a name in `$CREDENTIALS_DIRECTORY`, systemd's `LoadCredential=` (systemd.exec(5)).
        case credential(String)
    }
    package var scheme: Credentials.Scheme
    /// Empty for `bearer`.
    package var user: String
    package var secret: Secret

    package init(scheme: Credentials.Scheme, user: String = "", secret: Secret) {
        self.scheme = scheme
        self.user = user
        self.secret = secret
    }
}
