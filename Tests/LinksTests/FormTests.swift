// Which form of a page is filled in, and what it sends.

import Reading
import Testing

@testable import Links

private func filled(
    _ page: String, _ fields: KeyValuePairs<String, String>, charset: String? = "UTF-8"
) throws(ReadingFailure) -> FilledForm {
    try filledForm(
        in: Array("<html><body>\(page)</body></html>".utf8), charset: charset,
        FormRequest(fields: fields.map { FormField($0.key, $0.value) }))
}

private func sent(_ page: String, _ fields: KeyValuePairs<String, String>, charset: String? = "UTF-8") -> String {
    do throws(ReadingFailure) {
        return try filled(page, fields, charset: charset).content.text
    } catch {
        return "\(error.kind): \(error.cause)"
    }
}

private let status = """
    <form action="/search"><input name="q"></form>
    <form method="POST" action="find?x=1#y" id="f">
    <input type="hidden" name="token" value="a&amp;b=c d">
    <label>Case number: <input name="number" value=""></label>
    <label for="kind">Kind of case *</label>
    <select name="type" id="kind"><option value="v">Visa</option><option selected>Work permit</option></select>
    <input type="radio" name="office" value="1" checked> <label><input type="radio" name="office" value="2">South</label>
    <input type="checkbox" name="old" value="yes"><input type="checkbox" name="new" checked>
    <textarea name="note">\nline 1\nline 2</textarea>
    <input name="off" value="x" disabled> <fieldset disabled><input name="set" value="x"></fieldset>
    <input type="reset" name="reset" value="x"><button type="button" name="b" value="x">B</button>
    <button name="go" value="1">Find</button><input type="submit" name="other" value="Print">
    </form><input type="hidden" name="late" value="z" form="f">
    """

