// Keys of several lengths, as found on pages.

import Rows
import TestKit
import Testing

struct KeyRangeTests {
    private func sheet(_ keys: [String]) -> Sheet {
        var sheet = Sheet()
        for (index, key) in keys.enumerated() { sheet.row(key, "granted", "1-Jun", 50 + 14 * Double(index)) }
        return sheet
    }

    @Test func `keys of several lengths stand in one column of a page`() throws {
        let layout = try TableLayout(key: KeyMask("#{1,9}"), columns: [.batch, .status, .date])
        let keys = ["7", "12345678", "123456789", "12", "1234567"]
        #expect(read(sheet(keys + ["1234567890"]), layout) == keys.map { "\($0)|granted|1-Jun" })
        let watched = KeySet(patterns: [try KeyMask("12"), try KeyMask("#{8,9}")])
        #expect(
            read([sheet(keys).page()], layout, watched: watched)
                == ["12345678", "123456789", "12"].map { "\($0)|granted|1-Jun" })
    }

    @Test func `hyphens are folded, although what is printed is no longer than the mask`() throws {
        let layout = try TableLayout(key: KeyMask("A-#{1,5}"), columns: [.batch, .status, .date])
        let printed = sheet(["A\u{2010}7", "B-12345", "C\u{2011}34"])
        let rows = ["A-7", "B-12345", "C-34"].map { "\($0)|granted|1-Jun" }
        #expect(read(printed, layout) == rows)
        let watched = KeySet(patterns: [try KeyMask("A-7"), try KeyMask("C-34")])
        #expect(read([printed.page()], layout, watched: watched) == [rows[0], rows[2]])
    }

    @Test func `a sample of keys knows them as they are told`() throws {
        var reader = RowReader(
            layout: try TableLayout(key: KeyMask("A-#{1,3}"), columns: [.batch]), fingerprints: true)
        reader.add(sheet(["A\u{2010}7", "B-123"]).page())
        #expect(try reader.finish().fingerprint?.keys == KeySample(of: ["A-7", "B-123"]))
    }
}
