// Durations and sizes as people write them: "90s", "1h30m", "16MiB". Whole numbers only; numbers that are too large do
// not trap.

/// Durations and sizes in the configuration.
enum Quantity {
    private typealias Unit = (name: String, worth: Int)

    private static let time: [Unit] = [("d", 86400), ("h", 3600), ("m", 60), ("s", 1)]
    /// kB and MB are powers of 1000, KiB and MiB powers of 1024 (IEC 80000-13).
    private static let size: [Unit] = [
        ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000),
        ("KiB", 1 << 10), ("kB", 1000), ("B", 1),
    ]
    /// Numbers stop growing here: beyond all limits, and times the largest unit still an `Int`.
    private static let ceiling = 1 << 30

    /// Seconds in a duration: numbers with `d`, `h`, `m`, `s`, the larger unit first; nil if it is none.
    static func seconds(_ text: String) -> Int? {
        var total = 0
        var units = time[...]
        var rest = Array(text.utf8)[...]
        repeat {
            guard let (number, name) = nextPart(of: &rest) else { return nil }
            guard let unit = units.firstIndex(where: { $0.name == name }) else { return nil }
            total += number * units[unit].worth
            units = units[(unit + 1)...]
        } while !rest.isEmpty
        return total
    }

    /// Bytes in a size: one number with its unit; nil if it is none.
    static func bytes(_ text: String) -> Int? {
        var rest = Array(text.utf8)[...]
        guard let (number, name) = nextPart(of: &rest), rest.isEmpty else { return nil }
        guard let unit = size.first(where: { $0.name == name }) else { return nil }
        return number * unit.worth
    }

    /// The shortest way to write a duration of whole minutes, hours or days, or of less than a minute.
    static func text(seconds: Int) -> String { text(seconds, time) }

    /// The shortest way to write a size.
    static func text(bytes: Int) -> String { text(bytes, size) }

    private static func text(_ value: Int, _ units: [Unit]) -> String {
        let unit = units.first { value >= $0.worth && value % $0.worth == 0 } ?? units[units.count - 1]
        return "\(value / unit.worth)\(unit.name)"
    }

    /// Takes digits and the letters after them; nil where either is missing.
    private static func nextPart(of rest: inout ArraySlice<UInt8>) -> (number: Int, unit: String)? {
        let digits = rest.prefix { $0.isASCIIDigit }
        rest = rest[digits.endIndex...]
        let letters = rest.prefix { $0.isASCIILetterOrDigit && !$0.isASCIIDigit }
        rest = rest[letters.endIndex...]
        guard !digits.isEmpty, !letters.isEmpty else { return nil }
        let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), ceiling) }
        return (number, String(decoding: letters, as: UTF8.self))
    }
}
