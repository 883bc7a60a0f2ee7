// The days in titles and file names.

import Testing
import Text

private func days(_ text: String, dayFirst: Bool? = nil, _ language: String? = nil) -> [String] {
    datesInText(text, DateCustoms(dayFirst: dayFirst, language: language)).map {
        $0.description + ($0.isMonth ? " (month)" : "")
    }
}

struct DateTests {
    @Test(arguments: [
        "2026-11-13", "20261113", "13-11-2026", "13.11.2026", "13/11/26", "13. 11. 2026", "13 / 11 / 2026", "13112026",
        "13_November_2026", "13th November 2026", "13th of November, 2026", "Nov 13, 2026", "November 13th 2026",
        "November-13-2026", "13-Nov-26", "13 Nov 26", "13Nov2026", "2026-Nov-13", "2026_11_13", "2026 11 13",
        "Visa_Decisions_13_November_2026.ods", "Visa_Decisions_13_November_2026 (1).ods", "12345-13.11.2026-v2.pdf",
        "/2026/11/13/", "20261113104500", "report-20261113T104500Z", "Friday 13 November 2026 10:30", "13+Nov+2026",
        "13. November 2026", "den 13. Nov. 2026", "le 13 novembre 2026", "13 de noviembre de 2026",
        "13 de novembro de 2026", "13\u{BA} novembre 2026", "13 Kas\u{131}m 2026", "13 KASIM 2026", "13 november 2026",
        "13 NOVEMBER 2026", "13\u{A0}November\u{A0}2026", "2026.11.13", "13.11.26", "13-11-26",
    ])
    func `A day is found in each form`(text: String) {
        #expect(days(text) == ["2026-11-13"])
    }

    @Test(arguments: [
        ("1er ao\u{FB}t 2026", "2026-08-01"), ("1 AO\u{DB}T 2026", "2026-08-01"), ("3. M\u{E4}rz 2026", "2026-03-03"),
        ("3. Ma\u{308}rz 2026", "2026-03-03"), ("3. Maerz 2026", "2026-03-03"), ("2 f\u{E9}vrier 2026", "2026-02-02"),
        ("5 \u{15E}ubat 2026", "2026-02-05"), ("6 A\u{11F}ustos 2026", "2026-08-06"),
        ("7 Eyl\u{FC}l 2026", "2026-09-07"),
        ("8 mar\u{E7}o 2026", "2026-03-08"), ("9 maart 2026", "2026-03-09"), ("10 luglio 2026", "2026-07-10"),
        ("11 enero 2026", "2026-01-11"), ("12 out 2026", "2026-10-12"), ("29 February 2028", "2028-02-29"),
        ("page 5 May 12, 2026", "2026-05-12"),

        ("05-Jun-12", "2012-06-05"), ("31-Dec-79", "2079-12-31"), ("1-Jan-90", "1990-01-01"),
        ("1 January 2100", "2100-01-01"), ("1 January 1990", "1990-01-01"),
    ])
    func `Each language's names are known`(text: String, day: String) {
        #expect(days(text) == [day])
    }

    @Test(arguments: [
        "", "12345", "31-02-2026", "31 February 2026", "29 February 2026", "2026-13-01", "2026-11-31", "20261131",
        "1 January 1989", "1 January 2101", "1989-01-01", "01.01.2101", "31-Dec-89", "31/12/80", "10.11.12.13",
        "v1.2.26",
        "20121456171", "32/11/2026", "13 November", "out 2026", "202611", "261113", "2025-26", "13:11:26", "13 11 26",
        "12 5 2026", "2026111310450", "99/11/2026", "20261113256000",
    ])
    func `No day is found where there is none`(text: String) {
        #expect(days(text) == [])
    }

    @Test(arguments: [
        ("November 2026", "2026-11-01"), ("November-2026", "2026-11-01"), ("2026/11", "2026-11-01"),
        ("/files/2026-11/list.pdf", "2026-11-01"), ("11/2026", "2026-11-01"), ("novembre 2026", "2026-11-01"),
        ("2026 November", "2026-11-01"), ("week 45 November 2026", "2026-11-01"),
    ])
    func `A month alone is its first day`(text: String, day: String) {
        #expect(days(text) == [day + " (month)"])
    }

    @Test(arguments: [
        ("9 - 13 November 2026", ["2026-11-09", "2026-11-13"]),
        ("9th to 13th November 2026", ["2026-11-09", "2026-11-13"]),
        ("9_-_13_November_2026", ["2026-11-09", "2026-11-13"]), ("9\u{2013}13 Nov 26", ["2026-11-09", "2026-11-13"]),
        ("du 9 au 13 novembre 2026", ["2026-11-09", "2026-11-13"]), ("09. - 13.11.2026", ["2026-11-09", "2026-11-13"]),
        ("09.11. - 13.11.2026", ["2026-11-09", "2026-11-13"]), ("Nov 9 - 13, 2026", ["2026-11-09", "2026-11-13"]),
        ("30 November - 4 December 2026", ["2026-11-30", "2026-12-04"]),
        ("28 December - 3 January 2027", ["2026-12-28", "2027-01-03"]),
        ("28.12. - 03.01.2027", ["2026-12-28", "2027-01-03"]), ("Dec 28 - Jan 3, 2027", ["2026-12-28", "2027-01-03"]),
        ("09/11/2026 - 13/11/2026", ["2026-11-09", "2026-11-13"]), ("Covid 19 - 13 November 2026", ["2026-11-13"]),
        ("2026-11-09 2026-11-13", ["2026-11-09", "2026-11-13"]),
    ])
    func `Of an interval both ends are found`(text: String, ends: [String]) {
        #expect(days(text) == ends)
    }

    @Test func `Which number is the day is decided by all texts, and by the number itself`() {
        #expect(days("5/6/2026") == ["2026-06-05"])
        #expect(days("5/6/2026", dayFirst: false) == ["2026-05-06"])
        #expect(days("5/6/2026 and 5/13/2026") == ["2026-05-06", "2026-05-13"])
        #expect(days("11/13/2026", dayFirst: true) == ["2026-11-13"])
        #expect(DateCustoms(of: ["5/6/2026", "11/13/2026"]).dayFirst == false)
        #expect(DateCustoms(of: ["5/6/2026", "13/11/2026"]).dayFirst == true)
        #expect(DateCustoms(of: ["13/11/2026", "11/13/2026", "1-31-2026"]).dayFirst == false)
        #expect(DateCustoms(of: ["5/6/2026", "2026-11-13"]).dayFirst == nil)
    }

    @Test func `A text of 8000 bytes names days, a longer one none`() {
        let blanks = String(repeating: " ", count: 8_000 - 10)
        #expect(days(blanks + "2026-11-13") == ["2026-11-13"])
        #expect(days(blanks + "2026-11-13 ") == [])
    }
}
