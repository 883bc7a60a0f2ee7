// The document's structure (ISO 32000-2 14.7): the owner of each sequence of marked content. A value; `StructureReader`
// fills it.

import Text

/// The owners of marked content.
struct Structure {
    /// A sequence of marked content: the page or form of its content stream, and its identifier there (14.6).
    struct Item: Hashable {
        private let packed: UInt64

        /// - Parameters:
        ///   - container: the object number of the page, or of the form.
        ///   - identifier: the MCID.
        init?(container: Int, identifier: Int) {
            guard let container = UInt32(exactly: container), let identifier = UInt32(exactly: identifier) else {
                return nil
            }
            packed = UInt64(container) << 32 | UInt64(identifier)
        }
    }

    var tables = TaggedTables()
    private var owners: [Item: TextOwner] = [:]
    /// Texts that replace the content of elements (14.9.4); empty for the further items of one.
    private var texts: [Item: [UInt8]] = [:]

    /// The owner of an item; nil if the structure has no such item.
    func owner(of item: Item) -> TextOwner? { owners[item] }

    /// The text string that replaces an item's content; nil for none.
    func text(for item: Item) -> [UInt8]? { texts.isEmpty ? nil : texts[item] }

    /// Gives an item to its owner. An item that two elements claim has no owner.
    mutating func add(_ item: Item, of owner: TextOwner) {
        if let known = owners[item], known != owner {
            owners[item] = .unknown
        } else {
            owners[item] = owner
        }
    }

    mutating func add(text: [UInt8], for item: Item) { texts[item] = text }
}
