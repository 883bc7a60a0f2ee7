// The faults of a document: missing names, repeated rows, decisions without a date. Pure except for the tree.

import Foundation

private let endings: Set<String> = [
    "swift", "c", "h", "md", "toml", "service", "socket", "conf", "catalog", "py", "sh", "list",
]

/// Complaints about the document at a path of the project.
func complaints(of text: String, at path: String, in project: Project = .here) -> [String] {
    let document = Markdown(text)
    var complaints = document.blocks.flatMap { missing(in: $0, of: path, project) } + repeatedRows(in: document)
    if path.hasSuffix("decisions.md") { complaints += undated(in: document) }
    return complaints
}

// MARK: - Paths

/// The paths and types that a block names and that are not there.
private func missing(in block: Markdown.Block, of document: String, _ project: Project) -> [String] {
    let folder = document.split(separator: "/").dropLast().joined(separator: "/")
    let bases = [folder, "", "Sources", "Tests", "config"]
    var complaints: [String] = []
    // A file's bare name is looked for where the last path of the block has led to.
    var target: String?
    for span in block.spans {
        guard let word = span.split(separator: " ").first.map(String.init) else { continue }
        if isType(word) {
            let type = word.prefix { $0 != "." }
            if !Project.words.contains(type) { complaints.append("line \(block.line): nothing is called \(type)") }
        }
        guard isPath(word) else { continue }
        let pattern = word.split(separator: "/").map(withoutPlaceholder).joined(separator: "/")
        let places = bases.map { $0.isEmpty ? pattern : $0 + "/" + pattern }
        if let place = places.first(where: { project.has($0) || project.has($0 + ".swift") }) {
            target = place.split(separator: "/").prefix(2).joined(separator: "/")
        } else if word.contains("/") || !isFound(pattern, below: target, project) {
            complaints.append("line \(block.line): there is no \(word)")
        }
    }
    return complaints
}

/// Whether a file has this name: a Swift file only once, in the target that was named before or else anywhere.
private func isFound(_ name: String, below target: String?, _ project: Project) -> Bool {
    let found = project.paths.filter { $0.hasSuffix("/" + name) }
    let near = found.filter { path in target.map { path.hasPrefix($0 + "/") } ?? false }
    return name.hasSuffix(".swift") ? (near.isEmpty ? found : near).count == 1 : !found.isEmpty
}

/// Whether a word looks like a path of the project: an absolute one is of the machine, a hidden one is made.
private func isPath(_ word: String) -> Bool {
    guard word.wholeMatch(of: /[A-Za-z0-9_.@+*\/-]+/) != nil, !["/", ".", "-", "*"].contains(where: word.hasPrefix)
    else { return false }
    return word.contains("/") || endings.contains(word.split(separator: ".").dropFirst().last.map(String.init) ?? "")
}

/// "TARGET" stands for any name, "batchwatch@NAME.service" for the template.
private func withoutPlaceholder(_ part: Substring) -> String {
    part.count > 1 && part.allSatisfy { $0.isUppercase } ? "*" : part.replacingOccurrences(of: "@NAME.", with: "@.")
}

/// Whether a word is a name of ours as Swift has them, of two parts at least: "RowReader", "ObjectStore.scanned".
private func isType(_ word: String) -> Bool {
    word.wholeMatch(of: /(?:[A-Z][a-z]+){2,}(?:\.[a-z][A-Za-z]*)?/) != nil
}

// MARK: - Tables and decisions

/// Rows of one table that begin with the same cell.
private func repeatedRows(in document: Markdown) -> [String] {
    var complaints: [String] = []
    var seen: Set<String> = []
    var last = 0
    for block in document.blocks where !block.cells.isEmpty {
        if block.line != last + 1 { seen = [] }
        last = block.line
        let name = block.cells[0]
        if !seen.insert(name).inserted { complaints.append("line \(block.line): \(name) stands twice") }
    }
    return complaints
}

/// Decisions that have no date, or the headline of another.
private func undated(in document: Markdown) -> [String] {
    var seen: Set<Substring> = []
    return document.blocks.filter { $0.text.hasPrefix("- ") }.compactMap { block in
        guard let match = block.text.firstMatch(of: /^- (\d{4}-\d\d-\d\d): \*\*(.+?)\*\*/),
            isDate(match.output.1)
        else { return "line \(block.line): has no date and headline" }
        return seen.insert(match.output.2).inserted ? nil : "line \(block.line): stands twice"
    }
}

private func isDate(_ text: Substring) -> Bool {
    (try? Date(String(text) + "T00:00:00Z", strategy: .iso8601)) != nil
}
