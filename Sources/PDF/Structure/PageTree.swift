// The pages of a document, in order (ISO 32000-1 7.7.3), without recursion. A node is visited once, so loops end.
// Programs that join documents put one blank page object between them all: a repeated page counts as empty.

/// A page, with its inherited attributes.
struct Page {
    var dictionary: PDFDictionary
    var resources: PDFDictionary
    var box: PageBox?
    /// The number of the page object; nil for a direct object.
    var object: Int?
}

/// Walks the page tree.
struct PageTree {
    /// A waiting node, with its parents' attributes.
    private struct Node {
        var object: PDFObject
        var resources: PDFObject
        var box: PDFObject
        var cropBox: PDFObject
        var depth: Int
    }
    private let store: ObjectStore
    private var waiting: [Node]
    private var visited: Set<Int> = []
    /// The objects that are pages, and the count of repetitions.
    private var pages: Set<Int> = []
    private var repeats = 0
    /// Pages and nodes named so far. Nodes that are direct objects may be named again and again.
    private var named = 0

    init(store: ObjectStore, catalog: PDFDictionary) {
        self.store = store
        waiting = [Node(object: catalog["Pages"] ?? .null, resources: .null, box: .null, cropBox: .null, depth: 0)]
    }

    /// The next page; nil after the last.
    mutating func next() throws(PDFError) -> Page? {
        while let node = waiting.popLast() {
            if let number = node.object.reference, !visited.insert(number).inserted {
                if isRepeat(number) { return Page(dictionary: PDFDictionary(), resources: PDFDictionary()) }
                store.note(PDFError(.malformed, "a page stands twice in the page tree", object: number))
                continue
            }
            guard let dictionary = try store.resolve(node.object, keeps: false).dictionary else {
                store.note(PDFError(.malformed, "a page cannot be read", object: node.object.reference))
                continue
            }
            let resources = dictionary["Resources"] ?? node.resources
            let box = dictionary["MediaBox"] ?? node.box
            let cropBox = dictionary["CropBox"] ?? node.cropBox
            if let kids = try store.value("Kids", of: dictionary).array {
                let parent = Node(
                    object: node.object, resources: resources, box: box, cropBox: cropBox, depth: node.depth + 1)
                try add(kids, of: parent)
            } else {
                try check(dictionary, node.object.reference)
                if let number = node.object.reference { pages.insert(number) }
                return Page(
                    dictionary: dictionary,
                    resources: try store.resolve(resources).dictionary ?? PDFDictionary(),
                    box: try visible(of: box, cropBox),
                    object: node.object.reference)
            }
        }
        return nil
    }

    /// Whether a page is repeated, but not more often than there are other pages: then it is no damage. Its text counts
    /// once. If a joiner puts a page in twice, nothing is listed twice; if it leaves the second one out next time,
    /// nothing disappears.
    private mutating func isRepeat(_ number: Int) -> Bool {
        guard pages.contains(number), repeats < pages.count else { return false }
        repeats += 1
        return true
    }

    /// The visible part of a page: its crop box within its media box (ISO 32000-1 14.11.2).
    private func visible(of box: PDFObject, _ cropBox: PDFObject) throws(PDFError) -> PageBox? {
        let medium = PageBox(try store.resolve(box))
        guard let crop = PageBox(try store.resolve(cropBox))?.intersection(medium), !crop.isEmpty else { return medium }
        return crop
    }

    /// A page with fonts and without content, or an invalid page object, has lost something: one wrong byte is enough.
    private func check(_ page: PDFDictionary, _ number: Int?) throws(PDFError) {
        if page["Contents"] != nil { return }
        let resources = try store.value("Resources", of: page).dictionary ?? PDFDictionary()
        let fonts = try store.value("Font", of: resources).dictionary ?? PDFDictionary()
        let hasOtherStreams = try holdsOtherStreams(page)
        if try store.value("Type", of: page) != .name("Page") || !fonts.isEmpty || hasOtherStreams {
            store.note(PDFError(.malformed, "a page has lost its content", object: number))
        }
    }

    /// Whether a stream, or an array of streams, stands under a key that the format does not know (ISO 32000-1 table
    /// 30).
    private func holdsOtherStreams(_ page: PDFDictionary) throws(PDFError) -> Bool {
        for entry in page.entries {
            if entry.key == "Metadata" || entry.key == "Thumb" { continue }
            let value = try store.resolve(entry.value)
            if try store.resolve(value.array?.first ?? value).stream != nil { return true }
        }
        return false
    }

    private mutating func add(_ kids: [PDFObject], of parent: Node) throws(PDFError) {
        if parent.depth > store.limits.nesting {
            throw PDFError(
                .limit, "the page tree is deeper than \(store.limits.nesting)", object: parent.object.reference)
        }
        named += kids.count
        if named > store.limits.objects {
            throw PDFError(.limit, "the page tree names more than \(store.limits.objects) pages")
        }
        for kid in kids.reversed() {
            var node = parent
            node.object = kid
            waiting.append(node)
        }
    }
}
