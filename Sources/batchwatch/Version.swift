// The text of `--version`: the release, and the commit if `scripts/build` knew it.

import CCommit
import Reading

/// "batchwatch 0.1.0 (abc1234)".
var versionText: String {
    let commit = String(cString: ccommit())
    return "batchwatch \(programVersion)" + (commit.isEmpty ? "" : " (\(commit))")
}
