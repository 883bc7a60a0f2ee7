// The small parts of an Office Open XML package that tell where the others are (ECMA-376 part 2, 6.2.3 and 6.5).

import Markup
import Text

/// What a part points to.
struct PackageRelationships: MarkupReceiver {
    /// One relationship: its type is the last word of the URI, which is the same in the transitional and the strict
    /// format.
    struct Relationship {
        var type: Substring
        /// As it is written.
        var target: String
        var isExternal: Bool
    }

    private(set) var byID: [String: Relationship] = [:]
    /// What targets are relative to: with a slash at its end, or empty.
    private let folder: String
    private var count = 0
    private let most: Int

    /// Those of a part; none where it has none. They lead to other parts, of which an archive has as many as entries at
    /// most.
    init(of part: String, in archive: inout Archive, limits: TableLimits) throws(TableError) {
        most = limits.entries
        let slash = part.lastIndex(of: "/")
        folder = slash.map { part[..<$0] + "/" } ?? ""
        let name = slash.map { part[part.index(after: $0)...] } ?? part[...]
        let path = "\(folder)_rels/\(name).rels"
        guard archive.contains(path) else { return }
        try readMarkup(try archive.read(path), as: .xml, nesting: limits.nesting, for: &self)
    }

    /// The path of the part that a relationship leads to, without a slash at its beginning. Only for those that are
    /// followed: a folder may have a long name, and a part many relationships.
    func path(of relationship: Relationship) -> String {
        let target = relationship.target
        var segments: [Substring] = []
        let path = target.hasPrefix("/") ? target : folder + target
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        return segments.joined(separator: "/")
    }

    /// The path of the first relationship of a type, by its identifier; nil where there is none.
    func path(ofType type: String) -> String? {
        byID.filter { $0.value.type == type && !$0.value.isExternal }.min { $0.key < $1.key }.map { path(of: $0.value) }
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        guard name == "Relationship", let id = attributes["Id"], let type = attributes["Type"],
            let target = attributes["Target"]
        else { return }
        count += 1
        guard count <= most else { throw TableError(.limit, "a part has more than \(most) relationships") }
        byID[id] = Relationship(
            type: type.split(separator: "/").last ?? "", target: target,
            isExternal: attributes["TargetMode"] == "External")
    }

    mutating func end(_ name: ElementName) {}
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// What the parts of a package are.
struct PackageContentTypes: MarkupReceiver {
    private var types: [String] = []

    /// Throws what the package is, unless it is a workbook.
    func requireWorkbook() throws(TableError) {
        func has(_ part: String) -> Bool { types.contains { $0.holds(part) } }
        if has("sheet.binary.") { throw Self.error("an .xlsb workbook") }
        if has("spreadsheetml.sheet.main+xml") || has("spreadsheetml.template.main+xml") || has("ms-excel.") { return }
        if has("wordprocessingml.") || has("ms-word.") { throw Self.error("a Word document") }
        if has("presentationml.") || has("ms-powerpoint.") { throw Self.error("a PowerPoint presentation") }
        if has("ms-visio.") { throw Self.error("a Visio drawing") }
        throw Self.error("a package of another kind")
    }

    private static func error(_ kind: String) -> TableError {
        TableError(.unsupported, "the document is \(kind) and no .xlsx workbook: save it as .xlsx, .ods or .pdf")
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        if name == "Override" || name == "Default", let type = attributes["ContentType"] {
            types.append(type)
        }
    }

    mutating func end(_ name: ElementName) {}
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
