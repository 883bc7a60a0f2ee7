// The text of numbers and dates in cells, by their format codes.

import TestKit
import Testing

@testable import Spreadsheet

private func shown(_ value: String, _ code: String, isFrom1904: Bool = false) throws -> String {
    NumberFormat(code).text(of: try #require(DecimalNumber(value)), isFrom1904: isFrom1904)
}

struct NumberFormatTests {
    @Test(arguments: [
        ("20121456171", "20121456171"), ("2.0121456171E10", "20121456171"), ("2.0121456171e+10", "20121456171"),
        ("123456789012345678", "123456789012345678"), ("0.10000000000000001", "0.1"), ("112.5", "112.5"),
        ("-3", "-3"), ("-0", "0"), ("0.0", "0"), ("00", "0"), ("1E21", "1E+21"), ("1.5E+300", "1.5E+300"),
        ("1E-12", "1E-12"),
        ("100000000000000000000", "100000000000000000000"), ("0.000000001", "0.000000001"),
        ("20121456171.000004", "20121456171"), ("0.33333333333333331", "0.333333333333333"), (".5", "0.5"), ("5.", "5"),
    ])
    func `numbers without a format have all digits of integers and fifteen of others`(value: String, text: String)
        throws
    {
        #expect(try shown(value, "General") == text)
        #expect(try shown(value, "") == text)
    }

    @Test(arguments: [
        "", "-", ".", "1e", "e5", "1 2", "0x10", "NaN", "INF", "1E401", "--1", "1E99999999999999999999",
        "1E-9223372036854775808",
    ])
    func `what is no number is none`(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test(arguments: [
        ("1234567", "00000000", "01234567"), ("20121456171", "0", "20121456171"), ("2.5", "0", "3"),
        ("-2.5", "0", "-3"),
        ("1.005", "0.00", "1.01"), ("1.0049999999999999", "0.00", "1.01"), ("9.999", "0.00", "10.00"),
        ("0.4", "0", "0"),
        ("-0.4", "0", "0"), ("0.5", "#", "1"), ("0.2", "#", ""), ("1234567.891", "#,##0.00", "1,234,567.89"),
        ("999", "#,##0", "999"), ("1000", "#,##0", "1,000"), ("0", "#,##0", "0"), ("12", "000,000", "000,012"),
        ("0.256", "0%", "26%"), ("0.256", "0.0%", "25.6%"), ("1500000", "0,", "1500"),
        ("1500000", "0.0,,\"M\"", "1.5M"),
        ("5", "0.0#", "5.0"), ("5.25", "0.0#", "5.25"), ("5", "0.##", "5."), ("7", "\"No. \"0", "No. 7"),
        ("20121456171", "000\\-0000\\-0000", "201-2145-6171"), ("123456789", "000-00-0000", "123-45-6789"),
        ("5551234", "[<=9999999]###-####;(###) ###-####", "555-1234"),
        ("2025551234", "[<=9999999]###-####;(###) ###-####", "(202) 555-1234"),
        ("12", "0;(0)", "12"), ("-12", "0;(0)", "(12)"), ("-12", "0;-0;\"none\"", "-12"),
        ("0", "0;-0;\"none\"", "none"),
        ("5", "0;-0;;@", "5"), ("0", "0;-0;;@", ""), ("5", ";;;", ""), ("5", "[Red]0", "5"),
        ("112.5", "[$\u{A3}-809]#,##0.00", "\u{A3}112.50"), ("112.5", "\u{20AC} 0.00", "\u{20AC} 112.50"),
        ("12345", "0.00E+00", "1.23E+04"), ("0.00012", "0.0E-0", "1.2E-4"), ("9.999", "0.0E+0", "1.0E+1"),
        ("12345", "##0.0E+0", "12.3E+3"), ("1.5", "# ?/?", "1.5"), ("5", "\"batch \"General", "batch 5"),
        ("5", "@", "5"), ("1.5", "0_);(0)", "2"), ("5", "* 0", "5"), ("-5", "General;General", "5"),
    ])
    func `numbers are written as their format says`(value: String, code: String, text: String) throws {
        #expect(try shown(value, code) == text)
    }

    @Test(arguments: [
        ("dd-mmm-yy", "14-Jun-12"), ("dd\\-mmm\\-yy;@", "14-Jun-12"), ("[$-809]dd-mmm-yy", "14-Jun-12"),
        ("dd/mm/yyyy", "14/06/2012"), ("d mmmm yyyy", "14 June 2012"), ("DD.MM.YYYY", "14.06.2012"),
        ("d/m/y", "14/6/12"),
        ("[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "Thursday, June 14, 2012"), ("ddd mmmmm", "Thu J"),
        ("yyyy-mm-dd", "2012-06-14"),
        ("yyyy-mm-dd hh:mm", "2012-06-14 18:05"), ("h:mm AM/PM", "6:05 PM"), ("h:mm:ss A/P", "6:05:59 P"),
        ("mm:ss", "05:59"),
        ("hh:mm:ss.00", "18:05:59.25"), ("[h]:mm", "985794:05"),
        ("yyyy\"\u{5E74}\"m\"\u{6708}\"d\"\u{65E5}\"", "2012\u{5E74}6\u{6708}14\u{65E5}"),
        ("[mm]:ss", "59147645:59"), ("m", "6"), ("h \"h\" m", "18 h 5"),
    ])
    func `days and times are written as their format says`(code: String, text: String) throws {
        // 2012-06-14 18:05:59.25
        #expect(try shown("41074.754157986111", code) == text)
    }

    @Test(arguments: [
        ("1", "1900-01-01"), ("59", "1900-02-28"), ("60", "1900-02-29"), ("61", "1900-03-01"), ("0", "1900-01-00"),
        ("36526", "2000-01-01"), ("36585", "2000-02-29"), ("73050", "2099-12-31"), ("73110", "2100-03-01"),
        ("2958465", "9999-12-31"), ("41074.9999999999", "2012-06-15"),
        // What no date stands for is shown as it is.
        ("2958466", "2958466"), ("-1", "-1"), ("1E300", "1E+300"),
    ])
    func `days are counted from 1900 with the day that never was`(value: String, text: String) throws {
        #expect(try shown(value, "yyyy-mm-dd") == text)
    }

    @Test(arguments: [("0", "1904-01-01"), ("39612", "2012-06-14"), ("60", "1904-03-01"), ("2957004", "2957004")])
    func `days may be counted from 1904`(value: String, text: String) throws {
        #expect(try shown(value, "yyyy-mm-dd", isFrom1904: true) == text)
    }

    @Test(arguments: [
        (1, "5", "5"), (2, "5", "5.00"), (3, "5000", "5,000"), (4, "5000", "5,000.00"), (9, "0.5", "50%"),
        (14, "41074", "2012-06-14"),
        (15, "41074", "14-Jun-12"), (16, "41074", "14-Jun"), (17, "41074", "Jun-12"), (18, "0.75", "6:00 PM"),
        (20, "0.75", "18:00"),
        (22, "41074.75", "2012-06-14 18:00"), (46, "1.5", "36:00:00"), (47, "0.5", "00:00.0"), (49, "5", "5"),
        (0, "5", "5"),
        (163, "5", "5"),
    ])
    func `formats without a code are known by their number`(id: Int, value: String, text: String) throws {
        #expect(try shown(value, NumberFormat.builtIn(id)) == text)
    }

    @Test func `texts are written as the section for texts says`() {
        #expect(NumberFormat("0;-0;0;\"batch \"@").text(of: "7") == "batch 7")
        #expect(NumberFormat("0").text(of: "7") == "7")
        #expect(NumberFormat("@").text(of: "7") == "7")
        #expect(NumberFormat("yyyy-mm-dd;@").text(of: "soon") == "soon")
        #expect(NumberFormat(";;;").text(of: "secret") == "")
        #expect(NumberFormat("@@").text(of: "once") == "once")
        #expect(NumberFormat(String(repeating: "x", count: 254) + "@").text(of: "7").count == 255)
        #expect(NumberFormat(String(repeating: "x", count: 255) + "@").text(of: "7") == "7")
    }

    @Test(arguments: [
        "\"", "[", "\\", "_", "*", ";", "0;", "[$", "[>", "[>=x]0", "E+", "0E+", ".", ",", "%", "/", "?/", "m", "s.",
        "[h", "AM/P",
    ])
    func `a code that breaks off is no reason to stop`(code: String) throws {
        _ = try shown("-12.5", code)
        _ = NumberFormat(code).text(of: "x")
    }

    @Test func `a date that is written out is shown by its format, and as it is without one`() throws {
        let date = try #require(DaySerial(iso: "2012-06-14T18:05:59"))
        #expect(NumberFormat("dd-mmm-yy h:mm").text(of: date) == "14-Jun-12 18:05")
        #expect(NumberFormat("General").text(of: date) == nil)
        #expect(NumberFormat("d mmm yyyy").text(of: try #require(DaySerial(iso: "1900-02-28"))) == "28 Feb 1900")
        #expect(NumberFormat("d mmm yyyy").text(of: try #require(DaySerial(iso: "1900-03-01"))) == "1 Mar 1900")
        #expect(DaySerial(iso: "2012-13-01") == nil)
        #expect(DaySerial(iso: "14-Jun-12") == nil)
    }

    /// Each place is a token, and a text is one; a factor of a hundred was there when each was looked up as a word.
    @Test func `a code costs hardly more for its digits than for a text`() {
        func time(_ code: String) -> Duration {
            (0..<5).map { _ in
                processorTime { for _ in 0..<50 { _ = NumberFormat(code) } }
            }.min() ?? .zero
        }
        let text = time("\"" + String(repeating: "a", count: 240) + "\"")
        let digits = time(String(repeating: "0", count: 240))
        #expect(digits < text * 40)
    }
}
