// Walks the structure tree (ISO 32000-2 14.7.2) for the cells of tables (14.8.4.8.3), without recursion. An element is
// visited once, so loops end. Errors in the tree are no damage: the text of the pages does not need it.

import Text

/// Reads the structure of a document.
struct StructureReader {
    /// Waiting elements and pieces of content, with their parents' attributes.
    private struct Node {
        var kids: ArraySlice<PDFObject>
        /// The object number of the page of its content.
        var page: Int?
        var table: Int?
        var row: Int?
        var cell: Int?
        /// Its replacement text, as an index of `texts`.
        var text: Int?
    }

    private let store: ObjectStore
    private let roles: StructureRoles
    private var structure = Structure()
    private var waiting: [Node] = []
    private var visited: Set<Int> = []
    private var columns: [TableColumns] = []
    /// Header cells by their element identifiers, and for each cell the identifiers of its headers.
    private var identifiers: [[UInt8]: Int] = [:]
    private var headers: [[PDFObject]] = []
    private var texts: [(bytes: [UInt8], isUsed: Bool)] = []

    /// The decoded bytes charged for an element of the tree, so that all pages' elements have an end.
    private static let elementCost = 32

    /// The document's structure; nil if it has none, or no table.
    static func structure(of store: ObjectStore) throws(PDFError) -> Structure? {
        guard let catalog = try store.catalog(), let entry = catalog["StructTreeRoot"] else { return nil }
        return try store.quietly { () throws(PDFError) -> Structure? in
            guard let root = try store.resolve(entry).dictionary, let kids = root["K"] else { return nil }
            var reader = StructureReader(store: store, roles: try StructureRoles(root, store: store))
            reader.waiting = [Node(kids: [kids])]
            try reader.walk()
            return reader.structure.tables.cells.isEmpty ? nil : reader.structure
        }
    }

    private init(store: ObjectStore, roles: StructureRoles) {
        self.store = store
        self.roles = roles
    }

    private mutating func walk() throws(PDFError) {
        while var node = waiting.popLast() {
            guard let object = node.kids.popFirst() else { continue }
            if !node.kids.isEmpty { waiting.append(node) }
            if let number = object.reference, !visited.insert(number).inserted { continue }
            switch try store.resolve(object, keeps: false) {
            case .integer(let identifier): add(identifier, in: node.page, node)
            case .array(let kids):
                try store.charge(decoded: kids.count * Self.elementCost)
                node.kids = kids[...]
                waiting.append(node)
            case .dictionary(let dictionary):
                if dictionary["S"] != nil {
                    try add(element: dictionary, node)
                } else {
                    try add(content: dictionary, node)
                }
            default: break
            }
        }
        finish()
    }

    // MARK: Content

    /// Adds a marked-content reference (14.7.5.1): the content may be in a form's stream.
    private mutating func add(content dictionary: PDFDictionary, _ node: Node) throws(PDFError) {
        guard let identifier = try store.value("MCID", of: dictionary).integer else { return }
        add(identifier, in: dictionary["Stm"]?.reference ?? dictionary["Pg"]?.reference ?? node.page, node)
    }

    private mutating func add(_ identifier: Int, in container: Int?, _ node: Node) {
        guard let container, let item = Structure.Item(container: container, identifier: identifier) else { return }
        structure.add(item, of: node.cell.map { .cell($0) } ?? .otherElement)
        if let text = node.text {
            structure.add(text: texts[text].isUsed ? [] : texts[text].bytes, for: item)
            texts[text].isUsed = true
        }
    }

    // MARK: Elements

    private mutating func add(element: PDFDictionary, _ parent: Node) throws(PDFError) {
        var node = parent
        if let page = element["Pg"]?.reference { node.page = page }
        switch try roles.standard(store.value("S", of: element).name) {
        case "Table":
            columns.append(TableColumns())
            (node.table, node.row, node.cell) = (columns.count - 1, nil, nil)
        case "TR":
            guard let table = node.table else { break }
            columns[table].beginRow()
            structure.tables.widths.append(0)
            (node.row, node.cell) = (structure.tables.widths.count - 1, nil)
        case "TD": node.cell = try cell(element, node, isHeader: false)
        case "TH": node.cell = try cell(element, node, isHeader: true)
        default: break
        }
        if node.text == nil, case .string(let text) = try store.value("ActualText", of: element) {
            texts.append((text, false))
            node.text = texts.count - 1
        }
        guard let kids = element["K"] else { return }
        node.kids = [kids]
        waiting.append(node)
    }

    /// Adds a cell, and returns its index; nil if it is in no row.
    private mutating func cell(_ element: PDFDictionary, _ node: Node, isHeader: Bool) throws(PDFError) -> Int? {
        guard let table = node.table, let row = node.row else { return node.cell }
        let attributes = try TableAttributes(of: element, store: store)
        guard let column = columns[table].place(columns: attributes.columns, rows: attributes.rows) else { return nil }
        structure.tables.widths[row] = columns[table].taken
        let index = structure.tables.cells.count
        structure.tables.cells.append(
            TaggedCell(
                table: table, row: row, column: column, columns: attributes.columns, rows: attributes.rows,
                isHeader: isHeader))
        headers.append(attributes.headers)
        if case .string(let identifier) = try store.value("ID", of: element) { identifiers[identifier] = index }
        return index
    }

    /// Resolves references that need the whole tree.
    private mutating func finish() {
        for (index, names) in headers.enumerated() where !names.isEmpty {
            let named = names.compactMap { name -> Int? in
                guard case .string(let identifier) = name, let header = identifiers[identifier],
                    structure.tables.cells[header].table == structure.tables.cells[index].table
                else { return nil }
                return structure.tables.cells[header].column
            }
            if let column = named.first, named.allSatisfy({ $0 == column }) {
                structure.tables.cells[index].headedColumn = column
            }
        }
    }
}
