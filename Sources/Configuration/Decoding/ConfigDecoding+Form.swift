// form-page, form and body: what a source sends to look up its cases.

import Reading
import Text

extension ConfigDecoding {
    /// `form-page`, the URL of a page with a form.
    mutating func formPage(of table: ConfigTable) -> (text: String, parts: SourceURL?) {
        let path = table.path + ["form-page"]
        for key in ["url", "page"] where table.table[key] != nil {
            report(
                "cannot be combined with \(key): write form-page if the form is on a page, url without one", at: path)
        }
        guard let text = string("form-page", of: table, expected: "a URL in quotes") else { return ("", nil) }
        if text.holds(SourceConfig.batchInURL) {
            report("has {batch} in it, which belongs into form", at: path)
        }
        return (text, sound(text, at: path))
    }

    /// `form` and `body`; nil for a source that sends nothing.
    mutating func submission(of table: ConfigTable, url: SourceURL?) -> Submission? {
        let isOnPage = table.table["form-page"] != nil
        guard let key = ["form", "body"].first(where: { table.table[$0] != nil }) else {
            if isOnPage {
                reportMissing("form", of: table, "write the fields to fill in, like form = { number = \"{batch}\" }")
            }
            return nil
        }
        if url?.isFile == true { report("a file takes no \(key); remove it", at: table.path + [key]) }
        if table.table["page"] != nil { report("cannot be combined with page", at: table.path + [key]) }
        if table.table["body"] != nil, isOnPage || key == "form" {
            let other = key == "form" ? key : "form-page"
            report("cannot be combined with \(other); remove one of the two", at: table.path + ["body"])
        }
        if key == "body" { return body(of: table).map { .body($0) } }
        guard let fields = self.table("form", of: table).map({ formFields(from: $0) }) else { return nil }
        return isOnPage ? .formOfPage(fields) : .fields(fields)
    }

    private mutating func formFields(from table: ConfigTable) -> [FormField] {
        let names = table.table.keys
        if !(1...ConfigLimits.formFields).contains(names.count) {
            report("has \(names.count) fields; write 1 to \(ConfigLimits.formFields)", at: table.path)
        }
        return names.compactMap { name in
            let path = table.path + [name]
            if name.isEmpty || name.count > ConfigLimits.nameInDocument || name.hasControl {
                report("is not a name, id or label of a field; write it in one line of plain text", at: path)
            }
            guard let value = string(name, of: table, expected: "a text in quotes, like \"{batch}\"") else {
                return nil
            }
            if value.utf8.count > ConfigLimits.formValue {
                report("has \(value.utf8.count) bytes; write at most \(ConfigLimits.formValue)", at: path)
            }
            if value.hasControl { report("has a control character; write one line of plain text", at: path) }
            return FormField(name, value)
        }
    }

    private mutating func body(of table: ConfigTable) -> String? {
        guard let text = string("body", of: table, expected: "a text in quotes, like '{\"case\": \"{batch}\"}'") else {
            return nil
        }
        let path = table.path + ["body"]
        if !(1...ConfigLimits.body).contains(text.utf8.count) {
            report("has \(text.utf8.count) bytes; write 1 to \(ConfigLimits.body)", at: path)
        }
        if text.utf8.contains(0) { report("has a zero byte; remove it", at: path) }
        return text
    }
}
