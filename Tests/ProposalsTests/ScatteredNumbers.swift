// Numbers in the form of lists' keys.

/// Numbers that follow no order, of so many digits.
func scattered(_ row: Int, digits: Int) -> String {
    var number = UInt64(row) &* 0x9E37_79B9_7F4A_7C15 ^ 0x5DEE_CE66
    number ^= number >> 29
    number = number &* 0xBF58_476D_1CE4_E5B9
    number ^= number >> 32
    let text = String(number % 900_000_000_000 + 100_000_000_000)
    // No first digit of a telephone number, and no year.
    return "6" + text.suffix(digits - 1)
}
