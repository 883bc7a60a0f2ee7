// An example for each command that needs arguments, for the message about a missing one.

import Watch

enum Examples {
    /// - Parameter command: "batchwatch accept".
    static func of(_ command: String) -> String? {
        all[command].map { "\(command) \($0)" }
    }

    private static let all = [
        "batchwatch accept": "london",
        "batchwatch batches add": "20121456171 \"Mine\"",
        "batchwatch batches remove": "20121456171",
        "batchwatch completions": "bash",
        "batchwatch diff": "monday.pdf tuesday.pdf",
        "batchwatch editions": "--since -7d london",
        "batchwatch history": "--since -7d 20121456171",
        "batchwatch hook-test": "--kind changed",
        "batchwatch outbox drop": "--all",
        "batchwatch poll": "london",
        "batchwatch rows": "https://example.org/list.pdf --key 20121456171",
        "batchwatch setup": "https://example.org/list.pdf --watch 20121456171 --name Mine --notify ntfy:TOPIC --yes",
        "batchwatch status": "20121456171",
        "batchwatch try": "https://example.org/list.pdf --watch 20121456171",
    ]
}
