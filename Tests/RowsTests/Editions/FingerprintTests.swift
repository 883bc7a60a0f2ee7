import Foundation
import TestKit
import Testing
import Text

@testable import Rows

@Suite struct FingerprintTests {
    private func keys(_ range: Range<Int>) -> [String] { range.map { String(20_120_000_000 + $0) } }

    @Test(arguments: [
        (0..<3, 0..<3, 1.0), (0..<3, 3..<6, 0), (0..<4, 2..<6, 0.5), (0..<100, 50..<150, 0.5), (0..<20, 0..<100, 1),
    ])
    func `of lists smaller than the sample the share is exact`(_ one: Range<Int>, _ other: Range<Int>, _ share: Double)
    {
        let measured = KeySample(of: keys(one)).share(with: KeySample(of: keys(other)))
        #expect(abs(measured - share) < 1e-9, "\(measured)")
    }

    @Test(arguments: [
        (0..<60_000, 0..<60_000, 1.0), (0..<60_000, 100_000..<160_000, 0), (0..<60_000, 30_000..<90_000, 0.5),
        (0..<5_000, 0..<20_000, 1), (0..<300, 270..<600, 0.1),
    ])
    func `of large lists it is near`(_ one: Range<Int>, _ other: Range<Int>, _ share: Double) {
        let measured = KeySample(of: keys(one)).share(with: KeySample(of: keys(other)))
        #expect(abs(measured - share) < 0.2, "\(measured)")
    }

    @Test func `the number of keys is exact up to the sample's size and near beyond, repeats uncounted`() {
        #expect(KeySample(of: keys(0..<127) + keys(0..<127)).keyCount == 127)
        #expect(abs(KeySample(of: keys(0..<60_000)).keyCount / 60_000 - 1) < 0.3)
        #expect(KeySample().keyCount == 0)
        #expect(KeySample().share(with: KeySample()) == 1)
    }

    @Test func `order does not matter`() {
        #expect(KeySample(of: keys(0..<1000).shuffled()) == KeySample(of: keys(0..<1000)))
    }

    @Test func `it is kept as one text, and nonsense in its place is an empty sample`() throws {
        let sample = KeySample(of: keys(0..<1000))
        let coded = try JSONEncoder().encode(sample)
        #expect(coded.count == 2 + 128 * 8)
        #expect(try JSONDecoder().decode(KeySample.self, from: coded) == sample)
        #expect(try JSONDecoder().decode(KeySample.self, from: Data("\"zzzzzzzz\"".utf8)) == KeySample())
    }

    /// The hash is in state files: it must be the same tomorrow.
    @Test func `the hash of a key is the same in every version`() throws {
        let coded = try JSONEncoder().encode(KeySample(of: ["20121456171"]))
        #expect(String(decoding: coded, as: UTF8.self) == "\"9cbfa52e\"")
    }

    // MARK: The rows

    private func hash(_ rows: [[String]]) -> String {
        var reader = TableReader(layout: .london, watched: KeySet(patterns: []), fingerprints: true)
        reader.add(TextTable(rows: rows))
        return (try? reader.finish())?.fingerprint?.text ?? ""
    }

    private static let rows = [
        ["20121456171", "pending é", "14-Jun-12"], ["20121456172", "issued", ""],
        ["20121456171", "pending é", "14-Jun-12"],
    ]

    @Test(arguments: [
        [rows[1], rows[0], rows[2]], [["Title of 12 November"]] + rows,
        rows.map { $0.map { $0.replacing("é", with: "e\u{301}").replacing(" ", with: "\u{A0} ") } },
        rows.map { $0.map { $0.replacing("pending", with: "pen\u{AD}ding\u{200B}") } }, rows.map { $0 + ["more"] },
    ])
    func `the same rows have the same hash`(rows: [[String]]) {
        #expect(hash(rows) == hash(FingerprintTests.rows))
    }

