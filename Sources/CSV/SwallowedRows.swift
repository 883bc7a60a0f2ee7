// Rows inside quotes: an accidental quote extends to the next quote in the text, and makes all rows between them one
// text of several lines.

import Text

extension CSVCells {
    /// The first number of a row is in one of so many cells.
    private static let mostLooked = 8

    /// Whether lines of the last cell, which has quotes, look like the cell's own row: equal up to the first number,
    /// with as many digits, and with a separator after it. Lines of a remark or an address do not.
    ///
    /// - Parameter row: its cells before this one.
    func holdRows(like row: [String]) -> Bool {
        withBytes { text in
            guard count <= Self.longest, let first = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
                return false
            }
            var start = row.prefix(Self.mostLooked).flatMap { Array($0.utf8) + [separator] }
            if row.count < Self.mostLooked { start += text[..<first] + [separator] }
            guard let wanted = shape(of: start) else { return false }
            return text[first...].split { $0 == 0x0A || $0 == 0x0D }.contains { shape(of: $0) == wanted }
        }
    }

    /// The form of a line up to the separator after its first number: each digit, and one sign for any number of other
    /// characters.
    private func shape(of line: some Sequence<UInt8>) -> [UInt8]? {
        var shape: [UInt8] = []
        var hasDigit = false
        for byte in line where byte != 0x22 {
            if byte == separator {
                shape.append(byte)
                if hasDigit { return shape }
            } else if byte.isDigit {
                hasDigit = true
                shape.append(0x30)
            } else if shape.last != 0x61 {
                shape.append(0x61)
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}
