// The valid configuration: the values of `watched-batches.toml`. Values only. `ConfigDecoding` makes them, `ConfigFile`
// reads the file; nothing here checks anything.

/// A whole configuration, with nothing left to doubt.
package struct Config: Sendable, Equatable {
    /// Sorted by name; none in a configuration that watches nothing yet.
    package var sources: [SourceConfig]
    /// Nil where only the journal is told.
    package var hook: HookConfig?
    /// Nil where no page is wanted.
    package var page: PageConfig?

    package init(sources: [SourceConfig], hook: HookConfig? = nil, page: PageConfig? = nil) {
        self.sources = sources
        self.hook = hook
        self.page = page
    }
}

/// `[page]`: a page and a feed of what is known, as files for a web server.
package struct PageConfig: Sendable, Equatable {
    package static let defaultTitle = "batchwatch"

    /// Where the files are written: an absolute path.
    package var directory: String
    /// What stands above the page and the feed.
    package var title: String
    /// Whether batches are shown by their labels alone: `batches = "labels"`.
    package var hidesNumbers: Bool

    package init(directory: String, title: String = PageConfig.defaultTitle, hidesNumbers: Bool = false) {
        self.directory = directory
        self.title = title
        self.hidesNumbers = hidesNumbers
    }
}

/// `[hook]`: the program that is run for each event.
package struct HookConfig: Sendable, Equatable {
    /// Ten seconds to connect to a mail server and twenty to talk to it.
    package static let defaultTimeout = 30.0

    /// The program's absolute path, then its arguments; never empty.
    package var run: [String]
    /// After so many seconds it is ended; 1 to 3600.
    package var timeout: Double

    package init(run: [String], timeout: Double = HookConfig.defaultTimeout) {
        self.run = run
        self.timeout = timeout
    }
}
