// [sources.NAME]: one published list. Wrong values are reported and replaced by the defaults, so that the rest is
// checked too.

import Reading
import Rows
import Text

extension ConfigDecoding {
    /// Of use only if no problem was found.
    mutating func source(from table: ConfigTable) -> (SourceConfig, SourceKey) {
        let name = table.path.last ?? ""
        checkName(name, at: table.path)
        checkKeys(of: table, known: ConfigKeys.source)
        let command = table.table["command"] == nil ? nil : command(of: table)
        let url = address(of: table, command?.url)
        let submission = table.table["command"] == nil ? submission(of: table, url: url.parts) : nil
        let hasCasePages = url.text.holds(SourceConfig.batchInURL) || submission?.hasBatch == true
        let (layout, key) = layout(of: table, isCasePage: hasCasePages)
        var source = SourceConfig(name: name, url: url.text, layout: layout)
        source.submission = submission
        source.command = command?.words
        source.hasOwnColumns = table.table["columns"] != nil
        // A wrong URL is reported once, not a second time for an interval that might suit the right one.
        let isLocal = source.command == nil && url.parts.map { $0.isFile || $0.isLoopback } ?? true
        source.interval =
            duration(
                "every", of: table,
                within: isLocal
                    ? ConfigLimits.everyLocal : submission == nil ? ConfigLimits.every : ConfigLimits.everyForm,
                why: isLocal
                    ? "" : " for a \(submission == nil ? "" : "form on a ")server that is not this machine")
            ?? source.interval
        source.maxSize = size("max-size", of: table, within: ConfigLimits.maxSize) ?? source.maxSize
        source.timeout = duration("timeout", of: table, within: ConfigLimits.timeout) ?? source.timeout
        source.disappearedAfter =
            duration("disappeared-after", of: table, within: ConfigLimits.disappearedAfter) ?? source.disappearedAfter
        source.expectEvery = expectation(of: table)
        source.hours = hours(of: table)
        source.links = links(of: table)
        source.record = line("record", of: table, expected: "the name of an element or a path, like \"data.items\"")
        source.showsHidden = word("visible", of: table, known: ["all"]) != nil
        source.keepsForever = keep(of: table)
        source.tellsEditions = tellsEditions(of: table, isCasePage: source.hasCasePages)
        source.userAgent = userAgent(of: table)
        source.auth = self.table("auth", of: table).flatMap { auth(from: $0, url: url.parts) }
        source.headers =
            self.table("headers", of: table).map { headers(from: $0, url: url.parts, hasAuth: source.auth != nil) }
            ?? []
        source.proxy = proxy(of: table, url: url.parts)
        return (source, SourceKey(source: name, mask: key))
    }

    /// The URL of the list or of the page that leads to it; of a program, what stands for it.
    private mutating func address(of table: ConfigTable, _ command: String?) -> (text: String, parts: SourceURL?) {
        if table.table["command"] != nil { return (command ?? "", try? SourceURL(command ?? "")) }
        if table.table["form-page"] != nil { return formPage(of: table) }
        return table.table["page"] == nil ? url(of: table) : page(of: table)
    }

    private mutating func checkName(_ name: String, at path: [String]) {
        if name.isSourceName { return }
        report(
            "is not a valid source name; use a-z, 0-9, \"-\", \"_\" and \".\", not starting with \".\", at most "
                + "\(ConfigLimits.nameLength) characters",
            at: path)
    }

    private mutating func url(of table: ConfigTable) -> (text: String, parts: SourceURL?) {
        let path = table.path + ["url"]
        guard table.table["url"] != nil else {
            reportMissing(
                "url", of: table,
                "write where the list is published, like url = \"https://…\", or page and link where its address moves")
            return ("", nil)
        }
        guard let text = string("url", of: table, expected: "a URL in quotes") else { return ("", nil) }
        if let batch = text.place(of: SourceConfig.batchInURL), !text[..<batch.lowerBound].hasPath {
            report("has {batch} in its host; it may stand in the path or the query", at: path)
        }
        return (text, sound(text, at: path))
    }

    /// The parts of a URL; nil where it is wrong, which is reported.
    mutating func sound(_ url: String, at path: [String]) -> SourceURL? {
        do {
            return try SourceURL(url)
        } catch {
            let advice =
                error == .credentials
                ? " and add auth = { scheme = \"basic\", user = \"…\", secret-file = \"/…\" }" : ""
            report("\(error)\(advice)", at: path)
            return nil
        }
    }

