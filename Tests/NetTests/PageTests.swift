// Numbers on pages: drawn in one run, glyph by glyph, or on two lines of a narrow cell.

import Rows
import TestKit
import Testing
import Text

@testable import Net

private func mentions(of watched: [String], on page: TextPage) throws -> [Mention] {
    let net = Net(watched: try watched.map { try KeyMask($0) })
    var counting = net
    counting.add(page)
    guard let suspects = counting.suspects(besides: []) else { return [] }
    var locating = counting.locating(suspects)
    locating.add(page)
    return locating.mentions(besides: []).mentions
}

private let key = "20121456171"

struct PageTests {
    @Test(arguments: [0, 1, 2, 3])
    func `a number is found on a page that is turned`(_ turns: Int) throws {
        var sheet = Sheet(3)
        sheet.quarterTurns = turns
        sheet.draw("We have closed \(key) this week", 50, 700)
        sheet.drawLetters("20121456172", 50, 720)
        sheet.draw("2012145", 50, 740)
        sheet.draw("Refused", 200, 740)
        sheet.draw("6173", 50, 752)
        let found = try mentions(of: [key, "20121456172", "20121456173"], on: sheet.page())
        #expect(found.map(\.batch) == [key, "20121456172", "20121456173"])
        #expect(found.map(\.page) == [3, 3, 3])
        #expect(found.first?.excerpt == "We have closed \(key) this week")
    }

    @Test func `glyphs far from each other are a number, and a part of them is none`() throws {
        var sheet = Sheet()
        for (place, letter) in key.enumerated() { sheet.draw(String(letter), 50 + Double(place) * 9, 100) }
        let page = sheet.page()
        #expect(try mentions(of: [key], on: page).first?.excerpt == "2 0 1 2 1 4 5 6 1 7 1")
        #expect(try mentions(of: ["20121456", "121456171", "214561"], on: page).isEmpty)
    }

    @Test func `glyphs beside each other are one word`() throws {
        var sheet = Sheet()
        sheet.drawLetters(key, 50, 100)
        sheet.drawLetters("A20121456172", 50, 120)
        let page = sheet.page()
        #expect(try mentions(of: [key], on: page).map(\.excerpt) == [key])
        #expect(try mentions(of: ["12145", "20121", "56171", "20121456172"], on: page).isEmpty)
    }

    @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
    func `a number that is broken in a narrow cell is found, whatever is drawn first`(_ seed: UInt64?) throws {
        for lower in [50.0, 65, 57.5] {
            var sheet = Sheet()
            sheet.draw("2012145", 50, 100)
            sheet.draw("In process", 130, 100)
            sheet.draw("6171", lower, 112)
            sheet.draw("since May", 130, 112)
            #expect(try mentions(of: [key], on: sheet.page(shuffledWith: seed)).count == 1, "\(lower)")
        }
    }

    @Test func `a number is joined with nothing that is elsewhere`() throws {
        for (x, y) in [(90.0, 112.0), (50, 130), (50, 88), (90, 100)] {
            var sheet = Sheet()
            sheet.draw("2012145", 50, 100)
            sheet.draw("Refused", 300, 100)
            sheet.draw("6171", x + (x == 90 && y == 100 ? 20 : 0), y)
            #expect(try mentions(of: [key], on: sheet.page()).isEmpty, "\(x) \(y)")
        }
    }

    @Test func `a number broken at the end of a line of words is found`() throws {
        var sheet = Sheet()
        for (x, word) in [(50.0, "see"), (70, "the"), (90, "case"), (115, "2012145-")] { sheet.draw(word, x, 100) }
        sheet.draw("6171 of May", 50, 112)
        let found = try mentions(of: [key], on: sheet.page())
        #expect(found.first?.excerpt == "see the case 2012145- 6171 of May")
    }

    @Test func `what is drawn and cannot be seen is text`() throws {
        var sheet = Sheet(2)
        sheet.draw(key, 50, 100)
        let hidden = sheet.page()
        var page = TextPage(number: 2)
        (page.utf8, page.unseenRuns) = (hidden.utf8, hidden.runs)
        #expect(try mentions(of: [key], on: page).map(\.page) == [2])
    }

    @Test func `text beyond ASCII is searched as well`() throws {
        var sheet = Sheet()
        sheet.draw("Café № \(key)", 50, 100)
        sheet.draw("２０１２", 50, 120)
        sheet.draw("１４５６１７２", 70, 120, width: 70)
        #expect(try mentions(of: [key, "20121456172"], on: sheet.page()).count == 2)
    }

    @Test func `a number is found in any of many runs, in whatever order their text is`() throws {
        for number in [0, 511, 512, 1_023, 1_299] {
            var sheet = Sheet()
            for place in 0..<1_300 {
                sheet.draw(place == number ? key : "2013", Double(place % 10) * 80, Double(place / 10) * 30)
            }
            var page = sheet.page()
            #expect(try mentions(of: [key], on: page).count == 1, "\(number)")
            page.runs.reverse()
            #expect(try mentions(of: [key], on: page).count == 1, "\(number)")
        }
        var sheet = Sheet()
        sheet.draw("No. 2012145", 50, 100)
        sheet.draw("6171 closed", 300, 700)
        sheet.draw("No. 20121456172", 50, 200)
        var page = sheet.page()
        for _ in 0..<2 {
            #expect(try mentions(of: [key, "20121456172"], on: page).map(\.batch) == ["20121456172"])
            page.runs.reverse()
        }
    }

    @Test func `what says nothing at the beginning of a run is nowhere`() throws {
        for (text, count) in [("\u{200B}\(key)", 1), ("see \u{200B}\(key)", 1), ("see\u{200B}\(key)", 0)] {
            var sheet = Sheet()
            sheet.draw("Batch 2", 50, 100)
            sheet.draw(text, 300, 100, width: 70)
            #expect(try mentions(of: [key], on: sheet.page()).count == count, "\(text)")
        }
    }

    @Test func `a text is found among the words of a run, and over two of them`() throws {
        let keys = [try KeyMask(text: "Côte d'Ivoire"), try KeyMask(text: "Denmark")]
        for (first, second) in [("in Côte d’Ivoire, and", "Denmark!"), ("see Côte", "d'Ivoire; Denmark:")] {
            var sheet = Sheet()
            sheet.draw(first, 50, 100, width: 90)
            sheet.draw(second, 143, 100)
            var net = Net(watched: keys, isText: true).locatingAll()
            net.add(sheet.page())
            let found = net.mentions(besides: []).mentions
            #expect(found.map(\.batch) == ["Côte d'Ivoire", "Denmark"])
            #expect(found.allSatisfy { $0.excerpt == first + " " + second })
        }
    }

    @Test func `what costs is linear in the page`() throws {
        let net = Net(watched: [try KeyMask("20121456171"), try KeyMask("2########{9,12}")])
        let runs = growth(to: 4_000) { count in
            var net = net
            var sheet = Sheet()
            for number in 0..<count { sheet.draw("2", Double(number % 100) * 9, Double(number / 100) * 12) }
            net.add(sheet.page())
        }
        #expect(runs < linearGrowth)
        let column = growth(to: 4_000) { count in
            var net = net
            var sheet = Sheet()
            for number in 0..<count { sheet.draw("20", 50, Double(number) * 0.001) }
            net.add(sheet.page())
        }
        #expect(column < linearGrowth)
        let text = growth(to: 80_000) { count in
            var net = net
            net.add(Array(repeated("2 0 1 2 ", count / 8).utf8), page: 1)
        }
        #expect(text < linearGrowth)
    }
}
