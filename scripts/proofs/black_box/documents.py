"""Lists of case statuses as documents of several formats, written with the standard library only.

Each document comes with the position of its last row: cut anywhere before that, it has lost a row. Beside its table it
may name one more batch, in a note that is no row.
"""

import csv
import io
import json
import unicodedata

FORMATS = ["csv", "json", "html", "pdf"]
STATUSES = [
    "administrative processing", "visa issued", "send passport & two photographs (5 x 5 cm)", "refused under INA 221(g)",
    "dossier complété, décision à suivre", "Prüfung läuft", "no action required", "case returned; see our letter",
    "expired", "issued"]  # fmt: skip
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December"]  # fmt: skip


def document(form, title, rows, decomposed=False, named=None):
    """The bytes of a list of (batch, status, date), and the position of its last row. `named`: a batch in a note beside
    it."""
    if decomposed:
        rows = [tuple(unicodedata.normalize("NFD", cell) for cell in row) for row in rows]
    return {"csv": csv_document, "json": json_document, "html": html_document, "pdf": pdf_document}[form](
        title, rows, named)


def case_page(form, title, batch, rows, decomposed=False):
    """The page of one case, and the position of its last row."""
    return document(form, title + ", case " + batch, rows, decomposed) if form == "html" else joined(
        b"[", [json_row(row, decomposed) for row in rows], b"]\n")


def joined(head, pieces, tail, comma=b","):
    body = head + comma.join(pieces[:-1]) + (comma if len(pieces) > 1 else b"")
    return body + (pieces[-1] if pieces else b"") + tail, len(body)


def json_row(row, decomposed=False):
    if decomposed:
        row = [unicodedata.normalize("NFD", cell) for cell in row]
    return json.dumps(dict(zip(("number", "status", "date"), row)), ensure_ascii=False).encode()


def note(batch):
    return "Case %s is asked to come in person." % batch


def json_document(title, rows, named=None):
    head = ('{"title": %s, "cases": [\n' % json.dumps(title)).encode()
    tail = ('\n], "summoned": [%s]}\n' % json.dumps(named)).encode() if named else b"\n]}\n"
    return joined(head, [json_row(row) for row in rows], tail, b",\n")


def csv_document(title, rows, named=None):
    def line(cells):
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(cells)
        return out.getvalue().encode()

    head = (title + "\n").encode() + line(["Batch", "Status", "Date"])
    return joined(head, [line(row) for row in rows], (note(named) + "\n").encode() if named else b"", b"")


def html_document(title, rows, named=None):
    def cells(texts, tag):
        made = "".join("<%s>%s</%s>" % (tag, text.replace("&", "&amp;").replace("<", "&lt;"), tag) for text in texts)
        return ("<tr>%s</tr>\n" % made).encode()

    head = ('<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>%s</title></head><body>\n<h1>%s</h1>\n<table>\n'
            % (title, title)).encode() + cells(["Batch", "Status", "Date"], "th")  # fmt: skip
    tail = ("</table>\n%s</body></html>\n" % ("<p>%s</p>\n" % note(named) if named else "")).encode()
    return joined(head, [cells(row, "td") for row in rows], tail, b"")


def pdf_document(title, rows, named=None):
    """One page, Helvetica, a text object for each cell."""
    def cell(x, y, size, text):
        escaped = "".join("\\" + c if c in "()\\" else c for c in text).encode("cp1252")
        return b"BT /F1 %d Tf %d %d Td (%s) Tj ET\n" % (size, x, y, escaped)

    def line(y, cells):
        return b"".join(cell(x, y, 9, text) for x, text in zip((50, 180, 450), cells))

    head = cell(50, 40 + 14 * (len(rows) + 4), 14, title) + line(40 + 14 * (len(rows) + 1), ["Batch", "Status", "Date"])
    content, last = joined(head, [line(40 + 14 * (len(rows) - i), row) for i, row in enumerate(rows)],
                           cell(50, 20, 9, note(named)) if named else b"", b"")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
        b"<< /Length %d >>\nstream\n" % len(content) + content + b"endstream"]  # fmt: skip
    out, offsets = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = offsets[4] + len(out[offsets[4]:].split(b"stream\n")[0]) + len(b"stream\n")
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out_end = table + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)
    return out + out_end, start + last
