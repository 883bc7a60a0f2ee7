// Which painted paths are rules and filled rectangles, and where (ISO 32000-1 8.5). Rules are written as start, end and
// thickness, fills as two corners.

import PDF
import Testing
import Text

@Suite struct RuleTests {
    private func page(_ content: String, resources: String = "", extra: (inout PDFWriter) -> Void = { _ in }) throws
        -> TextPage
    {
        let reading = try PageReading(PDFWriter.document(content, resources: resources, extra: extra))
        #expect(reading.damage == [])
        return try #require(reading.pages.first)
    }

    private func rules(_ page: TextPage) -> [[Double]] {
        page.rules.map { rounded($0.start) + rounded($0.end) + [($0.thickness * 100).rounded() / 100] }
    }

    private func fills(_ page: TextPage) -> [[Double]] { page.fills.map { rounded($0.start) + rounded($0.end) } }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var content: String
        var rules: [[Double]] = []
        var fills: [[Double]] = []
    }

    /// The sides of the rectangle from (10, 20) to (110, 50), as `re` draws them.
    private static let box: [[Double]] = [
        [10, 20, 110, 20, 1], [110, 20, 110, 50, 1], [10, 50, 110, 50, 1], [10, 20, 10, 50, 1],
    ]

    /// A number whose powers soon are infinite.
    private static let huge = "1" + String(repeating: "0", count: 30)

    static let cases = [
        Case(testDescription: "a level line", content: "10 20 m 110 20 l S", rules: [[10, 20, 110, 20, 1]]),
        Case(
            testDescription: "an upright line, downwards", content: "10 90 m 10 20 l S", rules: [[10, 20, 10, 90, 1]]),
        Case(
            testDescription: "lines of one path", content: "10 20 m 110 20 l 110 90 l 10 30 m 110 30 l S",
            rules: [[10, 20, 110, 20, 1], [110, 20, 110, 90, 1], [10, 30, 110, 30, 1]]),
        Case(testDescription: "a stroked rectangle", content: "10 20 100 30 re S", rules: box),
        Case(
            testDescription: "the same line by line, its points twice",
            content: "10 20 m 110 20 l 110 20 l 110 50 l 110 50 l 10 50 l 10 50 l 10 20 l S", rules: box),
        Case(testDescription: "closed by h", content: "10 20 m 110 20 l 110 50 l 10 50 l h S", rules: box),
        Case(testDescription: "closed by s", content: "10 20 m 110 20 l 110 50 l 10 50 l s", rules: box),
        Case(
            testDescription: "open", content: "10 20 m 110 20 l 110 50 l 10 50 l S", rules: Array(box.prefix(3))),
        Case(
            testDescription: "a negative width and height", content: "110 50 -100 -30 re S",
            rules: [[10, 50, 110, 50, 1], [10, 20, 10, 50, 1], [10, 20, 110, 20, 1], [110, 20, 110, 50, 1]]),
        Case(
            testDescription: "a thin filled rectangle", content: "10 20 100 .5 re f",
            rules: [[10, 20.25, 110, 20.25, 0.5]]),
        Case(testDescription: "an upright one", content: "10 20 .5 70 re F", rules: [[10.25, 20, 10.25, 90, 0.5]]),
        Case(
            testDescription: "one line by line", content: "10 20 m 110 20 l 110 21 l 10 21 l f*",
            rules: [[10, 20.5, 110, 20.5, 1]]),
        Case(
            testDescription: "with mitred ends", content: "10 20 m 110 20 l 109 21 l 11 21 l h f",
            rules: [[10, 20.5, 110, 20.5, 1]]),
        Case(testDescription: "as thick as a rule may be", content: "10 20 100 4 re f", rules: [[10, 22, 110, 22, 4]]),
        Case(testDescription: "thicker", content: "10 20 100 4.01 re f", fills: [[10, 20, 110, 24.01]]),
        Case(testDescription: "a joint of two lines", content: "10 20 1 1 re 20 20 1.5 1 re f"),
        Case(testDescription: "a filled rectangle", content: "10 20 100 30 re f", fills: [[10, 20, 110, 50]]),
        Case(
            testDescription: "filled and stroked", content: "10 20 100 30 re B", rules: box, fills: [[10, 20, 110, 50]]),
        Case(
            testDescription: "closed, filled and stroked", content: "10 20 m 110 20 l 110 50 l 10 50 l b*", rules: box,
            fills: [[10, 20, 110, 50]]),
        Case(
            testDescription: "two of one path", content: "10 20 100 30 re 10 60 100 30 re f",
            fills: [[10, 20, 110, 50], [10, 60, 110, 90]]),
        Case(
            testDescription: "a frame by its edges", content: "10 20 100 30 re 11 21 98 28 re f*",
            rules: [
                [10.5, 20, 10.5, 50, 1], [109.5, 20, 109.5, 50, 1], [10, 20.5, 110, 20.5, 1], [10, 49.5, 110, 49.5, 1],
            ]),
        Case(
            testDescription: "no frame: too thick", content: "10 20 100 30 re 20 25 80 20 re f*",
            fills: [[10, 20, 110, 50], [20, 25, 100, 45]]),
        Case(testDescription: "no rectangle", content: "10 20 m 110 20 l 110 50 l 60 50 l 60 90 l 10 90 l f"),
        Case(testDescription: "a wide line", content: "12 w 10 20 m 110 20 l S", fills: [[10, 14, 110, 26]]),
        Case(
            testDescription: "the width is restored", content: "q 12 w Q 10 20 m 110 20 l S",
            rules: [[10, 20, 110, 20, 1]]),
        Case(testDescription: "the thinnest line", content: "0 w 10 20 m 110 20 l S", rules: [[10, 20, 110, 20, 0]]),
        Case(testDescription: "a diagonal", content: "10 20 m 110 30 l S 10 20 m 110 30 l 110 31 l 10 21 l f"),
        Case(testDescription: "nearly level", content: "10 20 m 110 20.2 l S", rules: [[10, 20.1, 110, 20.1, 1.2]]),
        Case(testDescription: "a curve", content: "10 20 m 20 20 30 20 110 20 c S"),
        Case(testDescription: "a curve among lines", content: "10 20 m 110 20 l 115 20 115 25 v 10 50 l S"),
        Case(testDescription: "not painted", content: "10 20 100 30 re n 10 20 m 110 20 l n"),
        Case(
            testDescription: "not painted, then painted", content: "1 1 m 9 1 l n 10 20 m 110 20 l S",
            rules: [[10, 20, 110, 20, 1]]),
        Case(
            testDescription: "a curve that is not painted, then a line", content: "1 1 2 2 3 3 c n 10 20 m 110 20 l S",
            rules: [[10, 20, 110, 20, 1]]),
        Case(testDescription: "a line from nowhere", content: "110 20 l S"),
        Case(testDescription: "a point", content: "10 20 m 10 20 l S 10 20 m S S f"),
        Case(
            testDescription: "moved and scaled", content: "2 0 0 3 5 7 cm 10 20 m 110 20 l S",
            rules: [[25, 67, 225, 67, 2.45]]),
        Case(
            testDescription: "turned", content: "0 1 -1 0 300 0 cm 10 20 m 110 20 l S", rules: [[280, 10, 280, 110, 1]]),
        Case(testDescription: "leaning", content: "1 .1 -.1 1 0 0 cm 10 20 100 30 re S 10 20 100 30 re f"),
        Case(
            testDescription: "clipped", content: "q 50 0 30 800 re W n 10 20 m 110 20 l S 10 30 m 10 60 l S Q",
            rules: [[50, 20, 80, 20, 1]]),
        Case(
            testDescription: "clipped until it is restored", content: "q 50 0 30 800 re W n Q 10 20 m 110 20 l S",
            rules: [[10, 20, 110, 20, 1]]),
        Case(
            testDescription: "a rectangle of which a strip is left", content: "10 20 100 1 re W n 0 0 600 800 re f",
            rules: [[10, 20.5, 110, 20.5, 1]]),
        Case(
            testDescription: "clipped to and painted", content: "10 20 100 30 re W f", fills: [[10, 20, 110, 50]]),
        Case(
            testDescription: "clipped to, then another painted", content: "10 20 100 30 re W n 60 10 m 60 90 l S",
            rules: [[60, 20, 60, 50, 1]]),
        Case(
            testDescription: "off the page", content: "-50 20 m 650 20 l S -9 20 m -9 90 l S 0 900 m 600 900 l S",
            rules: [[0, 20, 600, 20, 1]]),
        Case(
            testDescription: "on no page at all",
            content: "\(huge) 20 m \(huge) 90 l S \(huge) 0 0 \(huge) 0 0 cm \(huge) \(huge) m 0 \(huge) l S"),
        Case(
            testDescription: "white", content: "1 1 1 RG 1 g 10 20 m 110 20 l S 10 30 100 30 re f",
            rules: [[10, 20, 110, 20, 1]], fills: [[10, 30, 110, 60]]),
        Case(
            testDescription: "beside an image and text",
            content: "BI /W 1 ID 1 1 m 9 1 l S EI 10 20 m 110 20 l S BT /F1 9 Tf (1 1 m 9 1 l S) Tj ET",
            rules: [[10, 20, 110, 20, 1]]),
    ]

    @Test(arguments: cases) func `painted paths are rules or fills`(example: Case) throws {
        let page = try page(example.content)
        #expect(rules(page) == example.rules)
        #expect(fills(page) == example.fills)
    }

    @Test func `a form's lines are where it is drawn, within its box`() throws {
        let page = try page(
            "10 20 m q 1 0 0 1 100 200 cm /X Do Q 10 20 m 110 20 l S", resources: "/XObject << /X 6 0 R >>"
        ) {
            $0.addStream(
                6, "0 0 m 500 0 l S 0 90 m 500 90 l S", "/Subtype /Form /BBox [-5 -5 50 50] /Matrix [2 0 0 2 0 0]")
        }
        #expect(rules(page) == [[100, 200, 200, 200, 2], [10, 20, 110, 20, 1]])
    }

    @Test func `a path ends with its stream, wherever the next one goes on`() throws {
        // Both streams have the end of a clip path at the same byte.
        let page = try page("1 1 9 9 re W /X Do 5 m S", resources: "/XObject << /X 6 0 R >>") {
            $0.addStream(6, "1 1 9 9 re W  n     ", "/Subtype /Form")
        }
        #expect(rules(page) == [])
    }

    @Test func `annotations have lines`() throws {
        let document = PDFWriter.document("", page: "/Annots [6 0 R]") {
            $0.add(6, "<< /Subtype /Widget /Rect [100 100 200 120] /AP << /N 7 0 R >> >>")
            $0.addStream(7, "0 0 m 100 0 l S", "/Subtype /Form /BBox [0 0 100 20]")
        }
        #expect(try PageReading(document).pages.map(rules) == [[[100, 100.25, 200, 100.25, 0.5]]])
    }

    @Test func `a layer that is off has no lines, a replaced text keeps them`() throws {
        let seen = "10 20 m 110 20 l S "
        let hidden = PDFWriter.document(
            seen + "/OC /L BDC 10 40 m 110 40 l S 10 50 90 90 re f EMC", resources: "/Properties << /L 6 0 R >>"
        ) {
            $0.add(6, "<< /Type /OCG >>")
            $0.add(1, "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >> >>")
        }
        let page = try #require(try PageReading(hidden).pages.first)
        #expect(rules(page) == [[10, 20, 110, 20, 1]])
        #expect(page.fills == [])
        let replaced = try self.page("/Span << /ActualText (x) >> BDC \(seen) BT /F1 9 Tf 10 10 Td (a) Tj ET EMC")
        #expect(rules(replaced) == [[10, 20, 110, 20, 1]])
        #expect(replaced.text(of: replaced.runs[0]) == "x")
    }

    @Test func `each page has its own lines`() throws {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages << /Kids [3 0 R 4 0 R 5 0 R] >> >>")
        for (page, content) in [(3, "10 20 m 110 20 l S"), (4, ""), (5, "10 30 m 110 30 l S")] {
            writer.add(page, "<< /Type /Page /Contents \(page + 10) 0 R >>")
            writer.addStream(page + 10, content)
        }
        writer.endRevision()
        let pages = try PageReading(writer.bytes).pages.map(rules)
        #expect(pages == [[[10, 20, 110, 20, 1]], [], [[10, 30, 110, 30, 1]]])
    }

    @Test func `a page may have as many as are allowed, and one of more has none but its text`() throws {
        var limits = PDFLimits()
        limits.rules = 6
        let content = "BT /F1 9 Tf 10 10 Td (text) Tj ET 10 20 100 30 re S 10 20 100 30 re f 10 60 m 110 60 l S "
        let allowed = try PageReading(PDFWriter.document(content), limits: limits)
        #expect(allowed.pages.map(\.rules.count) == [5])
        #expect(allowed.pages.map(\.fills.count) == [1])
        let more = content + "10 70 m 110 70 l S 10 80 m 110 80 l S"
        let excess = try PageReading(PDFWriter.document(more), limits: limits)
        #expect(excess.pages.map(\.rules.count) == [0])
        #expect(excess.pages.map(\.fills.count) == [0])
        #expect(excess.texts == ["text"])
        #expect(excess.damage == [])
    }
}
