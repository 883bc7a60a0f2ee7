// Whole documents, from bytes to rows, with narrow limits: what is read is sound, and the same the second time.

import PDF
import Rows
import Text

private let limits: PDFLimits = {
    var limits = PDFLimits()
    limits.documentBytes = 1 << 16
    limits.streamBytes = 1 << 18
    limits.decodedBytes = 1 << 20
    limits.nesting = 16
    limits.objects = 1000
    limits.elements = 10_000
    limits.mappings = 10_000
    limits.glyphs = 20_000
    limits.runs = 5000
    limits.textBytes = 1 << 19
    limits.operands = 1000
    return limits
}()

extension Target {
    static let document = Target("document") { bytes in
        let first = Reading(bytes, limits)
        try first.check(limits)
        try promise(first == Reading(bytes, limits), "a document reads otherwise the second time")
        if bytes.count > limits.documentBytes {
            try promise(first.error?.kind == .limit, "a document is longer than allowed and is read")
        }
        try promise(first.pages.count <= limits.objects, "a document has more pages than objects are allowed")
        for (index, page) in first.pages.enumerated() {
            try promise(page.number == index + 1, "pages are numbered wrongly")
            try promise(page.utf8.count <= limits.textBytes + 1 << 12, "a page has more text than allowed")
        }
        _ = try readRows(of: first.pages, .london, watched: nil)
    }
}
