// Loads every library for a transfer at once: later the sandbox allows no further library (`refuseCode` in
// Worker/Sandbox.swift).

import CCrypto
import CCurl
import Glibc
import Reading
import Text

/// Loads libcurl and what it would load later: the digest of a document, and the modules that resolve host names.
package func loadTransfer() throws(ReadingFailure) {
    try loadCurl()
    loadDigest()
    for service in hostServices(in: contents(of: "/etc/nsswitch.conf")) {
        // The C library also skips a module that is missing.
        _ = dlopen("libnss_\(service).so.2", RTLD_NOW)
    }
}

/// Loads the library for digests. The digest itself reports a missing library.
package func loadDigest() {
    _ = ccrypto_load()
}

/// Loads libcurl, once.
func loadCurl() throws(ReadingFailure) {
    if let missing = ccurl_load() {
        throw ReadingFailure(.reader, "libcurl cannot be loaded: \(told(String(cString: missing)))")
    }
}

/// The name services for hosts in separate modules (nsswitch.conf(5)); files and dns are part of the C library.
func hostServices(in configuration: String) -> [String] {
    let lines = configuration.split(separator: "\n").map { $0.prefix { $0 != "#" } }
    guard let line = lines.last(where: { trimmed($0).hasPrefix("hosts:") }) else { return [] }
    var services: [String] = []
    // Brackets contain actions, also with blanks: "[NOTFOUND=return]".
    var isAction = false
    for word in trimmed(line).dropFirst("hosts:".count).split(whereSeparator: { $0 == " " || $0 == "\t" }) {
        isAction = isAction || word.hasPrefix("[")
        let isName = !isAction && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if isName, word != "files", word != "dns" { services.append(String(word)) }
        if word.hasSuffix("]") { isAction = false }
    }
    return services
}

/// The text of a small file; empty if it cannot be read.
private func contents(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
