#!/usr/bin/env python3
"""Writes lists of case statuses as PDFs in the style of the London list, with the standard library alone: the same rows
give the same bytes on every machine.

    scripts/london_pdf.py ROWS.json LIST.pdf      ROWS.json is an array of [batch, status, date]

What makes the style: `stream` and CR LF, Flate, one BT/ET per cell, every text as a kerned TJ with
escapes, wrapped statuses, several rows per batch, and other numbers in header and footer.
"""

import json
import sys
import zlib

# Helvetica's widths for ASCII, in thousandths of an em (Adobe's Core 14 AFM files).
WIDTHS = [278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278] + [556] * 10 + [
    278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
    722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222,
    222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584]
OTHER_WIDTHS = {"\u2013": 556, "\u2019": 222, "\u00e9": 556, "\u00eb": 556, "\u00a3": 556}


def width(text, size):
    return sum(OTHER_WIDTHS[c] if c in OTHER_WIDTHS else WIDTHS[ord(c) - 32] for c in text) * size / 1000


def literal(text):
    """A literal string (ISO 32000-1 7.3.4.2) in WinAnsiEncoding, with octal escapes beyond ASCII."""
    out = ""
    for byte in text.encode("cp1252"):
        if byte in b"()\\":
            out += "\\" + chr(byte)
        else:
            out += chr(byte) if 32 <= byte < 127 else "\\%03o" % byte
    return "(" + out + ")"


def kerned(text):
    """The string as TJ pieces with small kerning between them."""
    pieces = [text[i:i + 5] for i in range(0, len(text), 5)]
    return "[" + " 12 ".join(literal(piece) for piece in pieces) + "] TJ"


def wrap(text, size, room):
    lines = []
    for word in text.split(" "):
        if lines and width(lines[-1] + " " + word, size) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def deflate(data):
    """A zlib stream of fixed-Huffman literals (RFC 1951 3.2.6): the same bytes whatever zlib Python has."""
    bits, count, out = 0b011, 3, bytearray(b"\x78\x01")
    codes = [(0x30 + b, 8) if b < 144 else (0x190 + b - 144, 9) for b in data] + [(0, 7)]
    for code, length in codes:
        bits |= int(format(code, "0%db" % length)[::-1], 2) << count
        count += length
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8
    if count:
        out.append(bits & 255)
    return bytes(out) + zlib.adler32(data).to_bytes(4, "big")


def document(pages, compress=True, end_of_line="\r\n"):
    """A PDF 1.4 document with one content stream per page and Helvetica as /F1; `stream` ends with CR LF."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count %d /Kids [%s] >>" % (
            len(pages), " ".join("%d 0 R" % (4 + 2 * i) for i in range(len(pages)))),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    offsets = []

    def add(body):
        nonlocal out
        offsets.append(len(out))
        out += b"%d 0 obj\n" % len(offsets) + body + b"\nendobj\n"

    for body in objects:
        add(body.encode())
    for number, content in enumerate(pages):
        add(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R >>" % (5 + 2 * number))
        data = end_of_line.join(content).encode("ascii")
        if compress:
            data = deflate(data)
        add(b"<< /Length %d%s >>\nstream\r\n" % (len(data), b" /Filter /FlateDecode" if compress else b"")
            + data + b"\r\nendstream")
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, table)


class Table:
    """Rows set in pages: (x, y, text) of each line of each cell, header and footer included."""

    def __init__(self, rows, size=9, align=0.0, per_page=660, room=250, padding=5, split=False):
        self.size = size
        self.pages = [[]]
        y = self.head()
        for batch, status, date in rows:
            lines = wrap(status, size, room) if status else []
            height = 11 * max(len(lines) - 1, 0)
            # A row that does not fit goes to the next page, or is broken there.
            if y + (0 if split else height) > per_page:
                y = self.turn()
            self.put(56, y + align * height, batch)
            for number, line in enumerate(lines):
                if y + 11 * number > per_page and split:
                    y = self.turn() - 11 * number
                self.put(150, y + 11 * number, line)
                if number == 0 and date:
                    self.put(430, y + align * height, date)
            if not lines and date:
                self.put(430, y, date)
            y += height + 11 + padding
        self.foot()

    def put(self, x, y, text):
        self.pages[-1].append((x, 842 - y, text))

    def head(self):
        self.put(56, 40, "Non-immigrant visa applications \u2013 administrative processing")
        self.put(56, 54, "Updated 15-Jun-12. Enquiries: 02074999000 or 30121456171 ext 29000000000, ref 201214561712")
        for x, text in ((56, "Batch Number"), (150, "Status"), (430, "Date")):
            self.put(x, 72, text)
        return 92

    def foot(self):
        self.put(56, 800, "Page %d - tel 02074999000 - printed 15-Jun-12 16:06" % len(self.pages))

    def turn(self):
        self.foot()
        self.pages.append([])
        return self.head()


def cell_by_cell(table, show=lambda text: literal(text) + " Tj"):
    """Content streams with one BT/ET per cell."""
    return [[operator for x, y, text in page
             for operator in ("BT", "/F1 %d Tf" % table.size, "%g %g Td" % (x, y), show(text), "ET")]
            for page in table.pages]


def glyph_by_glyph(table):
    """Each glyph at its own place, blanks not drawn, columns one after the other, from the last to the first."""
    pages = []
    for page in table.pages:
        content = ["BT", "/F1 %d Tf" % table.size]
        for x, y, text in sorted(page, key=lambda cell: (-cell[0], cell[1])):
            for index, character in enumerate(text):
                if character != " ":
                    content.append("1 0 0 1 %.3f %g Tm %s Tj" % (
                        x + width(text[:index], table.size), y, literal(character)))
        pages.append(content + ["ET"])
    return pages


def turned(table):
    """The page turned by a quarter through the text matrix, and everything drawn twice, 0.3 apart (fake bold)."""
    return [["BT", "/F1 %d Tf" % table.size]
            + ["0 1 -1 0 %g %g Tm %s Tj" % (842 - y + shift, x, literal(text))
               for x, y, text in page for shift in (0, 0.3)]
            + ["ET"] for page in table.pages]


def london(rows):
    """The list as the London office sets it."""
    return document(cell_by_cell(Table(rows), kerned))


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as source:
        rows = json.load(source)
    with open(arguments[1], "wb") as target:
        target.write(london(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
