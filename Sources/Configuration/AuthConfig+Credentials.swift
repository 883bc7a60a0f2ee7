// Fetches the secret when a poll needs it: a secret renewed on disk counts from the next poll on, without a reload, and
// none lies in the daemon's memory for a week.

import Reading

/// Why there is no secret to send.
package struct SecretError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What holds the secret, or should: a path or a credential's name.
    package var place: String
    package var cause: String

    /// One sentence, without the secret or any part of it.
    package var description: String { "\(place.printable): \(cause)" }
}

extension AuthConfig {
    /// The longest header line that common servers take (Apache's LimitRequestFieldSize, nginx's
    /// large_client_header_buffers).
    package static let secretBytes = 8 << 10

    /// What to send.
    package func credentials(credentialsDirectory: String?) throws(SecretError) -> Credentials {
        Credentials(scheme: scheme, user: user, secret: try secret.text(credentialsDirectory: credentialsDirectory))
    }
}

extension AuthConfig.Secret {
    /// The secret. Reads its file; that of a credential is in `credentialsDirectory`, the unit's `$CREDENTIALS_DIRECTORY`.
    package func text(credentialsDirectory: String?) throws(SecretError) -> String {
        let path: String
        switch self {
        case .file(let file): path = file
        case .credential(let name):
            guard let credentialsDirectory, !credentialsDirectory.isEmpty else {
                let cause =
                    "only the service has it, from systemd (LoadCredential=), and this process has no "
                    + "$CREDENTIALS_DIRECTORY; let the service poll (batchwatch poll), or use secret-file"
                throw SecretError(place: "credential \(name)", cause: cause)
            }
            path = credentialsDirectory + "/" + name
        }
        let file: BoundedFile
        do throws(FileTrouble) {
            file = try BoundedFile(path: path, limit: AuthConfig.secretBytes)
        } catch .missing where restartAdvice != nil {
            throw SecretError(place: path, cause: "the service does not have it\(restartAdvice ?? "")")
        } catch {
            throw SecretError(place: path, cause: "\(error)\(restartAdvice ?? "")")
        }
        return try Self.secret(in: file, path: path)
    }

    /// What to do about a credential that is not as it should be; nil for a file, which is read at each poll.
    package var restartAdvice: String? {
        guard case .credential = self else { return nil }
        return "; the service gets credentials when it starts: after a new or changed one, restart it"
    }

    private static func secret(in file: BoundedFile, path: String) throws(SecretError) -> String {
        if file.permissions & 0o004 != 0 {
            throw SecretError(place: path, cause: "it is world-readable; run chmod o-rwx on it")
        }
        var bytes = file.bytes[...]
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        if bytes.isEmpty { throw SecretError(place: path, cause: "is empty; write the secret into it") }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw SecretError(place: path, cause: "is not UTF-8; write the secret as text")
        }
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw SecretError(
                place: path, cause: "has a control character or more than one line; write the secret alone")
        }
        return text
    }
}
