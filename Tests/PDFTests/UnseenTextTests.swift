// Text that a document draws invisibly: in the colour of its ground (ISO 32000-1 8.6), fully transparent (11.6.4.4),
// invisible (9.3.6), too small; and visible text that looks similar in the file.

import PDF
import Testing
import Text

@Suite struct UnseenTextTests {
    private static let word = "BT /F1 10 Tf 100 500 Td (refused) Tj ET "
    /// Other text, so that the page is not empty.
    private static let others = (0..<4).map { "BT /F1 10 Tf 100 \(600 + 20 * $0) Td (row \($0)) Tj ET " }.joined()
    private static let resources =
        "/ExtGState << /C << /ca 0.02 /CA 1 >> /D << /CA 0 >> /O << /ca 1 /CA 1 >> /H << /ca 0.5 >> >> "
        + "/ColorSpace << /Icc [/ICCBased 9 0 R] /Sep [/Separation /Spot /DeviceCMYK 8 0 R] /Grey /DeviceGray >> "
        + "/Pattern << /P 8 0 R >> /Shading << /S 8 0 R >> "
        + "/XObject << /Im 6 0 R /Mask 7 0 R /Form 10 0 R /Group 11 0 R /Drawn 12 0 R >>"

    private func page(_ content: String, unit: String = "") throws -> TextPage {
        let document = PDFWriter.document(Self.others + content, resources: Self.resources, page: unit) { writer in
            let image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8"
            writer.addStream(6, "x", image + " /ColorSpace /DeviceGray")
            writer.addStream(7, "x", image + " /ImageMask true")
            writer.add(8, "<< /FunctionType 2 /Domain [0 1] /N 1 >>")
            writer.addStream(9, "profile", "/N 3")
            let form = "/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
            writer.addStream(10, "1 g " + Self.word, form)
            writer.addStream(11, "/O gs " + Self.word, form + " /Group << /S /Transparency >>")
            let resources = " /Resources << /Font << /T 13 0 R >> >>"
            writer.addStream(12, "BT /T 10 Tf 100 500 Td (AAAA) Tj ET", form + resources)
            writer.add(
                13,
                "<< /Type /Font /Subtype /Type3 /FontMatrix [.001 0 0 .001 0 0] /FontBBox [0 0 1000 1000] /FirstChar 65 "
                    + "/LastChar 65 /Widths [1000] /Encoding << /Differences [65 /A] >> /CharProcs << /A 8 0 R >> >>")
        }
        let reading = try PageReading(document)
        #expect(reading.damage == [])
        return try #require(reading.pages.first)
    }

    /// Whether the word is off the page, and told.
    private func isUnseen(_ content: String, unit: String = "") throws -> Bool {
        let page = try page(content, unit: unit)
        let isRead = page.runs.contains { page.text(of: $0) == "refused" }
        let isTold = page.obscured.contains { $0.text == "refused" && $0.cause == .unseen }
        #expect(isRead != isTold)
        #expect(page.runs.count - (isRead ? 1 : 0) >= 4)
        return isTold
    }

    @Test(arguments: [
        ("white", "1 g", true), ("white of three", "1 1 1 rg", true), ("white of four inks", "0 0 0 0 k", true),
        ("nearly", ".96 .95 1 rg", true), ("light", ".94 .94 .94 rg", false), ("yellow", "1 1 0 rg", false),
        ("for strokes alone", "1 1 1 RG 1 G 0 0 0 0 K", false), ("by a space", "/DeviceRGB cs 1 1 1 sc", true),
        ("by a profile", "/Icc cs 1 1 1 scn", true), ("by a name", "/Grey cs 1 sc", true),
        ("four inks by a space", "/DeviceCMYK cs 0 0 0 0 scn", true), ("the first colour of a space", "/Icc cs", false),
        ("a separation", "/Sep cs 1 scn", false), ("a pattern", "/Pattern cs /P scn", false),
        ("restored", "q 1 g Q", false), ("black again", "1 g 0 g", false),
        ("outlines", "1 Tr", false), ("white outlines", "1 Tr 1 G", true), ("outlined in black", "2 Tr 1 g", false),
        ("white within white", "2 Tr 1 g 1 G", true), ("black within white", "2 Tr 1 G", false),
        ("invisible", "3 Tr", true), ("visible again", "3 Tr 0 Tr", false), ("to clip with", "7 Tr", false),
        ("clear", "/C gs", true), ("half", "/H gs", false), ("opaque again", "/C gs /O gs", false),
        ("clear outlines", "/D gs", false), ("clear outlines alone", "/D gs 1 Tr", true),
    ])
    func `text is seen by its colour`(name: String, paint: String, isUnseen: Bool) throws {
        #expect(try self.isUnseen(paint + " " + Self.word) == isUnseen, "\(name)")
    }

