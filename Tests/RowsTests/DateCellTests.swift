// Which cells are dates.

import Testing

@testable import Rows

@Suite struct `A cell is a date` {
    @Test(arguments: [
        "14-Jun-12", "14 June 2012", "June 14, 2012", "2012-06-14", "14/06/2012", "6/14/12", "14.06.2012",
        "14. Juni 2012",
        "14 juin 2012", "Mon 14 Jun 2012", "14th of June 2012", "2012年6月14日", "2012-06-14T10:30:00Z",
        "14-Jun-2012 10:30",
        "13 November", "November 2026", "12 févr. 2024", "3 Sept 2024", "4. Mär. 2024", "5 mrt 2024", "6 sty 2024",
    ])
    func `in many forms`(text: String) {
        #expect(DateCell.isDate(text))
    }

    @Test(arguments: [
        "22/11/2569", "22 พ.ย. 2569", "22 พฤศจิกายน พ.ศ. 2569", "๒๒/๑๑/๒๕๖๙", "令和8年11月22日", "令和元年5月1日", "R8.11.22",
        "115/11/22", "民國115年11月22日", "1448/06/11", "11 رمضان 1448", "1405/09/01", "١١/٠٦/١٤٤٨ هـ", "22 ноября 2026 г.",
        "22 בנובמבר 2026", "22 نوفمبر 2026",
    ])
    func `in every era and script`(text: String) {
        #expect(DateCell.isDate(text))
    }

    @Test(arguments: [
        "", "Approved", "66357342", "20121456171", "14", "2012", "1.250.000", "45-13-2012", "refused (221(g))", "Jun",
        "decided on 14 June 2012 by the office", "120-9-11", "20121314", "March",
        "Declined 2024-01-05", "decided 8 2024", "Satisfied 2024-01-05", "Janitor 12", "Maybe 2024",
        "1250/11/22", "2700/11/22", "R12-11", "令和8年", "ABC 8.11.22", "อนุมัติ",
    ])
    func `and is none in others`(text: String) {
        #expect(!DateCell.isDate(text))
    }

    @Test(arguments: [
        ("20261113", true), ("13112026", true), ("131126", true), ("261113", true), ("66357342", false),
        ("20261313", false),
        ("20121456171", false), ("993199", false), ("25691122", false),
    ])
    func `without anything between its parts`(text: String, isDate: Bool) {
        #expect(DateCell.isDate(text, compact: true) == isDate)
    }
}
