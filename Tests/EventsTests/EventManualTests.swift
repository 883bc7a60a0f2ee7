// batchwatch-events(7) and the code agree: kinds, the object's members, the fields' names, MESSAGE_IDs, the retry
// table.

@testable import Delivery
import Foundation
import Rows
import Testing

@testable import Events
import struct Coding.Date

private let project =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")

/// The page's source, as far as the tests look at it.
private struct Page {
    /// As a reader sees them, but for the requests.
    let lines: [String]

    init() throws {
        let escapes = [(#"\(dq"#, "\""), (#"\(aq"#, "'"), (#"\-"#, "-"), (#"\ "#, " "), (#"\e"#, #"\"#)]
        lines = try String(contentsOfFile: project + "/man/batchwatch-events.7", encoding: .utf8).components(
            separatedBy: "\n"
        ).map { line in
            escapes.reduce(line) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        }
    }

    /// The lines below a heading, up to the next one of its rank or above.
    func section(_ heading: String) -> ArraySlice<String> {
        guard let start = lines.firstIndex(of: heading) else { return [] }
        let isEnd: (String) -> Bool = { $0.hasPrefix(".SH ") || heading.hasPrefix(".SS ") && $0.hasPrefix(".SS ") }
        let rest = lines[(start + 1)...]
        return rest[..<(rest.firstIndex(where: isEnd) ?? rest.endIndex)]
    }

    /// The tags of a section's paragraphs, each with the line after it.
    func tags(_ heading: String) -> [(tag: String, next: String)] {
        let lines = section(heading)
        return lines.indices.dropLast(2).filter { lines[$0] == ".TP" && lines[$0 + 1].hasPrefix(".B ") }
            .map { (String(lines[$0 + 1].dropFirst(3)), lines[$0 + 2]) }
    }

    /// The example in THE OBJECT, on one line.
    var example: String {
        section(".SH THE OBJECT").drop { $0 != ".EX" }.dropFirst().prefix { $0 != ".EE" }
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
}

/// The event that the page's example shows.
private var shown: Event {
    var event = Event(
        id: "4fd0b2a6-7a5e-4b1e-9d52-7e0a4e5f1c11-3", kind: .changed, source: "london",
        url: "https://example.org/admin_processing_dates.pdf", time: Date(timeIntervalSince1970: 1_795_269_912))
    event.batch = "20121456171"
    event.label = "Mine"
    event.document = Event.EventDocument(
        url: "https://example.org/admin_processing_dates.pdf",
        title: DocumentTitle(lines: ["Administrative processing, 15 June 2012"], period: "2012-06-15"))
    event.rows = [Update(status: "visa issued", date: "15-Jun-12")]
    event.previousRows = [Update(status: "administrative processing", date: "05-Jun-12")]
    return event
}

/// The fields that notices have are literals in these two targets.
private func fieldsInSources() throws -> Set<String> {
    var names: Set<String> = []
    for target in ["Events", "Delivery", "Watch"] {
        let folder = project + "/Sources/" + target
        for case let file as String in try #require(FileManager.default.enumerator(atPath: folder))
        where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            names.formUnion(text.matches(of: /"(BATCHWATCH_[A-Z_]*[A-Z])["=]/).map { String($0.output.1) })
        }
    }
    return names
}

/// "hookRefused" as the page has it: "hook refused".
private func words(_ name: String) -> String {
    name.map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
}

@Suite struct `The manual page of the events` {
    @Test func `explains each kind, and no other`() throws {
        let page = try Page()
        let kinds = page.tags(".SS Of a batch").map(\.tag) + page.tags(".SS Of a source").map(\.tag)
        #expect(kinds.sorted() == Event.Kind.allCases.map(\.rawValue).sorted())
    }

    @Test func `has the MESSAGE_ID and the priority of each kind`() throws {
        let said = try Page().tags(".SS Events").map { "\($0.tag): \($0.next)" }
        let told = Event.Kind.allCases.map { "\($0.rawValue): \($0.messageID), priority \($0.priority.rawValue)" }
        #expect(said.sorted() == told.sorted())
    }

    @Test func `has the MESSAGE_ID of each notice`() throws {
        let said = try Page().tags(".SS Notices").map { "\($0.tag): \($0.next.prefix { $0 != "," })" }
        let told = Notice.allCases.map { "\(words($0.rawValue)): \($0.messageID)" }
        #expect(said.sorted() == told.sorted())
    }

    @Test func `names the fields and variables that there are, and no others`() throws {
        let hook = Hook(command: ["/hook"], timeZone: "UTC")
        let variables = try hook.program(for: shown, attempt: 1).environment.map { $0.prefix { $0 != "=" } }
        let text = try Page().lines.joined(separator: "\n")
        let said = Set(text.matches(of: /BATCHWATCH_[A-Z_]*[A-Z]/).map { String($0.output) })
        let told = Set(variables.map(String.init).filter { $0.hasPrefix("BATCHWATCH_") })
        #expect(said == told.union(try fieldsInSources()))
        for variable in variables where !variable.hasPrefix("BATCHWATCH_") {
            #expect(text.contains("\n.B \(variable)\n"))
        }
    }

    @Test func `shows the object that the hook is given`() throws {
        let said = try JSONSerialization.jsonObject(with: Data(Page().example.utf8)) as? NSDictionary
        let told = try JSONSerialization.jsonObject(with: Data(CloudEvent(shown).line())) as? NSDictionary
        #expect(said != nil && said == told)
    }

    @Test func `explains each member of the object, and no other`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(CloudEvent(shown).line())) as? [String: Any]
        let members = try #require(object)
        // All that only some events have.
        var whole = Event.sample(.edition, at: shown.time)
        whole.batches = 12
        let edition = try JSONSerialization.jsonObject(with: Data(CloudEvent(whole).line())) as? [String: Any]
        let data = try #require(edition?["data"] as? [String: Any])
        let said = try Page().tags(".SH THE OBJECT").map(\.tag)
        #expect(said.sorted() == (Array(members.keys) + Array(data.keys)).sorted())
    }

    @Test func `has the retry table`() throws {
        let waits = (1...20).compactMap { retryDelay(afterAttempt: $0, random: 0.5) }
        let table: [String] = waits.map { wait in
            let (worth, unit) = wait < 60 ? (1.0, "s") : wait < 3600 ? (60, "min") : (3600, "h")
            return "\(Int(wait / worth)) \(unit)"
        }
        #expect(try Page().lines.contains(".B " + table.joined(separator: ", ")))
        #expect(table.count == 9)
    }

    @Test func `says how much of a hook's output is kept, and how long a field may be`() throws {
        let text = try Page().lines.joined(separator: "\n")
        #expect(text.contains("\(HookOutput.lineLimit) lines and \(HookOutput.byteLimit >> 10) KiB at most."))
        #expect(text.contains("The variables are at most \(fieldLimit >> 10) KiB long each"))
    }
}
