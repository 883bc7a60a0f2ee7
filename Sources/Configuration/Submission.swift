// What a source sends to its server: the fields of a form, or a text. `{batch}` in it stands for the case.

import Reading
import Text

/// What the request of a source sends.
package enum Submission: Sendable, Equatable {
    /// The form of a page that has these fields, filled in (`form-page`).
    case formOfPage([FormField])
    /// These fields, without a page.
    case fields([FormField])
    /// JSON, XML or text.
    case body(String)

    /// Whether each case has an answer of its own.
    package var hasBatch: Bool {
        switch self {
        case .formOfPage(let fields), .fields(let fields):
            fields.contains { $0.value.holds(SourceConfig.batchInURL) }
        case .body(let text): text.holds(SourceConfig.batchInURL)
        }
    }

    /// The key of the configuration that has it.
    var key: String { if case .body = self { "body" } else { "form" } }

    /// Whether a page is requested for the form.
    package var hasPage: Bool { if case .formOfPage = self { true } else { false } }

    /// What to fill in; nil without a page.
    ///
    /// - Parameter batch: the case; nil for none.
    package func form(for batch: String?) -> FormRequest? {
        guard case .formOfPage(let fields) = self else { return nil }
        return FormRequest(fields: filled(fields, batch))
    }

    /// What to send at once; nil with a page.
    package func content(for batch: String?) -> RequestContent? {
        switch self {
        case .formOfPage: return nil
        case .fields(let fields):
            let text = FormEncoding().urlEncoded(filled(fields, batch))
            return RequestContent(type: RequestContent.urlEncoded, text: text)
        case .body(let text):
            let type = Self.type(of: text)
            let batch = batch ?? ""
            let value = type == Self.json ? escapedForJSON(batch) : type == Self.xml ? escapedForXML(batch) : batch
            return RequestContent(type: type, text: text.with(value, inPlaceOf: SourceConfig.batchInURL))
        }
    }

    private func filled(_ fields: [FormField], _ batch: String?) -> [FormField] {
        fields.map { FormField($0.name, $0.value.with(batch ?? "", inPlaceOf: SourceConfig.batchInURL)) }
    }

    private static let json = "application/json"
    private static let xml = "text/xml; charset=utf-8"

    private static func type(of text: String) -> String {
        switch text.first(where: { !$0.isWhitespace }) {
        case "{", "[": json
        case "<": xml
        default: "text/plain; charset=utf-8"
        }
    }

    /// As a part of the source's address: another form asks for another list.
    var identity: String {
        switch self {
        case .formOfPage(let fields), .fields(let fields):
            (hasPage ? "form" : "fields")
                + fields.map { " \($0.name.debugDescription)=\($0.value.debugDescription)" }.joined()
        case .body(let text): "body \(text.debugDescription)"
        }
    }
}

/// A text as a part of a JSON string (RFC 8259 7).
private func escapedForJSON(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case _ where scalar.value < 0x20:
            "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }.joined()
}

/// A text as a part of a text or a value of XML.
private func escapedForXML(_ text: String) -> String {
    text.with("&amp;", inPlaceOf: "&").with("&lt;", inPlaceOf: "<").with("&gt;", inPlaceOf: ">")
        .with("&quot;", inPlaceOf: "\"").with("&apos;", inPlaceOf: "'")
}
