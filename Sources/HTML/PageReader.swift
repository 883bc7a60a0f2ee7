// Follows the elements of a page, and passes each text to its table.

import Markup
import Text

struct PageReader: MarkupReceiver {
    private var budget: TableBudget
    private var titles = PageTitles()
    /// The open elements, outermost first.
    private var elements: [PageElement] = []
    /// The content outside of tables.
    private var outline = OutlineReader()
    private var visibility: PageVisibility
    /// The depths of the outermost hidden element, and of the outermost struck-out one.
    private var hiddenDepth: Int?
    private var struckDepth: Int?
    /// Whether something was struck out so far.
    private var hasStruck = false
    /// The depth of an element outside of tables with text that may be invisible.
    private var doubtDepth: Int?
    private var headlineDepth: Int?
    private var captionDepth: Int?
    /// The depth of the outermost superscript element, and the place that its text follows; the place that the next one
    /// would follow.
    private var raisedDepth: Int?
    private var raisedPlace = RaisedPlace.other
    private var place = RaisedPlace.other
    /// The depth of the outermost link or button within a definition list.
    private var linkDepth: Int?
    /// Of the link that the text belongs to, in a table or not.
    private var titleLinkDepth: Int?
    /// The list of options that is open.
    private var choice: OpenChoice?
    /// The open tables and lists, outermost first, and how many are tables.
    private var frames: [PageFrame] = []
    private var openTables = 0
    private var results: [TextTable?] = []
    /// The table in which the page ends.
    private var brokenSlot: Int?
    /// Whether the page has a script.
    private var hasScript = false
    /// The length of visible text without white space, in bytes; counted up to `PageReader.littleText`.
    private var seen = 0

    /// A page with less text than this shows almost nothing: the frame of a list, and no list.
    private static let littleText = 500

    /// - Parameters:
    ///   - bytes: the length of the page.
    ///   - sight: the known styles of the page.
    init(limits: TableLimits, bytes: Int, visibility: PageVisibility) {
        self.visibility = visibility
        var limits = limits
        limits.cells = min(limits.cells, limits.pageCells * max(16, bytes >> 20) / 16)
        budget = TableBudget(
            limits,
            TableBudget.Words(
                rows: "the page's tables have more than % rows", columns: "a row has more than % cells",
                cells: "the page's tables have more than % cells",
                cellBytes: "the text of a cell is longer than % bytes",
                textBytes: "the text of the page's tables is longer than % bytes",
                tables: "the page has more than % tables"))
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        // Most elements of a list are cells without attributes.
        let isInItem = name.tag == .details && isInItem
        let isLookedAt = hiddenDepth == nil && !(visibility.isIdle && name.isPlain && attributes.isEmpty)
        visibility.number &+= 1
        var (isHidden, isStruck) = (false, false)
        if isLookedAt {
            switch visibility.begin(name, attributes, isInItem: isInItem) {
            case .shown: break
            case .hidden: isHidden = true
            case .struck: isStruck = true
            }
        }
        if name.tag == .option, hiddenDepth == nil, !isHidden {
            isHidden = choice?.begin(isSelected: attributes.has("selected"), depth: elements.count + 1) ?? false
        }
        let isOutside = hiddenDepth == nil && !isHidden && openTables == 0
        elements.append(PageElement(name: name, isOutside: isOutside, isLookedAt: isLookedAt))
        if !hasScript { hasScript = name.tag == .script || !attributes.isEmpty && hasHandler(attributes) }
        if hiddenDepth != nil { return }
        if isHidden {
            hiddenDepth = elements.count
            if name.showsNoText || name.tag == .script { table?.noteWordless() }
            return
        }
        if isStruck, struckDepth == nil { struckDepth = elements.count }
        if isOutside { outline.start(name, attributes) }
        if name.kind == .block { part() }
        try begin(name, attributes, isLookedAt: isLookedAt)
        if isLookedAt { try takeStyles(of: name) }
        if openTables > 0, !attributes.isEmpty, name.tag != .input, name.tag != .select {
            table?.note(name: attributes, of: name.tag)
        }
    }

