// The daemon is killed at the worst moments by its own hook, which knows them exactly.

import Foundation
import Testing

@Suite(.enabled(if: Nginx.isInstalled, "needs nginx"), .serialized)
struct KillTests {
    let shop: Workshop
    let nginx: Nginx

    init() throws {
        shop = try Workshop()
        nginx = try Nginx(in: shop.path)
        try shop.configure(nginx.url)
        try nginx.publish(list("pending", "01-Jun-12"))
    }

    @Test func `killed between save and delivery, the event arrives after the restart`() async throws {
        try shop.hook(first: "[ $n = 1 ] && { kill -KILL $PPID; exit 1; }")
        let first = try shop.start()
        #expect(first.end() == nil)
        #expect(shop.told.isEmpty)
        let second = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        #expect(Told(folder: shop.path + "/told", number: 2)?.kind == "observed")
        #expect(await eventually { shop.isCleared })
        second.stop()
        #expect(shop.text("told/3.kind").isEmpty)
        #expect(nginx.answers == [200])
    }

    @Test func `killed between delivery and clearing, the event comes twice with the same id`() async throws {
        try shop.hook("[ $n = 1 ] && kill -KILL $PPID; exit 0")
        #expect(try shop.start().end() == nil)
        #expect(shop.told.count == 1)
        let second = try shop.start()
        #expect(await eventually { shop.told.count == 2 })
        #expect(await eventually { shop.isCleared })
        second.stop()
        #expect(shop.told.count == 2)
        #expect(shop.told[0].id == shop.told[1].id)
        #expect(shop.told[0].json["time"] as? String == shop.told[1].json["time"] as? String)
    }

    @Test func `the numbers go on after a kill: no id is given twice`() async throws {
        try shop.hook("[ $n = 1 ] && kill -KILL $PPID; exit 0")
        _ = try shop.start().end()
        try nginx.publish(list("visa issued", "02-Jun-12"))
        let second = try shop.start()
        #expect(await eventually { shop.told.count == 2 })
        try shop.poll()
        #expect(await eventually { shop.told.count == 3 })
        second.stop()
        #expect(shop.told.map(\.kind) == ["observed", "observed", "changed"])
        #expect(Set(shop.told.map(\.id)).count == 2)
    }

    @Test func `a restart does not poll again before it is time`() async throws {
        try shop.hook()
        let first = try shop.start()
        #expect(await eventually { shop.told.count == 1 })
        first.kill(SIGKILL)
        _ = first.end()
        for _ in 1...3 {
            let again = try shop.start()
            #expect(await eventually { again.said.contains("watching") })
            #expect(await stays(0.3) { nginx.answers == [200] })
            again.kill(SIGKILL)
            _ = again.end()
        }
    }
}
