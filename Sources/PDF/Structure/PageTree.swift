// The pages of a document, in order (ISO 32000-1 7.7.3), without recursion. A node is visited once, so loops end.

/// A page, with what it inherits.
struct Page {
    var dictionary: PDFDictionary
    var resources: PDFDictionary
    var box: PageBox?
    /// The number of the page object; nil where it is a direct object.
    var object: Int?
}

/// Walks the page tree.
struct PageTree {
    /// A node that waits, with what its parents say.
    private struct Node {
        var object: PDFObject
        var resources: PDFObject
        var box: PDFObject
        var depth: Int
    }
    private let store: ObjectStore
    private var waiting: [Node]
    private var visited: Set<Int> = []

    init(store: ObjectStore, catalog: PDFDictionary) {
        self.store = store
        waiting = [Node(object: catalog["Pages"] ?? .null, resources: .null, box: .null, depth: 0)]
    }

    /// The next page; nil after the last.
    mutating func next() throws(PDFError) -> Page? {
        while let node = waiting.popLast() {
            if let number = node.object.reference, !visited.insert(number).inserted {
                store.note(PDFError(.malformed, "a page stands twice in the page tree", object: number))
                continue
            }
            guard let dictionary = try store.resolve(node.object).dictionary else {
                store.note(PDFError(.malformed, "a page cannot be read", object: node.object.reference))
                continue
            }
            let resources = dictionary["Resources"] ?? node.resources
            let box = dictionary["MediaBox"] ?? node.box
            if let kids = try store.value("Kids", of: dictionary).array {
                try add(kids, of: Node(object: node.object, resources: resources, box: box, depth: node.depth + 1))
            } else {
                try check(dictionary, node.object.reference)
                return Page(
                    dictionary: dictionary,
                    resources: try store.resolve(resources).dictionary ?? PDFDictionary(),
                    box: PageBox(try store.resolve(box)),
                    object: node.object.reference)
            }
        }
        return nil
    }

    /// A page that names fonts and no content, or is no page at all, has lost something: one wrong byte is enough.
    private func check(_ page: PDFDictionary, _ number: Int?) throws(PDFError) {
        if page["Contents"] != nil { return }
        let resources = try store.value("Resources", of: page).dictionary ?? PDFDictionary()
        let fonts = try store.value("Font", of: resources).dictionary ?? PDFDictionary()
        if try store.value("Type", of: page) != .name("Page") || !fonts.isEmpty {
            store.note(PDFError(.malformed, "a page has lost its content", object: number))
        }
    }

    private mutating func add(_ kids: [PDFObject], of parent: Node) throws(PDFError) {
        if parent.depth > store.limits.nesting {
            throw PDFError(
                .limit, "the page tree is deeper than \(store.limits.nesting)", object: parent.object.reference)
        }
        if waiting.count + kids.count > store.limits.objects {
            throw PDFError(.limit, "the page tree names more than \(store.limits.objects) pages")
        }
        for kid in kids.reversed() {
            var node = parent
            node.object = kid
            waiting.append(node)
        }
    }
}
