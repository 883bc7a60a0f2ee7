// The files of the project, and the words of its code: the things that documents may name.

import Foundation

/// The tree that the tests were built from.
struct Project {
    static let here = Project(
        root: #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/"))

    let root: String
    /// All files and folders, relative to the root; not those that are hidden or built.
    let paths: Set<String>

    init(root: String) {
        self.root = root
        var paths: Set<String> = []
        let all = FileManager.default.enumerator(atPath: root)
        while let path = all?.nextObject() as? String {
            let isHidden = path.split(separator: "/").last?.hasPrefix(".") == true
            if isHidden { all?.skipDescendants() } else { paths.insert(path) }
        }
        self.paths = paths
    }

    func text(_ path: String) throws -> String { try String(contentsOfFile: root + "/" + path, encoding: .utf8) }

    /// The documents that say where things are.
    var documents: [String] {
        paths.filter { path in
            let parts = path.split(separator: "/")
            return path == "README.md" || parts.count == 2 && parts[0] == "doc" && path.hasSuffix(".md")
                || parts.last == "README.md" && ["Sources", "Fuzz", "config"].contains(parts[0])
        }.sorted()
    }

    /// Whether a file or folder is called so; `*` stands for anything within a name.
    func has(_ pattern: String) -> Bool {
        guard pattern.contains("*") else { return paths.contains(pattern) }
        return paths.contains { fnmatch(pattern, $0, FNM_PATHNAME) == 0 }
    }

    /// Each word that the code, the scripts and the units have, and the names of the files.
    static let words: Set<Substring> = {
        var words: Set<Substring> = []
        let folders = ["Sources/", "Tests/", "Fuzz/", "scripts/", "systemd/", "debian/", "Package.swift"]
        for path in here.paths where folders.contains(where: path.hasPrefix) {
            guard !path.contains("Fixtures/") else { continue }
            words.formUnion(path.split { "/.".contains($0) })
            guard !path.hasSuffix(".md"), let text = try? here.text(path) else { continue }
            words.formUnion(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        }
        return words
    }()
}
