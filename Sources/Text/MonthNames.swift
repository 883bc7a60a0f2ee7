// The names of the months in the languages in which lists are published, and how words are folded so that one entry
// holds for all ways to write a name.

/// The month (1...12) that a folded word names; nil for another word.
///
/// English, German, French, Spanish, Portuguese, Italian, Turkish and Dutch, in full and as they are cut short.
func month(named word: String) -> Int? {
    monthNames[word]
}

/// Whether a folded word names a month only beside a day: cut short it is an everyday word too ("set", "out").
func needsDay(_ word: String) -> Bool {
    ["ago", "ara", "eki", "gen", "kas", "mag", "oca", "out", "set", "sub", "tem"].contains(word)
}

/// The word in small letters, without accents: "AOÛT" and "août" are "aout", "Kasım" is "kasim".
func folded(_ word: some StringProtocol) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
    var folded = ""
    for scalar in word.lowercased().unicodeScalars where !(0x0300...0x036F).contains(scalar.value) {
        switch scalar {
        case "à"..."å": folded += "a"
        case "ç": folded += "c"
        case "è"..."ë": folded += "e"
        case "ì"..."ï", "ı": folded += "i"
        case "ñ": folded += "n"
        case "ò"..."ö": folded += "o"
        case "ù"..."ü": folded += "u"
        case "ğ": folded += "g"
        case "ş": folded += "s"
        default: folded.unicodeScalars.append(scalar)
        }
    }
    return folded
}

private let monthNames: [String: Int] = {
    let lists = [
        "january jan januar janner jan janvier janv enero ene janeiro gennaio gen ocak oca januari",
        "february feb februar feber fevrier fevr febrero fevereiro fev febbraio subat sub februari",
        "march mar marz maerz mrz mars marzo marco mart maart mrt",
        "april apr avril avr abril abr aprile nisan nis",
        "may mai mayo maio maggio mag mayis mei",
        "june jun juni juin junio junho giugno giu haziran haz",
        "july jul juli juillet juil julio julho luglio lug temmuz tem",
        "august aug aout agosto ago agustos agu augustus",
        "september sep sept septembre septiembre setiembre setembro set settembre eylul eyl",
        "october oct oktober okt octobre octubre outubro out ottobre ott ekim eki",
        "november nov novembre noviembre novembro kasim kas",
        "december dec dezember dez decembre diciembre dic dezembro dicembre aralik ara",
    ]
    var names: [String: Int] = [:]
    for (index, list) in lists.enumerated() {
        for name in list.split(separator: " ") { names[String(name)] = index + 1 }
    }
    return names
}()
