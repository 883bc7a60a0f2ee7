// Chooses the form of a page that has the configured fields, and encodes what a browser would send for it
// (HTML 4.10.21.4).

import Reading
import Text

/// Fills in the form of a page that has the requested fields.
///
/// - Parameters:
///   - document: the page in UTF-8.
///   - charset: the encoding in which it came.
/// - Throws: what is missing, or why the form is refused.
package func filledForm(
    in document: [UInt8], charset: String?, _ request: FormRequest
) throws(ReadingFailure) -> FilledForm {
    let page: PageForms
    do throws(TableError) {
        page = try PageForms(of: document)
    } catch {
        throw ReadingFailure(.form, "the page of the form: \(told(error.description))")
    }
    let names = request.fields.map(\.name)
    guard let form = page.forms.first(where: { form in names.allSatisfy { form.place(of: $0) != nil } }) else {
        throw page.missing(names)
    }
    if let refusal = form.refusal { throw ReadingFailure(.form, refusal) }
    var filled = form
    var button: Int?
    for field in request.fields {
        guard let place = form.place(of: field.name) else { continue }
        if form.controls[place].kind == .submit { button = place }
        try filled.fill(place, field)
    }
    return try filled.submitted(by: button ?? filled.defaultButton, base: page.base, charset: charset)
}

extension PageForms {
    /// The failure that no form has these fields.
    fileprivate func missing(_ names: [String]) -> ReadingFailure {
        guard let nearest = forms.max(by: { $0.nearness(to: names) < $1.nearness(to: names) }) else {
            return ReadingFailure(
                .form, "the page has no form; if a browser shows one, it is made by a script, which is not run here")
        }
        let missing = names.filter { nearest.place(of: $0) == nil }.map { "\"\(told($0))\"" }
        var there: [String] = []
        for control in nearest.controls where control.isForPeople && there.count < 5 {
            let name = "\"\(told(control.callName))\""
            if !there.contains(name) { there.append(name) }
        }
        let which = forms.count == 1 ? "the form of the page has" : "no form of the page has all fields: one has"
        return ReadingFailure(
            .form,
            "\(which) no field \(missing.joined(separator: ", "))"
                + (there.isEmpty ? "" : "; it has \(there.joined(separator: ", "))"))
    }
}

extension FormControl {
    /// Whether a person can see it and enter something.
    var isForPeople: Bool { ![.hidden, .submit, .image, .button].contains(kind) }

    /// The name by which the configuration can call it.
    var callName: String { [name, id, labels.first ?? ""].first { !$0.isEmpty } ?? "" }

    /// The text of an option, or what it sends.
    fileprivate func option(_ text: String) -> Int? {
        options.firstIndex { $0.sent == text } ?? options.firstIndex { foldedLabel($0.text) == foldedLabel(text) }
    }
}

extension FormOption {
    fileprivate var sent: String { value ?? collapsed(text) }
}

/// A label without case, and without the signs that pages put behind it.
func foldedLabel(_ text: String) -> String {
    var label = collapsed(text).lowercased()[...]
    while let last = label.last, ":*. ".contains(last) { label.removeLast() }
    return String(label)
}

extension PageForm {
    /// Why only a person may fill it in; nil if a program may, too.
    var refusal: String? {
        if hasCaptcha || controls.contains(where: { $0.name.lowercased().holds("captcha") }) {
            return "the form asks for a captcha, which only a person can solve: such a case cannot be watched"
        }
        if let control = controls.first(where: { $0.kind == .password && !$0.isDisabled }) {
            return "the form asks for a password (\"\(told(control.callName))\"), and passwords are not sent by a form"
        }
        if let control = controls.first(where: { $0.kind == .file && !$0.isDisabled }) {
            return "the form asks for a file (\"\(told(control.callName))\"), which is not sent"
        }
        if method == "dialog" { return "the form sends nothing: a script handles it, which is not run here" }
        return nil
    }

    /// The control with this name, else with this id, else with this label.
    func place(of name: String) -> Int? {
        if let place = controls.firstIndex(where: { $0.name == name && $0.kind != .button }) { return place }
        if let place = controls.firstIndex(where: { $0.id == name && $0.kind != .button }) { return place }
        let label = foldedLabel(name)
        return controls.firstIndex { $0.kind != .button && $0.labels.contains { foldedLabel($0) == label } }
            ?? controls.firstIndex { $0.kind == .submit && foldedLabel($0.value) == label }
    }

