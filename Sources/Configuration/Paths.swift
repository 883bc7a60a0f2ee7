// Where configuration, state and documents lie. Pure: the environment is a parameter.

/// The places that one instance works with.
package struct Paths: Equatable, Sendable {
    package static let defaultState = "/var/lib/batchwatch"

    package var config: String
    package var state: String
    package var cache: String
    /// `$RUNTIME_DIRECTORY`; nil outside of systemd.
    package var runtime: String?

    /// What the command line says, else what systemd says (systemd.exec(5) RuntimeDirectory=), else the system's
    /// places.
    package init(config: String?, state: String?, cache: String?, environment: [String: String]) {
        self.config = config ?? ConfigFile.defaultPath
        self.state = state ?? Paths.first(environment["STATE_DIRECTORY"]) ?? Paths.defaultState
        self.cache = cache ?? Paths.first(environment["CACHE_DIRECTORY"]) ?? "/var/cache/batchwatch"
        runtime = Paths.first(environment["RUNTIME_DIRECTORY"])
    }

    /// The daemon's socket: in the runtime directory, or where there is none beside the state.
    package var control: String { "\(runtime ?? state)/control" }

    /// systemd joins several directories with ":".
    private static func first(_ list: String?) -> String? {
        list?.split(separator: ":").first.map(String.init)
    }
}
