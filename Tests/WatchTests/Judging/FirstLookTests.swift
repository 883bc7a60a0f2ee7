// `try` is certain about a batch exactly if the daemon would be at its first reading.

import Reading
import Rows
import Testing

@testable import Watch

struct FirstLookTests {
    private static let batch = "20121456171"

    private static let doubts: [[Doubt]] =
        [[]]
        + Doubt.Rule.allCases.flatMap { rule in
            [[], [batch], ["20121456172"]].map { [Doubt(page: 1, word: "x", rule: rule, batches: $0)] }
        } + [[Doubt(cutOff: .lineEnd, page: 1, batches: [batch])], [Doubt(cutOff: .lineEnd, page: 1, batches: [])]]

    @Test(arguments: doubts)
    func `certain is what the daemon claims`(doubts: [Doubt]) {
        for isListed in [true, false] {
            for mentioned in [nil, Self.batch, "20121456172"] {
                for hasMore in [false, true] {
                    let update = Update(status: "Issued", date: "")
                    var reading = Reading(
                        rows: isListed ? [Row(batch: Self.batch, update: update, page: 1)] : [], rowCount: 9,
                        pageCount: 1,
                        damage: [])
                    reading.doubts = doubts
                    reading.mentions = mentioned.map { [Mention(batch: $0, page: 1, excerpt: "x")] } ?? []
                    reading.hasMoreMentions = hasMore
                    let claim = Unknowns(of: reading, nil).claim(
                        of: Self.batch, rows: isListed ? [update] : [], before: [])
                    let isClaimed = claim == (isListed ? .listed([update]) : .absent)
                    #expect((reading.uncertainty(about: Self.batch) == nil) == isClaimed, "\(claim) \(doubts)")
                }
            }
        }
    }

    @Test func `a damaged document, and one without rows, is held at first`() {
        var reading = Reading(rows: [], rowCount: 0, pageCount: 1, damage: [])
        #expect(reading.uncertainty(about: Self.batch) == "no row can be read")
        reading.rowCount = 1
        reading.damage = ["x"]
        #expect(reading.uncertainty(about: Self.batch) == "the document is damaged, rows may be missing: x")
    }
}
