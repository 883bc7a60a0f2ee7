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
            let (name, added) = try addition(to: bytes, path, besides: known)
            let line = "new list [sources.\(name)], with \(sanitized(watch))\(called)"
            return SetupChanged(bytes: added, source: name, lines: [line])
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
        let (name, added) = try addition(to: bytes, path, besides: known)
        let proposed = try? Config(toml: added, path: path).sources.first { $0.name == name }
        changed.readsOtherwise = proposed.map { !$0.readsSameColumns(as: same) } ?? false
        if changed.readsOtherwise, !changed.lines.isEmpty {
            changed.lines.append(
                "[sources.\(same.name)]: it has its own columns, by which the list may say something else than above")
        }
        return changed
    }

    /// The configuration with a list of its own for the snippet, and the name of that list.
    private func addition(
        to bytes: [UInt8], _ path: String, besides known: [SourceConfig]
    ) throws(ConfigEditError) -> (name: String, bytes: [UInt8]) {
        var snippet = snippet
        snippet.name = snippet.freeName(besides: known.map(\.name))
        return (
            snippet.name,
            try SourceAddition(name: snippet.name, lines: snippet.lines).applied(to: bytes, path: path).bytes
        )
    }
}

/// A configuration file after `setup`.
struct SetupChanged: ChangedConfig, Equatable {
    var bytes: [UInt8]
    /// The source that watches the batch.
    var source: String
    /// The changes in words; empty if there is none.
    var lines: [String] = []
    /// Whether the source was there, and reads other columns than the proposal.
    var readsOtherwise = false
}

extension SourceConfig {
    fileprivate func readsSameColumns(as other: SourceConfig) -> Bool {
        layout.columns == other.layout.columns && layout.headings == other.layout.headings && record == other.record
            && showsHidden == other.showsHidden
    }
}
