// When the last row of a document may have lost its end, and the report about documents that end too soon.

import Rows
import Testing

@Suite struct CutRowTests {
    @Test(
        arguments: [
            ("Appro", "", true), ("Approved", "14-Ju", true), ("Approved", "", true), ("", "", true),
            ("Approved", "14-Jun-12", false), ("Refused", "", false), ("Approved", "15", false),
            ("approved", "", false),
            ("Approved later", "14-Jun-12", false),
            ("Approved 14-J", "", true), ("Approved 15", "", false), ("", "14-Jun-12 Appr", true),
        ])
    func `a row that says the beginning of what it said may be cut`(_ status: String, _ date: String, _ isCut: Bool) {
        let before = [Update(status: "Approved", date: "14-Jun-12"), Update(status: "Closed", date: "1")]
        #expect(mayBeCut(Update(status: status, date: date), before: before) == isCut)
    }

    @Test func `a row that was there before is whole, and a new batch has no row to compare`() {
        let before = [Update(status: "Approved", date: ""), Update(status: "Approved again", date: "")]
        #expect(!mayBeCut(Update(status: "Approved", date: ""), before: before))
        #expect(!mayBeCut(Update(status: "Appro", date: ""), before: []))
    }

    @Test func `a document that may end too soon is told with its sign and its row`() {
        let doubt = Doubt(cutOff: .lineEnd, page: 1, batches: ["20121456001"])
        #expect(
            doubt.description
                == "the document may end too soon: its last line has no end, the edition before had one (batch 20121456001)"
        )
        #expect(doubt.mayHideRows)
        #expect(Doubt(page: 1, word: "", rule: .cutOff).description == "the document may end too soon")
        #expect(!Doubt.CutSign.allCases.contains { $0 != .secondDiffers && $0.words.contains("another one") })
        #expect(Set(Doubt.CutSign.allCases.map(\.words)).count == Doubt.CutSign.allCases.count)
    }
}
