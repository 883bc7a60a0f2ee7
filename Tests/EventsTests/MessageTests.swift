import Events
import Rows
import TestKit
import Testing
import Text
import WatchKit

@Suite struct MessageTests {
    static let a = ("pending", "01-Jun-12")
    static let b = ("visa issued", "15-Jun-12")
    static let c = ("refused", "")

    @Test func `each kind has its sentence`() {
        let sentences = [
            event(.changed).message, event(.changed, label: "").message, event(.appeared).message,
            event(.disappeared, rows: []).message, event(.observed, previous: []).message,
            event(.observed, rows: [], previous: []).message,
            event(.observed, rows: [], previous: [], detail: "3 batches on the list").message,
            event(.failing, detail: "the server answered 404").message,
            event(.recovered, detail: "the server answered 404").message, event(.recovered).message,
        ]
        #expect(
            sentences == [
                #"Mine (20121456171): "pending" (01-Jun-12) -> "visa issued" (15-Jun-12)"#,
                #"20121456171: "pending" (01-Jun-12) -> "visa issued" (15-Jun-12)"#,
                #"Mine (20121456171): now on the list with "visa issued" (15-Jun-12)"#,
                #"Mine (20121456171): no longer on the list; last seen with "pending" (01-Jun-12)"#,
                #"Mine (20121456171): on the list with "visa issued" (15-Jun-12)"#,
                #"Mine (20121456171): not on the list"#, #"Mine (20121456171): 3 batches on the list"#,
                #"london: the list cannot be read: the server answered 404"#,
                #"london: the list has recovered: the server answered 404"#,
                #"london: the list has recovered"#,
            ])
    }

    @Test func `a sentence names the list where that is wanted, and a first look says that the batch is watched`() {
        let listed = Phrasing(namesList: true)
        #expect(
            event(.appeared).message(listed)
                == #"Mine (20121456171) in london: now on the list with "visa issued" (15-Jun-12)"#)
        #expect(event(.unclear, detail: "why").message(listed).hasPrefix("Mine (20121456171) in london: unclear: why"))
        #expect(event(.failing, detail: "why").message(listed) == "london: the list cannot be read: why")
        let first = Phrasing(announces: true)
        #expect(
            event(.observed).message(first)
                == #"Mine (20121456171): watching: now on the list with "visa issued" (15-Jun-12)"#)
        #expect(event(.observed, rows: []).message(first) == "Mine (20121456171): watching: now not on the list")
        #expect(
            event(.observed, rows: [], detail: "3 batches on the list").message(first)
                == "Mine (20121456171): watching: now 3 batches on the list")
        #expect(event(.changed).message(first) == event(.changed).message)
    }

    @Test(arguments: [
        (
            Acceptance.byHand,
            "it is never accepted by itself; its rows are not reported until a sound one comes, or until"
        ),
        (.afterThreePolls, "its rows are not reported until three polls have returned it, or until"),
        (.afterADay, "its rows are not reported until three polls over at least 24 hours have returned it, or until"),
        (nil, "its rows are not reported until"),
    ])
    func `a held document says when it is accepted`(acceptance: Acceptance?, promise: String) {
        var held = event(.suspect, detail: "it has 3 rows")
        held.acceptance = acceptance
        let start = "london: the list is held as suspect: it has 3 rows; " + promise
        #expect(held.message == start + " `batchwatch accept london`")
        #expect(held.message(calling: "batchwatch --user") == start + " `batchwatch --user accept london`")
    }

    @Test func `an unclear batch says why, what was read, what it was, and what to do`() {
        let why = #"page 3 has it outside of the rows: "late: 20121456171""#
        #expect(
            event(.unclear, detail: "page 3: it is doubted").message
                == #"Mine (20121456171): unclear: page 3: it is doubted; read as "visa issued" (15-Jun-12), before as "#
                + #""pending" (01-Jun-12); look at the list, and if it says so, run `batchwatch accept london 20121456171`"#
        )
        #expect(
            event(.unclear, rows: [], previous: [], detail: why).message
                == "Mine (20121456171): unclear: \(why); no row of it was read; look at the list, and if the batch is not "
                + "on it, run `batchwatch accept london 20121456171`")
        var many = event(.unclear, label: "", rows: [], previous: [], detail: "12 batches cannot be read")
        (many.batch, many.batches) = ("2012#######", 12)
        #expect(
            many.message == "2012#######: unclear: 12 batches cannot be read; `batchwatch status london` shows each")
        var named = event(.unclear, label: "", rows: [])
        named.batch = "O'Hara; rm -rf"
        #expect(named.message.hasSuffix(#"run `batchwatch accept london 'O'\''Hara; rm -rf'`"#))
    }

    @Test(arguments: [
        ([a, b], [a], #"new: "visa issued" (15-Jun-12); 1 other row unchanged"#),
        ([a], [a, b], #"gone: "visa issued" (15-Jun-12); 1 other row unchanged"#),
        ([a, b], [c, a], #""refused" -> "visa issued" (15-Jun-12); 1 other row unchanged"#),
        ([a, a], [a], #"new: "pending" (01-Jun-12); 1 other row unchanged"#),
        ([b, c], [a], #"new: "visa issued" (15-Jun-12), "refused"; gone: "pending" (01-Jun-12)"#),
        ([("", "")], [a], #""pending" (01-Jun-12) -> no status"#),
        ([a, a, a, a, a], [], #"new: "pending" (01-Jun-12), "pending" (01-Jun-12), "pending" (01-Jun-12) and 2 more"#),
    ])
    func `of several rows what is new and what is gone`(
        rows: [(String, String)], previous: [(String, String)], text: String
    ) {
        #expect(event(rows: rows, previous: previous).message == "Mine (20121456171): " + text)
    }

    @Test func `a hostile status and an endless one are told in a bounded line`() {
        let told = event(label: hostile, rows: [(hostile, hostile)]).message
        #expect(told == sanitized(told))
        let long = String(repeating: "x\n", count: 1 << 15)
        let many = (0..<100).map { ("\($0)" + long, long) }
        #expect(event(label: long, rows: many, previous: many, detail: long).message.utf8.count < 4000)
        #expect(event(.failing, detail: long).message.utf8.count < 1000)
    }

    @Test func `new and gone rows are counted as often as they come`() {
        let event = event(rows: [Self.a, Self.a, Self.b], previous: [Self.b, Self.c, Self.a, Self.c])
        #expect(event.newRows == [Update(status: "pending", date: "01-Jun-12")])
        #expect(event.goneRows == Array(repeating: Update(status: "refused", date: ""), count: 2))
    }

    @Test func `the fields are of the rows that moved`() {
        let fields = Dictionary(
            uniqueKeysWithValues: event(rows: [Self.a, Self.b, Self.c], previous: [Self.a]).fields.map { ($0, $1) })
        #expect(fields["BATCHWATCH_STATUS"] == "visa issued; refused")
        #expect(fields["BATCHWATCH_DATE"] == "15-Jun-12; ")
        #expect(fields["BATCHWATCH_PREVIOUS_STATUS"] == "pending")
        #expect(fields["BATCHWATCH_PREVIOUS_DATE"] == "01-Jun-12")
    }

    @Test(arguments: [(8192, false), (8193, true)]) func `a field has 8 KiB at most`(size: Int, isCut: Bool) {
        let status = String(repeating: "s", count: size)
        let value = event(rows: [(status, "")]).fields.first { $0.name == "BATCHWATCH_STATUS" }?.value
        #expect(value?.hasSuffix("…") == isCut)
        #expect((value?.utf8.count ?? 0) <= 8192)
    }
}
