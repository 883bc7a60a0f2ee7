// The part of a worker's sandbox that every kernel has: limits of memory, processor time and files (setrlimit(2)),
// and no way to gain privileges. It is set before a byte from outside is read, so a hostile document or server can at
// most end this process. Which files and ports remain is decided in Sandbox.swift.

import CPOSIX
import Glibc
import Reading

/// Sets the limits that are the same for all requests.
///
/// - Throws: which limit could not be set; without all of them nothing is read.
package func limitResources() throws(ReadingFailure) {
    // A worker whose daemon has gone ends by the failed write; one that reached its file limit says so.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    try limit(RLIMIT_AS, "memory", to: memory(forDocumentOf: largestDocument))
    // Seconds of processor time: the largest list known takes a tenth of one. At the first limit comes SIGXCPU, which
    // says what happened, at the second SIGKILL.
    try limit(RLIMIT_CPU, "processor time", to: 60, reserve: 5)
    // Three streams, the document, a socket or two, and a certificate at a time.
    try limit(RLIMIT_NOFILE, "open files", to: 64)
    try limit(RLIMIT_CORE, "core dumps", to: 0)
    guard cposix_confine() == 0 else { throw failure("privileges", errno) }
}

/// Lowers the limits that depend on the request.
///
/// - Parameters:
///   - documentBytes: the largest document that it accepts.
///   - fileBytes: how large the file may become that it writes to.
package func lowerLimits(documentBytes: Int, fileBytes: Int) throws(ReadingFailure) {
    try limit(RLIMIT_AS, "memory", to: memory(forDocumentOf: max(0, documentBytes)))
    try limit(RLIMIT_FSIZE, "file size", to: max(0, fileBytes))
}

/// Takes from this process to start others or threads, unless it is root's.
package func allowNoThreads() throws(ReadingFailure) {
    try limit(__RLIMIT_NPROC, "processes", to: 0)
}

/// The largest document that a configuration may ask for, in bytes: `max-size`.
private let largestDocument = 256 << 20

/// The address space that a reading may take, in bytes, given the largest document that is accepted: 512 MiB for the
/// usual 16. The document counts twice, since it is copied as it grows where its server announces no length; the rest
/// is what it decodes to (`PDFLimits`), rows and text, libraries, and the stacks and heaps of libcurl's threads.
private func memory(forDocumentOf bytes: Int) -> Int {
    480 << 20 + 2 * min(bytes, largestDocument)
}

/// Lowers a limit; never raises it: whoever started us may want less.
///
/// - Parameter reserve: how much later the hard limit comes than the soft one.
private func limit(
    _ resource: __rlimit_resource, _ name: String, to most: Int, reserve: Int = 0
) throws(ReadingFailure) {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { throw failure(name, errno) }
    limits.rlim_max = min(limits.rlim_max, rlim_t(clamping: most + reserve))
    limits.rlim_cur = min(limits.rlim_cur, limits.rlim_max, rlim_t(clamping: most))
    guard setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { throw failure(name, errno) }
}

private func failure(_ what: String, _ number: Int32) -> ReadingFailure {
    ReadingFailure(.reader, "cannot limit \(what): \(String(cString: strerror(number)))")
}
