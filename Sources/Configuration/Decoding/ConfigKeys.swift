// Every key that the configuration knows, table by table. The decoder refuses all others, the shipped file shows each
// of these.

/// The keys of the configuration.
enum ConfigKeys {
    static let root = ["batches", "sources", "hook", "page"]
    static let source = [
        "url", "command", "form-page", "form", "body", "page", "link", "pick", "every", "key", "key-in", "columns",
        "record", "visible", "keep", "auth", "proxy", "user-agent", "headers", "max-size", "timeout",
        "disappeared-after", "expect-every", "tell-editions", "batches", "hours", "timezone",
    ]
    /// Of `columns` as a table.
    static let headings = ["batch", "status", "date"]
    static let auth = ["scheme", "user", "secret-file", "credential"]
    /// Of a header field whose value is a secret.
    static let secret = ["secret-file", "credential"]
    static let hook = ["run", "timeout"]
    static let page = ["directory", "title", "batches"]
    /// What somebody might look for in `auth`, and must not find.
    static let inlineSecrets = ["secret", "password", "token"]
}
