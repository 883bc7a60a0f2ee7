// Pages of thousands of texts in a pattern, which a few bytes describe: the work must grow with the page and no faster.
// What takes longer than a second is told by libFuzzer as a slow unit; longer than five is a find.

import Rows
import Text

extension Target {
    static let shapes = Target("shapes") { bytes in
        var choices = Choices(bytes)
        var first = TextPage(number: 1)
        for row in 0..<8 {
            draw("10\(row)", Point(x: 48, y: Double(row) * -16), on: &first)
            draw("sent", Point(x: 128, y: Double(row) * -16), on: &first)
        }
        var page = TextPage(number: 2)
        while !choices.isAtEnd { draw(&choices, on: &page) }
        var last = page
        last.number = 3
        let key = try KeyMask("1##")
        let layout = try TableLayout(key: key, columns: [.batch, .status, .date])
        _ = try readRows(of: [first, page, last], layout, watched: nil)
    }
}

/// Draws a text a thousand times: from where, how far the next stands to the right and below, and after how many a line
/// begins.
private func draw(_ choices: inout Choices, on page: inout TextPage) {
    let text = choices.one(of: ["101", "word", "1", "a line of words", "14-Jun-12", "-", "102", "x"])
    let start = Point(x: Double(choices.number()) * 4, y: Double(choices.number()) * -4)
    let steps: [Double] = [0, 0.001, 1, 4, 5.5, 12, 15, 40, 80, 1000, -1, -12, -40]
    let (right, down) = (choices.one(of: steps), choices.one(of: steps))
    let line = choices.one(of: [1, 2, 3, 7, 50, 1000])
    if page.runs.count > 12_000 { return }
    for index in 0..<1000 {
        let place = Point(
            x: start.x + Double(index % line) * right, y: start.y - Double(index / line) * down)
        draw(text, place, on: &page)
    }
}

private func draw(_ text: String, _ start: Point, on page: inout TextPage) {
    let from = page.utf8.count
    page.utf8 += Array(text.utf8)
    let end = Point(x: start.x + Double(text.utf8.count) * 5, y: start.y)
    page.runs.append(TextRun(text: from..<page.utf8.count, start: start, end: end, size: 10))
}
