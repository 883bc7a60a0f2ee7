// The proposal for a document of pages: its keys among other numbers, and the columns beside them.

import Rows
import TestKit
import Testing
import Text

@testable import Proposals

/// A made-up list of so many rows; each cell is drawn where its column begins.
private func sheet(_ places: [Double], rows: Int = 30, heading: [String] = [], _ cells: (Int) -> [String]) -> Sheet {
    var sheet = Sheet()
    for (place, title) in zip(places, heading) { sheet.draw(title, place, 40) }
    for row in 0..<rows {
        for (place, cell) in zip(places, cells(row)) where !cell.isEmpty {
            sheet.draw(cell, place, 60 + 20 * Double(row))
        }
    }
    return sheet
}

private func look(
    _ sheets: Sheet..., key: KeyMask? = nil, columns: [Column]? = nil
) throws(NoProposal) -> ProposedTable {
    var pages = ProposalPages()
    for (number, sheet) in sheets.enumerated() {
        var page = sheet.page()
        page.number = number + 1
        pages.add(page)
    }
    return try pages.look(key: key, columns: columns)
}

private func summary(_ table: ProposedTable) -> String {
    "\(table.layout.key) \(table.layout.columns.map(\.rawValue).joined(separator: ","))"
}

private let statuses = ["Approved", "Refused", "Further documents needed", "Collect passport"]
private func status(_ row: Int) -> String { statuses[row * 7 % 4] }
private func day(_ row: Int) -> String { "\(10 + row % 19)-Nov-26" }

struct ProposalTests {
    @Test func `the London list needs no configuration`() throws {
        let table = try look(
            sheet([50, 150, 400], heading: ["Batch Number", "Status", "Date"]) {
                ["20121456\(100 + 7 * $0)", status($0), day($0)]
            })
        #expect(table.layout.key == .london)
        #expect(table.layout.columns == [.batch, .status, .date])
        #expect(table.found == ColumnHeadings(batch: "Batch Number", status: "Status", date: "Date"))
        #expect(table.headedLayout?.headings == table.found)
        #expect(table.sampleKeys == ["20121456100", "20121456107", "20121456114"])
        #expect(table.notes.isEmpty && table.others.isEmpty)
    }

    @Test(arguments: [
        (["batch", "status"], ["batch", "status"]),
        (["batch", "date", "status"], ["batch", "date", "status"]),
        (["status", "batch"], ["status", "batch"]),
        (["date", "batch", "status"], ["date", "batch", "status"]),
        (["status", "date", "batch"], ["status", "date", "batch"]),
        // A running number on the left is skipped by the layout itself.
        (["number", "batch", "status", "date"], ["batch", "status", "date"]),
        // An office that is the same in each row says nothing.
        (["batch", "office", "status"], ["batch", "-", "status"]),
        (["batch", "office", "date", "status"], ["batch", "-", "date", "status"]),
        (["batch", "status", "office"], ["batch", "status"]),
        (["batch", "fee", "status", "date"], ["batch", "-", "status", "date"]),
        (["batch", "date"], ["batch", "date"]),
        (["batch"], ["batch"]),
    ])
    func `columns are found by what stands in them`(columns: [String], expected: [String]) throws {
        let places = columns.indices.map { 50 + 130 * Double($0) }
        let table = try look(
            sheet(places) { row in
                columns.map { name in
                    switch name {
                    case "batch": scattered(row, digits: 8)
                    case "status": status(row)
                    case "date": day(row)
                    case "number": String(row + 1)
                    case "fee": "\(row * 3 % 17).50"
                    default: "Office of Paris"
                    }
                }
            })
        #expect(table.layout.columns.map(\.rawValue) == expected)
        #expect(table.layout.key.description == "########")
    }

    @Test(arguments: [
        // The other column, the keys, and what the mask has to be.
        ("running", "######"), ("office", "######"), ("amount", "######"), ("compact date", "######"),
        ("telephone", "######"), ("year", "######"), ("visa", "######"), ("international", "######"),
    ])
    func `other numbers are no keys`(other: String, mask: String) throws {
        let table = try look(
            sheet([50, 180, 300]) { row in
                let text =
                    switch other {
                    case "running": String("0000000\(row + 1)".suffix(8))
                    case "office": "10045000"
                    case "amount": "1\(row)50.00"
                    case "compact date": "202611\(10 + row % 19)"
                    case "telephone": "020" + scattered(row, digits: 8)
                    case "year": "20\(10 + row % 16)"
                    case "visa": "IR\(row % 5)"
                    default: "+44" + scattered(row, digits: 9)
                    }
                return [text, scattered(row, digits: 6), status(row)]
            })
        #expect(table.layout.key.description == mask)
        #expect(table.layout.columns == (other == "compact date" ? [.date, .batch, .status] : [.batch, .status]))
    }

