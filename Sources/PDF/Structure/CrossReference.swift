// The positions of a document's objects (ISO 32000-1 7.5.4, 7.5.8). A value: `CrossReferenceReader` and `ObjectScan`
// fill it.

/// The cross-reference table of all revisions of a document.
struct CrossReference {
    enum Entry: Equatable {
        case free
        /// The position of `N G obj`.
        case offset(Int)
        /// Inside the object stream of this number.
        case compressed(Int)
    }
    var entries: [Int: Entry] = [:]
    /// The newest trailer, with keys that only older ones have.
    var trailer = PDFDictionary()
    /// Whether a part of the table could not be read, so that absent objects may still exist.
    var isIncomplete = false

    /// Adds an entry of an older section: an existing entry is newer and stays.
    mutating func add(_ entry: Entry, for number: Int, limits: PDFLimits) throws(PDFError) {
        if entries.count >= limits.objects {
            if entries[number] != nil { return }
            throw PDFError(.limit, "the document has more than \(limits.objects) objects")
        }
        // One lookup of the number: stores the default if it has no entry.
        func leave(_ entry: inout Entry) {}
        leave(&entries[number, default: entry])
    }

    /// Reserves room for so many more entries.
    mutating func reserve(_ count: Int, limits: PDFLimits) {
        entries.reserveCapacity(entries.count + max(0, min(count, limits.objects - entries.count)))
    }
}
