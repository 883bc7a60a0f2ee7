// The widths of a composite font's glyphs: /DW and /W (ISO 32000-1 9.7.4.3).

/// Widths by CID, as ranges.
struct CIDWidths {
    private struct Extent {
        var first: Int
        var last: Int
        /// One width for all, or one for each.
        var widths: [Float]
    }
    private var extents: [Extent] = []
    private let standard: Float
    /// Whether control characters would have widths if the CIDs were Unicode.
    var hasControls: Bool { extents.contains { 0x01...0x1F ~= $0.first } }
    /// Whether all CIDs are equally wide.
    var isEmpty: Bool { extents.isEmpty }

    /// `array` is `/W` with its elements resolved one level deep.
    init(standard: Float, array: [PDFObject]) {
        self.standard = standard
        var position = 0
        while position + 1 < array.count {
            guard let first = array[position].integer, 0...0xFFFF ~= first else {
                position += 1
                continue
            }
            if let list = array[position + 1].array {
                let widths = list.prefix(0x10000).map { Float($0.number ?? Double(standard)) }
                if !widths.isEmpty {
                    extents.append(Extent(first: first, last: first + widths.count - 1, widths: widths))
                }
                position += 2
            } else {
                if position + 2 < array.count, let last = array[position + 1].integer,
                    let width = array[position + 2].number, last >= first
                {
                    extents.append(Extent(first: first, last: last, widths: [Float(width)]))
                }
                position += 3
            }
        }
        extents.sort { $0.first < $1.first }
    }

    /// The width of a CID, in thousandths of an em.
    func width(of cid: Int) -> Float { ownWidth(of: cid) ?? standard }

    /// The width that `/W` has for a CID.
    func ownWidth(of cid: Int) -> Float? {
        var low = 0
        var high = extents.count
        while low < high {
            let middle = (low + high) / 2
            if extents[middle].first <= cid { low = middle + 1 } else { high = middle }
        }
        guard low > 0, extents[low - 1].last >= cid else { return nil }
        let extent = extents[low - 1]
        return extent.widths.count == 1 ? extent.widths[0] : extent.widths[cid - extent.first]
    }
}
