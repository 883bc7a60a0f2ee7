// Finds the certificates of trusted authorities, because distributions differ. It does I/O.

import Glibc

/// Trusted certificates, as OpenSSL reads them (SSL_CTX_load_verify_locations(3)).
package struct Trust: Equatable, Sendable {
    /// Directories of certificates under hashed names (openssl-rehash(1)), joined with ":". OpenSSL reads only those it
    /// needs.
    package var directory: String?
    /// All certificates in one file: reading it costs some 30 ms of processor time for each transfer.
    package var file: String?
    /// The places searched, if there are no certificates.
    package var missing: [String] = []

    package init(directory: String? = nil, file: String? = nil) {
        self.directory = directory
        self.file = file
    }

    /// Debian, Arch, SUSE; Fedora from 42 on.
    private static let directories = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
    /// Debian and Arch, Fedora, SUSE, Arch, Alpine and the BSDs; what some of them are links to.
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
        "/var/lib/ca-certificates/ca-bundle.pem", "/etc/ca-certificates/extracted/tls-ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]
    /// The environment variables that name other places, as for all programs with OpenSSL (openssl-env(7)).
    package static let variables = ["SSL_CERT_FILE", "SSL_CERT_DIR"]

    /// Returns the certificates of this machine, or those that the environment names instead.
    ///
    /// - Parameter root: a prefix for the paths, for tests.
    package static func found(in environment: [String: String], below root: String = "") -> Trust {
        let named = variables.compactMap { environment[$0] }.filter { !$0.isEmpty }
        if !named.isEmpty {
            let directories = (environment["SSL_CERT_DIR"] ?? "").split(separator: ":").map(String.init).filter(
                isDirectory)
            var trust = Trust()
            if !directories.isEmpty { trust.directory = directories.joined(separator: ":") }
            if let file = environment["SSL_CERT_FILE"], isFile(file) { trust.file = file }
            if trust == Trust() { trust.missing = named }
            return trust
        }
        if let directory = directories.map({ root + $0 }).first(where: isHashed) { return Trust(directory: directory) }
        if let file = files.map({ root + $0 }).first(where: isFile) { return Trust(file: file) }
        var trust = Trust()
        trust.missing = (directories + files).map { root + $0 }
        return trust
    }

    /// The paths that the fetcher reads.
    package var paths: [String] {
        (directory?.split(separator: ":").map(String.init) ?? []) + (file.map { [$0] } ?? [])
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
            && access(path, R_OK) == 0
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a directory has at least one hashed name, "5ed36f99.0".
    private static func isHashed(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let (hash, rest) = (name.utf8.prefix(8), name.utf8.dropFirst(8))
            if hash.allSatisfy({ isxdigit(Int32($0)) != 0 }), rest.first == UInt8(ascii: "."), rest.count > 1,
                rest.dropFirst().allSatisfy({ isdigit(Int32($0)) != 0 })
            {
                return true
            }
        }
        return false
    }
}
