// What the administrator asked for, once it is known to be sound: the values of `watched-batches.toml`.
// Values only. `ConfigDecoding` makes them, `ConfigFile` reads the file; nothing here checks anything.

/// A whole configuration, with nothing left to doubt.
package struct Config: Sendable, Equatable {
    /// At least one, sorted by name.
    package var sources: [SourceConfig]
    /// Nil where only the journal is told.
    package var hook: HookConfig?

    package init(sources: [SourceConfig], hook: HookConfig? = nil) {
        self.sources = sources
        self.hook = hook
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
