// Sets the hook in the bytes of a configuration file: the value of `[hook] run`, or the whole section if there is none.
// Pure: bytes in, bytes out, and the result is read again.

/// The program that is to be run for each event.
package struct HookEdit: ConfigChange, Equatable, Sendable {
    /// The program's absolute path, then its arguments; never empty.
    package var run: [String]

    package init(run: [String]) {
        self.run = run
    }

    /// The file with the hook. It is refused unless everything else in it keeps its meaning.
    package func applied(to bytes: [UInt8], path: String) throws(ConfigEditError) -> HookEdited {
        let before: ConfigFacts
        do throws(ConfigError) {
            before = try ConfigFacts(bytes, path: path)
        } catch {
            throw .invalid(error)
        }
        let previous = before.config.hook?.run
        if previous == run { return HookEdited(bytes: bytes, previous: previous) }
        let mark = before.hasByteOrderMark ? ConfigFacts.byteOrderMark : []
        let new = mark + (try TextEdit(before.text).running(run, root: before.root))
        if new.count > ConfigLimits.fileBytes {
            throw .impossible("the file would be larger than \(Quantity.text(bytes: ConfigLimits.fileBytes))")
        }
        var wanted = before.config
        wanted.hook = HookConfig(run: run, timeout: wanted.hook?.timeout ?? HookConfig.defaultTimeout)
        let after: Config
        do throws(ConfigError) {
            after = try Config(toml: new, path: path)
        } catch {
            throw .impossible(error.problems.first?.text ?? "it would not be valid")
        }
        guard after == wanted else {
            throw .byHand("in this file the edit would change more than [hook]; edit it by hand")
        }
        return HookEdited(bytes: new, previous: previous)
    }
}

/// A configuration file with another hook.
package struct HookEdited: ChangedConfig, Equatable, Sendable {
    package var bytes: [UInt8]
    /// The hook that the file had before; nil for none.
    package var previous: [String]?
}
