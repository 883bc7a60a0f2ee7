// The paths of configuration, state and cached documents. Pure: the environment is a parameter.

/// The places that one instance works with.
package struct Paths: Equatable, Sendable {
    package let instance: Instance
    package var config: String
    /// Whether the command line names the configuration file.
    package let isConfigNamed: Bool
    package var state: String
    package var cache: String
    /// `$RUNTIME_DIRECTORY`; nil outside of systemd.
    package var runtime: String?
    /// Where the unit's daemon listens; nil where these are other places than the unit's.
    package let usualControl: String?

    /// What the command line says, else what systemd says (systemd.exec(5) RuntimeDirectory=), else the places of the
    /// instance's unit; those of a user's are below the base directories (XDG Base Directory Specification 0.8).
    package init(
        config: String?, state: String?, cache: String?, instance: Instance = .machine, environment: [String: String]
    ) {
        let usual = Usual(of: instance, environment)
        self.instance = instance
        isConfigNamed = config != nil
        self.config = config ?? usual.config
        self.state = state ?? Paths.first(environment["STATE_DIRECTORY"]) ?? usual.state
        self.cache = cache ?? Paths.first(environment["CACHE_DIRECTORY"]) ?? usual.cache
        runtime = Paths.first(environment["RUNTIME_DIRECTORY"])
        usualControl = self.state == usual.state ? usual.control : nil
    }

    /// The daemon's socket: in the runtime directory, or where there is none beside the state.
    package var control: String { "\(runtime ?? state)/control" }

    /// systemd joins several directories with ":".
    private static func first(_ list: String?) -> String? {
        list?.split(separator: ":").first.map(String.init)
    }

    /// The places of a unit.
    private struct Usual {
        let config: String
        let state: String
        let cache: String
        let control: String?

        init(of instance: Instance, _ environment: [String: String]) {
            switch instance {
            case .machine:
                (config, state, cache) = (ConfigFile.defaultPath, "/var/lib/batchwatch", "/var/cache/batchwatch")
                control = "/run/batchwatch/control"
            case .named(let name):
                config = "/etc/batchwatch/\(name)/watched-batches.toml"
                (state, cache) = ("/var/lib/batchwatch-\(name)", "/var/cache/batchwatch-\(name)")
                control = "/run/batchwatch-\(name)/control"
            case .user:
                // A relative path is invalid, and is ignored.
                func base(_ name: String, or place: String) -> String {
                    environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
                        ?? "\(environment["HOME"] ?? "")/\(place)"
                }
                config = base("XDG_CONFIG_HOME", or: ".config") + "/batchwatch/watched-batches.toml"
                state = base("XDG_STATE_HOME", or: ".local/state") + "/batchwatch"
                cache = base("XDG_CACHE_HOME", or: ".cache") + "/batchwatch"
                control = environment["XDG_RUNTIME_DIR"].map { "\($0)/batchwatch/control" }
            }
        }
    }
}
