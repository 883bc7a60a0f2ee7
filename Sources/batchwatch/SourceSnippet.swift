// A section `[sources.NAME]` for the configuration file: TOML 1.0, with all text from outside escaped.

import Configuration
import Reading
import Rows
import Text

/// The configuration of a source.
struct SourceSnippet {
    var name: String
    var url: String
    /// How the page at `url` leads to the document; nil where `url` is the document.
    var follow: LinkRequest?
    /// The field of a form of the page at `url` that takes the number; nil for a document without a form.
    var field: String?
    var proposal: Proposal
    /// The number or mask that is watched.
    var watch: String?
    /// The user's name for the batch.
    var label = ""
    var userAgent: String?
    /// Whether each edition has only new batches.
    var keepsForever = false
    /// How often to look; nil for the default.
    var every: String?

    /// The text, line by line.
    var lines: [String] {
        var lines = ["[sources.\(name)]"]
        if let follow {
            lines.append("page = " + Self.string(url))
            lines.append("link = " + Self.string(follow.glob))
            lines.append("pick = " + Self.string(follow.pick.rawValue))
        } else if let field {
            lines.append("form-page = " + Self.string(url))
            lines.append("form = { \(Self.key(field)) = \(Self.string(SourceConfig.batchInURL)) }")
        } else {
            lines.append("url = " + Self.string(url))
        }
        if let userAgent { lines.append("user-agent = " + Self.string(userAgent)) }
        if let record = proposal.record { lines.append("record = " + Self.string(record)) }
        if proposal.showsHidden == true { lines.append("visible = \"all\"") }
        if !proposal.hasUsualKey { lines.append("key = " + Self.masks(proposal.key)) }
        if let place = proposal.keyIn { lines.append("key-in = " + Self.string(place)) }
        if let headings = proposal.headings {
            let titles = [("batch", headings.batch), ("status", headings.status), ("date", headings.date)]
            let entries = titles.compactMap { name, title in title.map { "\(name) = \(Self.string($0))" } }
            lines.append("columns = { \(entries.joined(separator: ", ")) }")
        } else if !proposal.hasUsualColumns {
            lines.append("columns = [" + proposal.columns.map(Self.string).joined(separator: ", ") + "]")
        }
        if let every { lines.append("every = " + Self.string(every)) }
        if keepsForever { lines.append("keep = \"forever\"") }
        lines += ["", "[sources.\(name).batches]"]
        if let watch {
            lines.append(Self.key(watch) + " = " + Self.string(label))
        } else if let sample = proposal.samples.first {
            let key = proposal.hasTextKeys ? sample.batch : KeyMask.escaped(sample.batch)
            lines.append("# " + Self.key(key) + " = \"Mine\"")
        }
        return lines
    }

    /// A mask as a string, several as an array of them.
    private static func masks(_ text: String) -> String {
        let masks = text.split(separator: "\n").map { string(String($0)) }
        return masks.count == 1 ? masks[0] : "[" + masks.joined(separator: ", ") + "]"
    }

    /// A basic string (TOML 1.0, String). A character that could harm a terminal is written as its number.
    static func string(_ text: String) -> String {
        var string = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": string += "\\\""
            case "\\": string += "\\\\"
            case _ where sanitized(String(scalar)) != String(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let isLong = scalar.value > 0xFFFF
                string +=
                    (isLong ? "\\U" : "\\u") + String(repeating: "0", count: (isLong ? 8 : 4) - digits.count) + digits
            default: string.unicodeScalars.append(scalar)
            }
        }
        return string + "\""
    }

    /// A key, bare where it may be (TOML 1.0, Keys).
    private static func key(_ text: String) -> String {
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
        return isBare ? text : string(text)
    }

    // MARK: - The name

    private static let longestName = 64

    /// Whether a source may have this name without quotes.
    static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
    }

    /// A name for the source of a document, from its host or its file name.
    static func name(for url: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let isFile = url.lowercased().hasPrefix("file:")
        var host = parts.count > 2 && !isFile ? parts[2].prefix { !"/?#".contains($0) } : ""
        host = host.split(separator: "@").last ?? ""
        var labels = host.prefix { $0 != ":" }.lowercased().split(separator: ".").map(String.init)
        if labels.first == "www" { labels.removeFirst() }
        let isNumeric = labels.allSatisfy { $0.allSatisfy(\.isNumber) }
        if labels.count > 1, !isNumeric {
            labels.removeLast()
            // gov.uk, co.jp: the name comes before these.
            if labels.count > 1, let last = labels.last, last.count <= 3 { labels.removeLast() }
            if let label = labels.last, let name = plain(label) { return name }
        }
        let path = (parts.count > 2 ? parts[2] : "").prefix { $0 != "?" && $0 != "#" }.drop { $0 != "/" }
        let file = path.split(separator: "/").last ?? ""
        return plain(withoutEscapes(file.split(separator: ".").first ?? "")) ?? "list"
    }

    /// Each "%20" as a blank (RFC 3986 2.1).
    private static func withoutEscapes(_ text: Substring) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + " " + $1.dropFirst(2) }
    }

    /// The text with "-" for each character that a name cannot have; nil if nothing else is left.
    private static func plain(_ text: String) -> String? {
        var name = ""
        for byte in text.lowercased().utf8.prefix(longestName) {
            let character = String(UnicodeScalar(byte))
            if isName(character), character != "-" {
                name += character
            } else if !name.isEmpty, name.last != "-" {
                name += "-"
            }
        }
        while name.last == "-" { name.removeLast() }
        return isName(name) ? name : nil
    }
}
