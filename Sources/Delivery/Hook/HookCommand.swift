// The words of `[hook] run`, seen through env(1), which people put before a hook to set its environment.

/// A hook's path and arguments, or those of `env` and then of the hook.
package struct HookCommand: Sendable {
    /// The settings of the shipped hooks, unless the command names others.
    static let usualSettings = "/etc/batchwatch/hooks.conf"
    private static let settingsName = "BATCHWATCH_HOOKS_CONF="
    /// The options of `env` without an argument. What other options do, `env` itself must judge.
    private static let plainOptions = ["-", "-i", "--ignore-environment", "-v", "--debug"]

    let words: [String]
    /// The place of the hook; 0 if `env` looks for it in `PATH`.
    let start: Int

    package init(_ words: [String]) {
        self.words = words
        start = Self.isEnv(words.first) ? Self.programBehindEnv(words) : 0
    }

    private static func isEnv(_ word: String?) -> Bool { word?.split(separator: "/").last == "env" }

    private static func programBehindEnv(_ words: [String]) -> Int {
        var place = 1
        while place < words.count, plainOptions.contains(words[place]) { place += 1 }
        if place < words.count, words[place] == "--" { place += 1 }
        while place < words.count, words[place].contains("=") { place += 1 }
        guard place < words.count, words[place].contains("/"), !words[place].hasPrefix("-") else { return 0 }
        return place
    }

    /// The hook's path; empty without any words.
    package var program: String {
        guard start < words.count else { return "" }
        return start == 0 ? words[0] : Self.absolute(words[start])
    }

    /// Whether `env` starts it: that gives a text without "#!" to the shell.
    var isBehindEnv: Bool { start > 0 }

    /// The file of settings that the command names; nil if it names none.
    var namedSettings: String? {
        guard let word = words.last(where: { $0.hasPrefix(Self.settingsName) }) else { return nil }
        let path = word.dropFirst(Self.settingsName.utf8.count)
        return path.isEmpty ? nil : Self.absolute(String(path))
    }

    /// The files that decide what the hook does: the hook, the scripts behind an interpreter, and the settings.
    package var files: [String] {
        if words.isEmpty { return [] }
        return [program] + words.filter { $0.hasPrefix("/") && $0 != program }
            + [namedSettings ?? Self.usualSettings]
    }

    /// A hook starts in "/".
    static func absolute(_ word: String) -> String { word.hasPrefix("/") ? word : "/" + word }
}
