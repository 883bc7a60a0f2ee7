// Marked content (ISO 32000-1 14.6): what it says instead of its glyphs, and layers that are off.

import Bidi

extension ContentReader {
    /// `BDC`: the properties stand there, or their name does.
    mutating func beginMarkedContentWithProperties(_ bytes: Span<UInt8>) throws(PDFError) {
        let effect = try effect(bytes)
        if case .none = effect { return marked.begin(MarkedContent(effect: effect)) }
        marked.begin(MarkedContent(effect: effect, mark: placer.mark()))
    }

    private func effect(_ bytes: Span<UInt8>) throws(PDFError) -> MarkedContent.Effect {
        let operands = scanner.operands[..<scanner.operandCount]
        guard let tag = operands.first, let last = operands.last, operands.count >= 2 else { return .none }
        if operands.count == 2, last.kind == .name, let frame = frames.last {
            let entry = try frame.resources.entry("Properties", bytes, last.range, store: store)
            if bytes.says("OC", at: tag.range) {
                return try optionalContent.isHidden(entry, store: store) ? .hidden : .none
            }
            guard let properties = try store.resolve(entry).dictionary,
                case .string(let text) = try store.value("ActualText", of: properties)
            else { return .none }
            return .replacement(text)
        }
        for (key, value) in zip(operands, operands.dropFirst())
        where key.kind == .name && bytes.says("ActualText", at: key.range) {
            var text: [UInt8] = []
            switch value.kind {
            case .plainString, .escapedString: StringSyntax.appendLiteral(bytes, value.range, to: &text)
            case .hexadecimalString: StringSyntax.appendHexadecimal(bytes, value.range, to: &text)
            default: return .none
            }
            return .replacement(text)
        }
        return .none
    }

    /// `EMC`; one without its beginning means nothing.
    mutating func endMarkedContent() throws(PDFError) {
        guard let content = marked.end(above: frames.last?.markedCount ?? 0), let mark = content.mark else { return }
        switch content.effect {
        case .none: break
        case .hidden: placer.hide(since: mark)
        case .replacement(let text):
            try store.charge(decoded: text.count)
            placer.replace(since: mark, by: VisualOrder.visual(TextString.decoded(text)))
        }
    }

    /// The end of a stream ends what is still open in it. A replacement without an end replaces nothing: it would
    /// swallow the page.
    mutating func endMarkedContent(downTo count: Int) {
        for content in marked.endStream(to: count) {
            if case .hidden = content.effect, let mark = content.mark { placer.hide(since: mark) }
        }
    }
}

extension Span<UInt8> {
    /// Whether these bytes, which are within, are the word.
    fileprivate func says(_ word: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count where self[range.lowerBound + offset] != word.utf8Start[offset] { return false }
        return true
    }
}
