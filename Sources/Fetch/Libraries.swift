// What a transfer loads, all at once: later no library can be loaded any more (`refuseCode` in Worker/Sandbox.swift).

import CCrypto
import CCurl
import Glibc
import Reading
import Text

/// Loads libcurl and what it looks for on its way: the digest of a document, and the modules that find a host's address.
package func loadTransfer() throws(ReadingFailure) {
    try loadCurl()
    loadDigest()
    for service in hostServices(in: contents(of: "/etc/nsswitch.conf")) {
        // One that is not there is passed over by the C library, too.
        _ = dlopen("libnss_\(service).so.2", RTLD_NOW)
    }
}

/// Loads what digests are made by. They say themselves if it is missing.
package func loadDigest() {
    _ = ccrypto_load()
}

/// Loads libcurl, once.
func loadCurl() throws(ReadingFailure) {
    if let missing = ccurl_load() {
        throw ReadingFailure(.reader, "libcurl cannot be loaded: \(told(String(cString: missing)))")
    }
}

/// The name services for hosts that are modules of their own (nsswitch.conf(5)): files and dns the C library has built in.
func hostServices(in configuration: String) -> [String] {
    let lines = configuration.split(separator: "\n").map { $0.prefix { $0 != "#" } }
    guard let line = lines.last(where: { trimmed($0).hasPrefix("hosts:") }) else { return [] }
    var services: [String] = []
    // What stands in brackets says what to do next: "[NOTFOUND=return]", also with blanks.
    var isAction = false
    for word in trimmed(line).dropFirst("hosts:".count).split(whereSeparator: { $0 == " " || $0 == "\t" }) {
        isAction = isAction || word.hasPrefix("[")
        let isName = !isAction && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if isName, word != "files", word != "dns" { services.append(String(word)) }
        if word.hasSuffix("]") { isAction = false }
    }
    return services
}

/// The text of a small file; empty where it cannot be read.
private func contents(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}
