// Reads the configuration file as a whole, and lists all its mistakes. The caller decides whether the result replaces
// the running configuration.

/// A `watched-batches.toml`.
package struct ConfigFile: Sendable, Equatable {
    /// Where it is when nobody says otherwise.
    package static let defaultPath = "/etc/batchwatch/watched-batches.toml"

    package var path: String

    package init(path: String = ConfigFile.defaultPath) {
        self.path = path
    }

    /// Reads and checks the file. Never waits for anything but the disk.
    package func load() throws(ConfigError) -> Config {
        try Config(toml: try bytes(), path: path)
    }

    /// What the file has now.
    func bytes() throws(ConfigError) -> [UInt8] {
        do throws(FileTrouble) {
            return try BoundedFile(path: path, limit: ConfigLimits.fileBytes).bytes
        } catch {
            throw ConfigError(path: path, problems: [ConfigProblem("\(error)")])
        }
    }
}
