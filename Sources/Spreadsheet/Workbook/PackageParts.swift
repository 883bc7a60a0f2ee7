// The small parts of an Office Open XML package that give the paths of the others (ECMA-376 part 2, 6.2.3 and 6.5).

import Markup
import Text

/// The relationships of a part to others.
struct PackageRelationships: MarkupReceiver {
    /// One relationship: its type is the last word of the URI, which is the same in the transitional and the strict
    /// format.
    struct Relationship {
        var type: Substring
        /// The target as written.
        var target: String
        var isExternal: Bool
    }

    private(set) var byID: [String: Relationship] = [:]
    /// Targets are relative to this folder: it ends with a slash, or is empty.
    private let folder: String
    private var count = 0
    private let most: Int

    /// Reads the relationships of a part; a part may have none. They refer to other parts, so an archive has at most as
    /// many as entries.
    init(of part: String, in archive: inout Archive, limits: TableLimits) throws(TableError) {
        most = limits.entries
        let slash = part.lastIndex(of: "/")
        folder = slash.map { part[..<$0] + "/" } ?? ""
        let name = slash.map { part[part.index(after: $0)...] } ?? part[...]
        let path = "\(folder)_rels/\(name).rels"
        guard archive.contains(path) else { return }
        try readMarkup(try archive.read(path), as: .xml, nesting: limits.nesting, for: &self)
    }

    /// The path of a relationship's target part, without a leading slash. Only computed for those in use: a folder may
    /// have a long name, and a part many relationships.
    func path(of relationship: Relationship) -> String {
        let target = relationship.target
        var segments: [Substring] = []
        let path = target.hasPrefix("/") ? target : folder + target
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        return segments.joined(separator: "/")
    }

    /// The path of the first relationship of a type, by its identifier; nil if there is none.
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

/// The content types of a package's parts.
struct PackageContentTypes: MarkupReceiver {
    private var types: [String] = []

    /// Throws an error that names the kind of the package, unless it is a workbook.
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
