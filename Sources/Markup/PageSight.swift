// What of a page is seen: the one place that decides which text counts, for all who read pages. It is told of each element
// that is seen, and of its end.

import Text

package struct PageSight {
    /// What becomes of an element's text.
    package enum Sight {
        case shown, hidden
        /// Nothing of it is seen, and it takes its room: a cell stays one.
        case blank
        /// It is seen while somebody points at what it stands in.
        case pointedAt
        /// It is seen, and not meant.
        case struck
    }

    /// An element that is open.
    private struct Open {
        var tag: ElementTag
        /// Whether all in it is hidden but for its first summary.
        var isClosed = false
        var hasSummary = false
        /// How many elements in it have begun, and its own place among those beside it.
        var children = 0
        var place = 1
    }

    /// What sheets may ask for of an element that is open.
    private struct Around {
        var name: String
        var classes: [Substring] = []
        var id: String?
    }

    private var sheet = StyleSheet()
    private var rules = RulesByName()
    private var classLists = ClassLists()
    private var open: [Open] = []
    /// The same elements; empty where no sheet asks for elements around others.
    private var around: [Around] = []
    /// The style that is read, and for which media it is.
    private var style: (text: [UInt8], media: String?)?
    /// Whether an element has begun that a style may come too late for.
    package var hasBody = false
    /// Whether there is nothing to be said of elements that are plain and have no attributes: one need not begin here.
    package private(set) var isIdle = true
    /// How many elements are open that hide all but their summary.
    private var closed = 0
    /// Whether a style came too late for what stands before it.
    package private(set) var isLate = false
    /// How many compounds may still be looked at.
    private var left = 40_000_000

    package init() {}

    /// For another look at the page that this one has seen to its end: all its styles count from the beginning.
    package var again: PageSight {
        var again = PageSight()
        (again.sheet, again.rules, again.isSettled, again.isIdle) = (sheet, rules, true, !rules.asksForAll)
        return again
    }
    private var isSettled = false

    /// Whether the page has more styles than are looked at.
    package var isOver: Bool { sheet.isOver || left < 0 }

    /// Whether a style sheet puts a text before or behind what the element says that began last.
    package private(set) var addsText = false
    /// Whether that element shows a sign of a font that has pictures: `<i class="fa fa-check">`.
    package private(set) var isIcon = false

    /// Whether text right in the innermost element is hidden.
    package var hidesText: Bool { open.last?.isClosed ?? false }

    /// An element begins in one that is shown, or struck out.
    ///
    /// - Parameter isInItem: for `<details>`, whether it stands in a cell, or in an item of a list.
    package mutating func begin(
        _ name: ElementName, _ attributes: Attributes, isInItem: Bool
    ) -> Sight {
        let parent = open.indices.last
        if let parent { open[parent].children += 1 }
        (addsText, isIcon) = (false, false)
        var element = Open(tag: name.tag)
        if let parent { element.place = open[parent].children }
        let isClosedIn = parent.map { open[$0].isClosed } ?? false
        var sight = Sight.shown
        switch name.tag {
        case .td, .th, .li, .dd, .dt: hasBody = true
        // What a page folds away stays a part of it, where it is no detail of a case.
        case .details: element.isClosed = isInItem && !attributes.has("open")
        case .dialog: if !attributes.has("open") { sight = .hidden }
        case .del, .s, .strike: sight = .struck
        case .style: if !isSettled { style = ([], attributes["media"]) }
        default: break
        }
        if isClosedIn, let parent {
            if name.tag == .summary, !open[parent].hasSummary {
                open[parent].hasSummary = true
            } else {
                sight = .hidden
            }
        }
        if name.kind == .unseen { sight = .hidden }
        if rules.hasAncestors { around.append(Around(name: name.string)) }
        if !attributes.isEmpty || rules.asksForNames {
            let styled = styled(name, attributes, place: element.place)
            if sight != .hidden, let styled { sight = styled }
        }
        open.append(element)
        if element.isClosed {
            closed += 1
            isIdle = false
        }
        return sight
    }

    /// The innermost element ends.
    package mutating func end() {
        if !around.isEmpty { around.removeLast() }
        guard let last = open.popLast() else { return }
        if last.isClosed {
            closed -= 1
            isIdle = closed == 0 && !rules.asksForAll
        }
        guard last.tag == .style, let style else { return }
        self.style = nil
        let before = sheet.rules.count
        sheet.add(style.text, media: style.media)
        (rules, classLists) = (RulesByName(sheet), ClassLists())
        isIdle = closed == 0 && !rules.asksForAll
        around = rules.hasAncestors ? open.map { Around(name: $0.tag.rawValue) } : []
        if hasBody, sheet.rules.count > before { isLate = true }
    }

    /// A text of a style.
    package mutating func takeStyle(_ bytes: UnsafeBufferPointer<UInt8>) { style?.text += bytes }

    // MARK: - Styles

    /// What attributes and sheets make of an element; nil where they say nothing.
    private mutating func styled(_ name: ElementName, _ attributes: Attributes, place: Int) -> Sight? {
        if attributes.has("hidden") || attributes.has("popover") { return .hidden }
        var cascade = Cascade(isInline: name.kind == .inline)
        var list = ClassList()
        var isPointedAt = false
        if let classes = attributes.bytes(of: "class") {
            list = classLists.list(of: classes, sheet)
            isIcon = list.isIcon
        }
        if !rules.isEmpty {
            if rules.hasAncestors {
                around[around.count - 1] = Around(name: name.string, classes: list.names, id: attributes["id"])
            }
            for index in rules.candidates(name.string, list, attributes) where left >= 0 {
                let rule = sheet.rules[index]
                guard matches(rule.selector, name.string, list.names, attributes, place: place) else { continue }
                if rule.selector.isPointedAt {
                    isPointedAt = true
                } else {
                    cascade.take(rule.declarations, weight: rule.selector.weight << 16 + rule.order)
                }
            }
        }
        if let style = attributes["style"] {
            cascade.take(styleDeclarations(of: style.utf8), weight: 1 << 40)
        }
        addsText = cascade.addsText
        let isHidden = cascade.isHidden(or: list.isKnownToHide)
        if isPointedAt, isHidden || cascade.isBlank { return .pointedAt }
        return isHidden ? .hidden : cascade.isBlank ? .blank : cascade.isStruck ? .struck : nil
    }

    private mutating func matches(
        _ selector: StyleSelector, _ name: String, _ classes: [Substring], _ attributes: Attributes, place: Int
    ) -> Bool {
        left -= 1
        guard let own = selector.compounds.first,
            own.matches(name, classes, attributes["id"], place: place, { attributes.value(named: $0) })
        else { return false }
        // The nearest that fits is taken for each: a chain of others would be found as well, but for ">" behind blanks.
        var depth = open.count
        var isChild = own.isChild
        for compound in selector.compounds.dropFirst() {
            var isFound = false
            let start = depth
            while depth > 0, !isFound {
                depth -= 1
                left -= 1
                let around = around[depth]
                isFound = compound.matches(
                    around.name, around.classes, around.id, place: open[depth].place, { _ in nil })
                if isChild { break }
            }
            if !isFound {
                // Browsers add it where it is left out.
                guard compound.tag == "tbody", compound.classes.isEmpty, compound.id == nil else { return false }
                depth = start
                continue
            }
            isChild = compound.isChild
        }
        return true
    }
}