    /// The layout, and its key mask if that is sound.
    private mutating func layout(of table: ConfigTable, isCasePage: Bool) -> (TableLayout, KeyMask?) {
        let key = key(of: table)
        if table.table["columns"]?.table != nil {
            return (TableLayout(key: key ?? .london, headings: headings(of: table, isCasePage: isCasePage)), key)
        }
        if key?.isAnyText == true, table.table["columns"] == nil {
            report(
                "a key of \"*\" needs columns; add columns = { batch = \"…\", status = \"…\" } with their headings, or a "
                    + "list like [\"batch\", \"status\"]",
                at: table.path + ["key"])
        }
        let columns = columns(of: table) ?? TableLayout.london.columns
        do {
            return (try TableLayout(key: key ?? .london, columns: columns), key)
        } catch {
            report(
                "\(error); name each column once, like [\"batch\", \"status\", \"date\"]", at: table.path + ["columns"])
            return (.london, key)
        }
    }

    /// The key mask, or the mask of a list of them; nil for a wrong one, which is reported.
    private mutating func key(of table: ConfigTable) -> KeyMask? {
        var key: KeyMask? = .london
        if let value = table.table["key"] {
            let expected = "a mask in quotes, like \"########\", or a list of masks"
            let texts =
                value.array == nil
                ? string("key", of: table, expected: expected).map { [$0] }
                : strings("key", of: table, expected: expected)
            key = texts.flatMap { mask(of: $0, at: table.path + ["key"]) }
        }
        guard let place = string("key-in", of: table, expected: "\"\(KeyMask.inText)\"") else { return key }
        if place != KeyMask.inText {
            report("expected \"\(KeyMask.inText)\", found \"\(place.printable)\"", at: table.path + ["key-in"])
        } else if key?.isAnyText == true {
            report("cannot go with key = \"*\"; write the masks that the keys have", at: table.path + ["key-in"])
        }
        key?.isInText = true
        return key
    }

    /// The mask that allows what one of these does; nil for a wrong one, which is reported.
    private mutating func mask(of texts: [String], at path: [String]) -> KeyMask? {
        do throws(MaskError) {
            var masks: [KeyMask] = []
            for text in texts {
                do throws(MaskError) {
                    masks.append(try KeyMask(text))
                } catch {
                    let name = texts.count > 1 ? "\"\(text.printable)\" " : ""
                    report("\(name)is not a mask: " + "\(error)".printable, at: path)
                    return nil
                }
            }
            return try KeyMask(anyOf: masks)
        } catch {
            report("is not a list of masks: \(error)", at: path)
            return nil
        }
    }

    private mutating func columns(of table: ConfigTable) -> [Column]? {
        let path = table.path + ["columns"]
        let expected =
            "a list like [\"batch\", \"status\", \"date\"], or a table like { batch = \"Number\", status = \"Decision\" }"
        guard let names = strings("columns", of: table, expected: expected) else { return nil }
        if names.count > ConfigLimits.columns {
            report("names \(names.count) columns; at most \(ConfigLimits.columns) are allowed", at: path)
            return nil
        }
        let wrong = names.filter { Column($0) == nil }
        for name in wrong {
            report("\"\(name.printable)\" is not a column; write \"batch\", \"status\", \"date\" or \"-\"", at: path)
        }
        return wrong.isEmpty ? names.compactMap { Column($0) } : nil
    }

    private mutating func proxy(of table: ConfigTable, url: SourceURL?) -> String? {
        guard let text = string("proxy", of: table, expected: "a URL in quotes, like \"http://proxy:3128\"") else {
            return nil
        }
        let path = table.path + ["proxy"]
        if url?.isFile == true { report("a file needs no proxy; remove the line", at: path) }
        do {
            _ = try SourceURL(text, schemes: SourceURL.proxySchemes)
        } catch {
            report("\(error)", at: path)
        }
        return text
    }
}

extension Substring {
    /// Whether the beginning of a URL reaches into its path.
    fileprivate var hasPath: Bool {
        guard let scheme = place(of: "://") else { return false }
        return self[scheme.upperBound...].contains { "/?".contains($0) }
    }
}

extension String {
    /// Whether a source may have this name: it becomes the name of a file.
    var isSourceName: Bool {
        (1...ConfigLimits.nameLength).contains(utf8.count) && !hasPrefix(".")
            && utf8.allSatisfy { (0x61...0x7A).contains($0) || $0.isASCIIDigit || "-_.".utf8.contains($0) }
    }

    /// Whether it is a path from the root, in printable characters.
    var isAbsolutePath: Bool {
        hasPrefix("/") && !hasControl
    }

    /// Whether it has a control character.
    var hasControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