    @Test(arguments: [
        ("a dark rectangle", ".2 g 90 495 80 15 re f", true),
        ("a stroke as thick", ".2 G 15 w 90 502 m 170 502 l S", true),
        ("a rectangle of no known colour", "/Sep cs 1 scn 90 495 80 15 re f", true),
        ("a pattern", "/Pattern cs /P scn 90 495 80 15 re f", true),
        ("a dark page", ".2 g 0 0 612 792 re f", true),
        ("a dark rectangle of four lines", ".2 g 90 495 m 170 495 l 170 510 l 90 510 l h f", true),
        ("round corners", ".2 g 90 500 m 90 490 170 490 170 500 c 170 520 l 90 520 l f", true),
        ("a slanted shape", ".2 g 80 490 m 190 490 l 200 520 l 90 520 l f", true),
        ("thin lines", ".2 g 90 498 80 2 re f 90 500 80 2 re f 90 502 80 2 re f 90 504 80 2 re f", true),
        ("a shading", "q 90 490 80 20 re W n /S sh Q", true),
        ("a picture", "q 80 0 0 15 90 495 cm /Im Do Q", true),
        ("a stencil", "q 80 0 0 15 90 495 cm /Mask Do Q", true),
        ("an inline picture", "q 80 0 0 15 90 495 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q", true),
        ("colour that was set within the path", "90 495 80 15 re .2 g f", true),
        ("half of dark", "/H gs .2 g 90 495 80 15 re f /O gs", true),
        ("a white rectangle", "1 g 90 495 80 15 re f", false),
        ("white on dark", ".2 g 90 495 80 15 re f 1 g 90 495 80 15 re f", false),
        ("dark on white", "1 g 90 495 80 15 re f .2 g 90 495 80 15 re f", true),
        ("dark on a part", ".2 g 90 495 30 15 re f", true),
        ("dark beside", ".2 g 170 495 30 15 re f", false),
        ("dark above", ".2 g 90 506 80 15 re f", false),
        ("nothing that is seen", "/C gs .2 g 90 495 80 15 re f /O gs", false),
        ("a dark outline", ".2 G 90 495 80 15 re S", false),
        ("dark outside of the clip path", "q 0 0 50 50 re W n .2 g 90 495 80 15 re f Q", false),
    ])
    func `white text is seen on another colour`(name: String, ground: String, isSeen: Bool) throws {
        #expect(try isUnseen(ground + " 1 g " + Self.word) != isSeen, "\(name)")
    }

    @Test func `a large ground may be painted late, a small one hides`() throws {
        #expect(try !isUnseen("1 g " + Self.word + ".2 g 0 0 612 792 re f"))
        #expect(try page("1 g " + Self.word + ".2 g 90 495 80 15 re f").runs.count == 4)
    }

    @Test(arguments: [
        (".2 g 90 495 80 15 re f", true), (".2 g 90 495 80 15 re f .5 g 90 495 80 15 re f", false),
        (".2 g 90 495 30 15 re f", false), (".2 g 90 495 80 15 re 80 485 100 35 re f*", false),
        ("/H gs .2 g 90 495 80 15 re f /O gs", false),
        ("q 80 480 m 190 480 l 130 530 l h W n .2 g 90 495 80 15 re f Q", false),
    ])
    func `dark text is not seen on the same colour`(ground: String, isUnseen: Bool) throws {
        #expect(try self.isUnseen(ground + " .22 g " + Self.word) == isUnseen, "\(ground)")
    }

    @Test(arguments: [
        ("a picture below", "q 612 0 0 792 0 0 cm /Im Do Q", "", true),
        ("a picture above", "", "q 612 0 0 792 0 0 cm /Im Do Q", true),
        ("a stencil", "q 612 0 0 20 0 495 cm /Mask Do Q", "", true),
        ("letters as paths", "100 500 m 100 510 110 510 110 500 c f", "", true),
        ("a dark rectangle", "90 495 80 15 re f", "", false),
        ("a picture beside", "q 10 0 0 10 300 500 cm /Im Do Q", "", false),
    ])
    func `invisible text is what a picture shows`(name: String, below: String, above: String, isSeen: Bool) throws {
        #expect(try isUnseen(below + " 3 Tr " + Self.word + "0 Tr " + above) != isSeen, "\(name)")
        #expect(try isUnseen(below + " /C gs " + Self.word + "/O gs " + above) != isSeen, "\(name)")
    }

    @Test(arguments: [("1.4", "", true), ("1.6", "", false), ("1.4", "/UserUnit 2", false)])
    func `text is too small beside other text`(size: String, unit: String, isUnseen: Bool) throws {
        #expect(try self.isUnseen("BT /F1 \(size) Tf 100 500 Td (refused) Tj ET ", unit: unit) == isUnseen)
        // Where all text is, the page is made larger.
        let document = PDFWriter.document("BT /F1 \(size) Tf 100 500 Td (refused) Tj ET ")
        #expect(try PageReading(document).pages[0].obscured.isEmpty)
    }

