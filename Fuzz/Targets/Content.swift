// A page's content stream amid sound fonts and forms: runs are where a page can hold them, reading is repeatable, and a
// page reads the same whether its content is its own or that of a form.

@testable import PDF
import Text

private let limits: PDFLimits = {
    var limits = PDFLimits()
    limits.decodedBytes = 1 << 16
    limits.textBytes = 1 << 18
    limits.runs = 2000
    limits.rules = 200
    limits.nesting = 8
    limits.operands = 500
    return limits
}()

extension Target {
    static let content = Target("content") { bytes in
        let own = Reading(page(content: bytes, isForm: false), limits)
        try own.check(limits)
        // One more reading for each input, not two: it goes on half the quicker.
        if bytes.count.isMultiple(of: 2) {
            let again = Reading(page(content: bytes, isForm: false), limits)
            try promise(own == again, "a page reads otherwise the second time")
        } else if bytes.firstPosition(of: "Do", from: 0) == nil, own.error?.kind != .limit {
            // A form cannot draw itself, and costs something.
            let form = Reading(page(content: bytes, isForm: true), limits)
            try promise(own.pages == form.pages, "a page reads otherwise where its content is a form's")
        }
    }
}

/// What `readPages` said of a document.
struct Reading: Equatable {
    var pages: [TextPage] = []
    var damage: [PDFError] = []
    var error: PDFError?

    init(_ document: [UInt8], _ limits: PDFLimits) {
        var pages: [TextPage] = []
        do throws(PDFError) {
            damage = try readPages(of: document, limits: limits) { pages.append($0) }
        } catch {
            self.error = error
        }
        self.pages = pages
    }

    /// What holds for every page.
    func check(_ limits: PDFLimits) throws {
        for page in pages {
            try promise(page.runs.count <= limits.runs, "a page has more runs than allowed")
            try promise(String(validating: page.utf8, as: UTF8.self) != nil, "a page's text is no UTF-8")
            var end = 0
            for run in page.runs {
                try promise(run.text.lowerBound >= end && !run.text.isEmpty, "a run shares its text, or has none")
                end = run.text.upperBound
                let places = [run.start.x, run.start.y, run.end.x, run.end.y, run.size]
                try promise(places.allSatisfy(\.isFinite) && run.size > 0, "a run is nowhere: \(run)")
            }
            try promise(end <= page.utf8.count, "a run's text lies outside of the page's")
            try promise(page.undecodedGlyphs >= 0, "glyphs are counted wrongly")
            try checkShapes(of: page, limits)
        }
    }
}

/// Checks the rules and filled rectangles of a page.
private func checkShapes(of page: TextPage, _ limits: PDFLimits) throws {
    try promise(page.rules.count + page.fills.count <= limits.rules, "a page has more rules than allowed")
    for rule in page.rules {
        let (width, height) = (rule.end.x - rule.start.x, rule.end.y - rule.start.y)
        try promise(
            width.isFinite && height.isFinite && min(width, height) == 0 && max(width, height) > 0,
            "a rule is neither level nor upright: \(rule)")
        try promise(rule.thickness >= 0 && rule.thickness <= 4.01, "a rule is thick: \(rule)")
    }
    for fill in page.fills {
        let (width, height) = (fill.end.x - fill.start.x, fill.end.y - fill.start.y)
        try promise(width > 3.99 && height > 3.99 && width.isFinite && height.isFinite, "a fill is thin: \(fill)")
    }
}

// MARK: - The document

private func page(content: [UInt8], isForm: Bool) -> [UInt8] {
    (isForm ? formFrame : pageFrame).document(content: content)
}

private let pageFrame = Frame(isForm: false)
private let formFrame = Frame(isForm: true)

/// A document but for one stream, which is its last object.
private struct Frame {
    private var head = Array("%PDF-1.7\n".utf8)
    private var offsets: [Int] = []

    init(isForm: Bool) {
        let fonts = (1...6).map { "/F\($0) \($0 + 4) 0 R" }.joined(separator: " ")
        add("<< /Type /Catalog /Pages 2 0 R >>")
        add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        add("<< /Type /Page /Contents \(isForm ? 17 : 18) 0 R /Resources 4 0 R /MediaBox [0 0 600 800] >>")
        add(
            """
            << /Font << \(fonts) >> /XObject << /X1 14 0 R /X2 15 0 R /Im 16 0 R /X 18 0 R >> \
            /ExtGState << /G << /Font [7 0 R 9] >> >> >>
            """)
        add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
        add(
            """
            << /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 32 /Widths [250 300 400 0 -500 1000 500 600] \
            /Encoding << /Differences [65 /f_i /Euro /uni00410042 /space 128 /a /nbspace] >> /ToUnicode 11 0 R >>
            """)
        add(
            """
            << /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 12 0 R \
            /DescendantFonts [<< /DW 700 /W [1 [500 600] 32 90 400] >>] >>
            """)
        add("<< /Type /Font /Subtype /Type0 /Encoding 13 0 R /ToUnicode 12 0 R /DescendantFonts [<< >>] >>")
        add("<< /Type /Font /Subtype /Type0 /Encoding /UniGB-UCS2-V /DescendantFonts [<< >>] >>")
        add(
            """
            << /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.02 0 0] /FontBBox [0 0 50 80] /FirstChar 65 \
            /Widths [50 60 -70] /Encoding << /Differences [65 /A /B /C] >> >>
            """)
        add(stream: "beginbfchar <61> <0041004200430044004500460047> <62> <D83DDE00> <63> <0000> endbfchar")
        add(
            stream:
                "beginbfrange <0000> <00FF> <0020> <0100> <FFFF> <D800> endbfrange beginbfchar <41> <0041> endbfchar")
        add(
            stream: """
                begincodespacerange <00> <7F> <8000> <BFFF> <C0000000> <FFFFFFFF> endcodespacerange
                begincidrange <00> <7F> 1 <8000> <FFFF> 200 endcidrange
                """)
        add(stream: "BT (form) Tj /X2 Do", "/Subtype /Form /Matrix [2 0 0 1 5 5]")
        add(stream: "q /X1 Do BT /F2 4 Tf (abc) Tj", "/Subtype /Form /Resources 4 0 R")
        add(stream: "", "/Subtype /Image")
        add(stream: "/X Do")
        offsets.append(head.count)
    }

    private mutating func add(_ object: String) {
        offsets.append(head.count)
        head += Array("\(offsets.count) 0 obj \(object) endobj\n".utf8)
    }

    private mutating func add(stream: String, _ entries: String = "") {
        add("<< /Length \(stream.utf8.count) \(entries) >> stream\n\(stream)\nendstream")
    }

    func document(content: [UInt8]) -> [UInt8] {
        var bytes = head
        bytes += Array("\(offsets.count) 0 obj << /Subtype /Form /Length \(content.count + 1) >> stream\n".utf8)
        bytes += content
        bytes += Array("\n\nendstream endobj\n".utf8)
        let table = bytes.count
        bytes += Array("xref\n0 \(offsets.count + 1)\n0 65535 f \n".utf8)
        for offset in offsets { bytes += Array("\(offset) 0 n \n".utf8) }
        bytes += Array("trailer << /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF".utf8)
        return bytes
    }
}
