// Which shipped program (`command` of a source) makes a document readable that the reader cannot read.

/// The end of a message about such a document.
enum ProgramAdvice {
    private static let place = "(command in watched-batches.toml(5))"
    /// For pages that are pictures.
    static let ocr = "; the program /usr/libexec/batchwatch/sources/ocr reads scans " + place
    /// For documents of office programs.
    static let office = ", or let the program /usr/libexec/batchwatch/sources/office convert it " + place
}
