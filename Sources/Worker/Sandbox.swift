// The part of a worker's sandbox that depends on the kernel: the files and ports that it may still use once it knows
// its task (landlock(7)), and the system calls (seccomp(2)). A worker that hostile bytes have taken over finds nothing
// to read, to write, to run or to listen at. ResourceLimits.swift sets the limits that every kernel has.

import CPOSIX
import Glibc
import Reading

/// Enters the sandbox: gives up all files except libraries and those that a transfer opens, all ports except those it
/// connects to, and all system calls except those of its work.
///
/// The document is open by now, so that this process can read no other document. Kernels without Landlock or
/// seccomp, or with an early version, give up less, without a message: the resource limits still hold.
///
/// - Parameters:
///   - connects: whether the worker connects to a server.
///   - others: further readable files.
/// - Throws: if the kernel has a feature, but refuses it.
package func enterSandbox(connects: Bool, reading others: [String] = []) throws(ReadingFailure) {
    let paths = (connects ? libraries + resolver + certificates + others : libraries).map { strdup($0) }
    defer { for path in paths { free(path) } }
    let readable = paths.map { UnsafePointer($0) } + [nil]
    guard cposix_enclose(readable, connects ? 1 : 0) >= 0 else {
        throw ReadingFailure(.reader, "cannot limit files: \(String(cString: strerror(errno)))")
    }
    guard cposix_refuse_calls(connects ? 1 : 0) == 0 else {
        throw ReadingFailure(.reader, "cannot limit system calls: \(String(cString: strerror(errno)))")
    }
}

/// Forbids this process to load more code. It has loaded all libraries for its work, and they have seen no byte from
/// outside: code that an attacker writes to a file would have to be mapped to run.
///
/// - Throws: if the kernel has a feature, but refuses it.
package func refuseCode() throws(ReadingFailure) {
    guard cposix_refuse_code() == 0 else {
        throw ReadingFailure(.reader, "cannot refuse code: \(String(cString: strerror(errno)))")
    }
}

/// Files that dlopen(3) reads for libcurl, libcrypto, and name services (nsswitch.conf(5)), and OpenSSL for its
/// providers.
private let libraries = [
    "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
    "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/crypto-policies", "/usr/share/crypto-policies",
]

/// Files that getaddrinfo(3) and its modules read. A link gives access to its target: the file of systemd-resolved or
/// NetworkManager.
private let resolver = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/protocols",
    "/etc/networks", "/etc/mdns.allow", "/etc/hostname", "/run/systemd/resolve", "/run/systemd/machines",
    "/var/lib/libvirt/dnsmasq",
]

/// Directories where distributions keep trusted certificates: the directory in use (Fetch/Trust.swift) consists of
/// links into the others.
private let certificates = [
    "/etc/ssl/certs", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/etc/pki/tls/certs",
    "/etc/pki/ca-trust",
    "/etc/ca-certificates", "/usr/share/pki", "/var/lib/ca-certificates",
]
