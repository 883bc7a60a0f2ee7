// Adds a proposal of `try --write` to the configuration file: a section, or one line if the list is already there.
// Leaves every other byte as it was.

import Configuration
import Glibc
import Text
import Watch

/// Puts a proposal into the configuration file.
struct SnippetWriter {
    var file: ConfigOption
    /// Whether to write without asking.
    var isAgreed: Bool
    /// Whether the user chose the name of the source, so that it must not be changed.
    var isNameGiven: Bool

    /// Asks, and writes the proposal after a yes.
    ///
    /// - Returns: what was done, line by line.
    func write(_ snippet: SourceSnippet) throws -> [String] {
        let command = file.instance.value.command
        let known = (try? ConfigFile(path: file.path).load())?.sources ?? []
        if let same = known.first(where: snippet.isList) {
            return try add(snippet.watch, to: same.name)
        }
        var snippet = snippet
        if !isNameGiven { snippet.name = snippet.freeName(besides: known.map(\.name)) }
        try agree(to: "Write this into \(sanitized(file.path))?")
        let isNew = try makeFile()
        do {
            let lines = snippet.lines
            let added = try file.change(SourceAddition(name: snippet.name, lines: lines))
            let last = added.firstLine + lines.count - 1
            var said = ["\(file.path): added [sources.\(snippet.name)], lines \(added.firstLine) to \(last)"]
            if snippet.watch == nil {
                said.append(
                    "No batch of it is watched yet: `\(command) batches add --source \(snippet.name) NUMBER` adds one")
            }
            said.append("A running service reads it by itself; `\(command) status` tells what it has found")
            return said + hookNotes
        } catch {
            if isNew { unlink(file.path) }
            throw error
        }
    }

    /// Adds one line with the batch, because the list is already there.
    private func add(_ batch: String?, to source: String) throws -> [String] {
        guard let batch else {
            throw Failure(.usage, "\(file.path) has this list already, as [sources.\(source)]; nothing was changed")
        }
        try agree(to: "\(sanitized(file.path)) has this list, as [sources.\(source)]. Watch \(sanitized(batch)) there?")
        let edited = try file.change(ConfigEdit(.add(label: nil), batch, source: source))
        let name = sanitized(edited.entry.batch)
        return [
            edited.outcome == .added
                ? "\(file.path): [sources.\(source).batches]: added \(name)"
                : "\(file.path): [sources.\(source).batches]: \(name) is already there"
        ] + hookNotes
    }

    /// A note about the hook that will get the events.
    private var hookNotes: [String] {
        guard let config = try? ConfigFile(path: file.path).load() else { return [] }
        let paths = file.paths()
        switch HookReview(of: config, paths, user: paths.serviceUser) {
        case .broken(let problem): return ["note: hook.run: \(problem)"]
        case let review: return review.note.map { ["note: \($0)"] } ?? []
        }
    }

    /// Asks on a terminal.
    private func agree(to question: String) throws {
        if isAgreed { return }
        guard Terminal.canAsk else {
            throw Failure(.usage, "nothing was changed: --write asks on a terminal; where there is none, add --yes")
        }
        guard Terminal.agrees(to: question) else { throw Failure(.usage, "nothing was changed") }
    }

    /// Creates an empty file if there is none.
    ///
    /// - Returns: whether there was none.
    private func makeFile() throws -> Bool {
        if file.instance.value == .user { makeDirectories(above: file.path) }
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor < 0 {
            if errno == EEXIST { return false }
            let isDenied = errno == EACCES
            throw Failure(
                .cannotCreate,
                "cannot make \(file.path): \(String(cString: strerror(errno)))\(isDenied ? sudoAdvice : "")")
        }
        close(descriptor)
        return true
    }
}

extension SourceSnippet {
    /// Whether a source of the configuration is this list.
    func isList(of source: SourceConfig) -> Bool {
        source.url == url && source.links?.glob == follow?.glob && (source.submission == nil) == (field == nil)
    }

    /// The name, or one like it that no source has.
    func freeName(besides names: [String]) -> String {
        if !names.contains(name) { return name }
        let short = String(name.prefix(60))
        return (2...).lazy.map { "\(short)-\($0)" }.first { !names.contains($0) } ?? name
    }
}
