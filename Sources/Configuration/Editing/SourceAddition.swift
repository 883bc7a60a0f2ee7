// Adds a source as a section at the end of a configuration file, where it cannot become part of another section. Pure:
// bytes in, bytes out; it reads the result again.

/// A source that is to be added.
package struct SourceAddition: ConfigChange, Equatable, Sendable {
    package var name: String
    /// Its section, `[sources.NAME]` and what is below it, line by line.
    package var lines: [String]

    package init(name: String, lines: [String]) {
        self.name = name
        self.lines = lines
    }

    /// The file with the section, which is refused unless it then means what it meant and this one source.
    ///
    /// A file that has no source yet is not valid by itself; it is with this one.
    package func applied(to bytes: [UInt8], path: String) throws(ConfigEditError) -> SourceAdded {
        let text: String
        do throws(ConfigProblem) {
            text = isBlank(bytes) ? "" : try configText(bytes)
        } catch {
            throw .invalid(ConfigError(path: path, problems: [error]))
        }
        let mark = bytes.starts(with: ConfigFacts.byteOrderMark) ? ConfigFacts.byteOrderMark : []
        let new = mark + TextEdit(text).appending(lines)
        if new.count > ConfigLimits.fileBytes {
            throw .impossible("the file would be larger than \(Quantity.text(bytes: ConfigLimits.fileBytes))")
        }
        let before = Result { () throws(ConfigError) in try Config(toml: bytes, path: path) }
        let after = Result { () throws(ConfigError) in try Config(toml: new, path: path) }
        switch (before, after) {
        case (.failure(let error), .failure) where error.problems.contains { $0.keyPath != ["sources"] }:
            throw .invalid(error)
        case (_, .failure(let error)):
            throw .impossible(error.problems.first?.text ?? "it would not be valid")
        case (_, .success(var after)):
            let count = after.sources.count
            after.sources.removeAll { $0.name == name }
            guard after.sources.count == count - 1, (try? before.get()).map({ $0 == after }) ?? after.sources.isEmpty
            else {
                throw .byHand("there is a source \(name.asKey) already, or more would change; edit the file by hand")
            }
        }
        let lineCount = new.count { $0 == 0x0A } + (new.last == 0x0A ? 0 : 1)
        return SourceAdded(bytes: new, firstLine: lineCount - lines.count + 1)
    }
}

/// A configuration file with a source more.
package struct SourceAdded: ChangedConfig, Equatable, Sendable {
    package var bytes: [UInt8]
    /// Where its section begins, counted from 1.
    package var firstLine: Int
}
