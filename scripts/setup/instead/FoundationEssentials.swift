// The part of FoundationEssentials that swift-argument-parser uses. The library would add seven megabytes to the
// command line, for an error's description and for --experimental-dump-help. scripts/build replaces it by this file; a
// debug build has the real one.

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

/// The text of a value; none of it can be read as JSON.
public final class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
    }

    public var outputFormatting: OutputFormatting = []

    public init() {}

    /// - Throws: always; what is to be encoded is known to the programs in another way.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "not in this build"))
    }
}

extension String {
    public enum Encoding: Sendable { case utf8 }

    public init?(data: [UInt8], encoding: Encoding) {
        self.init(validating: data, as: UTF8.self)
    }
}
