// The change of the configuration by `setup`: another list or batch, and the hook, in one step. Pure.

import Configuration
import Text

/// The list, the batch and the hook that are wanted.
struct SetupChange: ConfigChange {
    var snippet: SourceSnippet
    /// Nil for the hook that is there.
    var hook: [String]?

    func applied(to bytes: [UInt8], path: String) throws(ConfigEditError) -> SetupChanged {
        var changed = try list(in: bytes, path)
        guard let hook else { return changed }
        let edited = try HookEdit(run: hook).applied(to: changed.bytes, path: path)
        changed.bytes = edited.bytes
        if edited.previous != hook {
            let before = edited.previous.map { " instead of \(sanitized($0.joined(separator: " ")))" } ?? ""
            changed.lines.append("hook: \(sanitized(hook.joined(separator: " ")))\(before)")
        }
        return changed
    }

    private func list(in bytes: [UInt8], _ path: String) throws(ConfigEditError) -> SetupChanged {
        let known = (try? Config(toml: bytes, path: path))?.sources ?? []
        let watch = snippet.watch ?? ""
        let called = snippet.label.isEmpty ? "" : " \"\(sanitized(snippet.label))\""
        guard let same = known.first(where: snippet.isList) else {
            var snippet = snippet
            snippet.name = snippet.freeName(besides: known.map(\.name))
            let added = try SourceAddition(name: snippet.name, lines: snippet.lines).applied(to: bytes, path: path)
            let line = "new list [sources.\(snippet.name)], with \(sanitized(watch))\(called)"
            return SetupChanged(bytes: added.bytes, source: snippet.name, lines: [line])
        }
        let label = snippet.label.isEmpty ? nil : snippet.label
        let edit = ConfigEdit(.add(label: label), watch, source: same.name)
        let edited = try edit.applied(to: bytes, path: path)
        var changed = SetupChanged(bytes: edited.bytes, source: same.name)
        switch edited.outcome {
        case .added: changed.lines = ["[sources.\(same.name)]: new batch \(sanitized(watch))\(called)"]
        case .relabelled(let old):
            changed.lines = [
                "[sources.\(same.name)]: \(sanitized(watch)) is now\(called) instead of \"\(sanitized(old))\""
            ]
        case .unchanged, .watchedAlready, .removed: break
        }
        return changed
    }
}

/// A configuration file after `setup`.
struct SetupChanged: ChangedConfig, Equatable {
    var bytes: [UInt8]
    /// The source that watches the batch.
    var source: String
    /// The changes in words; empty if there is none.
    var lines: [String] = []
}