    @Test(arguments: [
        Array(rows[..<2]), [rows[0], rows[1], rows[1]], [rows[0], ["20121456173", "issued", ""], rows[2]],
        [rows[0], ["20121456172", "", "issued"], rows[2]],
        [["20121456171", "issued", "14-Jun-12"], ["20121456172", "pending é", ""], rows[2]],
    ])
    func `other rows have another hash`(rows: [[String]]) {
        #expect(hash(rows) != hash(FingerprintTests.rows))
    }

    @Test func `a page and a table of the same rows have the same hash`() throws {
        var sheet = Sheet()
        for (number, row) in FingerprintTests.rows.enumerated() {
            sheet.row(row[0], row[1], row[2], 80 + 20 * Double(number))
        }
        var reader = RowReader(layout: .london, watched: KeySet(patterns: []), fingerprints: true)
        reader.add(sheet.page())
        #expect(try reader.finish().fingerprint?.text == hash(FingerprintTests.rows))
    }

    @Test func `a row has the same hash wherever its page ends`() throws {
        func list(_ pages: [[[String]]]) throws -> RowList {
            var reader = RowReader(layout: .london, watched: nil, fingerprints: true)
            for lines in pages {
                var sheet = Sheet()
                var place = 80.0
                for line in lines {
                    place += line[0].isEmpty ? 11 : 20
                    sheet.row(line[0], line[1], line[2], place)
                }
                reader.add(sheet.page())
            }
            return try reader.finish()
        }
        let rows = (1...6).map { ["2012145617\($0)", "issued", "14-Jun-12"] }
        let wrapped = [["20121456177", "administrative", "15-Jun-12"], ["", "processing", ""]]
        let last = [["20121456178", "refused", "16-Jun-12"], ["20121456179", "refused", "16-Jun-12"]]
        let whole = try list([rows + wrapped + last])
        let parted = try list([rows + wrapped.prefix(1), wrapped.suffix(1) + last])
        #expect(parted.rows.map(\.update) == whole.rows.map(\.update) && parted.doubts.isEmpty)
        #expect(whole.rows.contains { $0.update.status == "administrative processing" })
        #expect(parted.fingerprint == whole.fingerprint)
    }

    @Test func `text has one hash however it is cut into pieces and wherever its blanks are`() {
        func hash(_ pieces: [String]) -> UInt64 {
            var hash = TextHash()
            for piece in pieces { Array(piece.utf8).withUnsafeBytes { hash.add($0) } }
            return hash.value
        }
        let text = Array("Administrativeprocessing,since\u{21}\u{7E}14Juné!")
        for cut in 0...text.count {
            for blank in ["", " ", "\t\u{7F} \u{AD}"] {
                #expect(hash([String(text[..<cut]) + blank, blank + String(text[cut...])]) == hash([String(text)]))
            }
        }
        #expect(hash([]) != hash(["\0a"]) && hash(["a"]) != hash(["b"]) && hash(["ab"]) != hash(["ba"]))
    }

    @Test func `text that came before has the same hash, among more texts than are remembered`() {
        var known = TextHashes()
        for _ in 0..<2 {
            for number in 0..<3000 {
                for text in ["case \(number)", "é case \(number)", "\(number)", "case \(number) is pending"] {
                    var (hash, plain) = (TextHash(), TextHash())
                    for piece in [text, " since June"] {
                        Array(piece.utf8).withUnsafeBytes {
                            known.add($0, to: &hash)
                            plain.add($0)
                        }
                    }
                    #expect(hash.value == plain.value)
                }
            }
        }
    }

    @Test(arguments: ["각", "가", "Å", "ﾊﾟ", "が", "й", "豈"])
    func `a character has one hash in all canonical forms`(text: String) {
        let forms = [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping].map {
            form in
            hash([["20121456171", form, ""]])
        }
        #expect(forms[0] == forms[1])
    }
}
