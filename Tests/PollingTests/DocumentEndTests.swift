// Documents of which nobody says how long they are: what their format shows counts, or a second request. Whole stack.

import Foundation
import TestKit
import Testing

/// 200 with a document that ends where the connection does (RFC 9112 6.3).
private func ended(_ document: String, _ fields: String...) -> [ServerStep] {
    let header = ["HTTP/1.0 200 OK"] + fields
    return [.send(header.map { $0 + "\r\n" }.joined() + "\r\n" + document)]
}

@Suite struct `A document that may end too soon` {
    private let source: PolledSource
    private static let rows = (0..<20).map { "\(20_110_000_000 + $0),pending,01-May-12\n" }.joined()
    private static let list = "Batch,Status,Date\n" + rows + "\(mine),administrative processing,01-Jun-12\n"

    init() throws {
        source = try PolledSource()
        try source.poll(found(Self.list))
    }

    private func poll(_ scripts: [[ServerStep]]) throws -> (told: [String], requests: Int) {
        let before = source.server.requests.count
        source.server.answer(scripts)
        let result = try source.poll()
        return (result.brief, source.server.requests.count - before)
    }

    @Test func `is asked for again and held where another one comes`() throws {
        let cut = String(Self.list.dropLast(22))
        let (told, requests) = try poll([ended(cut), ended(Self.list)])
        #expect(told == ["suspect -:  > "] && requests == 2)
        #expect(source.store.state.held?.reason.contains("may end too soon") == true)
        #expect(source.store.state.batches[mine]?.rows.map(\.status) == ["administrative processing"])
    }

    @Test func `is held also where it is cut between two lines`() throws {
        let lines = Self.list.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
        let (told, requests) = try poll([ended(lines), ended(Self.list)])
        #expect(told == ["suspect -:  > "] && requests == 2)
    }

    @Test func `counts where the same comes twice`() throws {
        let short = "Batch,Status,Date\n" + Self.rows + "\(mine),issued,01-Jun-12"
        let (told, requests) = try poll([ended(short), ended(short)])
        #expect(told == ["changed \(mine): administrative processing > issued"] && requests == 2)
    }

    @Test(arguments: ["length", "chunks"])
    func `counts at once where it shows its end`(by what: String) throws {
        let list = "Batch,Status,Date\n" + Self.rows + "\(mine),issued,01-Jun-12"
        var script = found(list)
        if what == "chunks" {
            let size = String(list.utf8.count, radix: 16)
            script = [
                .send(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n\(size)\r\n\(list)\r\n0\r\n\r\n"
                )
            ]
        }
        let (told, requests) = try poll([script])
        #expect(told == ["changed \(mine): administrative processing > issued"] && requests == 1)
    }

    @Test(arguments: [true, false])
    func `is a file that is being written`(goesOn: Bool) throws {
        let path = source.path + "/list.csv"
        let cut = String(Self.list.dropLast(22))
        try cut.write(toFile: path, atomically: false, encoding: .utf8)
        source.config.url = "file://" + path
        let writer = Thread {
            Thread.sleep(forTimeInterval: 1)
            try? Self.list.write(toFile: path, atomically: false, encoding: .utf8)
        }
        if goesOn { writer.start() }
        let result = try source.poll()
        if goesOn {
            #expect(result.heldBecause?.contains("may end too soon") == true, "\(result)")
        } else {
            #expect(result.brief == ["observed \(mine):  > administrative"])
        }
    }

    @Test(arguments: [("</table></body></html>", 1), ("</table>", 2)])
    func `is a page that does not end`(end: String, requests: Int) throws {
        let rows = Self.list.split(separator: "\n").map { line in
            "<tr>" + line.split(separator: ",").map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        let page = "<!DOCTYPE html><html><body><table>\(rows.joined())\(end)"
        #expect(try poll([ended(page), ended(page)]).requests == requests)
    }
}
