// The watched batches of the configuration file, one for each line, with their places in its text. `Config` has them
// merged and sorted by source, but an editor needs the lines.

import Rows

/// A line of a `[batches]` table.
package struct BatchEntry: Codable, Equatable, Sendable {
    /// A number or a mask, as it was written.
    package var batch: String
    package var label: String
    /// Nil for a batch of the global `[batches]`.
    package var source: String?
}

/// Where a table of batches stands in the file.
struct BatchTable {
    let source: String?
    let table: TOMLTable
    /// In braces, or below a table in braces: all of it is one value on one line.
    let isInline: Bool

    /// The keys from the root to the table.
    var path: [String] { BatchTable.path(of: source) }

    static func path(of source: String?) -> [String] {
        source.map { ["sources", $0, "batches"] } ?? ["batches"]
    }

    /// Every table of batches in the file, the global one first.
    static func all(in root: TOMLTable) -> [BatchTable] {
        let sources = root["sources"]?.table
        return ([nil] + (sources?.keys ?? [])).compactMap { BatchTable(of: $0, in: root) }
    }

    init?(of source: String?, in root: TOMLTable) {
        var table = root
        var isInline = false
        for key in BatchTable.path(of: source) {
            guard let next = table[key]?.table else { return nil }
            table = next
            isInline = isInline || next.origin == .inline
        }
        self.source = source
        self.table = table
        self.isInline = isInline
    }

    var entries: [BatchEntry] {
        table.keys.map { BatchEntry(batch: $0, label: table[$0]?.string ?? "", source: source) }
    }

    /// The key that watches the same batches; "[0-9]" is "#".
    ///
    /// - Parameter isText: whether keys may be any text here, and are the same but for capitals and spaces.
    func key(of pattern: KeyMask, isText: Bool = false) -> String? {
        table.keys.first { key in
            isText ? (try? KeyMask(text: key))?.foldedKey == pattern.foldedKey : (try? KeyMask(key)) == pattern
        }
    }
}

extension ConfigFile {
    /// The watched batches, in the order of the file.
    package func batches() throws(ConfigError) -> [BatchEntry] {
        let bytes = try bytes()
        _ = try Config(toml: bytes, path: path)
        do throws(ConfigProblem) {
            return BatchTable.all(in: try parsedTOML(try configText(bytes))).flatMap(\.entries)
        } catch {
            throw ConfigError(path: path, problems: [error])
        }
    }
}