@Suite struct `A form` {
    @Test func `is the one with the fields, and is sent with its defaults and its button as a browser does`() throws {
        let form = try filled(status, ["number": "12 é&="])
        #expect(
            form.content.text
                == "token=a%26b%3Dc+d&number=12+%C3%A9%26%3D&type=Work+permit&office=1&new=on"
                + "&note=line+1%0D%0Aline+2&go=1&late=z")
        #expect(form.content.type == "application/x-www-form-urlencoded")
        #expect(form.target == PageTarget(.form, "find?x=1#y"))
    }

    @Test(arguments: ["number", "Case number", "case NUMBER:"])
    func `has fields by name, by id and by label`(name: String) throws {
        let text = try filledForm(
            in: Array(status.utf8), charset: nil,
            FormRequest(fields: [FormField(name, "7"), FormField("kind", "Visa"), FormField("Kind of case", "visa")])
        ).content.text
        #expect(text.hasPrefix("token=a%26b%3Dc+d&number=7&type=v&office=1&"))
    }

    @Test func `has choices, boxes and buttons that can be chosen`() {
        let text = sent(status, ["number": "7", "office": "South", "old": "on", "new": "off", "other": "Print"])
        #expect(text.hasSuffix("&office=2&old=yes&note=line+1%0D%0Aline+2&other=Print&late=z"))
    }

    @Test(
        arguments: [
            (
                ["numbr": "7"],
                "form: no form of the page has all fields: one has no field \"numbr\"; it has \"number\", \"type\", \"office\", \"old\", \"new\""
            ),
            (
                ["number": "7", "type": "Green"],
                "form: the field \"type\" of the form has no choice \"Green\"; there is \"v\", \"Work permit\""
            ),
            (["off": "7"], "form: the field \"off\" of the form is disabled"),
            (
                ["number": "7", "old": "maybe"],
                "form: the field \"old\" of the form has no choice \"maybe\"; there is \"yes\", \"off\""
            ),
        ] as [([String: String], String)])
    func `that changed names the missing fields and choices`(fields: [String: String], cause: String) {
        let form = FormRequest(fields: fields.sorted { $0.key < $1.key }.map { FormField($0.key, $0.value) })
        let failure = #expect(throws: ReadingFailure.self) {
            try filledForm(in: Array(status.utf8), charset: nil, form)
        }
        #expect(failure.map { "\($0.kind): \($0.cause)" } == cause)
    }

    @Test func `that a script makes is named`() {
        #expect(sent("<div id=app></div>", ["number": "7"]).hasPrefix("form: the page has no form; if a browser"))
        #expect(
            sent("<form><input name=a></form>", ["number": "7"])
                == "form: the form of the page has no field \"number\"; it has \"a\"")
    }

    @Test(arguments: [
        ("<div class=\"g-recaptcha\" data-sitekey=\"k\"></div>", "the form asks for a captcha"),
        ("<img src=\"/captcha.php\"><input name=code>", "the form asks for a captcha"),
        ("<input type=password name=pin>", "the form asks for a password (\"pin\")"),
        ("<input type=file name=scan>", "the form asks for a file (\"scan\")"),
    ])
    func `for people only is refused`(field: String, cause: String) {
        #expect(sent("<form><input name=number>\(field)</form>", ["number": "7"]).hasPrefix("form: \(cause)"))
        // Another form of the page is no obstacle.
        #expect(sent("<form>\(field)</form><form><input name=number></form>", ["number": "7"]) == "number=7")
    }

    @Test func `with GET makes a query, and its base is known`() throws {
        let form = try filled(
            "<base href=\"/en/\"><form action=\" find \"><input name=n><input type=image></form>", ["n": "7"])
        #expect(form.content == RequestContent(type: nil, text: "n=7&x=0&y=0"))
        #expect(form.target == PageTarget(.form, "find", base: "/en/"))
    }

    @Test func `with several parts escapes names, and its boundary stands in no value`() throws {
        let page = """
            <form method=post enctype="multipart/form-data"><input name='a"b' value="batchwatch-part-0"><input name=n></form>
            """
        let form = try filled(page, ["n": "7\n8"])
        #expect(form.content.type == "multipart/form-data; boundary=batchwatch-part-1")
        #expect(
            form.content.text
                == "--batchwatch-part-1\r\nContent-Disposition: form-data; name=\"a%22b\"\r\n\r\nbatchwatch-part-0\r\n"
                + "--batchwatch-part-1\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n7\r\n8\r\n--batchwatch-part-1--\r\n"
        )
    }

    @Test func `of an older page is sent in its encoding`() {
        let page = "<form><input name=n><input type=submit name=s value=\"Prüfen €\"></form>"
        #expect(sent(page, ["n": "7"], charset: "ISO-8859-1") == "n=7&s=Pr%FCfen+%26%238364%3B")
        #expect(sent(page, ["n": "7"], charset: "KOI8-R") == "n=7&s=Pr%26%23252%3Bfen+%26%238364%3B")
    }

    @Test func `is found among a thousand, and the limits of a page and of what it sends hold`() {
        let thousand = (0..<1_000).map { "<form><input name=n\($0)><input name=x></form>" }.joined()
        #expect(sent(thousand, ["n999": "7"]) == "n999=7&x=")
        func forms(_ count: Int) -> String { String(repeating: "<input>", count: count) }
        #expect(sent("<form><input name=n>" + forms(PageForms.mostParts - 2), ["n": "7"]) == "n=7")
        #expect(
            sent("<form><input name=n>" + forms(PageForms.mostParts - 1), ["n": "7"])
                == "form: the page of the form: the page has more than 100000 forms, fields and choices")
        func hidden(_ count: Int) -> String {
            "<form method=post><input name=n><input name=h value=\"\(String(repeating: "x", count: count))\"></form>"
        }
        #expect(sent(hidden((1 << 20) - 6), ["n": "7"]).utf8.count == 1 << 20)
        #expect(
            sent(hidden((1 << 20) - 5), ["n": "7"])
                == "form: what the form sends has 1048577 bytes, the limit is 1048576")
    }

    @Test func `to look up a case is recognised by its words`() {
        #expect(formSketch(in: Array(status.utf8))?.field == "number")
        #expect(formSketch(in: Array(status.utf8))?.label == "Case number:")
        #expect(formSketch(in: Array("<form><input name=q><input name=email></form>".utf8)) == nil)
        #expect(formSketch(in: Array("<form><input name=x1></form>".utf8))?.field == "x1")
        let two = "<form><input name=receipt><input name=pin required><input type=password></form>"
        let sketch = formSketch(in: Array(two.utf8))
        #expect(sketch?.missing == ["pin"] && sketch?.refusal?.hasPrefix("the form asks for a password") == true)
    }
}

@Suite struct `A page without rows` {
    private func targets(_ page: String) -> [String] {
        PageTargets(of: Array(page.utf8)).targets.map { "\($0.kind) \($0.base ?? "")\($0.reference)" }
    }

    @Test(arguments: [
        (
            "<frameset><frame src=menu.html><frame src=' list.html '></frameset>",
            ["frame menu.html", "frame list.html"]
        ),
        (
            "<html><head><title>Office</title><base href=/b/></head><body><iframe src=list.html></iframe></body>",
            ["frame /b/list.html"]
        ),
        ("<meta http-equiv=Refresh content=\"5; URL='a b.html'\">moved", ["refresh a b.html"]),
        ("<meta http-equiv=refresh content=\"0;next\">", ["refresh next"]),
        ("<meta http-equiv=refresh content=60>", ["refresh "]),
        ("<meta http-equiv=refresh content=later>", []),
        ("<iframe src=a></iframe><iframe src=b></iframe>", []),
        ("<iframe src=about:blank></iframe>", []),
        ("<iframe src=a></iframe><p>\(String(repeating: "text ", count: 100))", []),
    ])
    func `leads to its frames or where it refreshes`(page: String, expected: [String]) {
        #expect(targets(page) == expected)
    }

    @Test func `says what may stand before the list`() {
        func hint(_ page: String) -> String? { PageTargets(of: Array(page.utf8)).hint }
        #expect(
            hint("<p>Please enable Cookies to go on")?.hasPrefix("; it asks for cookies that only a browser gets")
                == true)
        #expect(hint("<p>Nothing today") == nil)
        #expect(
            hint("<iframe src=a></iframe><iframe src=b></iframe>")
                == "; it shows another page in a frame, which may be the list: a, b")
    }
}
