// Values as JSON, as they come over the control socket, from the workers and from the state file: any bytes are a value or
// an error, and a value is read as it was written.

import Coding

extension Target {
    static let messages = Target("messages") { bytes in
        guard let message = try? decoded(Message.self, fromJSON: bytes) else { return }
        for isIndented in [false, true] {
            let written = try jsonBytes(of: message, isIndented: isIndented)
            let again = try? decoded(Message.self, fromJSON: written)
            try promise(again == message, "a message is not read as it is written")
        }
    }
}

/// All kinds of members that our messages have.
private struct Message: Codable, Equatable {
    enum Kind: String, Codable { case poll, status, accept }
    struct Row: Codable, Equatable {
        var key: String
        var values: [String?]
    }

    var kind: Kind?
    var text: String?
    var count: Int?
    var small: UInt8?
    var seconds: Double?
    var isSo: Bool?
    var date: Date?
    var rows: [Row]?
    var named: [String: Int]?
}
