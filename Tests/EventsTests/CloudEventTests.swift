import Events
import FoundationEssentials
import Rows
import TestKit
import Testing
import WatchKit

@Suite struct CloudEventTests {
    @Test func `an event of a batch`() throws {
        var event = event()
        event.document = Event.EventDocument(
            url: "https://example.org/2012-06-15.pdf",
            title: DocumentTitle(lines: ["Decisions, 9 to 15 June 2012"], period: "2012-06-09/2012-06-15"))
        let line = try CloudEvent(event).line()
        #expect(
            String(decoding: line, as: UTF8.self) == #"""
                {"data":{"batch":"20121456171","detail":"","document":{"period":"2012-06-09/2012-06-15",\#
                "title":["Decisions, 9 to 15 June 2012"],"url":"https://example.org/2012-06-15.pdf"},\#
                "kind":"changed","label":"Mine",\#
                "message":"Mine (20121456171): \"pending\" (01-Jun-12) -> \"visa issued\" (15-Jun-12)",\#
                "previousRows":[{"date":"01-Jun-12","status":"pending"}],\#
                "rows":[{"date":"15-Jun-12","status":"visa issued"}],"source":"london"},\#
                "datacontenttype":"application/json","id":"4fd0b2a6-7a5e-4b1e-9d52-7e0a4e5f1c11-7",\#
                "source":"https://example.org/list.pdf","specversion":"1.0","subject":"20121456171",\#
                "time":"2012-06-15T14:03:22Z","type":"batchwatch.changed"}

                """#)
    }

    @Test func `an event of the source has no subject`() throws {
        var event = event(.failing, label: "", rows: [], previous: [], detail: "the server answered 404")
        event.batch = ""
        #expect(
            String(decoding: try CloudEvent(event).line(), as: UTF8.self) == #"""
                {"data":{"batch":"","detail":"the server answered 404",\#
                "document":{"period":"","title":[],"url":""},"kind":"failing","label":"",\#
                "message":"london: the list cannot be read: the server answered 404","previousRows":[],"rows":[],\#
                "source":"london"},"datacontenttype":"application/json",\#
                "id":"4fd0b2a6-7a5e-4b1e-9d52-7e0a4e5f1c11-7","source":"https://example.org/list.pdf",\#
                "specversion":"1.0","time":"2012-06-15T14:03:22Z","type":"batchwatch.failing"}

                """#)
    }

    @Test func `a hostile status is sanitized, whole, and on one line`() throws {
        let long = String(repeating: "y", count: 1 << 16)
        let line = try CloudEvent(event(label: hostile, rows: [(hostile, hostile), (long, "")])).line()
        #expect(line.last == 10 && line.filter { $0 < 32 }.count == 1)
        struct Read: Decodable {
            struct Payload: Decodable {
                let label: String
                let rows: [[String: String]]
            }
            let data: Payload
        }
        let read = try JSONDecoder().decode(Read.self, from: Data(line))
        #expect(read.data.label == hostileInert)
        #expect(read.data.rows == [["status": hostileInert, "date": hostileInert], ["status": long, "date": ""]])
    }
}