extension StyleCompound {
    func matches(
        _ name: String, _ classes: [Substring], _ id: String?, place: Int, _ value: (String) -> String?
    ) -> Bool {
        if let tag, tag != name { return false }
        if let own = self.id, own != id { return false }
        return self.classes.allSatisfy { classes.contains($0[...]) }
            && places.allSatisfy { step, first in
                step == 0 ? place == first : (place - first) % step == 0 && (place - first) / step >= 0
            }
            && attributes.allSatisfy { $0.matches(value($0.name)) }
            && exceptions.allSatisfy { $0.isPointedAt || !$0.matches(name, classes, id, place: place, value) }
    }
}

extension StyleCompound.Attribute {
    func matches(_ text: String?) -> Bool {
        guard let text else { return false }
        guard let value else { return true }
        switch relation {
        case UInt8(ascii: "="): return text == value
        case UInt8(ascii: "~"): return text.split(whereSeparator: \.isWhitespace).contains(value[...])
        case UInt8(ascii: "^"): return text.hasPrefix(value)
        case UInt8(ascii: "$"): return text.hasSuffix(value)
        case UInt8(ascii: "*"): return text.holds(value)
        default: return text == value || text.hasPrefix(value + "-")
        }
    }
}

/// What declarations say in the end: of each property the weightiest (CSS Cascade 5, 6).
private struct Cascade {
    let isInline: Bool
    private var values: [(weight: Int, takesAway: Bool)?]?

    init(isInline: Bool) { self.isInline = isInline }

    mutating func take(_ declarations: [StyleDeclaration], weight: Int) {
        var all = values ?? Array(repeating: nil, count: StyleProperty.allCases.count)
        for declaration in declarations where isInline || !declaration.isOfInline {
            let weight = declaration.isImportant ? weight + 1 << 50 : weight
            let place = declaration.property.rawValue
            if let known = all[place], known.weight > weight { continue }
            all[place] = (weight, declaration.takesAway)
        }
        values = all
    }

    private func says(_ property: StyleProperty) -> Bool? { values?[property.rawValue]?.takesAway }

    /// - Parameter isKnown: whether its classes are known to hide, where nothing else is said.
    func isHidden(or isKnown: Bool) -> Bool {
        values == nil ? isKnown : says(.display) ?? isKnown
    }

    var isBlank: Bool { says(.visibility) ?? false || says(.veil) ?? false }

    var addsText: Bool { says(.content) ?? false }

    var isStruck: Bool { says(.strike) ?? false }
}
