import FoundationEssentials
import Reading
import Rows
import Testing
import WatchKit

@testable import Configuration
@testable import Watch

@Suite struct PollRequestTests {
    let mine = "20121456171"

    func history() throws -> SourceHistory {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row(mine, "pending")))
        return history
    }

    @Test func `validators and digest of the accepted document are sent`() throws {
        let history = try history()
        let request = history.state.request(for: history.source, isKept: true, at: history.now)
        #expect(request.validators == Validators(etag: "\"e1\"", lastModified: nil))
        #expect(request.knownDigest == "d1")
        #expect(request.watched == [mine])
        #expect(request.columns == ["batch", "status", "date"])
    }

    @Test(arguments: [nil, false, true])
    func `a list that came from a public address has to go on doing so, until it has another URL`(isPublic: Bool?)
        throws
    {
        let scene = try Scene("https://example.org/list.pdf", links: nil, watched: [mine])
        scene.site.published = [scene.source.url: "\(mine)|pending"]
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

    @Test func `a new source is fetched whole`() throws {
        let request = SourceState(uuid: "u").request(for: try source(), isKept: false, at: noon)
        #expect(request.validators == nil)
        #expect(request.knownDigest == nil)
    }

    @Test(arguments: ["not kept", "URL", "credentials", "columns", "reader's version", "7 days", "clock"])
    func `no validators are sent when a 304 would be worth nothing`(why: String) throws {
        var history = try history()
        var isKept = true
        switch why {
        case "not kept": isKept = false
        case "URL": history.source.url += "x"
        case "credentials": history.source.auth = AuthConfig(scheme: .bearer, secret: .file("/secret"))
        case "columns": history.source = try source(columns: [.batch, .status])
        case "reader's version": history.state.document?.readingVersion = 0
        case "7 days": history.now = history.now.addingTimeInterval(7 * 86_400)
        default: history.now = history.now.addingTimeInterval(-7 * 86_400)
        }
        let request = history.state.request(for: history.source, isKept: isKept, at: history.now)
        #expect(request.validators == nil)
        // After a time, the bytes themselves still say whether they are the same; after anything else they do not.
        #expect(request.knownDigest == (["7 days", "clock"].contains(why) ? "d1" : nil))
    }

    @Test func `limits and proxy are the source's own`() throws {
        var source = try source()
        source.maxSize = 1234
        source.timeout = 5
        source.proxy = "http://proxy:3128"
        var request = SourceState(uuid: "u").request(for: source, isKept: false, at: noon)
        #expect(request.limits.documentBytes == 1234)
        #expect(request.limits.transferSeconds == 5)
        #expect(request.limits.connectSeconds == 5)
        #expect(request.proxy == "http://proxy:3128")
        source.timeout = 300
        request = SourceState(uuid: "u").request(for: source, isKept: false, at: noon)
        #expect(request.limits.connectSeconds == ReadingLimits().connectSeconds)
    }

    @Test func `a second before 7 days validators are still sent`() throws {
        let history = try history()
        let late = history.now.addingTimeInterval(7 * 86_400 - 1)
        #expect(history.state.request(for: history.source, isKept: true, at: late).validators != nil)
    }

    @Test func `a newly watched batch wants the document fetched and parsed, so that it has a baseline`() throws {
        var history = try history()
        history.source = try source([mine: "", "20121456172": ""])
        let request = history.state.request(for: history.source, isKept: true, at: history.now)
        #expect(request.knownDigest == nil)
        #expect(request.validators == nil)
    }

    @Test func `what is not kept is fetched again though its bytes are known`() throws {
        let history = try history()
        #expect(history.state.request(for: history.source, isKept: false, at: history.now).knownDigest == nil)
    }

    @Test func `the kept document is looked at for new batches and by a new reader, and not otherwise`() throws {
        var history = try history()
        #expect(!history.state.wantsLook(in: history.source))
        history.state.document?.readingVersion = 0
        #expect(history.state.wantsLook(in: history.source))
        history.state.document?.readingVersion = ReadingVersion.current
        history.source = try source([mine: "", "20121456172": ""])
        #expect(history.state.wantsLook(in: history.source))
        history.source.url += "x"
        #expect(!history.state.wantsLook(in: history.source))
    }
}
