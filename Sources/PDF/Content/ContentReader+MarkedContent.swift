// Marked content (ISO 32000-1 14.6): its owner, its replacement text, and layers that are off.

import Text

import Bidi

extension ContentReader {
    /// `BMC`.
    mutating func beginMarkedContent(_ bytes: Span<UInt8>) {
        begin(MarkedContent(owner: artifact(bytes) ?? marked.owner))
    }

    /// `BDC`: the operand is the properties themselves or their name.
    mutating func beginMarkedContentWithProperties(_ bytes: Span<UInt8>) throws(PDFError) {
        var content = MarkedContent(effect: try effect(bytes), owner: artifact(bytes) ?? marked.owner)
        if let structure, let item = try item(bytes) {
            content.owner = structure.owner(of: item) ?? content.owner
            if case .none = content.effect, let text = structure.text(for: item) { content.effect = .replacement(text) }
        }
        if case .none = content.effect {} else { content.mark = placer.mark() }
        begin(content)
    }

    private mutating func begin(_ content: MarkedContent) {
        marked.begin(content)
        placer.own(marked.owner)
    }

    /// The owner of content that its tag calls an artifact (14.8.2.2.2); nil for other content, and if the reader does
    /// not need owners.
    private func artifact(_ bytes: Span<UInt8>) -> TextOwner? {
        guard structure != nil, let tag = scanner.operands[..<scanner.operandCount].first, tag.kind == .name,
            bytes.says("Artifact", at: tag.range)
        else { return nil }
        return .artifact
    }

    /// The item of the structure for this content (14.7.5.2): nil without an identifier.
    private func item(_ bytes: Span<UInt8>) throws(PDFError) -> Structure.Item? {
        let operands = scanner.operands[..<scanner.operandCount]
        guard let last = operands.last, operands.count >= 2, let frame = frames.last,
            let container = frame.object ?? pageObject
        else { return nil }
        if operands.count == 2, last.kind == .name {
            let entry = try frame.resources.entry("Properties", bytes, last.range, store: store)
            guard let properties = try store.resolve(entry).dictionary,
                let identifier = try store.value("MCID", of: properties).integer
            else { return nil }
            return Structure.Item(container: container, identifier: identifier)
        }
        for index in operands.indices.dropLast()
        where operands[index].kind == .name && bytes.says("MCID", at: operands[index].range) {
            guard operands[index + 1].kind == .number,
                let identifier = Int(exactly: scanner.number(index + 1))
            else { return nil }
            return Structure.Item(container: container, identifier: identifier)
        }
        return nil
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

    /// `EMC`; ignored without its beginning.
    mutating func endMarkedContent() throws(PDFError) {
        guard let content = marked.end(above: frames.last?.markedCount ?? 0) else { return }
        defer { placer.own(marked.owner) }
        guard let mark = content.mark else { return }
        switch content.effect {
        case .none: break
        case .hidden: placer.hide(since: mark)
        case .replacement(let text):
            try store.charge(decoded: text.count)
            placer.replace(since: mark, by: VisualOrder.visual(TextString.decoded(text)))
        }
    }

    /// The end of a stream ends its open sequences. A replacement without an end replaces nothing: it would swallow the
    /// page.
    mutating func endMarkedContent(downTo count: Int) {
        for content in marked.endStream(to: count) {
            if case .hidden = content.effect, let mark = content.mark { placer.hide(since: mark) }
        }
        placer.own(marked.owner)
    }
}

extension Span<UInt8> {
    /// Whether these bytes, all within the stream, are the word.
    fileprivate func says(_ word: StaticString, at range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count where self[range.lowerBound + offset] != word.utf8Start[offset] { return false }
        return true
    }
}