    @Test(arguments: [
        ("the same", "(refused)", 100.0, false), ("as two", "(refu) Tj (sed)", 100, false),
        ("more", "(refused: see letter)", 100, false), ("as a shadow", "(refused)", 101, false),
        ("another", "(approved)", 100, true), ("elsewhere", "(refused)", 160, true),
    ])
    func `unseen text that is drawn once more is seen`(name: String, again: String, x: Double, isTold: Bool) throws {
        let page = try page("3 Tr " + Self.word + "0 Tr BT /F1 10 Tf \(x) 500 Td \(again) Tj ET")
        #expect(page.obscured.map(\.text) == (isTold ? ["refused"] : []), "\(name)")
    }

    @Test func `of white text between black texts the white one alone is taken off the page`() throws {
        let page = try page("BT /F1 10 Tf 100 500 Td (seen) Tj 1 g (unseen) Tj 0 g (seen too) Tj ET")
        #expect(page.obscured.map(\.text) == ["unseen"])
        #expect(page.unseenRuns.count == 1)
        // Other colours part no run.
        let plain = try self.page("BT /F1 10 Tf 100 500 Td (seen) Tj 1 0 0 rg (too) Tj ET")
        #expect(plain.runs.count == 5)
    }

    @Test func `forms have the colours of their page, and their own`() throws {
        #expect(try isUnseen("/Form Do"))
        #expect(try page("/Form Do BT /F1 10 Tf 100 480 Td (black) Tj ET").obscured.count == 1)
        #expect(try isUnseen("/C gs /Group Do"))
        #expect(try !isUnseen("/Group Do"))
    }

    @Test func `drawn glyphs may have colours of their own`() throws {
        #expect(try page("1 g /Drawn Do").runs.count == 5)
        #expect(try page("3 Tr /Drawn Do").obscured.isEmpty)
    }

    @Test func `text in the place of other text has its colour`() throws {
        let replaced = "/Span << /ActualText (approved) >> BDC \(Self.word) EMC "
        #expect(try page("1 g " + replaced + "0 g " + replaced).obscured.isEmpty)
        let white = try page("0 g " + Self.word + "1 g " + replaced.replacing("500", with: "480") + "0 g")
        #expect(white.obscured.map(\.text) == ["approved"])
    }

    @Test func `a page on which most text is unseen stays as it is, and is told`() throws {
        let page = try PageReading(PDFWriter.document("1 g " + Self.others)).pages[0]
        #expect(page.runs.count == 4)
        #expect(page.obscured.map(\.cause) == [.unseen, .unseen, .unseen, .unseen])
    }

    @Test func `a page of nothing but invisible text is recognised text`() throws {
        let page = try PageReading(PDFWriter.document("3 Tr " + Self.others)).pages[0]
        #expect(page.runs.count == 4)
        #expect(page.obscured.isEmpty)
    }

    @Test func `as much unseen text, ground and slanting lines as there may be are read in seconds`() throws {
        let count = 8000
        let grounds = String(repeating: "1 g 90 0 80 800 re f .2 g 90 495 2 9 re f 1 g ", count: count / 2)
        let slants = String(repeating: "0 498 m 600 508 l S ", count: count)
        let words = String(repeating: "BT /F1 10 Tf 100 500 Td (refused) Tj ET ", count: count)
        let time = try ContinuousClock().measure { _ = try page(grounds + words + slants) }
        #expect(time < .seconds(30))
    }

    @Test(arguments: [
        ("from corner to corner", "100 498 m 132 508 l S", true), ("downwards", "100 508 m 132 498 l S", true),
        ("an X", "100 508 m 132 498 l S 100 498 m 132 508 l S", true),
        ("along it", "95 502 m 138 504 l S", true), ("the frame of a stamp", "50 501 m 300 505 l S", false),
        ("through several words", "90 494 m 200 526 l S", true), ("half of it", "100 498 m 115 508 l S", false),
        ("below", "100 495 m 132 499 l S", false), ("a page", "0 0 m 612 1400 l S", false),
        ("white", "1 G 100 498 m 132 508 l S", false), ("filled", "100 498 m 132 508 l f", false),
        ("outside of the clip path", "q 0 0 50 50 re W n 100 498 m 132 508 l S Q", false),
    ])
    func `a slanting line crosses text out`(name: String, line: String, isCrossed: Bool) throws {
        let page = try page(Self.word + line)
        #expect(page.obscured.map(\.cause) == (isCrossed ? [.crossedOut] : []), "\(name)")
        #expect(page.runs.count == 5)
    }
}
