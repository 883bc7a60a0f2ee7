// What headings and cells are called in the languages that lists were met in.

/// Words that tell what a column has: in its heading, or in its cells.
enum HeadingWords {
    static let status = [
        "status", "decision", "result", "outcome", "remark", "comment", "information", "progress", "statut", "décision",
        "entscheidung", "ergebnis", "estado", "resultado", "decisão", "状态", "结果", "статус", "решение",
    ]
    /// Of columns that are no statuses, though they have text.
    static let others = [
        "name", "nationality", "country", "office", "post", "mission", "city", "place", "type", "kind", "category",
        "class",
        "applicant", "citizenship", "gender", "staatsangehörigkeit", "nationalité", "pays", "nom", "país", "страна",
    ]
    static let name = [
        "name", "station", "title", "user", "id", "reference", "case", "nom", "nombre", "nome", "名称", "имя",
    ]
    static let birth = ["birth", "naissance", "geburt", "nacimiento"]
    static let telephone = ["phone", "mobile", "fax", "tel.", "telefon", "teléfono", "téléphone"]
    /// What statuses say.
    static let statuses = [
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

    static func areOf(_ heading: String, _ words: [String]) -> Bool {
        let heading = heading.lowercased()
        return words.contains { heading.contains($0) }
    }
}
