// Finds the form that looks up cases on a page, for `try`: its user has a number and no configuration yet.

import Reading
import Text

/// The likeliest form of a page, and its likeliest field.
///
/// - Parameter document: the page in UTF-8.
/// - Returns: nil if no field of a form seems to take the number of a case.
package func formSketch(in document: [UInt8]) -> FormSketch? {
    guard let page = try? PageForms(of: document) else { return nil }
    var best: (form: PageForm, control: FormControl, score: Int)?
    for form in page.forms {
        for control in form.controls where control.kind == .text && !control.isDisabled && !control.callName.isEmpty {
            let score = control.likeness
            if score > 0, score > best?.score ?? 0 { best = (form, control, score) }
        }
    }
    // The only text field of a page needs no name that says what it is for.
    let texts = page.forms.reduce(0) { $0 + $1.controls.count { $0.kind == .text } }
    guard let best, best.score > 1 || texts == 1 else { return nil }
    let missing = best.form.controls.filter {
        $0.kind == .text && $0.isRequired && $0.value.isEmpty && !$0.isDisabled && $0.callName != best.control.callName
    }
    return FormSketch(
        field: sanitized(best.control.callName, limit: 200),
        label: sanitized(best.control.labels.first ?? "", limit: 80),
        missing: missing.prefix(5).map { sanitized($0.callName, limit: 80) }, refusal: best.form.refusal)
}

/// What fields for the numbers of cases are called, and what others are.
private let words = (
    likely: [
        "case", "applic", "receipt", "track", "reference", "visa", "petition", "permit", "status", "file", "dossier",
        "aktenzeichen", "vorgang", "antrag", "expediente", "solicitud", "pratica", "processo", "sprawa", "wniosek",
    ],
    numbers: ["number", "nummer", "numero", "número", "numéro", "numer"],
    others: [
        "mail", "search", "suche", "query", "keyword", "user", "phone", "birth", "date", "captcha", "password",
        "comment", "message", "first", "last", "zip",
    ]
)

extension FormControl {
    /// How much it looks like a field for the number of a case.
    fileprivate var likeness: Int {
        let texts = ([name, id] + labels).map { $0.lowercased() }
        func has(_ words: [String]) -> Bool { words.contains { word in texts.contains { $0.holds(word) } } }
        if has(words.others) || ["q", "s"].contains(name) { return 0 }
        return (has(words.likely) ? 3 : 0) + (has(words.numbers) ? 2 : 0) + 1
    }
}
