// Days in the forms of the world: names of months and weeks, digits, and calendars.

import Foundation
import Testing

@testable import Text

private func days(_ text: String, _ language: String?) -> [String] {
    datesInText(text, DateCustoms(of: [text], language: language)).map {
        $0.description + ($0.isMonth ? " (month)" : "")
    }
}

struct DateLanguageTests {
    /// A text, the language of its page, and the days.
    static let cases: [(String, String?, [String])] = [
        ("Список на 3 июня 2025 г.", nil, ["2025-06-03"]),
        ("за июнь 2025", nil, ["2025-06-01 (month)"]),
        ("3-го июня 2025", nil, ["2025-06-03"]),
        ("3 червня 2025 року", nil, ["2025-06-03"]),
        ("3. června 2025", nil, ["2025-06-03"]),
        ("3. září 2025", nil, ["2025-09-03"]),
        ("3 listopada 2025", nil, []),
        ("3 listopada 2025", "pl-PL", ["2025-11-03"]),
        ("3. listopada 2025.", "hr", ["2025-10-03"]),
        ("listopad 2025", "cs", ["2025-11-01 (month)"]),
        ("3 listopada 2025, 5 października 2025", nil, ["2025-11-03", "2025-10-05"]),
        ("listopad 2025 prosinec 2025", nil, ["2025-11-01 (month)", "2025-12-01 (month)"]),
        ("3. listopada 2025, 1. prosinca 2025", nil, ["2025-10-03", "2025-12-01"]),
        ("2025年6月3日", nil, ["2025-06-03"]),
        ("2025年6月", nil, ["2025-06-01 (month)"]),
        ("令和7年6月3日公表", nil, ["2025-06-03"]),
        ("令和元年5月1日", nil, ["2019-05-01"]),
        ("平成31年4月30日", nil, ["2019-04-30"]),
        ("民國114年6月3日", nil, ["2025-06-03"]),
        ("114年6月3日", nil, ["2025-06-03"]),
        ("二〇二五年六月二十三日", nil, ["2025-06-23"]),
        ("2025년 6월 3일", nil, ["2025-06-03"]),
        ("2025. 6. 3.", nil, ["2025-06-03"]),
        ("2025年6月3日至9日", nil, ["2025-06-03", "2025-06-09"]),
        ("2025年度", nil, []),
        ("25年6月3日", nil, []),
        ("3 يونيو 2025", nil, ["2025-06-03"]),
        ("٣ يونيو ٢٠٢٥", nil, ["2025-06-03"]),
        ("3 حزيران 2025", nil, ["2025-06-03"]),
        ("3 كانون الثاني 2025", nil, ["2025-01-03"]),
        ("3 تشرين الأول 2025", nil, ["2025-10-03"]),
        ("٢٠٢٥/٠٦/٠٣", nil, ["2025-06-03"]),
        ("۱۳ خرداد ۱۴۰۴", nil, ["2025-06-03"]),
        ("۱۴۰۴/۰۳/۱۳", "fa", ["2025-06-03"]),
        ("۱۴۰۴/۰۳/۱۳", nil, []),
        ("30 اسفند 1403", nil, ["2025-03-20"]),
        ("29 اسفند 1404", nil, ["2026-03-20"]),
        ("7 ذو الحجة 1446", nil, ["2025-06-03"]),
        ("7 ذو الحجة 1446 هـ الموافق 3 يونيو 2025", nil, ["2025-06-03"]),
        ("07/12/1446 هـ", nil, ["2025-06-03"]),
        ("3 มิถุนายน 2568", nil, ["2025-06-03"]),
        ("3 มิ.ย. 2568", nil, ["2025-06-03"]),
        ("3 มิ.ย. 68", nil, ["2025-06-03"]),
        ("วันที่ 3 มิถุนายน พ.ศ. 2568", nil, ["2025-06-03"]),
        ("03/06/2568", "th", ["2025-06-03"]),
        ("03/06/2568", nil, []),
        ("๓ มิถุนายน ๒๕๖๘", nil, ["2025-06-03"]),
        ("3 มิถุนายน 2025", nil, ["2025-06-03"]),
        ("2025-W23", nil, ["2025-06-02"]),
        ("2025W23", nil, ["2025-06-02"]),
        ("list-2025-W23-3.csv", nil, ["2025-06-04"]),
        ("week 23 2025", nil, ["2025-06-02"]),
        ("Week 23, 2025", nil, ["2025-06-02"]),
        ("KW 23/2025", nil, ["2025-06-02"]),
        ("KW23_2025", nil, ["2025-06-02"]),
        ("semaine 23 2025", nil, ["2025-06-02"]),
        ("semaine 23 (2025)", nil, ["2025-06-02"]),
        ("2025 week 23", nil, ["2025-06-02"]),
        ("Week 1 2027", nil, ["2027-01-04"]),
        ("Week 53 2026", nil, ["2026-12-28"]),
        ("Week 53 2025", nil, []),
        ("week 23 2025-06-05", nil, ["2025-06-05"]),
        ("week 23, 5 June 2025", nil, ["2025-06-05"]),
        ("vecka 23 2025", nil, ["2025-06-02"]),
        ("semana 23 de 2025", nil, ["2025-06-02"]),
        ("неделя 23 2025", nil, ["2025-06-02"]),
        ("W23 2025", nil, ["2025-06-02"]),
        ("ngày 3 tháng 6 năm 2025", nil, ["2025-06-03"]),
        ("tháng 6/2025", nil, ["2025-06-01 (month)"]),
        ("2025. gada 3. jūnijs", nil, ["2025-06-03"]),
        ("2025 m. birželio 3 d.", nil, ["2025-06-03"]),
        ("2025. június 3.", nil, ["2025-06-03"]),
        ("3 de junio de 2025", nil, ["2025-06-03"]),
        ("3 d’abril de 2025", nil, ["2025-04-03"]),
        ("3 de juny del 2025", nil, ["2025-06-03"]),
        ("1 Ιουνίου 2025", nil, ["2025-06-01"]),
        ("3 ΙΟΥΝΙΟΥ 2025", nil, ["2025-06-03"]),
        ("3η Ιουνίου 2025", nil, ["2025-06-03"]),
        ("3 ביוני 2025", nil, ["2025-06-03"]),
        ("3 जून 2025", nil, ["2025-06-03"]),
        ("३ जून २०२५", nil, ["2025-06-03"]),
        ("3 जनवरी 2025", nil, ["2025-01-03"]),
        ("3 জানুয়ারী 2025", nil, ["2025-01-03"]),
        ("3 ივნისი 2025", nil, ["2025-06-03"]),
        ("3 հունիսի 2025", nil, ["2025-06-03"]),
        ("3. kesäkuuta 2025", nil, ["2025-06-03"]),
        ("3. juuni 2025", nil, ["2025-06-03"]),
        ("3 qershor 2025", nil, ["2025-06-03"]),
        ("3 Meitheamh 2025", nil, ["2025-06-03"]),
        ("3 Meán Fómhair 2025", nil, ["2025-09-03"]),
        ("3 Hunyo 2025", nil, ["2025-06-03"]),
        ("Hunyo 3, 2025", nil, ["2025-06-03"]),
        ("3 iunie 2025", nil, ["2025-06-03"]),
        ("3 iyun 2025", nil, ["2025-06-03"]),
        ("3-iyun, 2025", nil, ["2025-06-03"]),
        ("2025 жылғы 3 маусым", nil, ["2025-06-03"]),
        ("3 May 2025", "en", ["2025-05-03"]),
        ("3 mars 2025", nil, ["2025-03-03"]),
        ("1 maj 2025", nil, ["2025-05-01"]),
        ("3. maí 2025", nil, ["2025-05-03"]),
        ("1º de março de 2025", nil, ["2025-03-01"]),
        ("1° marzo 2025", nil, ["2025-03-01"]),
        ("5 марта 2025", nil, ["2025-03-05"]),
        ("Mei 3 2025", nil, ["2025-05-03"]),
        ("3 ਜੂਨ 2025", nil, ["2025-06-03"]),
        ("3 ஜூன் 2025", nil, ["2025-06-03"]),
        ("3 జూన్ 2025", nil, ["2025-06-03"]),
        ("3 ဇွန် 2025", nil, ["2025-06-03"]),
        ("3 ມິຖຸນາ 2025", nil, ["2025-06-03"]),
        ("3 មិថុនា 2025", nil, ["2025-06-03"]),
        ("3 ጁን 2025", nil, ["2025-06-03"]),
        ("3 juin 2025", nil, ["2025-06-03"]),
        ("1er juin 2025", nil, ["2025-06-01"]),
        ("2025年６月３日", nil, ["2025-06-03"]),
        ("13 - 19 november 2025", nil, ["2025-11-13", "2025-11-19"]),
        ("9 do 13 listopada 2025", "pl", ["2025-11-09", "2025-11-13"]),
        ("с 9 по 13 июня 2025", nil, ["2025-06-09", "2025-06-13"]),
        ("Juni 2025", nil, ["2025-06-01 (month)"]),
        ("3 czerwca 2025 r.", nil, ["2025-06-03"]),
        ("3 ago 2025", nil, ["2025-08-03"]),
        ("see 2025", nil, []),
        ("3 Sept. 2025", nil, ["2025-09-03"]),
    ]

