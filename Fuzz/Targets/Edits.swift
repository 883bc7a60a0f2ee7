// Edits of a configuration file: what comes out is sound, means that one change and no other, and every byte of other lines
// stays.

@testable import Configuration

extension Target {
    /// How, which batch and which source, up to a NUL each, then the file.
    static let edits = Target("edits") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map { Array($0) }
        guard parts.count == 4, let before = try? Config(toml: parts[3], path: "w.toml") else { return }
        let how = parts[0].first ?? 0
        let batch = String(decoding: parts[1], as: UTF8.self)
        let source = parts[2].isEmpty ? nil : String(decoding: parts[2], as: UTF8.self)
        let edit = ConfigEdit(
            how % 3 == 0 ? .remove : .add(label: how % 3 == 1 ? nil : "what it is called"), batch, source: source)
        guard let edited = try? edit.applied(to: parts[3], path: "w.toml") else { return }
        let after = try? Config(toml: edited.bytes, path: "w.toml")
        try promise(after != nil, "an edit leaves no sound file")
        guard let after else { return }
        try promise(after.sources.map(\.name) == before.sources.map(\.name), "an edit changes the sources")
        try promise(
            after.sources.map(\.url) == before.sources.map(\.url) && after.hook == before.hook,
            "an edit changes what it does not name")
        switch edited.outcome {
        case .unchanged, .watchedAlready: try promise(edited.bytes == parts[3], "a file is changed by no edit")
        case .added, .relabelled, .removed: try promise(edited.bytes != parts[3], "an edit changes nothing")
        }
        // The same edit again has nothing to do.
        if case .add = edit.kind {
            let again = try? edit.applied(to: edited.bytes, path: "w.toml")
            try promise(again?.bytes == edited.bytes, "an edit that is done once more changes the file")
        }
    }
}
