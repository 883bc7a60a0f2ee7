// auth = { … }: how to log in to the server. The secret stays out of the configuration, which people mail to each
// other, and out of every message: no value from such a table is ever repeated.

import Reading

extension ConfigDecoding {
    /// Nil if anything is wrong.
    mutating func auth(from table: ConfigTable, url: SourceURL?) -> AuthConfig? {
        checkAuthKeys(of: table)
        if let url {
            if url.isFile { report("a file needs no auth; remove it", at: table.path) }
            checkEncryption(of: url, at: table.path)
        }
        let scheme = scheme(of: table)
        let user = user(of: table, scheme: scheme)
        guard let secret = secret(of: table), let scheme, let user else { return nil }
        return AuthConfig(scheme: scheme, user: user, secret: secret)
    }

    private mutating func checkAuthKeys(of table: ConfigTable) {
        checkSecretKeys(of: table, known: ConfigKeys.auth)
    }

    /// Reports unknown keys, and secrets that stand in the file.
    mutating func checkSecretKeys(of table: ConfigTable, known: [String]) {
        for key in ConfigKeys.inlineSecrets where table.table[key] != nil {
            report(
                "secrets do not belong in this file; write it to a file of its own and name that with secret-file",
                at: table.path + [key])
        }
        checkKeys(of: table, known: known, reported: ConfigKeys.inlineSecrets)
    }

    /// A secret goes over https only, or stays on this machine.
    mutating func checkEncryption(of url: SourceURL, at path: [String]) {
        if url.isFile || url.scheme == "https" || url.isLoopback { return }
        report("the secret would be sent unencrypted; use an https url", at: path)
    }

    private mutating func scheme(of table: ConfigTable) -> Credentials.Scheme? {
        let path = table.path + ["scheme"]
        let advice = "write \"basic\", \"digest\" or \"bearer\""
        guard table.table["scheme"] != nil else {
            reportMissing("scheme", of: table, advice)
            return nil
        }
        guard let text = string("scheme", of: table, expected: "\"basic\", \"digest\" or \"bearer\"") else {
            return nil
        }
        let scheme = Credentials.Scheme(rawValue: text)
        if scheme == nil { report("is not a supported scheme; " + advice, at: path) }
        return scheme
    }

    private mutating func user(of table: ConfigTable, scheme: Credentials.Scheme?) -> String? {
        let path = table.path + ["user"]
        guard table.table["user"] != nil else {
            if scheme == .basic || scheme == .digest {
                reportMissing("user", of: table, "write the name to log in with")
            }
            return scheme == .bearer ? "" : nil
        }
        guard let user = string("user", of: table, expected: "a name in quotes") else { return nil }
        if scheme == .bearer {
            report("bearer has no user; remove it", at: path)
        } else if user.isEmpty {
            report("is empty; write the name to log in with", at: path)
        } else if user.hasControl {
            report("has a control character; remove it", at: path)
        } else if scheme == .basic && user.contains(":") {
            // RFC 7617 2: the first colon ends the user's name.
            report("a user name for basic cannot contain a colon; remove it", at: path)
        }
        return user
    }

    /// Where the secret of `auth` or of a header field is; nil if that is not clear.
    mutating func secret(of table: ConfigTable) -> AuthConfig.Secret? {
        let file = string("secret-file", of: table, expected: "a path in quotes")
        let credential = string("credential", of: table, expected: "a name in quotes")
        let present = ["secret-file", "credential"].filter { table.table[$0] != nil || isMisspelt($0, in: table) }
        if present.count > 1 {
            report("there are both secret-file and credential; keep one", at: table.path)
        } else if present.isEmpty && !ConfigKeys.inlineSecrets.contains(where: { table.table[$0] != nil }) {
            report("there is no secret; add secret-file = \"/path\" or credential = \"name\"", at: table.path)
        }
        if let file, !file.isAbsolutePath {
            report("expected an absolute path; begin it with \"/\"", at: table.path + ["secret-file"])
        }
        if let credential, !credential.isCredentialName {
            report(
                "is not the name of a credential; write the one from LoadCredential= in the unit, without \"/\"",
                at: table.path + ["credential"])
        }
        return file.map { .file($0) } ?? credential.map { .credential($0) }
    }
}

extension String {
    /// Whether systemd would take it for a credential: a file name in ASCII (systemd.exec(5), LoadCredential=).
    var isCredentialName: Bool {
        (1...255).contains(utf8.count) && !hasPrefix(".")
            && utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/:".utf8.contains($0) }
    }
}
