// Structure trees of any shape by themselves: their cells are somewhere, each piece of content has one owner, and a tree
// reads the same each time.

@testable import PDF
import Text

extension Target {
    static let structure = Target("structure") { bytes in
        let own = [
            "<< /Pages 2 0 R /StructTreeRoot << \(rolesOfTags) /K 10 0 R >> >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page >>",
        ]
        let document = file(of: numbered(own, from: 1) + numbered(structureObjects(of: bytes), from: 10))
        let first = try read(document)
        guard let structure = first else { return }
        try check(structure.tables)
        let again = try read(document)
        try promise(again?.tables == structure.tables, "a structure reads otherwise the second time")
        for (container, identifier) in [3, 4].flatMap({ page in (-2..<62).map { (page, $0) } }) {
            guard let item = Structure.Item(container: container, identifier: identifier) else { continue }
            let owner = structure.owner(of: item)
            try promise(owner?.cell.map { $0 < structure.tables.cells.count } ?? true, "content is in no cell: \(item)")
            try promise(owner == again?.owner(of: item), "content has another owner the second time")
        }
    }
}

private func read(_ document: [UInt8]) throws -> Structure? {
    let store = try ObjectStore(document, headerOffset: 0, limits: PDFLimits())
    let structure = try StructureReader.structure(of: store)
    try promise(store.damage.isEmpty, "a structure is damage")
    return structure
}

/// Checks that each cell is in a row, and not too wide.
func check(_ tables: TaggedTables) throws {
    for cell in tables.cells {
        try promise(tables.widths.indices.contains(cell.row), "a cell is in no row: \(cell)")
        try promise(cell.column >= 0 && cell.columns > 0 && cell.rows > 0, "a cell is nowhere: \(cell)")
        try promise(
            cell.column + cell.columns <= 1024 && tables.widths[cell.row] > 0, "a cell is too wide: \(cell)")
    }
}

// MARK: - The tree

/// Objects from number 10 on, the first of which is the tree, and which refer to each other as the bytes say.
func structureObjects(of bytes: [UInt8]) -> [String] {
    var tree = Tree(bytes)
    return tree.objects()
}

/// Objects that refer to each other as the bytes say.
private struct Tree {
    private var choices: Choices

    private static let first = 10
    private static let most = 60
    private static let types = ["Table", "TR", "TD", "TH", "P", "Mapped", "Loop", "Sect"]
    private static let spans = [1, 2, 3, 1023, 1024, 1025, Int.max, -1]

    init(_ bytes: [UInt8]) {
        choices = Choices(bytes)
    }

    mutating func objects() -> [String] {
        var objects: [String] = []
        while objects.isEmpty || !choices.isAtEnd && objects.count < Self.most { objects.append(object()) }
        return objects
    }

    private mutating func object() -> String {
        let kind = choices.number()
        let kids = (0..<kind / 16).map { _ in kid() }.joined(separator: " ")
        switch kind % 16 {
        case 0: return "[\(kids)]"
        case 1: return "<< /Type /MCR /Pg \(page()) 0 R /MCID \(choices.number() % 32) >>"
        case let type:
            let attributes = type < 8 ? "" : attributes()
            return "<< /S /\(Self.types[type % 8]) /Pg 3 0 R /ID (\(type)) /K [\(kids)] \(attributes) >>"
        }
    }

    /// An item of the page, or another object.
    private mutating func kid() -> String {
        let number = choices.number()
        return number < 64 ? String(number - 2) : "\(Self.first + number % (Self.most + 2)) 0 R"
    }

    private mutating func page() -> Int { choices.one(of: [3, 3, 3, 4, 99]) }

    private mutating func attributes() -> String {
        let (rows, columns) = (choices.one(of: Self.spans), choices.one(of: Self.spans))
        return "/A << /O /Table /RowSpan \(rows) /ColSpan \(columns) /Headers [(\(choices.number() % 16))] >>"
    }
}
