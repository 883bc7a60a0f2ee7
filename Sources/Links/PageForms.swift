// The forms of a page with their controls as written (HTML 4.10). FormChoice.swift chooses one and fills it in.

import Markup
import Text

/// A form.
struct PageForm {
    var id = ""
    /// As written; empty for the page itself.
    var action = ""
    var method = ""
    var encoding = ""
    var charset = ""
    var hasCaptcha = false
    var controls: [FormControl] = []
}

/// A control.
struct FormControl {
    enum Kind {
        case text, hidden, checkbox, radio, select, submit, image, file, password, button
    }
    var kind: Kind
    var name: String
    var id: String
    var value: String
    /// The texts that say what it stands for, the likeliest first.
    var labels: [String] = []
    var isChecked = false
    var isDisabled = false
    var isRequired = false
    /// Of `<select>`.
    var options: [FormOption] = []
    var showsSeveral = false
    /// Of a submit button, as written; nil for those of the form.
    var action: String?
    var method: String?
    /// Its form: the number of the one around it, or the id that it names.
    fileprivate var form: Int?
    fileprivate var formID: String?
}

/// A choice of `<select>`.
struct FormOption {
    /// Nil for its text.
    var value: String?
    var text = ""
    var isSelected = false
    var isDisabled = false
}

/// Reads the forms of a page.
struct PageForms: MarkupReceiver {
    private(set) var forms: [PageForm] = []
    private(set) var base: String?
    private var controls: [FormControl] = []
    private var labelsByID: [String: String] = [:]
    /// The open form, list of choices, and whether a choice in it and a script are open.
    private var (form, select): (Int?, Int?) = (nil, nil)
    private var (isInOption, isInScript) = (false, false)
    /// The text of the open `<textarea>`.
    private var area: [UInt8]?
    private var fieldsets: [Bool] = []
    /// The open label: the id that it names, its text, and the number of controls before it.
    private var label: (id: String, text: CollapsedText, place: Int)?
    /// The text before the next control.
    private var before = CollapsedText()
    private var parts = 0
    private var hasCaptcha = false

    /// The most forms, controls and choices of a page together.
    static let mostParts = 100_000
    private static let longestLabel = 200

    /// Reads a page in UTF-8.
    init(of document: [UInt8]) throws(TableError) {
        guard document.count <= longestPage else {
            throw TableError(.limit, "the page has \(document.count) bytes, the limit is \(longestPage)")
        }
        try readMarkup(document, as: .html, for: &self)
        settle()
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        let element = name.string.lowercased()
        if isCaptcha(attributes) {
            if let form {
                forms[form].hasCaptcha = true
            } else {
                hasCaptcha = hasCaptcha || attributes.has("data-sitekey")
            }
        }
        switch element {
        case "base": base = base ?? attributes["href"].map(address)
        case "form": try begin(attributes)
        case "fieldset": fieldsets.append(attributes.has("disabled"))
        case "label": label = (attributes["for"] ?? "", CollapsedText(), controls.count)
        case "input": try add(kind(ofInput: attributes["type"]), attributes)
        case "button": try add(kind(ofButton: attributes["type"]), attributes)
        case "textarea":
            try add(.text, attributes)
            area = []
        case "select":
            try add(.select, attributes)
            select = controls.count - 1
            controls[controls.count - 1].showsSeveral =
                attributes.has("multiple") || (attributes["size"].flatMap { Int($0) } ?? 1) > 1
        case "option":
            guard let select else { return }
            try countPart()
            isInOption = true
            controls[select].options.append(
                FormOption(
                    value: attributes["value"], isSelected: attributes.has("selected"),
                    isDisabled: attributes.has("disabled")))
        case "script", "style": isInScript = true
        default: break
        }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        switch name.string.lowercased() {
        case "form": form = nil
        case "fieldset": _ = fieldsets.popLast()
        case "label": endLabel()
        case "textarea":
            let text = area.map { String(decoding: $0, as: UTF8.self) } ?? ""
            // The first line end belongs to the tag (HTML 13.1.2.5).
            if let last = controls.indices.last {
                controls[last].value = String(text.first == "\n" ? text.dropFirst() : text[...])
            }
            area = nil
        case "select": (select, isInOption) = (nil, false)
        case "option": isInOption = false
        case "script", "style": isInScript = false
        default: break
        }
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        if isInScript { return }
        if area != nil { return area?.append(contentsOf: bytes) ?? () }
        if let select {
            guard isInOption, let last = controls[select].options.indices.last else { return }
            let text = controls[select].options[last].text
            if text.utf8.count < Self.longestLabel {
                controls[select].options[last].text = text + String(decoding: bytes, as: UTF8.self)
            }
            return
        }
        if before.bytes.count > Self.longestLabel { before.removeAll() }
        before.append(bytes)
        if let size = label?.text.bytes.count, size < Self.longestLabel { label?.text.append(bytes) }
    }

