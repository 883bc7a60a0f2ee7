// Where trusted certificates are found, for each layout of a system.

import Glibc
import TestKit
import Testing

@testable import Fetch

@Suite struct `Trusted certificates` {
    let folder: Folder
    private var root: String { folder.path }

    init() throws {
        folder = try Folder()
        for path in [
            "/etc", "/etc/ssl", "/etc/ssl/certs", "/etc/pki", "/etc/pki/tls", "/etc/pki/tls/certs",
        ] { mkdir(root + path, 0o755) }
    }

    private func put(_ path: String, _ text: String = "certificates") throws {
        _ = try folder.write(path, text)
    }

    @Test func `are a directory of hashed names before a file with all of them`() throws {
        try put("etc/pki/tls/certs/ca-bundle.crt")
        #expect(Trust.found(in: [:], below: root) == Trust(file: root + "/etc/pki/tls/certs/ca-bundle.crt"))
        try put("etc/ssl/certs/5ed36f99.0")
        #expect(Trust.found(in: [:], below: root) == Trust(directory: root + "/etc/ssl/certs"))
    }

    @Test(arguments: [
        "5ed36f9.0", "5ed36f999.0", "5ed36f99.", "5ed36f99.r0", "5ed36f9g.0", "5ed36f99-0", "ca-bundle.crt",
    ])
    func `are not in a directory of other names`(name: String) throws {
        try put("etc/ssl/certs/" + name)
        #expect(Trust.found(in: [:], below: root).directory == nil)
    }

    @Test func `are not in an empty file, nor in a directory of a file's name`() throws {
        try put("etc/pki/tls/certs/ca-bundle.crt", "")
        mkdir(root + "/etc/ssl/cert.pem", 0o755)
        let found = Trust.found(in: [:], below: root)
        #expect(found.paths.isEmpty)
        #expect(found.missing.contains(root + "/etc/ssl/cert.pem") && found.missing.first == root + "/etc/ssl/certs")
    }

    @Test func `are where the environment says, and nowhere else`() throws {
        try put("etc/ssl/certs/5ed36f99.0")
        try put("own.pem")
        let file = root + "/own.pem"
        #expect(Trust.found(in: ["SSL_CERT_FILE": file], below: root) == Trust(file: file))
        let both = Trust.found(
            in: ["SSL_CERT_FILE": file, "SSL_CERT_DIR": "/nonexistent:\(root)/etc:\(root)"], below: root)
        #expect(both == Trust(directory: "\(root)/etc:\(root)", file: file))
        #expect(both.paths == [root + "/etc", root, file])
        #expect(Trust.found(in: ["SSL_CERT_DIR": file], below: root).missing == [file])
        #expect(Trust.found(in: ["SSL_CERT_FILE": ""], below: root) == Trust(directory: root + "/etc/ssl/certs"))
    }
}
