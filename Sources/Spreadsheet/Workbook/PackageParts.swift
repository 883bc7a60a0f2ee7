// The small parts of an Office Open XML package that tell where the others are (ECMA-376 part 2, 6.2.3 and 6.5).

import Markup
import Text

/// What a part points to.
struct PackageRelationships: MarkupReceiver {
    /// One relationship: its type is the last word of the URI, which is the same in the transitional and the strict
    /// format.
    struct Relationship {
        var type: Substring
        var target: String
        var isExternal: Bool
    }

    private(set) var byID: [String: Relationship] = [:]

    /// Those of a part, resolved against its folder; none where it has none.
    init(of part: String, in archive: inout Archive, limits: TableLimits) throws(TableError) {
        let slash = part.lastIndex(of: "/")
        let folder = slash.map { part[..<$0] + "/" } ?? ""
        let name = slash.map { part[part.index(after: $0)...] } ?? part[...]
        let path = "\(folder)_rels/\(name).rels"
        guard archive.contains(path) else { return }
        try readMarkup(try archive.read(path), as: .xml, nesting: limits.nesting, for: &self)
        for (id, relationship) in byID where !relationship.isExternal {
            byID[id]?.target = Self.resolved(relationship.target, in: String(folder))
        }
    }

    /// The target of the first relationship of a type, by its identifier; nil where there is none.
    func target(ofType type: String) -> String? {
        byID.filter { $0.value.type == type && !$0.value.isExternal }.min { $0.key < $1.key }?.value.target
    }

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        guard name == "Relationship", let id = value("Id", in: attributes), let type = value("Type", in: attributes),
            let target = value("Target", in: attributes)
        else { return }
        byID[id] = Relationship(
            type: type.split(separator: "/").last ?? "", target: target,
            isExternal: value("TargetMode", in: attributes) == "External")
    }

    mutating func end(_ name: String) {}
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    /// A path within the package, without a slash at its beginning.
    private static func resolved(_ target: String, in folder: String) -> String {
        var segments: [Substring] = []
        let path = target.hasPrefix("/") ? target : folder + target
        for segment in path.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        return segments.joined(separator: "/")
    }
}

/// What the parts of a package are.
struct PackageContentTypes: MarkupReceiver {
    private var types: [String] = []

    /// Throws what the package is, unless it is a workbook.
    func requireWorkbook() throws(TableError) {
        func has(_ part: String) -> Bool { types.contains { $0.contains(part) } }
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

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        if name == "Override" || name == "Default", let type = value("ContentType", in: attributes) {
            types.append(type)
        }
    }

    mutating func end(_ name: String) {}
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
