// Forms of web pages: the request to fill one in, the result, and how its fields are encoded (HTML 4.10.21). Pure.

import Text

/// A field with its value.
package struct FormField: Codable, Hashable, Sendable {
    /// The field's name, id or label; its name once it is part of a filled form.
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// The request to fill in the form of a page that has these fields.
package struct FormRequest: Codable, Hashable, Sendable {
    package var fields: [FormField]

    package init(fields: [FormField]) { self.fields = fields }
}

/// A form that was filled in: where it goes, and what it sends.
package struct FilledForm: Codable, Hashable, Sendable {
    package var target: PageTarget
    package var content: RequestContent

    package init(target: PageTarget, content: RequestContent) {
        (self.target, self.content) = (target, content)
    }
}

/// A form by which a page looks up cases, as `try` shows it.
package struct FormSketch: Codable, Hashable, Sendable {
    /// The field that most likely takes the number: the name by which the configuration can call it, and its label.
    package var field: String
    package var label: String
    /// Other fields without a value that a person must fill in.
    package var missing: [String]
    /// Why only a person may fill it in; nil if a program may, too.
    package var refusal: String?

    package init(field: String, label: String, missing: [String], refusal: String?) {
        (self.field, self.label, self.missing, self.refusal) = (field, label, missing, refusal)
    }
}

/// How a form encodes its fields.
package struct FormEncoding: Sendable {
    /// As `Charsets` names them; other encodings than UTF-8 and those of Western Europe have ASCII in common.
    package var charset: String

    package init(charset: String = "UTF-8") { self.charset = charset }

    private var isUTF8: Bool { charset.lowercased() == "utf-8" }
    private var isLatin: Bool { ["iso-8859-1", "windows-1252", "latin1"].contains(charset.lowercased()) }

    /// application/x-www-form-urlencoded.
    package func urlEncoded(_ fields: [FormField]) -> String {
        fields.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
    }

    /// multipart/form-data (RFC 7578).
    package func multipart(_ fields: [FormField]) -> RequestContent {
        let parts = fields.map { field in
            let name = plain(field.name).with("%22", inPlaceOf: "\"").with("%0D%0A", inPlaceOf: "\r\n")
            return "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(plain(field.value))\r\n"
        }
        var number = 0
        while parts.contains(where: { $0.holds("batchwatch-part-\(number)") }) { number += 1 }
        let boundary = "batchwatch-part-\(number)"
        return RequestContent(
            type: "multipart/form-data; boundary=\(boundary)",
            text: parts.map { "--\(boundary)\r\n\($0)" }.joined() + "--\(boundary)--\r\n")
    }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in bytes(lines(text)) {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F:
                escaped.unicodeScalars.append(UnicodeScalar(byte))
            case 0x20: escaped += "+"
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }

    /// A text with CR LF at the end of each line.
    private func lines(_ text: String) -> String {
        var (lines, last) = (String.UnicodeScalarView(), UnicodeScalar(0))
        for scalar in text.unicodeScalars {
            if scalar == "\n", last != "\r" { lines.append("\r") }
            if last == "\r", scalar != "\n" { lines.append("\n") }
            lines.append(scalar)
            last = scalar
        }
        if last == "\r" { lines.append("\n") }
        return String(lines)
    }

    /// A text of which the encoding has each character; others become references, as browsers write them.
    private func plain(_ text: String) -> String {
        if isUTF8 { return lines(text) }
        return lines(text).unicodeScalars.map { $0.isASCII ? String($0) : "&#\($0.value);" }.joined()
    }

    private func bytes(_ text: String) -> [UInt8] {
        if isUTF8 { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            if scalar.isASCII || isLatin && 0xA0...0xFF ~= scalar.value { return [UInt8(scalar.value)] }
            return Array("&#\(scalar.value);".utf8)
        }
    }
}
