// Documents of a list that may end too soon. The poll knows how the office ended the document before; the same document
// fetched again adds nothing to that.

import Reading
import Rows
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

private let mine = "20121456171"
private let page = "https://example.org/decisions/"

@Suite struct PartEndTests {
    @Test(arguments: [false, true])
    func `the end of one of several is doubted for as long as the same document comes`(isEndKnown: Bool) throws {
        let scene = try Scene(page, links: LinkRequest(glob: "*", pick: .all), watched: [mine])
        scene.site.published = [
            page: page + "week.pdf\n" + page + "archive.pdf",
            page + "week.pdf": "20121456173|refused\n\(mine)|issued\nend", page + "archive.pdf": "20121456174|refused",
        ]
        #expect(try scene.poll() == ["observed \(mine):  > issued"])
        // Where nothing shows the end of the transfer either, it is fetched each time; else the kept one is read.
        scene.site.isEndKnown = isEndKnown
        scene.site.published[page + "week.pdf"] = "20121456173|refused\n\(mine)|collected\nno end"
        #expect(try scene.poll() == ["unclear \(mine): issued > collected"])
        for number in 1...4 {
            scene.site.published[page + "archive.pdf"]? += "\n2012145618\(number)|refused"
            #expect(try scene.poll() == [])
        }
        #expect(scene.store.state.batches[mine]?.rows.map(\.status) == ["issued"])
    }

    @Test(arguments: [LinkPick.newest, .first])
    func `a document at another address ends as the one before it`(_ pick: LinkPick) throws {
        let scene = try Scene(page, links: LinkRequest(glob: "*", pick: pick), watched: [mine])
        func publish(_ number: Int, _ rows: String) {
            scene.site.published = [page: page + "\(number).pdf", page + "\(number).pdf": "20121456173|x\n" + rows]
        }
        publish(1, "\(mine)|administrative processing\nend")
        #expect(try scene.poll() == ["observed \(mine):  > administrative processing"])
        publish(2, "\(mine)|issued\nno end")
        #expect(try scene.poll() == ["unclear \(mine): administrative processing > issued"])
        publish(3, "\(mine)|refused\nno end")
        #expect(try scene.poll() == ["unclear \(mine): administrative processing > refused"])
        publish(4, "\(mine)|issued\nend")
        #expect(try scene.poll() == ["changed \(mine): administrative processing > issued"])
    }
}
