// The text of pages as lines.

import Rows
import TestKit
import Testing
import Text

private func text(_ pages: TextPage...) -> String {
    var text = PageText()
    for page in pages { text.add(page) }
    return String(decoding: text.bytes, as: UTF8.self)
}

struct PageTextTests {
    @Test func `lines go from top to bottom, words are parted by one space, pages by a form feed`() {
        var first = Sheet(1)
        first.draw("second", 50, 40)
        first.draw("line", 90, 40)
        first.draw("far", 400, 40)
        first.drawLetters("first line", 50, 20)
        var second = Sheet(2)
        second.draw("  next  page ", 50, 20)
        #expect(text(first.page(), second.page()) == "first line\nsecond line far\n\u{0C}next  page\n\u{0C}")
        #expect(text(first.page(shuffledWith: 7)) == "first line\nsecond line far\n\u{0C}")
    }

    @Test(arguments: 0..<4) func `a turned page reads like an upright one`(turns: Int) {
        var sheet = Sheet()
        sheet.quarterTurns = turns
        sheet.draw("one", 50, 20)
        sheet.draw("two", 50, 40)
        #expect(text(sheet.page()) == "one\ntwo\n\u{0C}")
    }

    @Test func `text in other directions follows the rest of its page`() {
        var sheet = Sheet()
        sheet.draw("most of the text", 50, 40)
        var page = sheet.page()
        for (word, x, y) in [("up", 0.0, 1.0), ("back", -1.0, 0.0), ("aslant", 0.6, -0.8)] {
            let start = page.utf8.count
            page.utf8 += Array(word.utf8)
            let length = Double(word.count) * 5
            page.runs.insert(
                TextRun(
                    text: start..<page.utf8.count, start: Point(x: 300, y: 300),
                    end: Point(x: 300 + x * length, y: 300 + y * length), size: 10), at: 0)
        }
        let lines = text(page).split(separator: "\n")
        #expect(lines.first == "most of the text")
        #expect(lines.dropFirst().dropLast().sorted() == ["aslant", "back", "up"])
    }

    @Test func `text from right to left is in logical order, cell by cell`() {
        var sheet = Sheet()
        sheet.draw("2024-05-12", 50, 20)
        sheet.draw(String("جاهز".unicodeScalars.reversed().map(Character.init)), 107, 20)
        sheet.draw(String("יש 5".reversed()), 50, 40)
        #expect(text(sheet.page()) == "2024-05-12 جاهز\nיש 5\n\u{0C}")
    }

    @Test func `text that is drawn twice stands once`() {
        var sheet = Sheet()
        sheet.draw("bold", 50, 20)
        sheet.draw("bold", 50.3, 20)
        #expect(text(sheet.page()) == "bold\n\u{0C}")
    }

    @Test func `nothing of the text is live`() {
        var sheet = Sheet()
        sheet.draw("red\u{1B}[2J\u{202E}x\u{85}y", 50, 20)
        #expect(text(sheet.page()) == "red\u{FFFD}[2J\u{FFFD}x y\n\u{0C}")
    }

    @Test func `the text has a limit, which cuts no line`() {
        var sheet = Sheet()
        sheet.draw("1234", 50, 20)
        sheet.draw("6789", 50, 40)
        for (limit, isFull, result) in [(10, false, "1234\n6789\n\u{0C}"), (9, true, "1234\n\u{0C}")] {
            var text = PageText(limit: limit)
            text.add(sheet.page())
            #expect(text.isFull == isFull)
            #expect(String(decoding: text.bytes, as: UTF8.self) == result)
        }
    }
}
