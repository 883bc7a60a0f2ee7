// The replies of the workers. The daemon refuses a reply that leaves its bounds as soon as it has decoded it. It may add up
// the numbers of every other reply and name files by the digests.

import Coding
import Rows

@testable import Reading

extension Target {
    /// The first byte chooses fetcher or reader, the rest is the line that it wrote.
    static let replies = Target("replies") { bytes in
        let line = Array(bytes.dropFirst())
        switch (bytes.first ?? 0) % 2 {
        case 0: try check(WorkerMessage<FetchReply>.self, line)
        default: try check(WorkerMessage<ParseReply>.self, line)
        }
    }
}

private func check<Reply: Codable & Hashable & Sendable & SoundReply>(
    _ type: WorkerMessage<Reply>.Type, _ line: [UInt8]
) throws {
    guard let message = try? decoded(type, fromJSON: line) else { return }
    let bounds = ReplyBounds(documentBytes: 1 << 20)
    do throws(UnsoundReply) { try message.check(bounds) } catch { return }
    switch message {
    case .progress(let received, let expected):
        try promise(received >= 0 && (expected ?? 0) >= 0, "less than nothing was received")
    case .reply(let reply):
        if case .document(let facts)? = reply as? FetchReply {
            try promise(0...(1 << 20) ~= facts.length, "a document has \(facts.length) bytes")
            try promise(
                facts.digest.utf8.count == 64 && facts.digest.utf8.allSatisfy { $0 != 0x2F && $0 != 0x2E },
                "a digest leads out of its directory: \(facts.digest)")
        }
        if case .document(let reading, _)? = reply as? ParseReply {
            try promise(0...RowList.mostRows ~= reading.rowCount, "there are \(reading.rowCount) rows")
            try promise(0...ReplyBounds.mostPages ~= reading.pageCount, "there are \(reading.pageCount) pages")
            for row in reading.rows {
                try promise(row.update.status.utf8.count <= ReplyBounds.longestText, "a status is too long")
            }
        }
    }
    // The reply survives being written and read again.
    let again = try? decoded(type, fromJSON: jsonBytes(of: message, isIndented: false))
    try promise(again == message, "a reply is not read as it is written")
}
