// The words of headings and cells in the languages of known lists.

import Reading

/// Words that tell what a column has: in its heading, or in its cells.
enum HeadingWords {
    /// Headings of remarks. Some lists head their statuses so; if another column is headed as a status, it has the statuses.
    static let remarks: WordList = [
        "remark", "remarks", "comment", "comments", "information", "note", "notes", "details", "bemerkung",
        "bemerkungen",
        "remarque", "remarques", "observaciones",
    ]

    static let status: WordList = [
        "status", "decision", "disposition", "result", "outcome", "remark", "comment", "information", "progress",
        "statut", "décision",
        "entscheidung", "ergebnis", "estado", "resultado", "decisão", "状态", "结果", "статус", "решение",
    ]
    /// Of earlier statuses of the case.
    static let earlier: WordList = [
        "previous", "prior ", "before", "former", "earlier", "old ", "last week", "last month", "first ", "initial",
        "original", "history", "bisherig", "vorherig", "vorige", "früher", "erste ", "alter ", "précédent", "ancien",
        "antérieur", "anterior", "previo", "precedente", "предыдущ", "прежн", "之前", "以前",
    ]
    /// Of columns that are no statuses, though they have text.
    static let others: WordList = [
        "name", "nationality", "country", "office", "post", "mission", "city", "place", "type", "kind", "category",
        "class",
        "applicant", "citizenship", "gender", "staatsangehörigkeit", "nationalité", "pays", "nom", "país", "страна",
    ]
    static let name: WordList = [
        "name", "station", "title", "user", "id", "reference", "case", "nom", "nombre", "nome", "名称", "имя",
    ]
    /// Of columns of keys.
    static let number: WordList = [
        "number", "no.", "nummer", "numéro", "numero", "número", "nº", "n°", "номер", "号", "番号", "번호", "رقم",
        "reference", "referenz", "référence", "referencia", "case", "file", "application", "aktenzeichen", "dossier",
        "expediente", "číslo", "numer", "numur", "azonosító", "αριθμός",
    ]
    /// Of columns of numbers that are no keys, as many rows may have the same one.
    static let places: WordList = [
        "zip", "postal", "postcode", "postleitzahl", "plz", "archive", "box", "fee", "amount", "postnummer",
        "código postal",
    ]
    static let birth: WordList = ["birth", "naissance", "geburt", "nacimiento"]
    /// Of dates that change with the status, and of those that stay as they are.
    static let change: WordList = [
        "updated", "update", "changed", "decided", "decision", "modified", "status", "issued", "closed", "mise à jour",
        "décision", "entschieden", "geändert", "aktualisiert", "entscheidung", "actualiz", "decisión", "decisão",
        "решени",
        "更新", "决定",
    ]
    static let arrival: WordList = [
        "received", "filed", "submitted", "application", "applied", "lodged", "opened", "created", "reçu", "dépôt",
        "eingang", "eingegangen", "antrag", "recibid", "presentad", "recebid", "получен", "подач", "受付",
    ]
    /// Of days to come.
    static let later: WordList = [
        "valid until", "valid to", "valid thr", "until", "expir", "validity", "next ", "due ", "deadline", "gültig",
        "ablauf", "frist", "nächste", "valable", "échéance", "prochain", "válid", "vence", "vencim", "próxim",
        "действит", "срок", "有効", "有效",
    ]
    static let telephone: WordList = ["phone", "mobile", "fax", "tel.", "telefon", "teléfono", "téléphone"]
    /// What statuses say.
    static let statuses: WordList = [
        "approved", "refused", "rejected", "issued", "granted", "denied", "pending", "withdrawn", "review", "process",
        "ready",
        "collect", "required", "needed", "decided", "closed", "complete", "accepted", "received", "interview",
        "returned",
        "dispatched", "sent", "send", "contact", "accord", "refus", "bewilligt", "abgelehnt", "erteilt", "aprobado",
        "denegado", "aprovado",
    ]

    /// Whether a heading is the same in the next edition, as far as it shows: it names no day, year or number.
    static func areLasting(_ heading: String) -> Bool {
        var digits = 0
        for scalar in heading.unicodeScalars {
            digits = scalar.properties.generalCategory == .decimalNumber ? digits + 1 : 0
            if digits > 1 { return false }
        }
        return true
    }

    /// How much a heading speaks for the dates below it, 1 for one that says nothing: an application is received once, and
    /// its status changes.
    static func weightOfDates(_ heading: String?) -> Double {
        guard let heading else { return 1 }
        if areOf(heading, birth) { return 0.1 }
        if areOf(heading, later) { return 0.3 }
        return areOf(heading, change) ? 1.2 : areOf(heading, arrival) ? 0.4 : 1
    }

    /// How much a heading speaks for keys below it, 1 for one that says nothing.
    static func weightOfKeys(_ heading: String?) -> Double {
        heading.map { areOf($0, telephone) || areOf($0, places) } == true ? 0.1 : 1
    }

    /// Whether a heading names the present status of the case.
    static func isOfStatus(_ heading: String?) -> Bool {
        guard let heading else { return false }
        return areOf(heading, status) && !areOf(heading, remarks) && !areOf(heading, earlier)
    }

    static func areOf(_ heading: String, _ words: WordList) -> Bool {
        words.isIn(heading.lowercased())
    }
}

/// Words in lower case, to be looked for all at once: a cell may be as long as a page.
package struct WordList: ExpressibleByArrayLiteral {
    /// By the first byte.
    private var words = [[[UInt8]]](repeating: [], count: 256)

    package init(arrayLiteral words: String...) {
        for word in words {
            let bytes = Array(word.utf8)
            if let first = bytes.first { self.words[Int(first)].append(bytes) }
        }
    }

    /// Whether one of them is in a text, as it is written: with composed letters.
    package func isIn(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.indices.contains { start in
                words[Int(bytes[start])].contains { bytes[start...].starts(with: $0) }
            }
        }
    }
}

extension Proposal {
    /// Whether what stands above its keys says that they are numbers of places, telephones or sums.
    package var hasOtherNumbers: Bool { HeadingWords.weightOfKeys(found.batch) < 1 }

    /// Whether its keys are numbers, and what stands above them says that.
    package var hasNamedNumbers: Bool {
        guard !hasTextKeys, let heading = found.batch else { return false }
        return HeadingWords.areOf(heading, HeadingWords.number)
            && !HeadingWords.areOf(heading, HeadingWords.telephone)
    }
}
