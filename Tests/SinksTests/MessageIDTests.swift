import Sinks
import Testing

@Suite struct MessageIDTests {
    @Test func `each kind of message has its own random id`() {
        let ids = Event.Kind.allCases.map(\.messageID) + Notice.allCases.map(\.messageID)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.utf8.count == 32 && id.allSatisfy { "0123456789abcdef".contains($0) })
            // RFC 9562 5.4: version 4, variant 10.
            #expect(Array(id)[12] == "4" && "89ab".contains(Array(id)[16]))
        }
    }
}
