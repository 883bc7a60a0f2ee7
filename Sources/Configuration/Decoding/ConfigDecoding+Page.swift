// [page]: the page and the feed.

extension ConfigDecoding {
    /// Of use only if no problem was found.
    mutating func page(from table: ConfigTable) -> PageConfig? {
        checkKeys(of: table, known: ConfigKeys.page)
        let title = line("title", of: table, expected: "what stands above the page, in quotes")
        return directory(of: table).map {
            PageConfig(
                directory: $0, title: title ?? PageConfig.defaultTitle, hidesNumbers: hidesNumbers(table))
        }
    }

    private mutating func directory(of table: ConfigTable) -> String? {
        if table.table["directory"] == nil {
            reportMissing(
                "directory", of: table,
                "name the directory that a web server publishes, like directory = \"/var/lib/batchwatch/www\"")
            return nil
        }
        guard let directory = string("directory", of: table, expected: "a path in quotes") else { return nil }
        if !directory.isAbsolutePath {
            report("expected an absolute path; begin it with \"/\"", at: table.path + ["directory"])
        }
        return directory
    }

    private mutating func hidesNumbers(_ table: ConfigTable) -> Bool {
        let expected = "\"labels\", which leaves the numbers out, or \"numbers\""
        guard let text = string("batches", of: table, expected: expected) else { return false }
        if text != "labels", text != "numbers" {
            report("expected \(expected), found \"\(text.printable)\"", at: table.path + ["batches"])
        }
        return text == "labels"
    }
}
