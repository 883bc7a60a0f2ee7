// Adds a batch to the bytes of a configuration file, removes one, or changes a label: one line changes, and every other
// byte stays. Pure: bytes in, bytes out. It reads the result again, and fails unless that differs from the old
// configuration in this one change only.

import Rows

/// What is to become of a batch.
package struct ConfigEdit: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// Watched under this label. Nil: the label it has, or none.
        case add(label: String?)
        case remove
    }

    package var kind: Kind
    /// A number or a mask.
    package var batch: String
    /// Whose batches; nil for the global ones.
    package var source: String?

    package init(_ kind: Kind, _ batch: String, source: String? = nil) {
        self.kind = kind
        self.batch = batch
        self.source = source
    }
}

/// What an edit came to.
package struct ConfigEdited: ChangedConfig, Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
        case added
        /// It was there with another label, this one.
        case relabelled(from: String)
        /// It was there as it should be.
        case unchanged
        /// What it was to be added to watches it already, by a line of another table: the entry.
        case watchedAlready
        case removed
    }

    package var outcome: Outcome
    /// The line as the file has it now, or had it.
    package var entry: BatchEntry
    /// What still watches a batch that was removed, one entry for each source.
    package var remains: [BatchEntry] = []
    /// The whole file.
    package var bytes: [UInt8]
}

/// Why an edit cannot be done. The file stays as it is, but for the last case.
package enum ConfigEditError: Error, Equatable, Sendable {
    /// The file has to be put right first.
    case invalid(ConfigError)
    /// What is asked for cannot be: no mask, no such batch or source. The words say what there is.
    case impossible(String)
    /// The file is written so that it has to be edited by hand.
    case byHand(String)
    case io(String)
    /// The file was changed, and a power cut may undo that: its directory could not be synced.
    case notOnDisk(String)
}

extension ConfigEdit: ConfigChange {
    /// The file after the edit.
    package func applied(to bytes: [UInt8], path: String) throws(ConfigEditError) -> ConfigEdited {
        let before = try sound(bytes, path)
        let pattern: KeyMask
        do throws(MaskError) {
            pattern = before.hasTextKeys(in: source) ? try KeyMask(text: batch) : try KeyMask(batch)
        } catch {
            throw .impossible("\"\(batch.printable)\" is neither a batch number nor a mask: " + "\(error)".printable)
        }
        if let source, !before.config.sources.contains(where: { $0.name == source }) {
            throw .impossible(unknownSource(source, known: before.config.sources.map(\.name)))
        }
        if before.config.sources.isEmpty, case .add = kind {
            throw .impossible(
                "there is no list yet in which it could be watched; "
                    + "`batchwatch try URL --watch \(batch.printable) --write` adds one")
        }
        var edited = try edited(before, pattern)
        if before.hasByteOrderMark { edited.bytes = ConfigFacts.byteOrderMark + edited.bytes }
        let after = try check(edited, before, path)
        if kind == .remove { edited.remains = remains(of: pattern, in: after.config) }
        return edited
    }

    private func edited(_ before: ConfigFacts, _ pattern: KeyMask) throws(ConfigEditError) -> ConfigEdited {
        let table = BatchTable(of: source, in: before.root)
        let key = table?.key(of: pattern, isText: before.hasTextKeys(in: source))
        switch kind {
        case .add(let label):
            var entry = BatchEntry(batch: key ?? batch, label: label ?? "", source: source)
            guard let table, let key else {
                let bytes = try TextEdit(before.text).adding(entry, to: table, root: before.root)
                if let twin = try twin(of: pattern, label, before, with: bytes) {
                    return ConfigEdited(outcome: .watchedAlready, entry: twin, bytes: Array(before.text.utf8))
                }
                return ConfigEdited(outcome: .added, entry: entry, bytes: bytes)
            }
            let old = table.table[key]?.string ?? ""
            guard let label, label != old else {
                entry.label = old
                return ConfigEdited(outcome: .unchanged, entry: entry, bytes: Array(before.text.utf8))
            }
            let bytes = try TextEdit(before.text).relabelling(key, of: table, to: label)
            return ConfigEdited(outcome: .relabelled(from: old), entry: entry, bytes: bytes)
        case .remove:
            guard let table, let key else { throw .impossible(notThere(pattern, before)) }
            let entry = BatchEntry(batch: key, label: table.table[key]?.string ?? "", source: source)
            return ConfigEdited(
                outcome: .removed, entry: entry, bytes: try TextEdit(before.text).removing(key, of: table))
        }
    }

