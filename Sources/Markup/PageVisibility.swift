// Decides which parts of a page are visible, and so which text counts, for all readers of pages. It receives the
// beginning and end of each visible element.

import Text

package struct PageVisibility {
    /// The visibility of an element's text.
    package enum Visibility {
        case shown, hidden
        /// Visible, but struck out.
        case struck
    }

    /// An open element.
    private struct Open {
        var tag: ElementTag
        var text: TextState
        var number: Int
        /// Whether only its first summary is visible.
        var isClosed = false
        var hasSummary = false
        /// How many elements in it have begun, and how many of each name if rules need that.
        var children = 0
        var names: [String: Int] = [:]
        /// Whether `elements` has it.
        var isStacked = false
        /// Text that a style adds at its end.
        var after: [UInt8] = []

        /// Whether some of its direct text may be invisible.
        var isSpecial = false
    }

    private var sheet = StyleSheet()
    private var rules = RulesByName()
    private var classLists = ClassLists()
    private var open: [Open] = []
    /// The same elements in the form for rules; all of them until the first rule is known, and none if no rule needs
    /// them.
    private var elements = OpenElements()
    /// The style element being read, and its media.
    private var style: (text: [UInt8], media: String?)?
    /// Whether an element has begun that precedes its style.
    package var hasBody = false { didSet { if hasBody != oldValue { updateIdle() } } }
    /// Whether plain elements without attributes have no effect: the caller need not pass them.
    package private(set) var isIdle = false
    /// How many open elements have text that may be invisible or changed.
    private var special = 0
    /// Whether a style came too late for earlier content.
    private var isLate = false
    /// The number of the element that began last, counting invisible ones.
    package var number = 0
    /// How many elements each element contains, by its number, and how many of each name; nil if not yet known.
    private var counts: [Int: (all: Int, names: [String: Int])]?
    private var counted: [Int: (all: Int, names: [String: Int])] = [:]
    /// Whether the page has other sheets, or grounds that `TextState` does not know.
    private var hasOtherStyles = false

    /// Whether what a page hides counts as visible, for pages on which a script shows it.
    private let showsHidden: Bool

    package init(showsHidden: Bool = false) { self.showsHidden = showsHidden }

    /// The state for a second pass over a page that this one has read to its end: all its styles count from the
    /// beginning, and positions from the end are known. Nil if this pass is enough.
    package var forAnotherLook: PageVisibility? {
        let isToCount = rules.hasEnds && counts == nil
        guard isLate || isToCount else { return nil }
        var again = PageVisibility(showsHidden: showsHidden)
        (again.sheet, again.rules, again.isSettled) = (sheet, rules, true)
        if isToCount, !isLate { again.counts = counted }
        again.hasOtherStyles = hasOtherStyles
        again.updateIdle()
        return again
    }
    private var isSettled = false

    /// Whether the page has more styles than the limit.
    package var isOver: Bool { sheet.isOver || elements.left < 0 }

    /// Text that a style adds before the text of the element that began last.
    package private(set) var before: [UInt8] = []
    /// Whether a style shows a picture or a sign with that element.
    package private(set) var addsSign = false
    /// Whether that element shows a sign of an icon font: `<i class="fa fa-check">`.
    package private(set) var isIcon = false
    /// Whether its text or the order of its text is uncertain.
    package private(set) var isMoved = false
    /// Whether it is a hidden column.
    package private(set) var isCollapsed = false

    /// Whether direct text of the innermost element is hidden.
    package var hidesText: Bool { open.last.map { $0.isClosed || $0.text.isMuted } ?? false }
    /// Whether such text may be invisible.
    package var doubtsText: Bool { open.last?.text.isDoubtful(hasOtherStyles) ?? false }

    /// An element begins in one that is visible or struck out.
    ///
    /// - Parameter isInItem: for `<details>`, whether it stands in a cell or in a list item.
    package mutating func begin(
        _ name: ElementName, _ attributes: Attributes, isInItem: Bool
    ) -> Visibility {
        let parent = open.indices.last
        (before, addsSign, isIcon, isMoved, isCollapsed) = ([], false, false, false, false)
        var element = Open(tag: name.tag, text: parent.map { open[$0].text } ?? TextState(), number: number)
        let isClosedIn = parent.map { open[$0].isClosed } ?? false
        var visibility = Visibility.shown
        switch name.tag {
        case .td, .th, .li, .dd, .dt: hasBody = true
        // A folded part of a page counts, unless it is a detail of a case.
        case .details: element.isClosed = isInItem && !attributes.has("open")
        case .dialog: if !attributes.has("open") { visibility = .hidden }
        case .del, .s, .strike: visibility = .struck
        case .style: if !isSettled { style = ([], attributes["media"]) }
        case .other where name == "bdo": element.text.isUnsure = attributes.says("dir", "rtl") ?? false
        case .other where name == "link":
            if attributes["rel"]?.lowercased().holds("stylesheet") ?? false { hasOtherStyles = true }
        default: break
        }
        if isClosedIn, let parent {
            if name.tag == .summary, !open[parent].hasSummary {
                open[parent].hasSummary = true
            } else {
                visibility = .hidden
            }
        }
        if name.kind == .unseen { visibility = .hidden }
        element.isStacked = !hasBody || rules.hasOthers
        let styled = styled(name, attributes, parent, &element)
        if visibility != .hidden, let styled { visibility = styled }
        if showsHidden {
            (element.isClosed, element.text, isCollapsed) = (false, TextState(), false)
            if visibility == .hidden, name.kind != .unseen || name == "template" { visibility = .shown }
        }
        element.isSpecial = element.isClosed || element.text.isMuted || element.text.isDoubtful(hasOtherStyles)
        open.append(element)
        if element.isSpecial {
            special += 1
            isIdle = false
        }
        return visibility
    }

    /// The innermost element ends. Returns the text that a style adds after its text.
    package mutating func end() -> [UInt8] {
        guard let last = open.popLast() else { return [] }
        if last.isStacked { elements.end() }
        if rules.hasEnds, last.children > 0 { counted[last.number] = (last.children, last.names) }
        if last.isSpecial {
            special -= 1
            updateIdle()
        }
        guard last.tag == .style, let style else { return last.after }
        self.style = nil
        let count = sheet.rules.count
        sheet.add(style.text, media: style.media)
        (rules, classLists) = (RulesByName(sheet), ClassLists())
        hasOtherStyles = hasOtherStyles || sheet.hasGrounds
        updateIdle()
        if hasBody, sheet.rules.count > count { isLate = true }
        return []
    }

    private mutating func updateIdle() { isIdle = hasBody && special == 0 && !rules.asksForAll }

    /// Adds text of a style element.
    package mutating func takeStyle(_ bytes: UnsafeBufferPointer<UInt8>) { style?.text += bytes }

    // MARK: - Styles

    /// The styles of an element from attributes and sheets; nil if there are none.
    private mutating func styled(
        _ name: ElementName, _ attributes: Attributes, _ parent: Int?, _ element: inout Open
    ) -> Visibility? {
        var styled = self.element(name.string, in: parent)
        defer { if element.isStacked { elements.begin(styled) } }
        if attributes.isEmpty, !rules.asksForNames { return nil }
        let said = attributes.styling
        var list = ClassList()
        if let classes = said.classes {
            list = classLists.list(of: classes, sheet, rules)
            styled.classes = list.names
            isIcon = list.isIcon
        }
        if element.isStacked, !hasBody {
            for (name, value) in attributes { styled.attributes[name] = value }
        } else if !rules.attributes.isEmpty, !attributes.isEmpty {
            for name in rules.attributes { styled.attributes[name] = attributes.value(named: name) }
        }
        if said.isNothing, rules.isEmpty { return nil }
        let style = said.style.map(Array.init) ?? []
        var styles = ElementStyles(isKnownToHide: list.isKnownToHide || said.isHidden)
        if !rules.isEmpty { take(rulesFor: styled, list, attributes, style, in: &styles) }
        if !style.isEmpty {
            styles.own.take(
                sheet.declarations(inAttribute: style, &element.text), weight: 1 << 40)
        }
        if let ground = said.ground { element.text.ground = colour(ground) }
        if name.tag == .font, let said = said.colour { element.text.colour = colour(said) }
        return visibility(of: styles, name, attributes, said, &element)
    }

    /// An element of this name, and its position in its parent.
    private mutating func element(_ name: String, in parent: Int?) -> StyledElement {
        var element = StyledElement(name: name)
        guard let parent else { return element }
        open[parent].children += 1
        element.place = open[parent].children
        if rules.hasTypes {
            open[parent].names[name, default: 0] += 1
            element.placeOfType = open[parent].names[name] ?? 1
        }
        if let counts, let all = counts[open[parent].number] {
            element.fromEnd = (
                all.all - element.place + 1, (all.names[name] ?? 1) - element.placeOfType + 1
            )
        }
        return element
    }

    private mutating func take(
        rulesFor element: StyledElement, _ list: ClassList, _ attributes: Attributes, _ style: [UInt8],
        in styles: inout ElementStyles
    ) {
        let depth = rules.hasOthers ? elements.count : 0
        let found = rules.candidates(element.name, list, attributes)
        for index in found.count > 1 ? found.sorted(by: { sheet.rules[$0].weight < sheet.rules[$1].weight }) : found {
            let rule = sheet.rules[index]
            let own = rule.selector.compounds[0]
            let match = elements.match(rule.selector, element, in: depth)
            if match == .no { continue }
            var declarations = rule.declarations
            if let block = rule.block,
                style.starts(with: "--".utf8) || String(decoding: style, as: UTF8.self).holds("--")
            {
                declarations = sheet.declarations(of: block, for: rule.selector, in: style)
            }
            let isSure = match == .yes && rule.isSure && !rule.selector.isPointedAt
            styles.take(declarations, of: own, weight: rule.weight, isSure: isSure)
        }
    }

    /// The effect of all styles of an element.
    private mutating func visibility(
        of styles: ElementStyles, _ name: ElementName, _ attributes: Attributes, _ said: Styling, _ element: inout Open
    ) -> Visibility? {
        let own = styles.own
        var display = own[.display]
        if said.isHidden, let shown = display, shown != .hides { display = .unsure }
        if display == .hides { return .hidden }
        isCollapsed = own[.visibility] == .collapses
        let isReplaced = own[.content] != nil
        element.text.take(own, isInline: name.kind == .inline, isUnsure: display == .unsure || isReplaced)
        if name.tag == .tr, element.text.isMuted { return .hidden }
        isMoved = own[.order] == .unsure
        let mayHaveIcon = ![.td, .th, .tr, .table, .tbody, .thead].contains(name.tag)
        addsSign = mayHaveIcon && own[.picture] == .sign
        if case .nothing = element.text.generated(styles.ifEmpty, attributes) {} else { addsSign = true }
        for (box, cascade) in [(StyleBox.before, styles.before), (.after, styles.after)] where !cascade.isEmpty {
            switch element.text.generated(cascade, attributes) {
            case .nothing: break
            case .sign: addsSign = true
            case .unsure: isMoved = true
            case .text(let text): if box == .before { before = text } else { element.after = text }
            }
        }
        return own[.strike] == .hides ? .struck : nil
    }
}

/// The styles of an element, and of the boxes before and after its text.
private struct ElementStyles {
    var own = Cascade()
    var before = Cascade()
    var after = Cascade()
    /// The styles if the element is empty.
    var ifEmpty = Cascade()

    init(isKnownToHide: Bool) {
        if isKnownToHide { own.take([StyleDeclaration(property: .display, effect: .hides)], weight: -1) }
    }

    mutating func take(_ declarations: [StyleDeclaration], of compound: StyleCompound, weight: Int, isSure: Bool) {
        switch compound.box {
        case .own where compound.isOfEmpty: break
        case .before where compound.isOfEmpty, .after where compound.isOfEmpty:
            ifEmpty.take(declarations, weight: weight, isSure: isSure)
        case .own: own.take(declarations, weight: weight, isSure: isSure)
        case .before: before.take(declarations, weight: weight, isSure: isSure)
        case .after: after.take(declarations, weight: weight, isSure: isSure)
        }
    }
}
