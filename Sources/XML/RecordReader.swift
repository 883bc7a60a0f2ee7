// Follows the elements of a document, and assigns the content of each record to its fields.

import Markup
import Text

/// The names of the elements that are records.
enum RecordName {
    case exactly(String)
    /// In lower case.
    case folded(String)
    /// By the root: the items of RSS and RDF, the entries of Atom.
    case ofFeed
}

struct RecordReader: MarkupReceiver {
    private(set) var rows: [[String]] = []
    private(set) var census = Census()
    /// Whether the root is that of a known feed format.
    private(set) var isFeed = false
    private var name: RecordName
    private var budget: TableBudget
    private var titles: [String] = []
    /// The open elements, outermost first.
    private var elements: [Element] = []
    /// The depth of the open record.
    private var recordDepth: Int?
    private var row: [String] = []
    /// The columns of its fields.
    private var columns: [Int] = []
    /// All text of the open record, and its texts for fields.
    private var recordText: [UInt8] = []
    private var notes: [Note] = []
    private var fields = RecordFields()
    /// The namespace of the element that began last, and that of the records.
    let space = MarkupSpace()
    private var ownSpace: UnsafeRawPointer?
    /// The depth of the outermost open element of hidden inline markup.
    private var hiddenDepth: Int?

    /// How many texts of one field are kept until it ends.
    private static let mostNotes = 200_000
    /// The most titles, and their length in characters.
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

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        if elements.isEmpty { learnFeed(root: name.string) }
        var element = Element(name: name)
        element.census = census.count(name.string, hasAttributes: !attributes.isEmpty)
        if let last = elements.indices.last {
            elements[last].note(child: name.string)
            part(around: name)
            if let place = elements[last].census { census.notePart(of: place) }
        }
        let isInRecord = recordDepth != nil
        if isInRecord, let parent = elements.last?.place {
            let prefix = space.name == ownSpace ? nil : space.prefix
            element.place = try place(of: prefix.map { "\($0):\(name.string)" } ?? name.string, below: parent)
            if hiddenDepth == nil, name.isMarkup, hidesText(attributes) { hiddenDepth = elements.count }
        } else if isRecord(name.string) {
            recordDepth = elements.count
            ownSpace = space.name
            element.place = RecordFields.record
            element.isRecord = true
            row = Array(repeating: "", count: fields.names.count)
        }
        // RSS 2.0: the description of an item is HTML, stored as text.
        if isFeed, isInRecord, name == "description" || name == "encoded" { element.holdsHTML = true }
        element.textStart = recordText.count
        defer { elements.append(element) }
        guard let place = element.place else { return }
        for (name, value) in attributes {
            if name == "type", value == "html" || value == "text/html" { element.holdsHTML = true }
            notes.append(
                Note(
                    place: try self.place(of: "@" + name, below: place), isOfMarkup: element.name.isMarkup,
                    text: .value(collapsed(value))))
        }
        element.firstNote = notes.count
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard let last = elements.indices.last else { return }
        guard recordDepth != nil else {
            if let title = openTitle { try elements[title].text.append(bytes, within: budget) }
            return
        }
        if hiddenDepth != nil { return }
        recordText += bytes
        if !elements[last].hasText, !isBlank(bytes) { elements[last].hasText = true }
        if elements[last].isRecord { try elements[last].text.append(bytes, within: budget) }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        guard let element = elements.last else { return }
        defer { part(around: name) }
        if element.place == nil, isTitle(elements.count - 1), !element.text.isEmpty, titles.count < Self.mostTitles {
            var title = CollapsedText()
            title.append(Array(String(element.text.string.prefix(Self.longestTitle)).utf8))
            titles.append(title.string)
        }
        elements.removeLast()
        if hiddenDepth == elements.count { hiddenDepth = nil }
        guard let place = element.place else { return }
        if isStruck(element), recordText.count > element.textStart {
            CellMark.struckOut.withBytes { recordText += $0 }
        }
        if element.isRecord { return try endRecord(element) }
        if element.isText {
            // Inline markup is a part of the text, and no field.
            if element.hasElements {
                let own = notes[element.firstNote...].filter { !$0.isOfMarkup && element.hasText }
                notes.replaceSubrange(element.firstNote..., with: own)
            }
            notes.append(
                Note(
                    place: place, isOfMarkup: name.isMarkup,
                    text: .range(element.textStart..<recordText.count, isHTML: element.holdsHTML)))
        }
        guard let parent = elements.indices.last else { return }
        if !name.isMarkup || !element.isText { elements[parent].hasFields = true }
        // A record is never text, whatever it contains.
        if elements[parent].isRecord { try takeNotes() }
        if notes.count > Self.mostNotes {
            throw TableError(.limit, "a field of the XML has more than \(Self.mostNotes) elements and attributes")
        }
    }

    /// The records; all rows have all fields.
    mutating func finish() -> TableDocument {
        fields.shortenNames()
        return TableDocument(titles: titles, tables: rows.isEmpty ? [] : [fields.table(of: rows)])
    }
}

