// The JSON of `try --json`: the result, and the lines for the configuration.

import Reading

/// The same for programs.
struct TrialReport: Encodable {
    var url: String
    var inspection: Inspection
    var document: Inspection?
    /// What to write into the configuration file.
    var configuration: String?

    init(_ trial: Trial) {
        url = trial.url
        inspection = trial.inspection
        document = trial.document
        // The values by which editions are compared mean nothing to people.
        inspection.keys = nil
        document?.keys = nil
        (inspection.otherLinks, inspection.targets) = (nil, nil)
        document?.otherLinks = nil
        document?.targets = nil
        configuration = trial.snippet.map { $0.lines.joined(separator: "\n") + "\n" }
    }
}