    @Test func `of two columns of numbers the longer is the key, and the other is told`() throws {
        let table = try look(
            sheet([50, 180, 300]) { [scattered($0, digits: 7), scattered($0 + 100, digits: 9), status($0)] })
        #expect(summary(table) == "######### batch,status")
        #expect(table.others == ["#######"])
    }

    @Test func `of several texts the one under a heading like that of statuses is the status`() throws {
        func list(_ titles: [String]) -> Sheet {
            sheet([50, 180, 300, 460], heading: titles) { row in
                [
                    scattered(row, digits: 8), ["Brazil", "South Africa", "Turkey"][row % 3], status(row),
                    ["Family", "Work"][row % 2],
                ]
            }
        }
        #expect(summary(try look(list(["Number", "Country", "Decision", "Kind"]))) == "######## batch,-,status")
        #expect(summary(try look(list(["Number", "Result", "Where to go", "Kind"]))) == "######## batch,status")
        #expect(summary(try look(list(["Number", "Country", "To do", "Statut"]))) == "######## batch,-,-,status")
    }

    @Test(arguments: [false, true])
    func `dates of the form of the keys are dates, on either side`(isLeft: Bool) throws {
        let table = try look(
            sheet([50, 180, 300, 420]) { row in
                let (key, date) = (scattered(row, digits: 8), "202611\(10 + row % 19)")
                return [isLeft ? date : key, "\(row)1.00", status(row), isLeft ? key : date]
            })
        #expect(summary(table) == "######## " + (isLeft ? "date,-,status,batch" : "batch,-,status,date"))
    }

    @Test func `names are no statuses`() throws {
        let table = try look(
            sheet([50, 180, 330]) { [scattered($0, digits: 8), "Applicant \(scattered($0, digits: 5))", status($0)] })
        #expect(summary(table) == "######## batch,-,status")
    }

