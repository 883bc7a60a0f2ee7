// The part of a worker's sandbox that every kernel has: limits of memory, processor time and files (setrlimit(2)),
// and no way to gain privileges. It is set before a byte from outside is read, so a hostile document or server can at
// most end this process. Sandbox.swift restricts files and ports.

import CPOSIX
import Glibc
import Reading

/// Sets the limits that are the same for all requests.
///
/// - Throws: which limit could not be set; the worker reads nothing unless all are set.
package func limitResources() throws(ReadingFailure) {
    // If the daemon has gone, a failed write ends the worker; if the file reaches its limit, the worker reports it.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    try limit(RLIMIT_AS, "memory", to: memory(forDocumentOf: largestDocument))
    // Seconds of processor time: the largest known list takes a tenth of one. SIGXCPU at the first limit shows the
    // cause, SIGKILL follows at the second.
    try limit(RLIMIT_CPU, "processor time", to: 60, reserve: 5)
    // Three streams, the document, a socket or two, and one certificate.
    try limit(RLIMIT_NOFILE, "open files", to: 64)
    try limit(RLIMIT_CORE, "core dumps", to: 0)
    guard cposix_confine() == 0 else { throw failure("privileges", errno) }
}

/// Lowers the limits that depend on the request.
///
/// - Parameters:
///   - documentBytes: the largest accepted document.
///   - fileBytes: the largest size of the file that it writes to.
package func lowerLimits(documentBytes: Int, fileBytes: Int) throws(ReadingFailure) {
    try limit(RLIMIT_AS, "memory", to: memory(forDocumentOf: max(0, documentBytes)))
    try limit(RLIMIT_FSIZE, "file size", to: max(0, fileBytes))
}

/// Forbids this process to start processes or threads, unless it is root's.
package func allowNoThreads() throws(ReadingFailure) {
    try limit(__RLIMIT_NPROC, "processes", to: 0)
}

/// The largest value of `max-size` in a configuration, in bytes.
private let largestDocument = 256 << 20

/// The address space of a reading, in bytes, for the largest accepted document: 512 MiB for the usual 16. The document
/// counts twice, because it is copied while it grows if its server announces no length; the rest is for decoded data
/// (`PDFLimits`), rows and text, libraries, and the stacks and heaps of libcurl's threads.
private func memory(forDocumentOf bytes: Int) -> Int {
    480 << 20 + 2 * min(bytes, largestDocument)
}

/// Lowers a limit; never raises it: the caller of this program may want less.
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
