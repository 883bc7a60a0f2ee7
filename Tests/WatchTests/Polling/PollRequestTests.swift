import Configuration
import Foundation
import Processes
import Reading
import Rows
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

@Suite struct PollRequestTests {
    let mine = "20121456171"
    let other = "20121456172"
    let url = "https://example.org/list.pdf"
    let scene: Scene

    init() throws {
        scene = try Scene(url, links: nil, watched: [mine])
        scene.site.published = [url: "\(mine)|pending\n\(other)|refused"]
    }

    /// What a poll asks for, without a look at the kept document before it.
    func asked(after seconds: Double = 3600) throws -> [ReadingRequest] {
        _ = scene.site.takeAsked()
        _ = try Watch.poll(scene.source, scene.store, tellingTo: [.journal], with: try scene.tools(after: seconds))
        return scene.site.takeAsked()
    }

    func watch(_ batch: String) throws {
        scene.source.watched.append(WatchedBatch(pattern: try KeyMask(batch), label: ""))
    }

    @Test func `validators and digest of the accepted document are sent`() throws {
        let first = try asked()
        #expect(first.map(\.validators) == [nil] && first.map(\.knownDigest) == [nil])
        let second = try #require(try asked().first)
        #expect(second.validators != nil && second.validators == scene.store.state.document?.validators)
        #expect(second.knownDigest == scene.store.state.document?.digest)
        #expect(second.watched == [mine])
        #expect(second.columns == scene.source.layout.columns.map(\.rawValue))
    }

    @Test(arguments: [nil, false, true])
    func `a list that came from a public address has to go on doing so, until it has another URL`(isPublic: Bool?)
        throws
    {
        scene.site.isPublic = isPublic
        for expected in [false, isPublic == true, isPublic == true] {
            try scene.poll()
            #expect(scene.site.takeAsked().map(\.wasPublic) == [expected])
        }
        scene.site.isPublic = nil
        scene.site.published[scene.source.url] = "\(mine)|issued"
        try scene.poll()
        try scene.poll()
        #expect(scene.site.takeAsked().map(\.wasPublic) == [isPublic == true, isPublic == true])
        scene.site.published["https://example.org/other.pdf"] = "\(mine)|issued"
        scene.source.url = "https://example.org/other.pdf"
        try scene.poll()
        #expect(scene.site.takeAsked().map(\.wasPublic) == [false])
    }

    @Test(arguments: ["not kept", "URL", "credentials", "headers", "columns", "reader's version", "7 days"])
    func `no validators are sent when a 304 would be worth nothing`(why: String) throws {
        _ = try asked()
        scene.site.published[url + "x"] = "\(mine)|pending"
        switch why {
        case "not kept": try FileManager.default.removeItem(atPath: scene.folder.path + "/cache")
        case "URL": scene.source.url += "x"
        case "credentials":
            scene.source.auth = AuthConfig(scheme: .bearer, secret: .file(try scene.folder.write("secret", "token")))
        case "headers": scene.source.headers = [HeaderConfig(name: "Accept-Language", value: .text("de"))]
        case "columns": scene.source.layout = try TableLayout(key: .london, columns: [.batch, .status])
        case "reader's version": try scene.store.update { $0.document?.readingVersion = 0 }
        default: break
        }
        let request = try #require(try asked(after: why == "7 days" ? 7 * 86_400 : 3600).first)
        #expect(request.validators == nil)
        // After a time, the bytes themselves still say whether they are the same; after anything else they do not.
        #expect((request.knownDigest != nil) == (why == "7 days"))
    }

    @Test(arguments: [false, true])
    func `columns are looked for until a list was read, unless they are configured`(isConfigured: Bool) throws {
        scene.source.hasOwnColumns = isConfigured
        scene.site.published[url] = "Decisions"
        // A list without rows shows no columns.
        #expect(try asked().map(\.findsColumns) == [isConfigured ? nil : true])
        for expected in [isConfigured ? nil : true, nil] {
            scene.site.published[url]? += "\n\(mine)|pending"
            #expect(try asked().map(\.findsColumns) == [expected])
        }
    }

    @Test func `headings that were found are named from then on, also for the next document of a page`() throws {
        let page = "https://example.org/lists"
        let scene = try Scene(page, links: LinkRequest(glob: "*", pick: .newest), watched: [mine])
        scene.source.hasOwnColumns = false
        let found = ColumnHeadings(batch: "Number", status: "Decision")
        for (number, expected) in [(1, nil), (2, found)] as [(Int, ColumnHeadings?)] {
            let document = "https://example.org/\(number).pdf"
            scene.site.published = [page: document, document: "headed\n\(mine)|pending\n\(other)|\(number)"]
            try scene.poll()
            let asked = scene.site.takeAsked().filter { $0.url == document }
            #expect(asked.map(\.headings) == [expected] && asked.map(\.columns.isEmpty) == [expected != nil])
            #expect(scene.store.state.document?.headings == found)
            #expect(scene.store.state.document?.composition?.parts.map(\.headings) == [found])
        }
    }

