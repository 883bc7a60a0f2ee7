// The style sheets in a page itself: the rules that hide, add, move or strike out text. batchwatch does not fetch
// external sheets; `KnownClasses.swift` has the class names by which most of them hide.

import Text

/// A rule that may affect text.
struct StyleRule {
    var selector: StyleSelector
    var declarations: [StyleDeclaration]
    var weight: Int
    /// Whether it certainly applies.
    var isSure: Bool
    /// Its declarations, if they use variables.
    var block: [UInt8]?
}

struct StyleSheet {
    private(set) var rules: [StyleRule] = []
    /// The classes that the page itself has rules for.
    private(set) var classes: Set<String> = []
    /// The values of variables; nil for a variable with several.
    private var variables: [String: [UInt8]?] = [:]
    /// Whether one of its rules may set a ground that makes white text legible.
    private(set) var hasGrounds = false
    /// Whether there were more rules than the limit.
    private(set) var isOver = false
    private var read = 0

    private static let mostRules = 8192
    private static let mostBytes = 1 << 20
    private static let deepest = 8
    private static let longestSelector = 4096

    /// The context of a rule.
    private struct Around {
        var depth = 0
        /// The selectors of the enclosing rule.
        var parent: [UInt8]?
        var isSure = true
        /// Rules in layers weigh less than others.
        var isLayered = false
    }

    /// Reads the text of a `<style>`.
    ///
    /// - Parameter media: its `media` attribute.
    mutating func add(_ text: [UInt8], media: String?) {
        read += text.count
        let seen = media.map { isSeen(media: $0) } ?? .yes
        if read > Self.mostBytes {
            isOver = true
        } else if seen != .no {
            addRules(of: withoutComments(text)[...], Around(isSure: seen == .yes))
            for index in rules.indices {
                guard let block = rules[index].block else { continue }
                rules[index].declarations = declarations(of: block, for: rules[index].selector)
            }
        }
    }

    private mutating func addRules(of text: ArraySlice<UInt8>, _ around: Around) {
        var rest = text
        var own: [UInt8] = []
        while let end = place(of: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }, in: rest) {
            let head = rest[..<end].drop { $0 <= 0x20 || $0 == UInt8(ascii: "}") }
            // "@import …;", or a declaration.
            guard rest[end] == UInt8(ascii: "{") else {
                if around.parent != nil { own += rest[...end] }
                if head.starts(with: "@import".utf8) { hasGrounds = true }
                rest = rest[(end + 1)...]
                continue
            }
            let blockEnd = endOfBlock(from: end, in: rest)
            let block = rest[(end + 1)..<blockEnd]
            rest = rest[min(blockEnd + 1, rest.endIndex)...]
            if let parent = around.parent, !own.isEmpty { addRule(parent, own, around) }
            own = []
            var inner = around
            inner.depth += 1
            if inner.depth > Self.deepest { continue }
            if head.first == UInt8(ascii: "@") {
                guard enter(head, &inner) else { continue }
            } else {
                guard let selectors = nested(head, in: around.parent) else {
                    isOver = true
                    continue
                }
                inner.parent = selectors
            }
            addRules(of: block, inner)
        }
        guard let parent = around.parent else { return }
        own += rest
        if own.contains(UInt8(ascii: ":")) { addRule(parent, own, around) }
    }

    /// Whether the content of a block that begins with "@" may apply.
    private func enter(_ head: ArraySlice<UInt8>, _ around: inout Around) -> Bool {
        let words = String(decoding: head.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
        if words.hasPrefix("@media") {
            let seen = isSeen(media: String(words.dropFirst(6)))
            if seen == .maybe { around.isSure = false }
            return seen != .no
        }
        if words.hasPrefix("@supports") { return !styleWord(words.dropFirst(9).utf8).hasPrefix("not") }
        if words.hasPrefix("@layer") {
            around.isLayered = true
            return true
        }
        around.isSure = false
        return words.hasPrefix("@container") || words.hasPrefix("@scope")
    }

    /// Nested selectors in their form outside of the enclosing rule; nil if they are too long.
    private func nested(_ head: ArraySlice<UInt8>, in parent: [UInt8]?) -> [UInt8]? {
        guard let parent else { return Array(head) }
        let isList = place(of: { $0 == UInt8(ascii: ",") }, in: parent) != nil
        let outer =
            isList ? Array(":is(".utf8) + parent + Array(")".utf8) : parent.reversed().drop { $0 <= 0x20 }.reversed()
        var selectors: [UInt8] = []
        for part in parted(head, by: UInt8(ascii: ",")) {
            if !selectors.isEmpty { selectors.append(UInt8(ascii: ",")) }
            if !part.contains(UInt8(ascii: "&")) { selectors += outer + [0x20] }
            for byte in part { if byte == UInt8(ascii: "&") { selectors += outer } else { selectors.append(byte) } }
            if selectors.count > Self.longestSelector { return nil }
        }
        return selectors
    }

    private mutating func addRule(_ head: [UInt8], _ block: [UInt8], _ around: Around) {
        noteVariables(of: block)
        let text = String(decoding: block, as: UTF8.self)
        let hasVariables = text.holds("var(")
        if text.holds("background"), hasGround(withValues(block, [:])) { hasGrounds = true }
        for part in parted(head, by: UInt8(ascii: ",")) {
            guard let selector = styleSelector(part) else { continue }
            let own = selector.compounds[0]
            for name in own.classes where isKnownToHide(name) { classes.insert(name) }
            let declarations = declarations(of: block, for: selector)
            if declarations.isEmpty { continue }
            // A script that runs first undoes "body { display: none }": it keeps other pages from framing this one.
            if own.box == .own, own.tag == "html" || own.tag == "body" { continue }
            if rules.count == Self.mostRules {
                isOver = true
                return
            }
            let weight = selector.weight << 16 + rules.count + (around.isLayered ? 0 : 1 << 38)
            rules.append(
                StyleRule(
                    selector: selector, declarations: declarations, weight: weight, isSure: around.isSure,
                    block: hasVariables ? block : nil))
        }
    }

    private func hasGround(_ block: [UInt8]) -> Bool {
        holds(block, unknownValue)
            || styleDeclarations(of: block).contains { declaration in
                guard case .colour(let colour) = declaration.effect else { return false }
                return declaration.property == .ground && !isLight(colour)
            }
    }

    /// The effects of a block on the elements of the selector.
    ///
    /// - Parameter style: the element's own attribute, which may set variables.
    func declarations(of block: [UInt8], for selector: StyleSelector, in style: [UInt8] = []) -> [StyleDeclaration] {
        let values = style.isEmpty ? [:] : Dictionary(customProperties(of: style).map { ($0.name, $0.value) }) { $1 }
        let all = withoutColours(styleDeclarations(of: withValues(block, values)))
        let isGenerated = selector.compounds[0].box != .own
        if selector.isPointedAt {
            return isGenerated
                ? [] : all.filter { $0.property != .strike && ($0.effect == .shows || $0.effect == .block) }
        }
        return all.filter { declaration in
            guard declaration.property == .content else { return true }
            if isGenerated { return true }
            return declaration.effect == .sign
        }
    }
}

