// The years in headings: "2026" above links such as "12 May".

/// The headings above the current position.
struct SectionYears {
    /// The deeper ones last; the year is nil if a heading names none.
    private var open: [(level: Int, year: Int?)] = []
    /// The level of the heading being read.
    private var level: Int?
    private var text: [UInt8] = []
    private static let longest = 200

    /// The year of the nearest heading with one.
    var current: Int? { open.last { $0.year != nil }?.year }

    mutating func start(_ element: String) {
        guard let level = Self.level(of: element) else { return }
        (self.level, text) = (level, [])
    }

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        if level != nil, text.count < Self.longest { text += bytes }
    }

    mutating func end(_ element: String) {
        guard let level, Self.level(of: element) == level else { return }
        self.level = nil
        open.removeAll { $0.level >= level }
        open.append((level, Self.year(in: text)))
    }

    private static func level(of element: String) -> Int? {
        switch element {
        case "h1", "h2", "h3", "h4", "h5", "h6": element.utf8.last.map { Int($0) - 0x30 }
        case "summary", "caption": 7
        default: nil
        }
    }

    /// The only number of four digits, if it is a year.
    private static func year(in text: [UInt8]) -> Int? {
        let numbers = text.split { !(0x30...0x39).contains($0) }
        guard text.count < longest, let number = numbers.first(where: { $0.count == 4 }),
            numbers.count(where: { $0.count > 2 }) == 1
        else { return nil }
        let year = number.reduce(0) { 10 * $0 + Int($1 & 0x0F) }
        return (1990...2100).contains(year) ? year : nil
    }
}
