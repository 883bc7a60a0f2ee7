// Configuration files, and edits of them: an edit changes what it says and nothing else, and a second one takes it back.

@testable import Configuration

extension Target {
    /// What is to be done, the batch, its label and its source, up to a NUL each; then the file.
    static let edits = Target("edits") { bytes in
        let parts = bytes.split(separator: 0, maxSplits: 4, omittingEmptySubsequences: false).map { Array($0) }
        guard parts.count == 5, let kind = parts[0].first else { return }
        let words = parts[1...3].map { String(decoding: $0, as: UTF8.self) }
        let (batch, label, source) = (words[0], words[1], words[2].isEmpty ? nil : words[2])
        let file = parts[4]
        let before = try? Config(toml: file, path: "")
        switch kind % 3 {
        case 0: try checkAddition(ConfigEdit(.add(label: label), batch, source: source), file, before)
        case 1: try checkRemoval(ConfigEdit(.remove, batch, source: source), file, before)
        default:
            let lines = label.split(whereSeparator: \.isNewline).map(String.init)
            try checkSource(SourceAddition(name: words[2], lines: lines), file, before)
        }
    }
}

private func checkAddition(_ edit: ConfigEdit, _ file: [UInt8], _ before: Config?) throws {
    guard let edited = try? edit.applied(to: file, path: "") else { return }
    guard let before else { throw Violation(description: "a file that is not valid was edited") }
    let after = try Config(toml: edited.bytes, path: "")
    try promise(after.sources.count == before.sources.count, "a batch brought a source")
    switch edited.outcome {
    case .added:
        let back = try ConfigEdit(.remove, edited.entry.batch, source: edit.source).applied(to: edited.bytes, path: "")
        try promise(back.outcome == .removed, "what was added cannot be removed")
        try promise(try Config(toml: back.bytes, path: "") == before, "an addition and its removal change a file")
    case .relabelled: try promise(edited.bytes != file, "a label changed and the file did not")
    case .unchanged, .watchedAlready: try promise(edited.bytes == file, "nothing was to be done, and the file changed")
    case .removed: throw Violation(description: "an addition removed a batch")
    }
    let again = try edit.applied(to: edited.bytes, path: "")
    try promise(again.bytes == edited.bytes, "the same addition changes the file a second time")
}

private func checkRemoval(_ edit: ConfigEdit, _ file: [UInt8], _ before: Config?) throws {
    guard let edited = try? edit.applied(to: file, path: "") else { return }
    try promise(before != nil, "a file that is not valid was edited")
    try promise(edited.outcome == .removed, "a removal did something else")
    try promise(edited.bytes.count < file.count, "a removal made the file longer")
    let again = try? edit.applied(to: edited.bytes, path: "")
    try promise(again == nil, "the same batch was removed twice")
}

private func checkSource(_ addition: SourceAddition, _ file: [UInt8], _ before: Config?) throws {
    guard let added = try? addition.applied(to: file, path: "") else { return }
    let after = try Config(toml: added.bytes, path: "")
    try promise(after.sources.contains { $0.name == addition.name }, "a source was added that is not there")
    try promise(after.sources.count == (before?.sources.count ?? 0) + 1, "a source brought another, or took one away")
    try promise(added.firstLine >= 1, "a section begins before the file")
}
