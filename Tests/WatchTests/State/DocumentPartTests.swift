import Coding
import Reading
import Testing
import WatchKit

@testable import Watch

@Suite struct DocumentPartTests {
    private static let document = KeptDocument(
        digest: "aa", length: 4, validators: Validators(etag: "\"a\"", lastModified: nil))
    private static let form = #""digest":"aa","length":4,"#
    private static let tag = #""validators":{"etag":"\"a\""}"#
    private static let nothing = #""digest":"","length":0,"#

    // The forms that state files have had since there are parts.
    static let states: [(String, PartState)] = [
        (form + #""url":"u","# + tag, .read(document)),
        (form + #""unlinked":"2025-06-15T15:06:40Z","url":"u","# + tag, .unlinked(document, since: noon)),
        (nothing + #""url":"u""#, .absent),
        (
            nothing + #""unread":{"failures":2,"since":"2025-06-15T15:06:40Z"},"url":"u""#,
            .unread(UnreadDocument(since: noon, failures: 2))
        ),
    ]

    @Test(arguments: states.indices)
    func `each state is read and written as the members that it always was`(_ index: Int) throws {
        let (members, state) = Self.states[index]
        let text = "{" + members + "}"
        let part = try decoded(DocumentPart.self, fromJSON: Array(text.utf8))
        #expect(part.state == state)
        #expect(part == DocumentPart(url: "u", state))
        #expect(String(decoding: try jsonBytes(of: part), as: UTF8.self) == text)
    }

    @Test func `what came in the place of a document stays with it in each state`() throws {
        let lost = LostCase(since: noon, text: "Log in")
        for substitute in [Substitute.lost(lost), .stale(StaleCopy(digest: "bb", sightings: 1)), nil] {
            for (_, state) in Self.states {
                var part = DocumentPart(url: "u", batch: "1")
                part.substitute = substitute
                part.state = state
                let again = try decoded(DocumentPart.self, fromJSON: try jsonBytes(of: part))
                #expect(again.substitute == substitute && again.state == state)
            }
        }
    }
}
