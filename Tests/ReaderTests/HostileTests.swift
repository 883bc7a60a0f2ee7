// Documents made to break readers, kept outside of the project: the folder `hostile` of BATCHWATCH_CORPUS.

import FoundationEssentials
import Processes
import Reading
import Testing

private let corpus = ProcessInfo.processInfo.environment["BATCHWATCH_CORPUS"]

@Suite(.enabled("BATCHWATCH_CORPUS is not set") { corpus != nil }) struct HostileTests {
    @Test func `every hostile document gets an answer, within its means`() throws {
        let folder = (corpus ?? "") + "/hostile"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(!names.isEmpty)
        for name in names {
            let columns = ["batch", "status", "date"]
            let run = try WorkerRun(ParseRequest(key: "2[0-8]#########", columns: columns), of: "\(folder)/\(name)")
            #expect(run.ending.how == .exited(0), "\(name)")
            #expect(run.reply(as: ParseReply.self) != nil, "\(name)")
            #expect(run.ending.peakBytes < 256 << 20, "\(name)")
            #if !DEBUG
                #expect(run.ending.processorSeconds < 2, "\(name)")
            #endif
        }
    }
}
