// The part of a worker's sandbox that depends on the kernel: which files and ports it may still use once it knows
// what to do (landlock(7)), and which system calls (seccomp(2)). A worker that hostile bytes have taken over finds
// nothing to read, to write, to run or to listen at. The limits that every kernel has are set in ResourceLimits.swift.

import CPOSIX
import Glibc
import Reading

/// Enters the sandbox: gives up all files but libraries and what a transfer opens on its way, all ports but those it
/// connects to, and all system calls but those that its work takes.
///
/// A document is open by now, so that of all documents this one alone can be read. Kernels without Landlock or
/// seccomp, or with an early one, give up less, and nobody is told: the resource limits stand.
///
/// - Parameters:
///   - connects: whether a server is asked.
///   - others: what else it may read.
/// - Throws: what the kernel has but did not do.
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

/// Takes from this process to load any more code. All libraries that its work needs are there by now, and no byte from
/// outside has met one of them: foreign code that it wrote somewhere would have to be mapped to be run.
///
/// - Throws: what the kernel has but did not do.
package func refuseCode() throws(ReadingFailure) {
    guard cposix_refuse_code() == 0 else {
        throw ReadingFailure(.reader, "cannot refuse code: \(String(cString: strerror(errno)))")
    }
}

/// What dlopen(3) reads for libcurl, libcrypto, and name services (nsswitch.conf(5)), and OpenSSL for its providers.
private let libraries = [
    "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
    "/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/crypto-policies", "/usr/share/crypto-policies",
]

/// What getaddrinfo(3) and its modules read. A link leads to where it points: to systemd-resolved's file, or
/// NetworkManager's.
private let resolver = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/protocols",
    "/etc/networks", "/etc/mdns.allow", "/etc/hostname", "/run/systemd/resolve", "/run/systemd/machines",
    "/var/lib/libvirt/dnsmasq",
]

/// Where distributions keep trusted certificates: what is asked (Fetch/Trust.swift) consists of links into the others.
private let certificates = [
    "/etc/ssl/certs", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates", "/etc/pki/tls/certs",
    "/etc/pki/ca-trust",
    "/etc/ca-certificates", "/usr/share/pki", "/var/lib/ca-certificates",
]
