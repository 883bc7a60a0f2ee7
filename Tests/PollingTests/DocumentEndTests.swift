// Documents without a declared length: the end shown by their format counts, or a second request. Whole stack.

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

    @Test func `is asked for again, and its last row is unclear where another one comes`() throws {
        let cut = String(Self.list.dropLast(22))
        let (told, requests) = try poll([ended(cut), ended(Self.list)])
        #expect(told == ["unclear \(mine): administrative processing > administrative"] && requests == 2)
        let reason = try #require(source.store.state.unclear[mine]?.reason)
        #expect(reason.contains("may end too soon: nothing shows its end, and a second request brought another one"))
        #expect(source.store.state.batches[mine]?.rows.map(\.status) == ["administrative processing"])
        // The next poll fetches it whole, without conditions.
        #expect(try poll([found(Self.list)]).told == [])
        #expect(source.store.state.unclear.isEmpty && source.store.state.document?.isOpen == nil)
    }

    @Test func `is unclear at its end where nobody answers for the second time`() throws {
        _ = try poll([ended(String(Self.list.dropLast(22))), []])
        #expect(source.store.state.unclear[mine]?.reason.contains("and a second request failed") == true)
    }

    @Test func `says of nothing that it is gone where it is cut between two lines`() throws {
        let lines = Self.list.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
        let (told, requests) = try poll([ended(lines), ended(Self.list)])
        #expect(told == [] && requests == 2)
        #expect(source.store.state.batches[mine]?.isUnknown == true)
    }

    @Test func `counts where the same comes twice`() throws {
        let short = "Batch,Status,Date\n" + Self.rows + "\(mine),issued,01-Jun-12\n"
        let (told, requests) = try poll([ended(short), ended(short)])
        #expect(told == ["changed \(mine): administrative processing > issued"] && requests == 2)
    }

    @Test(arguments: ["length", "chunks"])
    func `counts at once where it shows its end`(by what: String) throws {
        let list = "Batch,Status,Date\n" + Self.rows + "\(mine),issued,01-Jun-12\n"
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

    @Test func `is unclear in its last row where that has no line end, and the edition before had one`() throws {
        let list = "Batch,Status,Date\n" + Self.rows + "\(mine),issued,01-Jun-12"
        #expect(try poll([found(list)]).told == ["unclear \(mine): administrative processing > issued"])
        #expect(source.store.state.unclear[mine]?.reason.contains("its last line has no end") == true)
    }

    @Test(arguments: [true, false])
    func `is a file that is being written`(goesOn: Bool) throws {
        let path = source.path + "/list.csv"
        let cut = String(Self.list.dropLast(22))
        try (goesOn ? cut : Self.list).write(toFile: path, atomically: false, encoding: .utf8)
        source.config.url = "file://" + path
        let writer = Thread {
            Thread.sleep(forTimeInterval: 1)
            try? Self.list.write(toFile: path, atomically: false, encoding: .utf8)
        }
        if goesOn { writer.start() }
        let result = try source.poll()
        if goesOn {
            #expect(result.brief == ["unclear \(mine):  > administrative"])
        } else {
            #expect(result.brief == ["observed \(mine):  > administrative processing"])
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

extension `A document that may end too soon` {
    @Test func `is doubted again where it is cut twice, until that is how its office writes it`() throws {
        let cut = { (status: String) in "Batch,Status,Date\n" + Self.rows + "\(mine),\(status),01-Jun-12" }
        #expect(try poll([found(cut("issued"))]).told == ["unclear \(mine): administrative processing > issued"])
        #expect(try poll([found(cut("refused"))]).told == ["unclear \(mine): administrative processing > refused"])
        #expect(try poll([found(cut("granted"))]).told == ["unclear \(mine): administrative processing > granted"])
        #expect(try poll([found(cut("collected"))]).told == ["changed \(mine): administrative processing > collected"])
    }

    @Test func `is doubted for as long as the same document comes`() throws {
        let cut = ended("Batch,Status,Date\n" + Self.rows + "\(mine),issued,01-Jun-12")
        #expect(try poll([cut, cut]).told == ["unclear \(mine): administrative processing > issued"])
        for _ in 1...4 { #expect(try poll([cut, cut]).told == []) }
        #expect(source.store.state.unclear[mine]?.rows.map(\.status) == ["issued"])
        #expect(source.store.state.batches[mine]?.rows.map(\.status) == ["administrative processing"])
    }
}
