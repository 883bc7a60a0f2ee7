// The table of a TOML file → a sound `Config`, or all that is wrong with it. This file has the root, [hook] and the
// entry point. The sources are in ConfigDecoding+Source, single values in ConfigDecoding+Values.
//
// The tables are walked by hand: Swift's `Decoder` would report only one mistake.

import Rows

extension Config {
    /// Reads the bytes of a configuration file.
    ///
    /// - Parameters:
    ///   - bytes: TOML 1.0.0 in UTF-8, with or without a byte order mark.
    ///   - path: what to call the file in errors.
    /// - Throws: all the problems at once; after a syntax error that one alone.
    package init(toml bytes: [UInt8], path: String) throws(ConfigError) {
        let text: String
        let root: TOMLTable
        do throws(ConfigProblem) {
            text = try configText(bytes)
            root = try parsedTOML(text)
        } catch {
            throw ConfigError(path: path, problems: [error])
        }
        var decoding = ConfigDecoding()
        let config = decoding.config(from: ConfigTable(table: root, path: []))
        if !decoding.problems.isEmpty {
            throw ConfigError(path: path, problems: located(decoding.problems, in: text, root: root))
        }
        self = config
    }
}

/// One walk through the tables of a file; collects the problems on its way.
struct ConfigDecoding {
    private(set) var problems: [ConfigProblem] = []

    mutating func report(_ text: String, at keyPath: [String]) {
        problems.append(ConfigProblem(text, at: keyPath))
    }

    /// Of use only if no problem was found.
    mutating func config(from root: ConfigTable) -> Config {
        checkKeys(of: root, known: ConfigKeys.root)
        let tables = table("sources", of: root).map { all in all.table.keys.compactMap { table($0, of: all) } } ?? []
        // A file that is empty, perhaps since it is just being written, shall not take the place of one that watches.
        let isMeant = tables.isEmpty && ["hook", "page"].contains { root.table[$0]?.table != nil }
        if !isMeant, !([root] + tables).contains(where: { $0.table["batches"] != nil }) {
            reportMissing(
                "batches", of: root, "add [batches] and below it lines like 20121456171 = \"Mine\" (it may be empty)")
        }
        let global = batches(of: root)
        let hasNoList = root.table["sources"].map { $0.table?.isEmpty == true } ?? true
        if hasNoList, !isMeant && root.table["batches"] == nil || !global.isEmpty {
            let advice =
                "add a list, like [sources.london] and below it url = \"https://…\", or let `batchwatch try URL` propose it"
            if root.table["sources"] != nil { report("is empty; " + advice, at: ["sources"]) }
            reportMissing("sources", of: root, advice)
        }
        var sources: [SourceConfig] = []
        var keys: [SourceKey] = []
        var count = WatchCount(global: global.count)
        for table in tables {
            var (source, key) = source(from: table)
            let own = batches(of: table, isText: key.mask?.isAnyText == true)
            checkFit(of: own, keys: [key], below: table.path + ["batches"])
            // What is too much is not even put together.
            if count.isWithinLimit { source.watched = merged(global, own, key: source.layout.key) }
            count.add(source.watched.count, own: own.count)
            checkCasePages(of: &source, own, below: table.path)
            sources.append(source)
            keys.append(key)
        }
        checkFit(of: global, keys: keys, below: ["batches"])
        if let excess = count.excess { report(excess, at: [global.isEmpty ? "sources" : "batches"]) }
        let hook = table("hook", of: root).flatMap { self.hook(from: $0) }
        let page = table("page", of: root).flatMap { self.page(from: $0) }
        return Config(sources: sources.sorted { $0.name < $1.name }, hook: hook, page: page)
    }

    private mutating func hook(from table: ConfigTable) -> HookConfig? {
        checkKeys(of: table, known: ConfigKeys.hook)
        let run = program("run", of: table, "name the program to run, like run = \"/etc/batchwatch/hook\"")
        let timeout = duration("timeout", of: table, within: ConfigLimits.hookTimeout)
        return run.map { HookConfig(run: $0, timeout: timeout ?? HookConfig.defaultTimeout) }
    }

    /// A program with an absolute path and its arguments.
    mutating func program(_ key: String, of table: ConfigTable, _ advice: String) -> [String]? {
        guard let value = table.table[key] else {
            reportMissing(key, of: table, advice)
            return nil
        }
        let expected = "a path in quotes, or a list of a path and arguments"
        guard let run = value.string.map({ [$0] }) ?? strings(key, of: table, expected: expected) else { return nil }
        if run.isEmpty { report("is empty; " + advice, at: table.path + [key]) }
        if let path = run.first, !path.isAbsolutePath {
            report("expected an absolute path; begin it with \"/\"", at: table.path + [key])
        }
        if run.contains(where: { $0.utf8.contains(0) }) {
            report("has a NUL character, which no argument can have; remove it", at: table.path + [key])
        }
        return run
    }
}
