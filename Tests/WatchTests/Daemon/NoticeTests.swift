// The notices of the daemon in the journal: their kind, priority and source.

import Foundation
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Events
@testable import Watch

@Suite struct NoticeTests {
    @Test func `what is told of a source and of the configuration says of which`() async {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            let journal = try DatagramSocket(folder.path + "/journal")
            let daemon = try daemon(in: folder)
            try daemon.start()
            var told: [String] = []
            func hears(_ notice: Notice, _ priority: Priority, _ field: String) -> Bool {
                for _ in 1...500 {
                    told += journal.all()
                    if told.contains(where: {
                        $0.contains("\nMESSAGE_ID=\(notice.messageID)\n") && $0.contains("\n\(field)\n")
                            && $0.contains("\nPRIORITY=\(priority.rawValue)\n")
                    }) {
                        return true
                    }
                    usleep(20_000)
                }
                return false
            }
            let config = folder.path + "/watched-batches.toml"
            #expect(hears(.started, .information, "BATCHWATCH_CONFIG=\(config)"))
            #expect(hears(.pollFailed, .warning, "BATCHWATCH_SOURCE=london"))
            #expect(hears(.pollFailed, .warning, "BATCHWATCH_CAUSE=the fetcher exited with code 1 without a reply"))
            try folder.write("watched-batches.toml", "[sources.london]\nurl = 3\n")
            #expect(hears(.configurationRefused, .error, "BATCHWATCH_CONFIG=\(config)"))
        }
    }

    @Test func `what is told of a delivery says of which event and which sink`() throws {
        let folder = try Folder()
        var history = SourceHistory(try source(["20121456171": ""]))
        history.poll(edition("d1"))
        let store = SourceStore(name: "london", state: history.state, in: try StateDirectory(folder.path + "/state"))
        let script = ScriptedSink()
        var tools = script.courier { _, _ in .failed(cause: "exited with code 1") }.tools
        let fields = Fields()
        tools.notice = { _, _, _, told in fields.all.withLock { $0 = told.map { "\($0.name)=\($0.value)" } } }
        _ = Courier(for: .hook, tools: tools).deliverAll(from: store)
        #expect(
            fields.all.withLock { $0 } == [
                "BATCHWATCH_SINK=hook", "BATCHWATCH_CAUSE=exited with code 1", "BATCHWATCH_EVENT_ID=u-1",
                "BATCHWATCH_KIND=observed", "BATCHWATCH_SOURCE=london", "BATCHWATCH_BATCH=20121456171",
            ])
    }
}

private final class Fields: Sendable {
    let all = Mutex<[String]>([])
}
