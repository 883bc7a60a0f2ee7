// The header fields of a request. Each poll reads their secrets again, as it does for `auth`.

import Reading

extension SourceConfig {
    /// What to send; nil for no further fields.
    package func headerFields(credentialsDirectory: String?) throws(SecretError) -> [HeaderField]? {
        var fields: [HeaderField] = []
        for header in headers {
            switch header.value {
            case .text(let text): fields.append(HeaderField(name: header.name, value: text, isSecret: false))
            case .secret(let secret):
                let text = try secret.text(credentialsDirectory: credentialsDirectory)
                guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                    throw SecretError(
                        place: "the secret of the header field \(header.name)",
                        cause: "has characters outside of ASCII; write the value as it has to be sent")
                }
                fields.append(HeaderField(name: header.name, value: text, isSecret: true))
            }
        }
        return fields.isEmpty ? nil : fields
    }
}
