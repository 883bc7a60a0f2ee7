// Equal lists in different forms, through the real programs: wrapped at other places, with line breaks in cells, in
// another Unicode form. None of this is a change, but one word more is.

import Foundation
import TestKit
import Testing

struct SameListTests {
    private static let statuses = [
        "อยู่ระหว่างการพิจารณาคำร้องของท่าน", "审查尚未完成，请等待通知", "technical documents are missing",
        "해당 서류가 접수되었습니다", "Größe (é) unknown",
    ]
    /// The same, as other writers may wrap them.
    private static let wrapped = [
        ["อยู่ระหว่างการพิจารณา", "คำร้องของท่าน"], ["审查尚未完成，", "请等待通知"], ["techni-", "cal documents are", "missing"],
        ["해당 서류가 접수되", "었습니다"], ["Gro\u{308}ße", "(e\u{301}) unknown"],
    ]

    private func key(_ place: Int) -> String { "2012145617\(place)" }

    private func csv(_ statuses: [[String]]) -> String {
        statuses.enumerated().map { "\(key($0)),\"\($1.joined(separator: "\n"))\",14-Jun-12\n" }.joined()
    }

    private func html(_ statuses: [[String]]) -> String {
        let rows = statuses.enumerated().map {
            "<tr><td>\(key($0))<td>\($1.joined(separator: "<br>\n"))<td>14-Jun-12</tr>"
        }
        return "<!DOCTYPE html><meta charset=utf-8><table>\(rows.joined())</table>"
    }

    /// A page whose font says which characters its codes are, and nothing else.
    private func pdf(_ statuses: [[String]]) -> String {
        func line(_ x: Int, _ y: Int, _ text: String) -> String {
            let codes = text.utf16.map { String(format: "%04X", $0) }.joined()
            return "1 0 0 1 \(x) \(y) Tm <\(codes)> Tj\n"
        }
        var content = "BT /F1 10 Tf\n"
        for (row, lines) in statuses.enumerated() {
            let top = 700 - 50 * row
            content += line(40, top, key(row)) + line(450, top, "14-Jun-12")
            for (number, text) in lines.enumerated() { content += line(140, top - 12 * number, text) }
        }
        content += "ET"
        let map =
            "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange"
        return TestKit.pdf(objects: [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
            "<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /DW 500 /CIDSystemInfo << /Registry (Adobe) "
                + "/Ordering (Identity) /Supplement 0 >> >>",
            "<< /Length \(map.utf8.count) >>\nstream\n\(map)\nendstream",
        ])
    }

    private func diff(_ old: String, _ new: String) throws -> Finished {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for (name, text) in [("old", old), ("new", new)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        return try run(Workshop.programs + "/batchwatch", ["diff", "\(folder)/old", "\(folder)/new"])
    }

    @Test(arguments: ["csv", "html", "pdf"])
    func `a list that is wrapped elsewhere has not changed`(format: String) throws {
        let write = ["csv": csv, "html": html, "pdf": pdf][format] ?? csv
        let list = Self.statuses.map { [$0] }
        let same = try diff(write(list), write(Self.wrapped))
        #expect(same.code == 0 && same.output == "", "\(same)")
        let back = try diff(write(Self.wrapped), write(list))
        #expect(back.code == 0 && back.output == "", "\(back)")
        // Each row, with one word more or one character less.
        var edited = Self.wrapped
        for place in edited.indices {
            edited[place][edited[place].count - 1] += place % 2 == 0 ? " again" : ""
            if place % 2 == 1 { edited[place][0].removeFirst() }
        }
        let changed = try diff(write(list), write(edited))
        #expect(changed.output.split(separator: "\n").count == list.count, "\(changed)")
    }
}