    // MARK: - What else watches a batch

    /// The line of another table by which all that a new one would watch is watched already.
    private func twin(
        of pattern: KeyMask, _ label: String?, _ before: ConfigFacts, with bytes: [UInt8]
    ) throws(ConfigEditError) -> BatchEntry? {
        let others = BatchTable.all(in: before.root).filter {
            $0.source != source && (source == nil || $0.source == nil)
        }
        let entries = others.compactMap { table in
            table.key(of: pattern, isText: before.hasTextKeys(in: table.source)).flatMap { key in
                table.entries.first { $0.batch == key }
            }
        }
        guard let twin = entries.first else { return nil }
        if let source {
            // For all lists, and this one may have other keys.
            let own = before.config.sources.first { $0.name == source }
            guard own?.watched.contains(where: { $0.pattern == pattern }) == true else { return nil }
            return label == nil || label == twin.label ? twin : nil
        }
        guard (try? Config(toml: bytes, path: "")) == before.config else { return nil }
        guard let label, let place = twin.source, label != twin.label else { return twin }
        throw .impossible(
            "\(batch.printable) is watched in source \(place) already, as \"\(twin.label.printable)\"; "
                + "add --source \(place) to call it \"\(label.printable)\" there")
    }

    /// How each source where a batch was removed still watches it.
    private func remains(of pattern: KeyMask, in config: Config) -> [BatchEntry] {
        guard pattern.isLiteral else { return [] }
        return config.sources.filter { source == nil || source == $0.name }.compactMap { place in
            place.index.keys.pattern(for: pattern.key).map {
                BatchEntry(batch: $0.description, label: "", source: place.name)
            }
        }
    }

    // MARK: - Before and after

    private func sound(_ bytes: [UInt8], _ path: String) throws(ConfigEditError) -> ConfigFacts {
        do throws(ConfigError) {
            return try ConfigFacts(bytes, path: path)
        } catch {
            throw .invalid(error)
        }
    }

    /// Throws unless the new text says what the old one did and the edit, no more and no less.
    ///
    /// - Returns: the new one.
    private func check(
        _ edited: ConfigEdited, _ before: ConfigFacts, _ path: String
    ) throws(ConfigEditError) -> ConfigFacts {
        if edited.bytes.count > ConfigLimits.fileBytes {
            throw .impossible("the file would be larger than \(Quantity.text(bytes: ConfigLimits.fileBytes))")
        }
        let after: ConfigFacts
        do throws(ConfigError) {
            after = try ConfigFacts(edited.bytes, path: path)
        } catch {
            // Its place is one in a text that nobody sees.
            let what = error.problems.first.map { $0.text } ?? "it would not be valid"
            if kind == .remove { throw .byHand("without \(edited.entry.batch.asKey) it would not be valid: \(what)") }
            let watched = Set(before.config.sources.flatMap { $0.watched.map(\.pattern.description) })
            let near = nearest(to: batch, in: watched.sorted()).map { "; \($0.printable) is watched already" } ?? ""
            throw .impossible("\(edited.entry.batch.asKey): \(what)\(near); nothing was changed")
        }
        guard after.rest == before.rest, after.entries.sorted(by: precedes) == wanted(edited, before) else {
            throw .byHand("in this file the edit would change more than was asked for; edit it by hand")
        }
        return after
    }

