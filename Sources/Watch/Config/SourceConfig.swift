// `[sources.NAME]`: one published list, how to fetch it, how its table looks, and who is watched in it. Values only.

import Reading
import Rows

/// One published list.
package struct SourceConfig: Sendable, Equatable {
    /// One hour: these lists change a few times a week.
    package static let defaultInterval = 3600.0
    /// One hour: a list that is replaced in two steps is whole again by then.
    package static let defaultDisappearedAfter = 3600.0

    /// Lower-case ASCII letters, digits, `-`, `_` and `.`, at most 64, no leading dot: it names the state file.
    package var name: String
    /// `https:`, `http:` or `file:`, without credentials.
    package var url: String
    /// Seconds between two polls.
    package var interval: Double
    /// The key's mask and the columns.
    package var layout: TableLayout
    /// The largest document accepted, in bytes.
    package var maxSize: Int
    /// The whole transfer, in seconds.
    package var timeout: Double
    /// For how many seconds a batch has to be absent before that is told; 0 tells at once.
    package var disappearedAfter: Double
    /// For how many seconds the list may stay the same before that is told; nil for ever.
    package var expectEvery: Double?
    /// Nil for anonymous requests.
    package var auth: AuthConfig?
    /// The proxy's URL; nil for none (the environment is not asked).
    package var proxy: String?
    /// The global `[batches]` that this source's key mask can match and the source's own (whose labels win), sorted by
    /// pattern. May be empty.
    package var watched: [WatchedBatch] { didSet { index = WatchIndex(watched) } }
    /// The same, to be looked up.
    package private(set) var index: WatchIndex
    /// Whether there is anything to be told of the list. One in which no batch is watched is left in peace, unless somebody wants
    /// to know that it stays the same.
    package var isWatched: Bool { !watched.isEmpty || expectEvery != nil }

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
