// Why a document or a part of it could not be read. Values only.

/// Why a document or a part of it could not be read.
package struct PDFError: Error, Sendable, Equatable {
    package enum Kind: Sendable {
        /// The bytes are no PDF: empty, a web page, something else.
        case notPDF
        /// The document breaks the format beyond repair.
        case malformed
        /// The document uses a feature that this reader does not support.
        case unsupported
        /// The document is encrypted.
        case encrypted
        /// The document breaks one of `PDFLimits`.
        case limit
        /// The pages hold images and no text.
        case imageOnly
    }
    package var kind: Kind
    /// The problem, as a clause without a full stop.
    package var reason: String
    /// The position in bytes from the document's beginning; nil if no single place is to blame.
    package var offset: Int?
    /// The number of the indirect object; nil outside of one.
    package var object: Int?

    package init(_ kind: Kind, _ reason: String, offset: Int? = nil, object: Int? = nil) {
        self.kind = kind
        self.reason = reason
        self.offset = offset
        self.object = object
    }
}

extension PDFError: CustomStringConvertible {
    /// One sentence for people, without a full stop.
    package var description: String {
        switch (object, offset) {
        case (let object?, let offset?): "\(reason) (object \(object), byte \(offset))"
        case (let object?, nil): "\(reason) (object \(object))"
        case (nil, let offset?): "\(reason) (byte \(offset))"
        case (nil, nil): reason
        }
    }
}
