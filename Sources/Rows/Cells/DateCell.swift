// Whether a cell is a date, whatever its form, language and era: a column of such is no key and no status. Which day it
// is matters to nobody here.

/// Recognises dates.
package enum DateCell {
    /// In characters; longer texts are sentences that name a date.
    private static let longest = 32

    /// Whether a text is a date, alone or with the time of day.
    ///
    /// - Parameter compact: whether digits alone are one too: 20261113, 13112026, 131126.
    package static func isDate(_ text: some StringProtocol, compact: Bool = false) -> Bool {
        let scalars = Array(text.unicodeScalars.prefix(longest + 1))
        if scalars.isEmpty || scalars.count > longest { return false }
        if compact, scalars.allSatisfy({ digit($0) != nil && $0.value < 0x80 }) {
            return isCompact(scalars.compactMap(digit))
        }
        // Each has a number, and most texts have none.
        guard scalars.contains(where: { digit($0) != nil }), let tokens = tokens(of: scalars) else { return false }
        var numbers: [Number] = []
        var months = 0
        var hasEra = false
        var hasFiller = false
        for token in tokens {
            switch token {
            case .number(let number): numbers.append(number)
            case .month: months += 1
            case .era: hasEra = true
            case .firstYear:
                hasEra = true
                numbers.append(Number(1, digits: 1))
            case .filler: hasFiller = true
            }
        }
        if hasEra {
            guard numbers.count == 3, (1...199).contains(numbers[0].value) else { return false }
            return isDayAndMonth(numbers[1], numbers[2])
        }
        // A time of day has minutes, or a word beside it.
        if !hasFiller, let last = numbers.last, last.digits < 3, numbers.count == (months > 0 ? 3 : 4) { return false }
        // The name of a month of two words.
        if months == 1 || (months == 2 && numbers.count == 2) { return isDay(numbers) }
        guard months == 0, numbers.count >= 3 else { return false }
        return isNumeric(numbers[0], numbers[1], numbers[2])
            && numbers.dropFirst(3).allSatisfy { $0.value < 60 || $0.digits >= 3 }
    }

    /// Whether words begin with a date of so many of them, or end with one, also if it touches the text before it.
    static func isAtEnd(of words: [Substring], ofUpTo most: Int) -> Bool {
        isTouched(atEndOf: words, ofUpTo: most)
            || (1...most).contains { count in
                [words.prefix(count), words.suffix(count)].contains { isDate($0.joined(separator: " ")) }
            }
    }

    /// Whether words end with a date that touches a letter before it, as where columns have no gap between them.
    static func isTouched(atEndOf words: [Substring], ofUpTo most: Int) -> Bool {
        (1...most).contains { count in
            let last = words.suffix(count).joined(separator: " ")
            return last.first?.isLetter == true && !isDate(last) && isDate(last.drop(while: \.isLetter))
        }
    }

    private struct Number {
        var value: Int
        var digits: Int

        init(_ value: Int, digits: Int) { (self.value, self.digits) = (value, digits) }

        /// Whether it is a year of the common era, of four digits.
        var isCommonYear: Bool { digits == 4 && (1900...2099).contains(value) }

        /// The same, also of the Buddhist era, and of the Hijra counted by the moon or by the sun.
        var isYear: Bool {
            isCommonYear || (digits == 4 && ((2440...2650).contains(value) || (1290...1500).contains(value)))
        }
    }

    private enum Token {
        case number(Number)
        case month
        /// The name of an era in which years have one to three digits.
        case era
        /// The same with its first year, which is a word.
        case firstYear
        /// A weekday, "of", "T": says nothing of the day.
        case filler
    }

    // MARK: - Words and numbers

    /// The numbers and words of a text; nil for one that has others than dates have.
    private static func tokens(of scalars: [Unicode.Scalar]) -> [Token]? {
        var tokens: [Token] = []
        var rest = scalars[...]
        while let first = rest.first {
            if digit(first) != nil {
                let digits = rest.prefix { digit($0) != nil }
                if digits.count > 9 { return nil }
                let value = digits.reduce(0) { $0 * 10 + (digit($1) ?? 0) }
                tokens.append(.number(Number(value, digits: digits.count)))
                rest = rest[digits.endIndex...]
            } else if separators.contains(first) {
                rest = rest.dropFirst()
            } else {
                // "พ.ย." is one word.
                let word = rest.prefix {
                    digit($0) == nil && (!separators.contains($0) || ($0 == "." && isThai(first)))
                }
                guard let token = token(of: word) else { return nil }
                tokens.append(token)
                rest = rest[word.endIndex...]
            }
        }
        return tokens
    }

    private static let separators: Set<Unicode.Scalar> = [
        " ", "-", "/", ".", ",", ":", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2013}", "\u{60C}", "\u{200E}", "\u{200F}",
    ]

    private static func isThai(_ scalar: Unicode.Scalar) -> Bool { (0x0E00...0x0E7F).contains(scalar.value) }

    /// The value of a digit of any script; nil for what is none.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.value < 0x80 { return (0x30...0x39).contains(scalar.value) ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.generalCategory == .decimalNumber else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    private static func token(of word: ArraySlice<Unicode.Scalar>) -> Token? {
        var text = String(String.UnicodeScalarView(word)).lowercased()
        if let first = word.first, isThai(first) { text.removeAll { $0 == "." } }
        if fillers.contains(text) { return .filler }
        if eras.contains(text) { return .era }
        if text.hasSuffix("元年") { return eras.contains(String(text.dropLast(2))) ? .firstYear : nil }
        if wholeMonths.contains(text) { return .month }
        guard text.unicodeScalars.count >= 3 else { return nil }
        // Bytes are compared in a fraction of the time that characters take.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let isShort = { (name: String) in isASCII ? name.utf8.starts(with: text.utf8) : name.hasPrefix(text) }
        if months.contains(where: isShort) { return .month }
        return weekdays.contains(where: isShort) ? .filler : nil
    }

    private static func words(_ list: String) -> [String] { list.split(separator: " ").map(String.init) }

    /// The months' names, which are cut short anywhere from the third letter on: in English, French, German, Spanish, Italian,
    /// Portuguese and Dutch; the Nordic languages, Romanian, Hungarian, Catalan and Indonesian; Polish, Turkish, Russian, Greek.
    private static let months =
        words("january february march april may june july august september october november december")
        + words("janvier février fevrier mars avril mai juin juillet août aout septembre octobre novembre décembre")
        + words("januar jänner februar märz maerz juni juli oktober dezember")
        + words("enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre")
        + words("gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre")
        + words("janeiro fevereiro março marco maio junho julho setembro outubro novembro dezembro")
        + words("januari februari maart mrt mei augustus marts maj augusti desember decembre maret agustus")
        + words("ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie")
        + words("január február március április május június július augusztus szeptember október")
        + words("gener febrer març maig juny juliol agost setembre novembre desembre")
        + words("styczeń stycznia luty lutego marzec marca kwiecień kwietnia maja czerwiec czerwca lipiec lipca")
        + words("sierpień sierpnia wrzesień września październik października listopad listopada grudzień grudnia")
        + words("ocak şubat mart nisan mayıs mayis haziran temmuz ağustos eylül eylul ekim kasım kasim aralık aralik")
        + words("январь января февраль февраля марта апрель апреля май мая июнь июня июль июля августа")
        + words("сентябрь сентября октябрь октября ноябрь ноября декабрь декабря")
        + words("ιανουάριος ιανουαρίου φεβρουάριος φεβρουαρίου μάρτιος μαρτίου απρίλιος απριλίου μάιος μαΐου ιούνιος")
        + words("ιουνίου ιούλιος ιουλίου αύγουστος αυγούστου σεπτέμβριος σεπτεμβρίου οκτώβριος οκτωβρίου")
        + words("νοέμβριος νοεμβρίου δεκέμβριος δεκεμβρίου")
    /// The months' names in Thai, in full and cut short, and in Arabic, Persian and Hebrew; those of the Hijra.
    private static let wholeMonths = Set(
        words("มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม")
            + words("กันยายน ตุลาคม พฤศจิกายน ธันวาคม")
            + words("يناير فبراير مارس أبريل ابريل مايو يونيو يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر")
            + words("محرم صفر ربيع جمادى رجب شعبان رمضان شوال القعدة الحجة")
            + words("فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند")
            + words("ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר")
            + words("בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר"))
    private static let weekdays = words("monday tuesday wednesday thursday friday saturday sunday")
    /// What stands in dates beside their parts; of an era, where its years have four digits.
    private static let fillers = Set(
        words("st nd rd th of t z de del am pm 年 月 日 utc gmt г года พศ คศ ه هـ م ذو الأول الثاني الأولى الآخرة"))
    /// The eras of Japan, and that of the Republic of China.
    private static let eras = Set(words("令和 平成 昭和 令 平 昭 r h 民國 民国 中華民國"))

    // MARK: - What numbers make a date

    /// A day and perhaps a year beside a month's name, and perhaps a time.
    private static func isDay(_ numbers: [Number]) -> Bool {
        guard let first = numbers.first, numbers.count <= 6 else { return false }
        if numbers.count == 1 { return (1...31).contains(first.value) || first.isYear }
        let second = numbers[1]
        return ((1...31).contains(first.value) && first.digits <= 2 && (second.isYear || second.digits == 2))
            || (first.isYear && (1...31).contains(second.value))
    }

    private static func isNumeric(_ first: Number, _ second: Number, _ third: Number) -> Bool {
        if first.isYear { return isDayAndMonth(second, third) }
        // 115/11/13: of the Republic of China, with two digits for month and day.
        if first.digits == 3, (80...139).contains(first.value), second.digits == 2, third.digits == 2 {
            return second.value <= 12 && isDayAndMonth(second, third)
        }
        return isDayAndMonth(first, second) && (third.isYear || third.digits == 2)
    }

    private static func isDayAndMonth(_ left: Number, _ right: Number) -> Bool {
        guard left.digits <= 2, right.digits <= 2, left.value >= 1, right.value >= 1 else { return false }
        return (left.value <= 12 && right.value <= 31) || (left.value <= 31 && right.value <= 12)
    }

    /// Year, month and day in this order, or day, month and year, without anything between them.
    private static func isCompact(_ digits: [Int]) -> Bool {
        let number = { (from: Int, count: Int) in
            Number(digits[from..<from + count].reduce(0) { $0 * 10 + $1 }, digits: count)
        }
        switch digits.count {
        case 8:
            return (number(0, 4).isCommonYear && isDayAndMonth(number(4, 2), number(6, 2)) && number(4, 2).value <= 12)
                || (number(4, 4).isCommonYear && isDayAndMonth(number(0, 2), number(2, 2)))
        case 6:
            return isDayAndMonth(number(0, 2), number(2, 2)) || isDayAndMonth(number(2, 2), number(4, 2))
        default: return false
        }
    }
}