    /// How many of the names it has, and how many fields for people.
    fileprivate func nearness(to names: [String]) -> (Int, Int) {
        (names.count { place(of: $0) != nil }, controls.count(where: \.isForPeople))
    }

    /// The button that the Enter key stands for (HTML 4.10.21.2).
    fileprivate var defaultButton: Int? {
        controls.firstIndex { ($0.kind == .submit || $0.kind == .image) && !$0.isDisabled }
    }

    fileprivate mutating func fill(_ place: Int, _ field: FormField) throws(ReadingFailure) {
        let control = controls[place]
        let name = told(field.name)
        guard !control.isDisabled else {
            throw ReadingFailure(.form, "the field \"\(name)\" of the form is disabled")
        }
        func noChoice(_ choices: [String]) -> ReadingFailure {
            let shown = choices.filter { !$0.isEmpty }.prefix(5).map { "\"\(told(collapsed($0)))\"" }
            return ReadingFailure(
                .form,
                "the field \"\(name)\" of the form has no choice \"\(told(field.value))\""
                    + (shown.isEmpty ? "" : "; there is \(shown.joined(separator: ", "))"))
        }
        switch control.kind {
        case .select:
            guard let option = control.option(field.value) else { throw noChoice(control.options.map(\.sent)) }
            for other in control.options.indices { controls[place].options[other].isSelected = other == option }
        case .radio:
            let group = controls.indices.filter { controls[$0].kind == .radio && controls[$0].name == control.name }
            let label = foldedLabel(field.value)
            guard
                let chosen = group.first(where: { controls[$0].value == field.value })
                    ?? group.first(where: { controls[$0].labels.contains { foldedLabel($0) == label } })
            else { throw noChoice(group.map { controls[$0].value }) }
            for other in group { controls[other].isChecked = other == chosen }
        case .checkbox:
            let isOn = [control.value, "on", "true"].contains(field.value)
            guard isOn || ["", "off", "false"].contains(field.value) else { throw noChoice([control.value, "off"]) }
            controls[place].isChecked = isOn
        case .submit, .image: break
        case .text, .hidden, .password, .file, .button: controls[place].value = field.value
        }
    }

    /// What a browser sends.
    fileprivate func submitted(
        by button: Int?, base: String?, charset: String?
    ) throws(ReadingFailure) -> FilledForm {
        let submitter = button.map { controls[$0] }
        let known = self.charset.isEmpty ? charset ?? "UTF-8" : self.charset.holds("utf-8") ? "UTF-8" : self.charset
        let form = FormEncoding(charset: known)
        let fields = controls.indices.flatMap { sent(controls[$0], isButton: $0 == button, known) }
        let content: RequestContent
        if (submitter?.method ?? method) != "post" {
            content = RequestContent(type: nil, text: form.urlEncoded(fields))
        } else if encoding == "multipart/form-data" {
            content = form.multipart(fields)
        } else {
            content = RequestContent(type: RequestContent.urlEncoded, text: form.urlEncoded(fields))
        }
        guard content.text.utf8.count <= RequestContent.longest else {
            throw ReadingFailure(
                .form,
                "what the form sends has \(content.text.utf8.count) bytes, the limit is \(RequestContent.longest)")
        }
        let action = submitter?.action.map(address) ?? action
        return FilledForm(target: PageTarget(.form, action, base: base), content: content)
    }

    /// The fields that a control sends.
    private func sent(_ control: FormControl, isButton: Bool, _ charset: String) -> [FormField] {
        guard !control.isDisabled else { return [] }
        if isButton, control.kind == .image {
            let prefix = control.name.isEmpty ? "" : control.name + "."
            return [FormField(prefix + "x", "0"), FormField(prefix + "y", "0")]
        }
        guard !control.name.isEmpty else { return [] }
        switch control.kind {
        case .submit: return isButton ? [FormField(control.name, control.value)] : []
        case .image, .button, .file: return []
        case .checkbox, .radio: return control.isChecked ? [FormField(control.name, control.value)] : []
        case .hidden where control.name == "_charset_": return [FormField(control.name, charset)]
        case .text, .hidden, .password: return [FormField(control.name, control.value)]
        case .select:
            var chosen = control.options.filter { $0.isSelected && !$0.isDisabled }
            // A list of one line shows the last choice that is selected, else the first.
            if !control.showsSeveral { chosen = chosen.suffix(1) }
            if chosen.isEmpty, !control.showsSeveral {
                chosen = Array(control.options.filter { !$0.isDisabled }.prefix(1))
            }
            return chosen.map { FormField(control.name, $0.sent) }
        }
    }
}
