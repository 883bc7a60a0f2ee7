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
            let path = "\(folder)/\(name)".replacing("%", with: "%25")
            let columns = ["batch", "status", "date"]
            let run = try ReaderRun(ReadingRequest(url: "file://\(path)", key: "2[0-8]#########", columns: columns))
            #expect(run.ending.how == .exited(0), "\(name)")
            #expect(run.reply != nil, "\(name)")
            #expect(run.ending.peakBytes < 256 << 20, "\(name)")
            #if !DEBUG
                #expect(run.ending.processorSeconds < 2, "\(name)")
            #endif
        }
    }
}
