// The guessed encoding of undeclared texts.

import Foundation
import Testing

@testable import Charsets

struct GuessTests {
    /// Lists as offices write them, as Python's codecs encode them.
    @Test(arguments: [
        (
            "windows-1251",
            "ze7s5fA70fLg8vPxCjY2MzU3MzQyO87k7uHw5e3uCjY2MzU3MzQzO87y6uDn4O3uCg==",
            "Номер;Статус\n66357342;Одобрено\n66357343;Отказано\n"
        ),
        (
            "koi8-u",
            "7s/NxdI789TB1NXTCjY2MzU3MzQyO+/Ez8LSxc7PCjY2MzU3MzQzO+/Uy8Hawc7PCg==",
            "Номер;Статус\n66357342;Одобрено\n66357343;Отказано\n"
        ),
        (
            "windows-1255", "TnVtYmVyLFN0YXR1cwo2NjM1NzM0Mizk4ff55CDw4+f65Ao2NjM1NzM0Myzg5fn4CjY2MzU3MzQ0LOHo6fTl7Ao=",
            "Number,Status\n66357342,הבקשה נדחתה\n66357343,אושר\n66357344,בטיפול\n"
        ),
        (
            "ibm866",
            "ja6speA7keKg4uPhCjY2MzU3MzQyO46krqHgpa2uCjY2MzU3MzQzO47iqqCnoK2uCg==",
            "Номер;Статус\n66357342;Одобрено\n66357343;Отказано\n"
        ),
        (
            "iso-8859-5",
            "vd7c1eA7weLQ4uPhCjY2MzU3MzQyO77U3tHg1d3eCjY2MzU3MzQzO77i2tDX0N3eCg==",
            "Номер;Статус\n66357342;Одобрено\n66357343;Отказано\n"
        ),
        (
            "windows-1251",
            "zc7MxdA70dLA0tPRCjY2MzU3MzQyO87EzsHQxc3OCjY2MzU3MzQzO87SysDHwM3OCg==",
            "НОМЕР;СТАТУС\n66357342;ОДОБРЕНО\n66357343;ОТКАЗАНО\n"
        ),
        (
            "koi8-u",
            "zs/NxdI709TB1NXTCjY2MzU3MzQyO8/Ez8LSxc7PCjY2MzU3MzQzO8/Uy8Hawc7PCg==",
            "номер;статус\n66357342;одобрено\n66357343;отказано\n"
        ),
        (
            "windows-1250",
            "yO1zbG87U3Rhdgo2NjM1NzM0MjtTY2h24Wxlbm8KNjYzNTczNDM7WmFt7XRudXRvLCDoZWvhIG5hIGRvcGxu7G7tIJ7hZG9z"
                + "dGkK",
            "Číslo;Stav\n66357342;Schváleno\n66357343;Zamítnuto, čeká na doplnění žádosti\n"
        ),
        (
            "iso-8859-2",
            "yO1zbG87U3Rhdgo2NjM1NzM0MjtTY2h24Wxlbm8KNjYzNTczNDM7WmFt7XRudXRvLCDoZWvhIG5hIGRvcGxu7G7tIL7hZG9z"
                + "dGkK",
            "Číslo;Stav\n66357342;Schváleno\n66357343;Zamítnuto, čeká na doplnění žádosti\n"
        ),
        (
            "windows-1250",
            "TnVtZXI7U3RhbgoxO1qzb79vbm8gd25pb3NlawoyO1Byenlq6nR5IGRvIHJvenBhdHJ6ZW5pYSwgb2N6ZWt1amUgbmEgZGVj"
                + "eXpq6go=",
            "Numer;Stan\n1;Złożono wniosek\n2;Przyjęty do rozpatrzenia, oczekuje na decyzję\n"
        ),
        (
            "windows-1252",
            "TnVtbWVyO1N0YXR1cwoxO2luIFBy/GZ1bmcKMjtBYmdlbGVobnQsIEJlc2NoZWlkIHZlcnNjaGlja3QgliBm/HIgUvxja2Zy"
                + "YWdlbgo=",
            "Nummer;Status\n1;in Prüfung\n2;Abgelehnt, Bescheid verschickt – für Rückfragen\n"
        ),
        (
            "windows-1252",
            "TnVt6XJvO8l0YXQKMTthY2NvcmTpCjI7cmVmdXPpIGFwcuhzIHLpZXhhbWVuLCDgIGNvbXBs6XRlcgo=",
            "Numéro;État\n1;accordé\n2;refusé après réexamen, à compléter\n"
        ),
        (
            "windows-1252",
            "TvptZXJvO1NpdHVh5+NvCjE7Y29uY2x17WRvCjI7buNvIGFwcm92YWRvCg==",
            "Número;Situação\n1;concluído\n2;não aprovado\n"
        ),
        (
            "windows-1253",
            "wfHp6Oz88jvK4fTc8/Th8+cKMTvF4+rx3+jn6uUKMjvB8O/x8d/26Ofq5Qo=",
            "Αριθμός;Κατάσταση\n1;Εγκρίθηκε\n2;Απορρίφθηκε\n"
        ),
        (
            "windows-1254",
            "TnVtYXJhO0R1cnVtCjE7T25heWxhbmT9CjI7UmVkZGVkaWxkaSwgYmH+dnVydSBkZfBlcmxlbmRpcmlsZGkK",
            "Numara;Durum\n1;Onaylandı\n2;Reddedildi, başvuru değerlendirildi\n"
        ),
        (
            "windows-1255",
            "7vH0+Dvx6Ojl8QoxO+Dl+fgKMjvw4+fkCg==",
            "מספר;סטטוס\n1;אושר\n2;נדחה\n"
        ),
        (
            "windows-1256",
            "x+HR3uM7x+HNx+HJCjE7yuPKIMfh4+bH3d7JCjI749Hd5tYK",
            "الرقم;الحالة\n1;تمت الموافقة\n2;مرفوض\n"
        ),
        (
            "ibm850", "TnVtgnJvO5B0YXQKNjYzNTczNDI7UmVmdXOCIIUggnSCIGSCbGl2coIK",
            "Numéro;État\n66357342;Refusé à été délivré\n"
        ),
        (
            "macintosh", "TnVtjnJvO4N0YXQKNjYzNTczNDI7UmVmdXOOIIggjnSOIGSObGl2co4K",
            "Numéro;État\n66357342;Refusé à été délivré\n"
        ),
        (
            "ibm852", "rKFzbG87U3Rhdgo2NjM1NzM0MjtaYW2hdG51dG8g/aF6ZW6hCg==",
            "Číslo;Stav\n66357342;Zamítnuto řízení\n"
        ),
        (
            "ibm852", "TnVtZXI7U3Rhbgo2NjM1NzM0Mjtab3N0YYhhIHd5ZGFuYSBwoqtuaWVqCg==",
            "Numer;Stan\n66357342;Została wydana później\n"
        ),
        (
            "ibm850", "TnVtbWVyO1N0YW5kCjE7V2lyZCBnZXBygWZ0CjI7enVygWNrZ2VzdGVsbHQgZoFyIE2BbGxlcgo=",
            "Nummer;Stand\n1;Wird geprüft\n2;zurückgestellt für Müller\n"
        ),
        (
            "ibm850", "TqNtZXJvO1NpdHVhY2mibgoxO0Fwcm9iYWNpom4gZW4gdHKgbWl0ZQo=",
            "Número;Situación\n1;Aprobación en trámite\n"
        ),
        (
            "windows-874",
            "y8HSwuDFojvKttK50AoxO8252MHRtdQKMju7r9TgyrgK",
            "หมายเลข;สถานะ\n1;อนุมัติ\n2;ปฏิเสธ\n"
        ),
        (
            "shift_jis",
            "lNSNhiyP85HUCjY2MzU3MzQyLIuWicKCs4LqgtyCtYK9CjY2MzU3MzQzLJBSjbiShoLFgrcK",
            "番号,状態\n66357342,許可されました\n66357343,審査中です\n"
        ),
        (
            "euc-jp",
            "yNa55iy+9cLWCjY2MzU3MzQyLLX2ssSktaTspN6kt6S/CjY2MzU3MzQzLL+zurrD5qTHpLkK",
            "番号,状態\n66357342,許可されました\n66357343,審査中です\n"
        ),
        (
            "gbk",
            "seC6xSzXtMysCjY2MzU3MzQyLNLRxfrXvAo2NjM1NzM0MyzS0b7cvvgs0OjSqrK5s+SyxMHPCg==",
            "编号,状态\n66357342,已批准\n66357343,已拒绝,需要补充材料\n"
        ),
        (
            "big5",
            "vXO4uSyqrLpBCjY2MzU3MzQyLKR3p+Wt4wo2NjM1NzM0Myykd6natbQsu92tbrjJpVKn967GCg==",
            "編號,狀態\n66357342,已批准\n66357343,已拒絕,需要補充材料\n"
        ),
        (
            "euc-kr",
            "ufjIoyy788XCCjY2MzU3MzQyLMfjsKG1x776vcC0z7TZCjY2MzU3MzQzLLrSx+MsvK23+SC6uL/PwMwgx8q/5MfVtM+02Qo=",
            "번호,상태\n66357342,허가되었습니다\n66357343,불허,서류 보완이 필요합니다\n"
        ),
    ])
    func `a list is read as its letters show`(_ charset: String, _ packed: String, _ list: String) throws {
        let bytes = try #require(Data(base64Encoded: packed))
        let found = try decodedText(of: Array(bytes))
        #expect(found.charset == charset && found.isGuessed)
        #expect(String(decoding: found.bytes, as: UTF8.self) == list)
    }

    @Test func `what looks like nothing is windows-1252, as for browsers`() {
        #expect(guessedCharset(of: [0x80, 0x2C, 0xE9, 0x2C, 0x81]) == .windows1252)
        #expect(guessedCharset(of: [UInt8](repeating: 0xFF, count: 1_000)) == .windows1252)
        #expect(guessedCharset(of: []) == .windows1252)
    }

    @Test func `the guess looks at a part of a large document`() {
        let little = Sample(of: [0x31, 0x3B, 0x61, 0xE9, 0x62, 0x0A, 0x32])
        #expect(little.text == [0x61, 0xE9, 0x62, 0x0A])
        let large = [UInt8](repeating: 0xE9, count: 1 << 20)
        #expect(Sample(of: large).text.count < 1 << 16)
    }
}
