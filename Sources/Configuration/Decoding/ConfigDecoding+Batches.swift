// [batches]: the batches to watch. A number that no list can have is an error: with a typing mistake it would be
// watched for ever and never found.

import Reading
import Rows
import Text

/// The mask of one source's keys; the mask is nil where the file has a bad one, and nothing can be said of the batches.
struct SourceKey {
    let source: String
    let mask: KeyMask?
}

extension ConfigDecoding {
    /// `number = "label"` and `"mask" = "label"`, sorted; none where there is no such table.
    ///
    /// - Parameter isText: whether the keys of the list may be any text, so that nothing is a mask.
    mutating func batches(of parent: ConfigTable, isText: Bool = false) -> [WatchedBatch] {
        guard let table = table("batches", of: parent) else { return [] }
        var batches: [KeyMask: WatchedBatch] = [:]
        var folded: [String: String] = [:]
        for text in table.table.keys {
            let path = table.path + [text]
            if isMisplaced(text, table.table[text]) {
                let above = "above [\(table.path.map(\.asKey).joined(separator: "."))]"
                let place = text == "run" ? "below [hook]" : parent.path.isEmpty ? "below [sources.NAME]" : above
                report("`\(text)` belongs \(place); move the line there", at: path)
                continue
            }
            let label = string(text, of: table, expected: "a label in quotes") ?? ""
            if label.hasControl {
                report("the label has a control character; write it in one line of plain text", at: path)
            }
            if label.count > ConfigLimits.labelLength {
                report("the label is too long; the maximum is \(ConfigLimits.labelLength) characters", at: path)
            }
            do {
                let pattern = isText ? try KeyMask(text: text) : try KeyMask(text)
                if isText, let twin = folded.updateValue(text, forKey: pattern.foldedKey) {
                    report(
                        "is the same as \(twin.asKey) except for case and spaces; remove one of the two", at: path)
                } else if let twin = batches[pattern] {
                    report("is the same mask as \(twin.pattern.description.asKey); remove one of the two", at: path)
                }
                batches[pattern] = WatchedBatch(pattern: pattern, label: label)
            } catch {
                report("is neither a batch number nor a mask: " + "\(error)".printable, at: path)
            }
        }
        return batches.values.sorted { $0.pattern.description < $1.pattern.description }
    }

    /// Whether a line below `[sources.NAME.batches]` is one for the source, written too far down: its name is that of a
    /// key, and its value no label but what such a key has. A list of texts may well have a batch of that name.
    private func isMisplaced(_ name: String, _ value: TOMLValue?) -> Bool {
        guard ConfigKeys.source.contains(name) || name == "run", let value else { return false }
        guard let text = value.string else { return true }
        return switch name {
        case "run": text.isAbsolutePath
        case "every", "timeout", "disappeared-after": Quantity.seconds(text) != nil
        case "expect-every": text.first?.isNumber == true
        case "max-size": Quantity.bytes(text) != nil
        case "url", "page", "proxy": text.holds("://")
        case "key": text.holds("#") || text == "*"
        case "keep": text == "forever"
        case "pick": LinkPick(rawValue: text) != nil
        case "user-agent": text.holds("/")
        case "link": text.holds("*")
        default: true
        }
    }

    /// Reports the batches that no key of these sources can be.
    mutating func checkFit(of batches: [WatchedBatch], keys: [SourceKey], below path: [String]) {
        // A key mask that is wrong has been reported; it might have allowed any of these.
        let known = keys.compactMap { key in key.mask.map { (source: key.source, mask: $0) } }
        guard known.count == keys.count, !known.isEmpty else { return }
        let isOwn = path.count > 1
        if isOwn, known.allSatisfy(\.mask.isAnyText) { return }
        let masks = known.filter { !$0.mask.isAnyText }
        guard let first = masks.first else {
            for batch in batches {
                report(
                    "would not be watched in any list: for lists with key = \"*\", "
                        + "write it below [sources.NAME.batches]",
                    at: path + [batch.pattern.description])
            }
            return
        }
        let others =
            switch masks.count - 1 {
            case 0: ""
            case 1: "; it fits the other source no better"
            case let count: "; it fits none of the other \(count) sources"
            }
        for batch in batches where !masks.contains(where: { fits(batch.pattern, $0.mask) }) {
            let wanted = shape(batch.pattern.description)
            let likest = masks.min { left, right in
                editDistance(shape(left.mask.description), wanted) < editDistance(shape(right.mask.description), wanted)
            }
            let (source, mask) = likest ?? first
            let misfit = misfit(of: batch.pattern, with: mask, source: source)
            report(misfit + others, at: path + [batch.pattern.description])
        }
    }