    /// Begins a form. A form within another is ignored (HTML 13.2.6.4.7).
    private mutating func begin(_ attributes: Attributes) throws(TableError) {
        guard form == nil else { return }
        try countPart()
        form = forms.count
        forms.append(
            PageForm(
                id: attributes["id"] ?? "", action: address(attributes["action"] ?? ""),
                method: attributes["method"]?.lowercased() ?? "", encoding: attributes["enctype"]?.lowercased() ?? "",
                charset: attributes["accept-charset"]?.lowercased() ?? ""))
    }

    private mutating func add(_ kind: FormControl.Kind, _ attributes: Attributes) throws(TableError) {
        try countPart()
        var control = FormControl(
            kind: kind, name: attributes["name"] ?? "", id: attributes["id"] ?? "", value: attributes["value"] ?? "")
        if kind == .checkbox || kind == .radio, !attributes.has("value") { control.value = "on" }
        control.isChecked = attributes.has("checked")
        control.isDisabled = attributes.has("disabled") || fieldsets.contains(true)
        control.isRequired = attributes.has("required") || attributes["aria-required"] == "true"
        (control.form, control.formID) = (form, attributes["form"])
        (control.action, control.method) = (attributes["formaction"], attributes["formmethod"]?.lowercased())
        let text = before.take()
        control.labels = [attributes["aria-label"], attributes["placeholder"], attributes["title"], text]
            .compactMap { $0 }.filter { !$0.isEmpty }
        controls.append(control)
    }

    private mutating func endLabel() {
        guard let label else { return }
        let text = label.text.string
        if !label.id.isEmpty {
            if labelsByID[label.id] == nil { labelsByID[label.id] = text }
        } else if controls.indices.contains(label.place) {
            controls[label.place].labels.insert(text, at: 0)
        }
        self.label = nil
    }

    private mutating func countPart() throws(TableError) {
        parts += 1
        guard parts <= Self.mostParts else {
            throw TableError(.limit, "the page has more than \(Self.mostParts) forms, fields and choices")
        }
    }

    /// Gives each form its controls, and each control its label.
    private mutating func settle() {
        var places: [String: Int] = [:]
        for (place, form) in forms.enumerated() where !form.id.isEmpty && places[form.id] == nil {
            places[form.id] = place
        }
        for var control in controls {
            guard let place = control.formID.map({ places[$0] }) ?? control.form else { continue }
            if let label = labelsByID[control.id], !control.id.isEmpty { control.labels.insert(label, at: 0) }
            forms[place].controls.append(control)
        }
        controls = []
        if hasCaptcha { for place in forms.indices { forms[place].hasCaptcha = true } }
    }
}

/// Whether an element belongs to a captcha.
private func isCaptcha(_ attributes: Attributes) -> Bool {
    if attributes.has("data-sitekey") { return true }
    for name: StaticString in ["class", "id", "name", "src"] {
        guard let value = attributes[name]?.lowercased() else { continue }
        if value.holds("captcha") || value.holds("cf-turnstile") { return true }
    }
    return false
}

private func kind(ofInput type: String?) -> FormControl.Kind {
    switch type?.lowercased() {
    case "hidden": .hidden
    case "checkbox": .checkbox
    case "radio": .radio
    case "submit": .submit
    case "image": .image
    case "file": .file
    case "password": .password
    case "button", "reset": .button
    default: .text
    }
}

private func kind(ofButton type: String?) -> FormControl.Kind {
    switch type?.lowercased() {
    case "button", "reset": .button
    default: .submit
    }
}