    @Test func `a held document is accepted with the headings that it was read by`() throws {
        scene.source.hasOwnColumns = false
        scene.site.published[url]? += "\nheaded\ndamage"
        #expect(try scene.poll() == ["suspect -:  > "])
        #expect(scene.store.state.held?.headings?.status == "Decision" && scene.store.state.document == nil)
        scene.source.hasOwnColumns = true
        let other = SourceStore(
            name: "visas", state: scene.store.state, in: try StateDirectory(scene.folder.path + "/o"))
        _ = try acceptHeld(scene.source, other, tellingTo: [.journal], with: try scene.tools())
        #expect(other.state.document == nil)
        scene.source.hasOwnColumns = false
        try scene.accept()
        #expect(scene.store.state.document?.headings?.status == "Decision")
        #expect(try asked().map(\.headings?.status) == ["Decision"])
    }

    @Test func `limits and proxy are the source's own`() throws {
        var source = try source()
        source.maxSize = 1234
        source.timeout = 5
        source.proxy = "http://proxy:3128"
        var request = ReadingRequest(for: source)
        #expect(request.limits.documentBytes == 1234)
        #expect(request.limits.transferSeconds == 5)
        #expect(request.limits.connectSeconds == 5)
        #expect(request.proxy == "http://proxy:3128")
        source.timeout = 300
        request = ReadingRequest(for: source)
        #expect(request.limits.connectSeconds == ReadingLimits().connectSeconds)
    }

    @Test func `a second before 7 days validators are still sent`() throws {
        _ = try asked()
        #expect(try asked(after: 7 * 86_400 - 1).first?.validators != nil)
    }

    @Test func `a clock that was set back makes no request unconditional, and holds nothing up`() throws {
        scene.source.disappearedAfter = 86_400
        _ = try asked()
        scene.site.published[url] = "\(other)|refused"
        _ = try asked()
        scene.now = scene.now.addingTimeInterval(-3e8)
        #expect(try asked().first?.validators != nil)
        #expect(try scene.poll(after: 86_400) == ["disappeared \(mine): pending > "])
    }

    @Test func `a newly watched batch is found in the kept document, though the server says that it is the same`()
        throws
    {
        _ = try asked()
        try watch(other)
        #expect(try asked().map { $0.validators == nil } == [false])
        #expect(scene.store.state.batches[other]?.rows.map(\.status) == ["refused"])
    }

    @Test func `a newly watched batch prolongs no trust in a server that always says 304`() throws {
        _ = try asked()
        scene.site.stubborn = [url]
        for (number, isConditional) in [(1, true), (2, false)] {
            try watch("2012145617\(number + 4)")
            #expect((try asked(after: 4 * 86_400).first?.validators != nil) == isConditional)
        }
    }

    private func spoilKept() throws {
        let kept = scene.folder.path + "/cache/" + (scene.files(".document").first ?? "")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: kept))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(fileURLWithPath: kept))
    }

    @Test func `a poll that is interrupted takes no kept document for lost`() throws {
        _ = try asked()
        try watch(other)
        try spoilKept()
        var tools = try scene.tools()
        tools.stop = try StopSignal()
        tools.stop?.raise()
        let result = try Watch.poll(scene.source, scene.store, tellingTo: [.journal], with: tools)
        #expect(result.outcome == .interrupted)
        #expect(scene.kept == 1)
    }

    @Test func `a newly watched batch wants the document fetched again where the kept one is not as it was`() throws {
        _ = try asked()
        try watch(other)
        try spoilKept()
        #expect(try asked().map { $0.validators == nil } == [false, true])
        #expect(scene.store.state.batches[other]?.rows.map(\.status) == ["refused"])
    }

    @Test func `an odd 304 is asked for again without conditions, and is a failure then`() throws {
        _ = try asked()
        scene.site.isMismatched = true
        let saves = scene.saves
        #expect(try asked().map { $0.validators == nil } == [false, true])
        #expect(scene.store.state.failures == nil && scene.saves == saves)
        scene.site.stubborn = [url]
        #expect(try asked().map { $0.validators == nil } == [false, true])
        #expect(
            scene.store.state.failures?.cause == "HTTP 304 Not Modified, although the request was not conditional")
    }

    @Test func `a document that may end too soon is asked for whole, and the same again is no edition`() throws {
        scene.site.isEndKnown = false
        scene.site.published[url]? += "\ncut"
        _ = try asked()
        let saves = scene.saves
        let again = try asked()
        #expect(again.map(\.validators) == [nil] && again.map(\.knownDigest) == [nil])
        #expect(scene.saves == saves)
        scene.site.isEndKnown = true
        _ = try asked()
        #expect(scene.store.state.document?.isOpen == nil)
        #expect(try asked().first?.validators != nil)
    }

    @Test func `the kept document is looked at for new batches and by a new reader, and not otherwise`() throws {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        #expect(!history.state.wantsLook(in: history.source))
        history.state.document?.readingVersion = 0
        #expect(history.state.wantsLook(in: history.source))
        history.state.document?.readingVersion = ReadingVersion.current
        history.source = try WatchKit.source([mine: "", "20121456172": ""])
        #expect(history.state.wantsLook(in: history.source))
        history.source.url += "x"
        #expect(!history.state.wantsLook(in: history.source))
    }
}
