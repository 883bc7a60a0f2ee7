// `batchwatch check --online`: what a poll would read, and nothing remembered or told.

import Foundation
import TestKit
import Testing

struct CheckTests {
    let shop: Workshop

    init() throws {
        shop = try Workshop(listing: "visa issued")
    }

    private func check() throws -> Finished {
        try run(
            Workshop.programs + "/batchwatch", ["check", "--online"] + shop.options,
            environment: ["PATH": "/usr/bin:/bin", "TMPDIR": shop.path + "/told"])
    }

    @Test func `what a poll would read is told, and nobody remembers it`() throws {
        let found = try check()
        #expect(found.code == 0, "\(found.said)")
        #expect(
            found.output.hasSuffix(
                "\nlondon: read, 61 rows\n  Mine (20121456171): on the list with \"visa issued\" (01-Jun-12)\n"),
            "\(found.output)")
        #expect(shop.told.isEmpty)
        #expect(shop.text("state/london.json").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.path + "/told").isEmpty)
    }

    @Test func `columns that no configuration has are found, and told`() throws {
        let rows = (0..<8).map { "\(20_110_000_010 + $0),Jane Roe,pending\n" }.joined()
        let path = shop.path + "/list.csv"
        try "Number,Applicant,Decision\n\(rows)20121456171,Ann Smith,issued\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try shop.configure("file://\(path)")
        let found = try check()
        #expect(found.code == 0)
        #expect(
            found.output.hasSuffix("on the list with \"issued\"; status: the column \"Decision\"\n"), "\(found.said)")
    }

    @Test func `a list that cannot be read is told, and the others are looked at`() throws {
        try shop.configure(
            "file://\(shop.path)/none.pdf", more: "[sources.paris]\nurl = \"file://\(shop.listPath)\"")
        let found = try check()
        #expect(found.code == 69)
        #expect(found.output.contains("\nlondon: failed: "), "\(found.output)")
        #expect(found.output.contains("\nparis: read, 61 rows\n"), "\(found.output)")
    }

    @Test func `a list in which nobody is watched is left in peace, unless there is no other`() throws {
        let other = "[sources.paris]\nurl = \"file://\(shop.path)/none.pdf\"\nkey = \"A######\""
        try shop.configure("file://\(shop.listPath)", more: other)
        let found = try check()
        #expect(found.code == 0, "\(found.said)")
        #expect(
            found.output.contains("\nparis: no batch is watched in it, so it is not asked for\n"), "\(found.output)")
        #expect(found.output.contains("\nlondon: read, 61 rows\n"), "\(found.output)")
        try shop.write("watched-batches.toml", "[batches]\n" + other + "\n")
        #expect(try check().code == 69)
    }
}