extension RecordReader {
    private mutating func learnFeed(root: String) {
        guard case .ofFeed = name else { return }
        let record = ["rss": "item", "RDF": "item", "feed": "entry"][root]
        isFeed = record != nil
        if let record { name = .exactly(record) }
    }

    /// Whether an ended element strikes its text out. "<s>" may be a field as well.
    private func isStruck(_ element: Element) -> Bool {
        switch element.name.tag {
        case .del, .strike: true
        case .s: elements.last.map { !$0.isRecord } ?? false
        default: false
        }
    }

    private func isRecord(_ name: String) -> Bool {
        switch self.name {
        case .exactly(let record): name == record
        case .folded(let record): name.lowercased() == record
        case .ofFeed: false
        }
    }

    /// Whether an open element is the title of the document: directly in the root, or in a channel.
    private func isTitle(_ index: Int) -> Bool {
        guard index > 0, index < elements.count, elements[index].name == "title" else { return false }
        return recordDepth == nil && (index == 1 || (index == 2 && elements[1].name == "channel"))
    }

    /// The open title of the document, if any.
    private var openTitle: Int? { (1...2).first { isTitle($0) } }

    /// Adds a text of an element to the field at this place.
    private mutating func note(_ text: String, at place: Int, of element: String = "") throws(TableError) {
        let (column, isNew) = try fields.column(of: place, record: element, rows: rows.count + 1, budget)
        if isNew {
            let bytes = fields.names[column].utf8.count
            let limit = budget.limits.cellBytes
            if bytes > limit { throw TableError(.limit, "the name of a field is longer than \(limit) bytes") }
            try budget.spendText(bytes)
            row.append("")
        }
        columns.append(column)
        try budget.join(text, to: &row[column])
    }

    /// The place of an element or attribute ("@id") below another. Elements that only contain others are no fields, but
    /// need places as well.
    private mutating func place(of name: String, below parent: Int) throws(TableError) -> Int {
        let limits = budget.limits
        let place = fields.place(of: name, below: parent)
        if fields.placeCount > 2 * limits.columns + limits.nesting + 1 { try budget.check(columns: .max) }
        return place
    }

    /// Adds white space around an element that is not inline markup.
    private mutating func part(around name: ElementName) {
        if name.isMarkup, name.kind == .inline { return }
        if recordDepth == nil {
            if let title = openTitle { elements[title].text.part() }
        } else {
            recordText.append(0x20)
            if let last = elements.indices.last, elements[last].isRecord { elements[last].text.part() }
        }
    }

    /// Moves the texts that are complete into their fields.
    private mutating func takeNotes() throws(TableError) {
        for note in notes {
            switch note.text {
            case .value(let text): try self.note(text, at: note.place)
            case .range(let range, let isHTML):
                let text =
                    isHTML
                    ? collapsed(textOfHTML(Array(recordText[range])))
                    : recordText.withUnsafeBufferPointer { collapsed(UnsafeBufferPointer(rebasing: $0[range])) }
                try self.note(text, at: note.place)
            }
        }
        notes.removeAll(keepingCapacity: true)
        recordText.removeAll(keepingCapacity: true)
    }

    private mutating func endRecord(_ record: Element) throws(TableError) {
        recordDepth = nil
        try takeNotes()
        if !record.text.isEmpty { try note(record.text.string, at: RecordFields.record, of: record.name.string) }
        try budget.spendRows()
        rows.append(row)
        fields.endRecord(columns)
        columns.removeAll(keepingCapacity: true)
        try budget.check(cells: rows.count * fields.names.count)
    }
}

/// An open element.
private struct Element {
    var name: ElementName
    /// Its place among the fields; nil outside of records.
    var place: Int?
    var census: Int?
    var isRecord = false
    /// Whether it contains elements, and whether some are fields.
    var hasElements = false
    var hasFields = false
    /// Whether it has text outside of its elements.
    var hasText = false
    /// Whether its text is HTML: the markup in it is text here.
    var holdsHTML = false
    /// The text of a record or a title, without that of the record's elements.
    var text = CollapsedText()
    /// The starts of its text and of its notes.
    var textStart = 0
    var firstNote = 0
    /// The one-letter name of a child element.
    private var letter: String?

    init(name: ElementName) {
        self.name = name
    }

    /// Whether it is one text: it has text of its own, or contains only inline markup.
    var isText: Bool { hasText || !hasElements || !hasFields }

    mutating func note(child: String) {
        hasElements = true
        if child.utf8.count > 1 { return }
        // "<a>1</a><b>2</b>" are fields with careless names.
        if let letter, letter != child { hasFields = true }
        letter = child
    }
}

/// A text for a field.
private struct Note {
    enum Text {
        case value(String)
        /// A range of the record's text.
        case range(Range<Int>, isHTML: Bool)
    }
    var place: Int
    /// Whether its element is inline markup.
    var isOfMarkup: Bool
    var text: Text
}
