// Reported events, read while they move from the state to the history.

import Configuration
import Dispatch
import Events
import Glibc
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Publishing
@testable import Watch

@Suite struct SavedEventsTests {
    private func event(_ number: Int) -> Event {
        Event(id: "u-\(number)", kind: .failing, source: "london", url: "https://example.org/", time: noon)
    }

    @Test func `an event on its way from the state to the history is seen, and once`() throws {
        let folder = try Folder()
        let path = folder.path + "/state"
        let store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: try StateDirectory(path))
        let log = HistoryLog(of: "london", in: path)
        // So that reading it takes a while.
        for number in -1000..<0 { try log.append(event(number)) }
        let recorded = Atomic(0)
        let isEnough = Atomic(false)
        let isOver = DispatchSemaphore(value: 0)
        DispatchQueue(label: "daemon").async {
            var number = 0
            while !isEnough.load(ordering: .sequentiallyConsistent) {
                number += 1
                try? store.updateOutbox { $0.add(self.event(number), to: [.history]) }
                recorded.store(number, ordering: .sequentiallyConsistent)
                usleep(2_000)
                try? log.append(self.event(number))
                _ = try? store.settle([DeliveryRecord(.history, "u-\(number)", .delivered)], goesOn: false)
            }
            isOver.signal()
        }
        let config = Config(sources: [try source()])
        for _ in 1...20 {
            let least = recorded.load(ordering: .sequentiallyConsistent)
            let ids = try PastEvent.saved(in: path, of: config).map(\.id)
            #expect(Set(ids).count == ids.count)
            #expect(Set(ids).isSuperset(of: (0..<least).map { "u-\($0 + 1)" }))
        }
        isEnough.store(true, ordering: .sequentiallyConsistent)
        isOver.wait()
        let count = recorded.load(ordering: .sequentiallyConsistent)
        #expect(try PastEvent.saved(in: path, of: config).count == 1000 + count)
    }
}