    @Test func `a batch may have several rows`() throws {
        let table = try look(sheet([50, 180]) { [scattered($0 / 3, digits: 8), status($0)] })
        #expect(summary(table) == "######## batch,status")
        // Each number a hundred times is an office's.
        #expect(throws: NoProposal.noKeys) {
            try look(sheet([50, 180], rows: 35) { [scattered($0 / 12, digits: 8), "x"] })
        }
    }

    @Test(arguments: [(19, "AAA########"), (20, "GWF########")])
    func `letters that all keys begin with stand as they are from twenty keys on`(rows: Int, mask: String) throws {
        let table = try look(sheet([50, 180], rows: rows) { ["GWF" + scattered($0, digits: 8), status($0)] })
        #expect(table.layout.key.description == mask)
    }

    @Test func `letters that differ are letters`() throws {
        let table = try look(
            sheet([50, 180]) { [($0 % 2 == 0 ? "GWF" : "IHS") + scattered($0, digits: 8), status($0)] })
        #expect(table.layout.key.description == "AAA########")
        let partly = try look(
            sheet([50, 180]) { [($0 % 2 == 0 ? "GWA" : "GWF") + "-" + scattered($0, digits: 8), status($0)] })
        #expect(partly.layout.key.description == "GWA-########")
    }

    @Test func `an A that all keys begin with is no sign for any letter`() throws {
        let table = try look(sheet([50, 180]) { ["A" + scattered($0, digits: 8), status($0)] })
        #expect(table.layout.key.description == "[A]########")
        #expect(table.sampleKeys.allSatisfy { table.layout.key.matches($0) })
    }

    @Test(arguments: [
        (["Batch Number", "Status", "Date"], true), (["Batch Number", "Status of 12 Nov", "Date"], false),
        (["Batch Number", "Stage 2 status", "Date"], true), (["Batch Number", "", "Date"], false),
        (["Batch Number", "Date", "Date"], false),
    ])
    func `columns are told by headings that will last`(titles: [String], isTold: Bool) throws {
        let table = try look(
            sheet([50, 150, 400], heading: titles) { ["20121456\(100 + 7 * $0)", status($0), day($0)] })
        #expect((table.headedLayout != nil) == isTold)
        #expect(table.layout.columns == [.batch, .status, .date])
    }

    @Test func `columns that somebody knows are told by their order`() throws {
        let table = try look(
            sheet([50, 150, 400], heading: ["Batch Number", "Status", "Date"]) {
                ["20121456\(100 + 7 * $0)", status($0), day($0)]
            }, columns: [.batch, .status, .date])
        #expect(table.headedLayout == nil)
    }

    @Test func `tables side by side have their own statuses`() throws {
        let table = try look(
            sheet([50, 130, 300, 380]) {
                ["20121456\(100 + 7 * $0)", status($0), "20121457\(100 + 7 * $0)", status($0 + 1)]
            })
        #expect(summary(table) == "2[0-8]######### batch,status")
    }

    @Test func `words of a status that line up are no columns`() throws {
        let words = ["issued", "refused", "expired", "pending"]
        let table = try look(
            sheet([50, 150, 171, 330], rows: 40) {
                ["20121456\(100 + 7 * $0)", "Visa", words[$0 * 7 % 4], day($0)]
            })
        #expect(summary(table) == "2[0-8]######### batch,status,date")
    }

    @Test(arguments: ["22/11/25", "22 พ.ย. 25", "115/11/"])
    func `dates of other eras are dates`(date: String) throws {
        let table = try look(
            sheet([50, 150, 400]) { ["20121456\(100 + 7 * $0)", "\(date)\(10 + $0 % 19)", status($0)] })
        #expect(summary(table) == "2[0-8]######### batch,date,status")
    }

    @Test func `remarks that few rows have are no status`() throws {
        let table = try look(
            sheet([50, 150, 300]) {
                ["20121456\(100 + 7 * $0)", status($0), $0 % 9 == 0 ? "please call the office on any Monday" : ""]
            })
        #expect(summary(table) == "2[0-8]######### batch,status")
    }

    @Test func `a key that is wrapped is one where the document names its cell`() throws {
        var wrapped = Sheet()
        var owners: [TextOwner] = []
        var tables = TaggedTables()
        for row in 0..<12 {
            let y = 60 + 30 * Double(row)
            for (column, (text, x, rise)) in [
                ("2024-47\(row % 9)-", 50.0, 0.0), ("7\(100 + 7 * row)", 50, 12), (status(row), 150, 0),
            ].enumerated() {
                wrapped.draw(text, x, y + rise)
                owners.append(.cell(2 * row + (column == 2 ? 1 : 0)))
            }
            for column in 0...1 { tables.cells.append(TaggedCell(table: 0, row: row, column: column)) }
            tables.widths.append(2)
        }
        var page = wrapped.page()
        for (index, owner) in owners.enumerated() { page.runs[index].owner = owner }
        page.tables = tables
        var pages = ProposalPages()
        pages.add(page)
        #expect(summary(try pages.look()) == "####-###-#### batch,status")
    }

    @Test func `a known key or known columns hold`() throws {
        let sheet = sheet([50, 180, 300]) { [scattered($0, digits: 7), scattered($0 + 100, digits: 9), status($0)] }
        #expect(summary(try look(sheet, key: KeyMask("#######"))) == "####### batch,-,status")
        #expect(summary(try look(sheet, columns: [.batch, .skip])) == "######### batch,-")
        #expect(throws: NoProposal("no text on its pages matches the key mask ###")) {
            try look(sheet, key: KeyMask("###"))
        }
    }

    @Test func `pages without a table are passed over`() throws {
        var cover = Sheet()
        cover.draw("Visa decisions, week 46", 50, 60)
        cover.draw("Questions: call 020 7946 0000, or write", 50, 90)
        let table = try look(cover, sheet([50, 180]) { [scattered($0, digits: 8), status($0)] })
        #expect(summary(table) == "######## batch,status")
        #expect(throws: NoProposal.noKeys) { try look(cover) }
        #expect(throws: NoProposal.self) { try look(Sheet()) }
    }

    @Test func `what is empty or always the same is noted`() throws {
        let same = try look(sheet([50, 180]) { [scattered($0, digits: 8), "Refused"] })
        #expect(same.notes == ["the first 30 rows all have the same status"])
        let half = try look(sheet([50, 180]) { [scattered($0, digits: 8), $0 % 2 == 0 ? "" : status($0)] })
        #expect(half.notes == ["15 of the first 30 rows have no status"])
    }

    @Test func `a title over the table is no heading, and two lines of one are`() throws {
        var sheet = sheet([50, 180]) { [scattered($0, digits: 8), status($0)] }
        sheet.draw("Decisions of the visa section in the week before", 40, 15)
        sheet.draw("Application", 50, 32)
        sheet.draw("Number", 50, 44)
        sheet.draw("Decision", 180, 44)
        #expect(try look(sheet).found == ColumnHeadings(batch: "Application Number", status: "Decision"))
    }

    @Test func `a sample keeps so many pages and runs and no more`() {
        var pages = ProposalPages()
        let page = sheet([50, 180], rows: 2) { [scattered($0, digits: 8), status($0)] }.page()
        for _ in 0..<20 { pages.add(page) }
        #expect(pages.sample.count == ProposalPages.mostPages)
        var large = ProposalPages()
        var text = page
        text.runs = (0...ProposalPages.mostRuns).map { _ in page.runs[0] }
        large.add(text)
        large.add(page)
        #expect(large.sample.map(\.runs.count) == [ProposalPages.mostRuns])
    }
}