    /// Takes the text that a style adds to an element that has begun, and notes if the style makes its reading
    /// uncertain.
    private mutating func takeStyles(of name: ElementName) throws(TableError) {
        if visibility.addsSign || visibility.isIcon && (name.tag == .i || name.tag == .span) { table?.noteWordless() }
        if visibility.isMoved { table?.noteChoice() }
        try take(added: visibility.before)
    }

    private mutating func begin(
        _ name: ElementName, _ attributes: Attributes, isLookedAt: Bool
    ) throws(TableError) {
        switch name.tag {
        case .col, .colgroup:
            table?.beginColumns(name.tag, attributes, isTaken: isLookedAt && visibility.isCollapsed)
        case .table, .dl:
            visibility.hasBody = true
            try open(isTable: name.tag == .table)
        case .caption: captionDepth = table == nil ? nil : elements.count
        case .thead, .tbody, .tfoot, .tr, .td, .th: try startOfTable(name.tag, attributes)
        case .dt, .dd:
            if case .list(let list)? = content {
                let isAction = name.tag == .dd && attributes["class"]?.holds("action") ?? false
                try list.begin(isTerm: name.tag == .dt, isAction: isAction, budget)
            }
        case .sup: if raisedDepth == nil { (raisedDepth, raisedPlace) = (elements.count, place) }
        case .h1, .h2, .h3: if headlineDepth == nil { headlineDepth = elements.count }
        case .img:
            if let alternative = attributes["alt"] {
                if !alternative.isEmpty { try take(word: alternative) }
            } else if !isSpacer(attributes) {
                table?.noteWordless()
            }
        case .input:
            if let value = shownValue(of: attributes) {
                try take(word: value)
            } else if isNamedButton(attributes) {
                table?.noteWordless()
            }
            switch boxToTick(attributes) {
            case .none: break
            case .ticked: table?.noteWordless()
            case .choice, .empty: table?.noteChoice()
            }
        case .select:
            // Beside other text it is a choice of the reader: how many rows a page has.
            if choice == nil, table?.isCellBlank ?? true || attributes.has("disabled") {
                choice = OpenChoice(attributes, depth: elements.count)
            }
        case .a, .button:
            if titleLinkDepth == nil { titleLinkDepth = elements.count }
            if linkDepth == nil, !frames.isEmpty { linkDepth = elements.count }
        default: break
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        // Ends mismatch only at the end of an incomplete page.
        guard elements.last?.name == name || elements.contains(where: { $0.name == name }) else { return }
        while let last = elements.last {
            try close(last.name, isLookedAt: last.isLookedAt)
            if last.isOutside { outline.end() }
            elements.removeLast()
            if last.name == name { return }
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        if let hiddenDepth {
            if elements.last?.name.tag == .style { visibility.takeStyle(bytes) }
            // The title of an SVG picture stands for its "alt".
            if elements[hiddenDepth - 1].name.tag == .svg, let last = elements.last?.name {
                if last.tag == .title { table?.note(name: bytes) }
                if last == "text" || last == "tspan" { table?.noteChoice() }
            }
            return
        }
        if !visibility.isIdle {
            if visibility.hidesText { return }
            if visibility.doubtsText, !isBlank(bytes) { noteDoubt() }
        }
        if struckDepth != nil { return try takeStruck(bytes) }
        if choice?.take(bytes, depth: elements.count) ?? false { return }
        guard raisedDepth != nil else { return try take(bytes) }
        let raised = raised(bytes, behind: raisedPlace)
        try raised.withUnsafeBufferPointer { (bytes) throws(TableError) in try take(bytes) }
    }

    mutating func breaksOff() {
        if brokenSlot == nil { brokenSlot = frames.last?.slot }
    }

    /// The page's styles for a second pass: some came after the elements that they apply to. Nil if this pass is
    /// enough.
    var sightForAnotherLook: PageVisibility? { visibility.forAnotherLook }

    /// The result, after the page has ended.
    mutating func finish() throws(TableError) -> TableDocument {
        // If the page ends within a tag, that element has no end.
        breaksOff()
        while !frames.isEmpty { try closeFrame() }
        var document = TableDocument(titles: titles.finish())
        (document.labels, document.grids) = outline.finish()
        if visibility.isOver { document.damage.append("the page has more styles than are looked at") }
        let isBare = results.allSatisfy { $0.map { $0.rows.count <= 1 } ?? true }
        document.isFilledByScript = hasScript && isBare && seen < Self.littleText
        for (slot, table) in results.enumerated() {
            if let table { document.tables.append(table) }
            if slot == brokenSlot {
                document.damage.append("the page is cut short inside table \(document.tables.count)")
            }
        }
        return document
    }
}

extension PageReader {
    /// The innermost open table or list; without the lines before it, to avoid a copy.
    private var content: PageFrame.Content? { frames.indices.last.map { frames[$0].content } }
    private var table: OpenTable? { if case .table(let table)? = content { table } else { nil } }

    /// Whether the next content is in a cell or in a list item.
    private var isInItem: Bool {
        openTables > 0 || elements.contains { [.li, .dd, .dt].contains($0.name.tag) }
    }

    private mutating func open(isTable: Bool) throws(TableError) {
        try budget.spendTable()
        let slot = results.count
        results.append(nil)
        if isTable { openTables += 1 }
        frames.append(
            PageFrame(
                slot: slot, depth: elements.count, before: titles.recent,
                content: isTable ? .table(OpenTable(slot: slot)) : .list(OpenList(slot: slot))))
    }

    /// Begins a part of a table. Ends an open list in a cell whose end tag is missing.
    private mutating func startOfTable(
        _ tag: ElementTag, _ attributes: Attributes
    ) throws(TableError) {
        if openTables == 0 { return }
        while table == nil { try closeFrame() }
        guard let table else { return }
        captionDepth = nil
        switch tag {
        case .tr: try table.beginRow(&budget)
        case .td, .th:
            try table.beginCell(OpenCell(attributes), &budget)
            frames[frames.count - 1].cellDepth = elements.count
        default: try table.endGroup(&budget)
        }
    }

    /// Ends the parts that end with the innermost element.
    private mutating func close(_ name: ElementName, isLookedAt: Bool) throws(TableError) {
        let depth = elements.count
        if let hidden = hiddenDepth {
            if hidden == depth {
                hiddenDepth = nil
                if isLookedAt { _ = visibility.end() }
            }
            return
        }
        if isLookedAt { try take(added: visibility.end()) }
        if name.kind == .block { part() }
        if struckDepth == depth {
            struckDepth = nil
            if openTables == 0 { CellMark.struckOut.withBytes { outline.text($0) } }
        }
        if doubtDepth == depth {
            doubtDepth = nil
            if openTables == 0 { CellMark.wordless.withBytes { outline.text($0) } }
        }
        if headlineDepth == depth { headlineDepth = nil }
        if captionDepth == depth { captionDepth = nil }
        if raisedDepth == depth { raisedDepth = nil }
        if linkDepth == depth { linkDepth = nil }
        if titleLinkDepth == depth { titleLinkDepth = nil }
        if let choice, choice.depth == depth {
            self.choice = nil
            if !choice.isMade {
                try choice.first.withUnsafeBufferPointer { (bytes) throws(TableError) in try take(bytes) }
            }
        }
        guard let last = frames.indices.last else { return }
        if frames[last].depth == depth { return try closeFrame() }
        switch (name.tag, frames[last].content) {
        case (.dt, .list(let list)), (.dd, .list(let list)): try list.end(budget)
        case (.td, .table(let table)), (.th, .table(let table)):
            if frames[last].cellDepth == depth { try table.endCell(&budget) }
        case (.tr, .table(let table)): try table.endRow(&budget)
        case (.thead, .table(let table)), (.tbody, .table(let table)), (.tfoot, .table(let table)):
            try table.endGroup(&budget)
        default: break
        }
    }

    private mutating func closeFrame() throws(TableError) {
        guard let frame = frames.popLast() else { return }
        captionDepth = nil
        let isBroken = brokenSlot == frame.slot
        switch frame.content {
        case .table(let table):
            openTables -= 1
            try table.endRow(&budget)
            if table.rows.count > 1 && table.hasText { titles.note(before: frame.before) }
            if table.hasText || isBroken {
                try budget.spendText(table.name.bytes.count)
                results[frame.slot] = TextTable(name: table.name.string, rows: table.rows, width: table.width.most)
            }
            // Beside a text it adds to the cell's content.
            if table.hasText { self.table?.noteChoice() }
        case .list(let list):
            results[frame.slot] = try list.finish(&budget) ?? (isBroken ? TextTable(fields: []) : nil)
        }
        titles.forget(since: frame.before)
    }
}

extension PageReader {
    /// Takes the text of a picture or field, which is not part of an adjacent word.
    private mutating func take(word: String) throws(TableError) {
        if !visibility.isIdle, visibility.hidesText { return }
        let bytes = [0x20] + Array(word.utf8) + [0x20]
        try bytes.withUnsafeBufferPointer { (bytes) throws(TableError) in try take(bytes) }
    }

    /// Takes text that a style adds.
    private mutating func take(added text: [UInt8]) throws(TableError) {
        if text.isEmpty { return }
        let isStruck = struckDepth != nil
        try text.withUnsafeBufferPointer { (bytes) throws(TableError) in
            if isStruck { try takeStruck(bytes) } else { try take(bytes) }
        }
    }

    /// Notes that the following text may be invisible, or in another order.
    private mutating func noteDoubt() {
        table?.noteChoice()
        if openTables == 0, doubtDepth == nil { doubtDepth = elements.count }
    }

    /// Takes visible text.
    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        if seen < Self.littleText { seen += bytes.count { $0 > 0x20 } }
        if elements.last?.name.tag == .title {
            if frames.isEmpty { titles.appendTitle(bytes) }
            return
        }
        if raisedDepth == nil { place = RaisedPlace(behind: bytes) ?? place }
        titles.append(bytes, inLink: titleLinkDepth != nil)
        if openTables == 0 { outline.text(bytes) }
        // The text of a list in a cell is also the cell's text.
        for index in frames.indices.reversed() {
            switch frames[index].content {
            case .list(let list): try list.append(bytes, inLink: linkDepth != nil, budget)
            case .table(let table):
                guard captionDepth != nil, index == frames.count - 1 else {
                    return try table.append(bytes, budget)
                }
                return try table.name.append(bytes, within: budget)
            }
        }
    }

    /// Takes struck-out text: it counts only in a cell without other text.
    private mutating func takeStruck(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        hasStruck = true
        if openTables == 0 { outline.text(bytes) }
        for index in frames.indices.reversed() {
            switch frames[index].content {
            case .list(let list): try list.appendStruck(bytes, budget)
            case .table(let table): return captionDepth == nil ? try table.appendStruck(bytes, budget) : ()
            }
        }
    }

    /// A block or a line begins or ends, and separates words.
    private mutating func part() {
        place = .other
        titles.endLine(isHeadline: headlineDepth != nil)
        for index in frames.indices.reversed() {
            switch frames[index].content {
            case .list(let list): list.part()
            case .table(let table):
                if captionDepth != nil { table.name.part() }
                if hasStruck { table.partStruck() }
                return table.part()
            }
        }
    }
}