    private func wanted(_ edited: ConfigEdited, _ before: ConfigFacts) -> [BatchEntry] {
        let entry = edited.entry
        var entries = before.entries
        let index = entries.firstIndex { $0.batch == entry.batch && $0.source == entry.source }
        switch (edited.outcome, index) {
        case (.added, nil): entries.append(entry)
        case (.relabelled, let index?): entries[index].label = entry.label
        case (.removed, let index?): entries.remove(at: index)
        default: break
        }
        return entries.sorted(by: precedes)
    }

    private func precedes(_ left: BatchEntry, _ right: BatchEntry) -> Bool {
        (left.source ?? "", left.batch) < (right.source ?? "", right.batch)
    }

    // MARK: - Words

    /// For a batch that cannot be removed: where it is, or which ones are there.
    private func notThere(_ pattern: KeyMask, _ before: ConfigFacts) -> String {
        let place = source.map { "the batches of source \($0)" } ?? "[batches]"
        let start = "\(batch.printable) is not in \(place)"
        let tables = BatchTable.all(in: before.root)
        let others = tables.filter {
            $0.source != source && $0.key(of: pattern, isText: before.hasTextKeys(in: $0.source)) != nil
        }.map(\.source)
        if others.contains(nil) { return start + "; it is watched in all sources: leave --source out" }
        let names = others.compactMap { $0 }
        if names.count == 1 { return start + "; it is watched in one source: add --source \(names[0])" }
        if names.count > 1 {
            return start + "; it is watched in \(names.joined(separator: ", ")): add --source with one of them, or "
                + "--everywhere"
        }
        let there = (tables.first { $0.source == source }?.entries ?? []).map(\.batch)
        return start + meant(batch, there)
    }
}

/// The batch that was meant, or which ones there are.
private func meant(_ batch: String, _ there: [String]) -> String {
    if let near = nearest(to: batch, in: there) { return "; did you mean \(near.printable)?" }
    return there.isEmpty ? "; none is" : "; there are: \(some(there))"
}

/// The first ten, and how many more there are.
private func some(_ names: [String]) -> String {
    let shown = names.prefix(10).map(\.printable).joined(separator: ", ")
    return shown + (names.count > 10 ? " and \(names.count - 10) more" : "")
}

/// For a word that is no batch that is watched, and no source: what was meant, or which batches are watched.
package func notWatched(_ batch: String, watched: [WatchedBatch], in sources: [String] = []) -> String {
    let known = Set(watched.map(\.pattern.description)).sorted()
    if let near = nearest(to: batch, in: known + sources) {
        return "\(batch.printable) is not watched; did you mean \(near.printable)?"
    }
    let lists = sources.isEmpty ? "" : "; sources: \(some(sources))"
    return "\(batch.printable) is not watched" + meant(batch, known) + lists
}

/// For a source that is not there: the one that was meant, or which ones are there.
package func unknownSource(_ name: String, known: [String]) -> String {
    let start = "there is no source \"\(name.printable)\"; "
    if let near = nearest(to: name, in: known) { return start + "did you mean \"\(near)\"?" }
    return start + "there are: " + known.joined(separator: ", ")
}

/// All that a configuration file says, twice: its text and its meaning.
struct ConfigFacts {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let hasByteOrderMark: Bool
    /// Without the byte order mark.
    let text: String
    let root: TOMLTable
    let config: Config

    init(_ bytes: [UInt8], path: String) throws(ConfigError) {
        hasByteOrderMark = bytes.starts(with: ConfigFacts.byteOrderMark)
        config = try Config(toml: bytes, path: path)
        do throws(ConfigProblem) {
            text = try configText(bytes)
            root = try parsedTOML(text)
        } catch {
            throw ConfigError(path: path, problems: [error])
        }
    }

    var entries: [BatchEntry] { BatchTable.all(in: root).flatMap(\.entries) }

    /// Whether the keys of a source may be any text, so that nothing is a mask there.
    func hasTextKeys(in source: String?) -> Bool {
        config.sources.first { $0.name == source }?.layout.key.isAnyText ?? false
    }

    /// The configuration but for what is watched.
    var rest: Config {
        var rest = config
        for index in rest.sources.indices { rest.sources[index].watched = [] }
        return rest
    }
}
