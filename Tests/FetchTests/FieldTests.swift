// The fields of a header, as tables.

import Reading
import Text
import Testing

@testable import Fetch

@Suite struct FieldTests {
    // RFC 9110 5.6.7; the first three are its own examples.
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200), ("Sat, 01 Mar 2025 00:00:00 GMT", 1_740_787_200),
            ("Tue, 19 Jan 2038 03:14:07 GMT", 2_147_483_647), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800), ("Friday, 20-Nov-76 00:00:00 GMT", 3_373_056_000),
            ("Saturday, 20-Nov-77 00:00:00 GMT", 248_832_000),
            ("", nil), ("yesterday", nil), ("0", nil), ("Sun, 06 Nov 1994 08:49:37", nil),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nom 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 99999 08:49:37 GMT", nil), ("Sun, 0٦ Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil),
            ("2026-11-21T00:00:00Z", nil), ("Sun, 06 Nov -994 08:49:37 GMT", nil),
        ] as [(String, Double?)])
    func `a date is one of three forms`(_ text: String, _ expected: Double?) {
        #expect(seconds(httpDate: text, now: testTime) == expected)
    }

    // RFC 9110 10.2.3.
    @Test(
        arguments: [
            ("3600", 3_600), ("0", 0), ("604800", 604_800), ("604801", 604_800), ("99999999999999999999999", 604_800),
            ("Sat, 21 Nov 2026 01:00:00 GMT", 3_600), ("Sat, 21 Nov 2026 00:00:00 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 604_800), ("Fri, 20 Nov 2026 23:59:59 GMT", nil),
            ("-1", nil), ("+60", nil), ("1.5", nil), ("soon", nil), ("", nil), ("60, 120", nil), ("６０", nil),
        ] as [(String, Double?)])
    func `Retry-After is a number of seconds or a date to come`(_ value: String, _ expected: Double?) {
        #expect(retryAfter(value, now: testTime) == expected)
    }

    // RFC 9111 5.2.2.1, 4.2.1, 1.2.2; 5.2.2.4 and 5.2.2.5 for no-cache and no-store.
    @Test(
        arguments: [
            (["max-age=600"], 600), (["public, Max-Age=600"], 600), (["max-age=\"600\""], 600),
            (["public", "max-age=600"], 600),
            (["max-age=0"], 0), (["max-age=2147483648"], 2_147_483_648),
            (["max-age=99999999999999999999"], 2_147_483_648),
            (["max-age=60, max-age=600"], 60), (["ext=\"a, max-age=5\", max-age=600"], 600),
            (["s-maxage=5,max-age=600"], 600),
            ([], nil), ([""], nil), (["max-age"], nil), (["max-age="], nil), (["max-age=-1"], nil),
            (["max-age=1h"], nil),
            (["s-maxage=600"], nil), (["no-cache, max-age=600"], nil), (["max-age=600", "no-store"], nil),
        ] as [([String], Double?)])
    func `max-age is the first of its kind`(_ values: [String], _ expected: Double?) {
        #expect(maxAge(values) == expected)
    }

    @Test(
        arguments: [
            ("text/html; charset=windows-1251", "windows-1251"),
            ("text/csv;header=present;Charset = \"Shift_JIS\" ", "Shift_JIS"),
            ("text/html; charset='utf-8'", "utf-8"), ("text/html; x=\"; charset=a\"; charset=b", "b"),
            ("text/html; charset=a; charset=b", "a"), ("text/html", nil), ("charset=utf-8", nil), ("", nil),
            ("text/html; charset=", nil), ("text/html; charset=\"\"", nil), ("text/html; charset=a b", nil),
            ("text/html; charset=\u{E9}", nil),
            ("text/html; charset=" + String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            ("text/html; charset=" + String(repeating: "a", count: 65), nil),
        ] as [(String, String?)])
    func `The charset of a content type is a short label or nothing`(_ value: String, _ label: String?) {
        #expect(charset(value) == label)
    }

    @Test(
        arguments: [
            (["\"a\""], "\"a\""), (["W/\"a\""], "W/\"a\""), (["bare"], "bare"), (["\"a\"", "\"b\""], nil),
            (["\"a\"", "\"a\""], nil),
            ([""], nil), ([], nil), (["\"\u{1}\""], nil), (["\"\t\""], nil), (["\"\u{7F}\""], nil), (["\"\r\""], nil),
            ([String(repeating: "x", count: 8_192)], String(repeating: "x", count: 8_192)),
            ([String(repeating: "x", count: 8_193)], nil),
        ] as [([String], String?)])
    func `an ETag is kept if it can go back`(_ values: [String], _ kept: String?) {
        #expect(validators(etags: values, lastModified: [], now: testTime)?.etag == kept)
    }

    @Test(
        arguments: [
            (["Sun, 06 Nov 1994 08:49:37 GMT"], testTime, true), (["Sat, 21 Nov 2026 00:05:00 GMT"], testTime, true),
            (["Sat, 21 Nov 2026 00:05:01 GMT"], testTime, false), (["Tue, 19 Jan 2038 03:14:06 GMT"], 3e9, true),
            (["Tue, 19 Jan 2038 03:14:07 GMT"], 3e9, false), (["garbage"], testTime, false), ([], testTime, false),
            (["Sun\0, 06 Nov 1994 08:49:37 GMT"], testTime, false),
            (["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"], testTime, false),
        ] as [([String], Double, Bool)])
    func `Last-Modified is kept if it is a date and past`(_ values: [String], _ now: Double, _ isKept: Bool) {
        #expect(validators(etags: [], lastModified: values, now: now)?.lastModified == (isKept ? values.first : nil))
    }

    @Test func `a field that is not UTF-8 is not kept`() {
        var response = HTTPResponse()
        response.add(Array("HTTP/1.1 200 OK\r\n".utf8))
        response.add(Array("ETag: \"".utf8) + [0xE9] + Array("\"\r\n".utf8))
        #expect(response.values("etag") == [""])
        #expect(validators(etags: response.values("etag"), lastModified: [], now: testTime) == nil)
    }

    @Test func `entity tags compare by their bytes`() {
        #expect(!matchWeakly("\"\u{E9}\"", "\"e\u{301}\""))
        #expect(!matchWeakly("w/\"a\"", "\"a\""))
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\u{1B}[31m\nb", "a\u{FFFD}[31m b"), ("\u{202E}evil", "\u{FFFD}evil"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
        (String(repeating: "x", count: 201), String(repeating: "x", count: 197) + "…"),
    ])
    func `what others say stands in one line`(_ text: String, _ expected: String) {
        #expect(told(text) == expected)
    }
}
