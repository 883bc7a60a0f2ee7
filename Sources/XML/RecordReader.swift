// Follows the elements of a document, and gives what stands in each record to its fields.

import Markup
import Text

/// Which elements are records.
enum RecordName {
    case exactly(String)
    /// In lower case.
    case folded(String)
    /// What the root says: the items of RSS and RDF, the entries of Atom.
    case ofFeed
}

struct RecordReader: MarkupReceiver {
    private(set) var rows: [[String]] = []
    private(set) var census = Census()
    /// Whether the root is one of the known feeds'.
    private(set) var isFeed = false
    private var name: RecordName
    private var budget: TableBudget
    private var titles: [String] = []
    /// The elements that are open, outermost first.
    private var elements: [Element] = []
    /// How deep the open record stands.
    private var recordDepth: Int?
    private var row: [String] = []
    private var fields = RecordFields()

    /// How many titles, and how long in characters.
    private static let mostTitles = 8
    private static let longestTitle = 200

    init(_ name: RecordName, _ limits: TableLimits) {
        self.name = name
        budget = TableBudget(
            limits,
            TableBudget.Words(
                rows: "the XML has more than % records", columns: "the records have more than % fields",
                cells: "the records have more than % fields all together",
                cellBytes: "the text of a field is longer than % bytes",
                textBytes: "the text of the records is longer than % bytes"))
    }

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) throws(TableError) {
        if elements.isEmpty { learnFeed(root: name) }
        var element = Element(name: name)
        element.census = census.count(name, hasAttributes: !attributes.isEmpty)
        if let last = elements.indices.last {
            elements[last].hasElements = true
            elements[last].text.part()
            if let place = elements[last].census { census.notePart(of: place) }
        }
        let isInRecord = recordDepth != nil
        if isInRecord, let parent = elements.last?.place {
            element.place = try place(of: name, below: parent)
        } else if isRecord(name) {
            recordDepth = elements.count
            element.place = RecordFields.record
            row = Array(repeating: "", count: fields.names.count)
        }
        elements.append(element)
        guard let place = element.place else { return }
        for (name, value) in attributes {
            var text = CollapsedText()
            text.append(Array(value.utf8))
            try note(text.string, at: self.place(of: "@" + name, below: place), of: element.name)
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard let last = elements.indices.last, recordDepth != nil || isTitle(last) else { return }
        try elements[last].text.append(bytes, within: budget)
    }

    mutating func end(_ name: String) throws(TableError) {
        guard let element = elements.last else { return }
        if element.place == nil, isTitle(elements.count - 1), !element.text.isEmpty, titles.count < Self.mostTitles {
            var title = CollapsedText()
            title.append(Array(String(element.text.string.prefix(Self.longestTitle)).utf8))
            titles.append(title.string)
        }
        elements.removeLast()
        // An element that holds others and no text of its own is no field.
        let isLeaf = !element.hasElements && element.place != RecordFields.record
        if let place = element.place, isLeaf || !element.text.isEmpty {
            try note(element.text.string, at: place, of: element.name)
        }
        if recordDepth == elements.count { try endRecord() }
    }

    /// The records, each as long as there are fields.
    func finish() -> TableDocument {
        TableDocument(titles: titles, tables: rows.isEmpty ? [] : [fields.table(of: rows)])
    }
}

extension RecordReader {
    private mutating func learnFeed(root: String) {
        guard case .ofFeed = name else { return }
        let record = ["rss": "item", "RDF": "item", "feed": "entry"][root]
        isFeed = record != nil
        if let record { name = .exactly(record) }
    }

    private func isRecord(_ name: String) -> Bool {
        switch self.name {
        case .exactly(let record): name == record
        case .folded(let record): name.lowercased() == record
        case .ofFeed: false
        }
    }

    /// Whether an open element is the title of the document: one right in the root, or in a channel.
    private func isTitle(_ index: Int) -> Bool {
        guard index > 0, index < elements.count, elements[index].name == "title" else { return false }
        return recordDepth == nil && (index == 1 || (index == 2 && elements[1].name == "channel"))
    }

    /// Puts a text of an element into the field at this place, behind what stands there.
    private mutating func note(_ text: String, at place: Int, of element: String) throws(TableError) {
        let (column, isNew) = try fields.column(of: place, record: element, rows: rows.count + 1, budget)
        if isNew {
            let bytes = fields.names[column].utf8.count
            let limit = budget.limits.cellBytes
            if bytes > limit { throw TableError(.limit, "the name of a field is longer than \(limit) bytes") }
            try budget.spendText(bytes)
            row.append("")
        }
        try budget.join(text, to: &row[column])
    }

    /// The place of an element or attribute ("@id") below another. Elements that only hold others are no fields, but
    /// have to be remembered as well.
    private mutating func place(of name: String, below parent: Int) throws(TableError) -> Int {
        let limits = budget.limits
        let place = fields.place(of: name, below: parent)
        if fields.placeCount > 2 * limits.columns + limits.nesting + 1 { try budget.check(columns: .max) }
        return place
    }

    private mutating func endRecord() throws(TableError) {
        recordDepth = nil
        try budget.spendRows()
        rows.append(row)
        try budget.check(cells: rows.count * fields.names.count)
    }
}

/// An element that is open.
private struct Element {
    var name: String
    /// Its place among the fields; nil outside of records.
    var place: Int?
    var census: Int?
    var hasElements = false
    var text = CollapsedText()
}
