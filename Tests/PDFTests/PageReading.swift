// The runs of a document's pages, as values for the tests.

import PDF
import Text

/// What `readPages` said of a document.
struct PageReading {
    var pages: [TextPage] = []
    var damage: [PDFError] = []

    init(_ document: [UInt8], limits: PDFLimits = PDFLimits()) throws(PDFError) {
        var pages: [TextPage] = []
        damage = try readPages(of: document, limits: limits) { pages.append($0) }
        self.pages = pages
    }

    /// The texts of all runs.
    var texts: [String] { pages.flatMap { page in page.runs.map { page.text(of: $0) } } }
    var runs: [TextRun] { pages.flatMap(\.runs) }
}

/// A point, rounded to hundredths so that it can be compared.
func rounded(_ point: Point) -> [Double] { [(point.x * 100).rounded() / 100, (point.y * 100).rounded() / 100] }