    /// The source's own batches and the global ones that its keys can match; its own labels win.
    func merged(_ global: [WatchedBatch], _ own: [WatchedBatch], key: KeyMask) -> [WatchedBatch] {
        let ownPatterns = Set(own.map(\.pattern))
        // Any text would fit any list of texts: what is watched there stands below it.
        let fitting = global.filter { !ownPatterns.contains($0.pattern) && !key.isAnyText && fits($0.pattern, key) }
        return (fitting + own).sorted { $0.pattern.description < $1.pattern.description }
    }

    /// Reports what cannot be asked for page by page: a mask stands for nobody knows which batches. Global masks are
    /// for other lists.
    mutating func checkCasePages(of source: inout SourceConfig, _ own: [WatchedBatch], below path: [String]) {
        guard source.hasCasePages else { return }
        source.watched.removeAll { !$0.pattern.isLiteral }
        for batch in own where !batch.pattern.isLiteral {
            report(
                "is a mask, but pages with {batch} are requested one number at a time; write the numbers",
                at: path + ["batches", batch.pattern.description])
        }
        if source.watched.count > ConfigLimits.casePages {
            report(
                "has {batch} in it, and \(source.watched.count) batches are watched; "
                    + "at most \(ConfigLimits.casePages) are allowed",
                at: path + [source.url.holds(SourceConfig.batchInURL) ? "url" : source.submission?.key ?? "url"])
        }
    }

    /// Whether a key of the list can be what is watched. Two masks with wildcards are compared by their length alone.
    private func fits(_ pattern: KeyMask, _ key: KeyMask) -> Bool {
        pattern.isLiteral ? key.matches(pattern.key) : haveOneLength(pattern, key)
    }

    /// What a number or a mask looks like: "#" for each digit, "A" for each letter.
    private func shape(_ text: String) -> String {
        var shape = ""
        var isInside = false
        for character in text.prefix(ConfigLimits.comparedShape) {
            switch character {
            case "[", "{":
                if character == "[" { shape.append("#") }
                isInside = true
            case "]", "}": isInside = false
            case _ where isInside: break
            case "?": shape.append("A")
            default: shape.append(character.isWholeNumber ? "#" : character.isLetter ? "A" : character)
            }
        }
        return shape
    }

    /// Whether some length is allowed by both masks.
    private func haveOneLength(_ one: KeyMask, _ other: KeyMask) -> Bool {
        one.shortest <= other.length && other.shortest <= one.length
    }

    /// Why no key can be what is watched.
    private func misfit(of pattern: KeyMask, with key: KeyMask, source: String) -> String {
        let wanted = "\(key.phrase.printable) of source \(source.printable)"
        if let digit = pattern.description.first(where: { $0.isWholeNumber && !$0.isASCII }) {
            return "has the digit \(String(digit).printable), but \(wanted) needs 0 to 9; type the number with those"
        }
        if !haveOneLength(pattern, key) {
            let count = pattern.length == 1 ? "1 character" : "\(lengths(of: pattern)) characters"
            return "has \(count), but \(wanted) needs \(lengths(of: key))\(key.isRange ? " characters" : "")"
        }
        return "does not match \(wanted); compare it with the number in your letter"
    }

    private func lengths(of mask: KeyMask) -> String {
        mask.isRange ? "\(mask.shortest) to \(mask.length)" : "\(mask.length)"
    }
}
