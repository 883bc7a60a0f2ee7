// A sink for tests of couriers.

import Delivery
import Events
import Foundation
import Processes
import Synchronization

/// A sink that does what it is told and remembers what it was given.
package final class ScriptedSink: Sendable {
    package struct Log {
        package var ids: [String] = [], attempts: [Int] = [], notices: [Notice] = [], now = noon, looks = 0
    }
    package let log = Mutex(Log())

    package init() {}

    package var ids: [String] { log.withLock { $0.ids } }
    package var notices: [Notice] { log.withLock { $0.notices } }

    package func advance(_ seconds: Double) {
        log.withLock { $0.now = $0.now.addingTimeInterval(seconds) }
    }

    package func courier(stop: StopSignal? = nil, _ answer: @escaping @Sendable (Event, Int) -> DeliveryOutcome)
        -> Courier
    {
        var tools = Courier.Tools(
            stop: stop, notice: { notice, _, _, _ in self.log.withLock { $0.notices.append(notice) } },
            deliver: { event, attempt in
                self.log.withLock {
                    $0.ids.append(event.id)
                    $0.attempts.append(attempt)
                }
                return answer(event, attempt)
            })
        tools.clock = {
            self.log.withLock {
                $0.looks += 1
                return Moment(wall: $0.now, uptime: $0.now.timeIntervalSince1970)
            }
        }
        tools.random = { 0.5 }
        return Courier(for: .hook, tools: tools)
    }
}