extension StyleSheet {
    /// The effects of an element's `style` attribute; its ground goes into the text state.
    func declarations(inAttribute style: [UInt8], _ text: inout TextState) -> [StyleDeclaration] {
        let hasVariables = String(decoding: style, as: UTF8.self).holds("var(")
        let values = hasVariables ? Dictionary(customProperties(of: style).map { ($0.name, $0.value) }) { $1 } : [:]
        let all = styleDeclarations(of: hasVariables ? withValues(style, values) : style)
        for declaration in all {
            if declaration.property == .ground, case .colour(let colour) = declaration.effect { text.ground = colour }
        }
        return all.filter { $0.property != .ground }
    }
}

/// Reduces colours to two facts: whether text has the colour of its ground, and whether it is white.
private func withoutColours(_ declarations: [StyleDeclaration]) -> [StyleDeclaration] {
    var ground: StyleEffect?
    var found = declarations.filter {
        if $0.property == .ground { ground = $0.effect }
        return $0.property != .ground
    }
    for index in found.indices where found[index].property == .colour {
        let isSeen =
            found[index].effect != (ground ?? .shows)
            && (found[index].effect != .colour("") || ground == .colour("text"))
        let isWhite = ground == nil && found[index].effect == .colour("#ffffff")
        found[index].effect = isWhite ? .white : isSeen ? .shows : .unsure
    }
    return found
}

extension StyleSheet {
    private mutating func noteVariables(of block: [UInt8]) {
        guard holds(block, UInt8(ascii: "-")) else { return }
        for (name, value) in customProperties(of: block) {
            if let known = variables[name], known != value {
                variables[name] = .some(nil)
            } else {
                variables[name] = value
            }
        }
    }

    /// A block with variables replaced by their values.
    ///
    /// - Parameter own: the values that the element itself sets.
    func withValues(_ block: [UInt8], _ own: [String: [UInt8]]) -> [UInt8] {
        var (found, rest): ([UInt8], _) = ([], block[...])
        var steps = 0
        while let start = rest.firstIndex(of: UInt8(ascii: "v")) {
            found += rest[..<start]
            rest = rest[start...]
            let call = rest.dropFirst(3)
            guard rest.starts(with: "var(".utf8), let end = endOfBrackets(in: call), steps < 64 else {
                found.append(rest.removeFirst())
                continue
            }
            steps += 1
            let inner = call[(call.startIndex + 1)..<end]
            let parts = parted(inner, by: UInt8(ascii: ","))
            let name = String(decoding: parts[0].filter { $0 > 0x20 }, as: UTF8.self)
            rest = rest[(end + 1)...]
            if let value = own[name] ?? variables[name] ?? parts.dropFirst().first.map(Array.init),
                !value.starts(with: "var(".utf8)
            {
                found += value
            } else {
                found.append(unknownValue)
            }
        }
        return found + rest
    }
}

/// The variables that a block sets.
func customProperties(of block: some Collection<UInt8>) -> [(name: String, value: [UInt8])] {
    parted(block, by: UInt8(ascii: ";")).compactMap { declaration in
        guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: declaration[..<colon].filter { $0 > 0x20 }, as: UTF8.self)
        guard name.hasPrefix("--") else { return nil }
        return (name, Array(declaration[declaration.index(after: colon)...].drop { $0 <= 0x20 }))
    }
}