    @Test(arguments: cases) func `A day is found in each language, and none where it is not certain`(
        text: String, language: String?, found: [String]
    ) {
        #expect(days(text, language) == found)
    }

    @Test func `A name that means different months counts where the texts beside it tell the language`() {
        let czech = DateCustoms(of: ["3. listopadu 2025", "1. prosince 2025"])
        #expect(datesInText("listopad 2025", czech).map(\.description) == ["2025-11-01"])
        let croatian = DateCustoms(of: ["1. prosinca 2025"])
        #expect(datesInText("listopad 2025", croatian).map(\.description) == ["2025-10-01"])
        let both = DateCustoms(of: ["1. prosince 2025", "1. prosinca 2025"])
        #expect(datesInText("listopad 2025", both) == [])
        #expect(datesInText("listopad 2025", DateCustoms(of: ["1 June 2025"])) == [])
    }

    @Test func `The table is in the order of its bytes, and each of its names is found`() throws {
        for table in [monthNameTable, letterTable] {
            let entries = table.description.utf8.split { $0 <= 0x20 }.map { $0.split(separator: 0x3A) }
            let names = entries.map { Array($0[0]) }
            #expect(zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
            for entry in entries where entry.count == 2 {
                #expect(SortedTable(table)[String(entry[0]) ?? ""] == String(entry[1]))
            }
            #expect(entries.allSatisfy { $0.count == 2 })
            #expect(SortedTable(table)["nothing"] == nil && SortedTable(table)[""] == nil)
        }
        for entry in monthNameTable.description.utf8.split(whereSeparator: { $0 <= 0x20 }) {
            let name = String(decoding: entry.prefix { $0 != 0x3A }, as: UTF8.self)
            #expect(folded(name) == name, "the script folds \(name) in another way")
        }
    }

    private static let data = "/usr/share/unicode/cldr/common"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: data + "/properties/coverageLevels.txt")))
    func `The table is what the script makes of CLDR's files`() throws {
        let version = try String(contentsOfFile: Self.data + "/dtd/ldml.dtd", encoding: .utf8)
        // Another version has other names: the table says which one it is made of.
        guard version.contains("cldrVersion CDATA #FIXED \"41\"") else { return }
        let script = URL(filePath: #filePath).appending(path: "../../../scripts/setup/make-month-names").standardized
            .path
        let process = Process()
        process.executableURL = URL(filePath: script)
        process.arguments = [Self.data, "--check"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
