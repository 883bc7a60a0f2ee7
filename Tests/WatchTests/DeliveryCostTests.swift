// What ten thousand waiting events cost.

import Foundation
import Sinks
import Testing

@testable import Watch

@Suite(.serialized) struct DeliveryCostTests {
    @Test(arguments: [1000, 2000, 4000])
    func `measured`(count: Int) throws {
        let folder = try Folder()
        var state = SourceState(uuid: "u")
        for number in 1...count {
            var event = Event(
                id: "u-\(number)", kind: .changed, source: "london", url: "https://example.org/a.pdf", time: noon)
            event.batch = "2012\(1_000_000 + number)"
            event.rows = [.init(status: "visa issued", date: "15-Jun-12")]
            event.previousRows = [.init(status: "administrative processing", date: "01-Jun-12")]
            state.outbox.add(event, to: [.hook])
        }
        let store = SourceStore(name: "london", state: state, in: try StateDirectory(folder.path + "/state"))
        try store.update { $0.lastChange = noon }
        let script = Script()
        let begun = Date()
        _ = script.courier { _, _ in .delivered }.deliverAll(from: store)
        print("measured", count, Date().timeIntervalSince(begun), script.ids.count)
    }
}
