// Keeps the pages of a PDF, so that the reader can read them again with each proposal.

import PDF
import Text

/// Keeps the pages of a document as they are read first, where there is room for them.
final class KeptPages {
    private(set) var pages: [TextPage] = []
    private(set) var damage: [PDFError] = []
    /// Whether these are all pages.
    private(set) var areAll = false
    private var bytes = 0
    private let limit: Int

    /// In bytes, about: a list of 200 000 rows has room.
    static let mostBytes = 64 << 20

    init(limit: Int = KeptPages.mostBytes) { self.limit = limit }

    func add(_ page: TextPage) {
        bytes += page.utf8.count + (page.runs.count + page.unseenRuns.count) * MemoryLayout<TextRun>.stride
        bytes += page.rules.count * MemoryLayout<Rule>.stride + page.fills.count * MemoryLayout<Fill>.stride
        if bytes <= limit { pages.append(page) } else { pages = [] }
    }

    /// Says that no page follows.
    func finish(damage: [PDFError]) {
        areAll = bytes <= limit
        self.damage = damage
    }
}

/// The first pages of a document that have text: they show what stands above its columns.
final class FirstPages {
    private(set) var pages: [TextPage] = []
    private static let most = 2

    func add(_ page: TextPage) {
        if pages.count < Self.most, !page.runs.isEmpty, !pages.contains(where: { $0.number == page.number }) {
            pages.append(page)
        }
    }
}
