"""A small writer of PDF documents: what the features are made with. The same bytes on every machine."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from london_pdf import literal  # noqa: E402,F401

ROWS = [
    ("20121456171", "send passport & photographs", "14-Jun-12"),
    ("20000000000", "refused (221(g))", "03-Jul-12"),
    ("20121456171", "visa issued", "23-Jun-12"),
    ("28999999999", "back\\slash, \"quote\" & caf\u00e9", "11-Jan-12"),
]
COLUMNS = (56, 150, 430)


def cells(rows=ROWS):
    """(x, y, text) of each cell."""
    return [(x, 760 - 16 * index, text) for index, row in enumerate(rows) for x, text in zip(COLUMNS, row)]


def content(show=lambda text: literal(text) + " Tj", rows=ROWS, font="/F1 9 Tf"):
    """A content stream that draws the rows, one BT/ET per cell. `show` writes the operator that shows a text."""
    return "\n".join("BT %s %d %d Td %s ET" % (font, x, y, show(text)) for x, y, text in cells(rows)).encode("latin-1")


class PDF:
    """Objects under their numbers, then the file. 1 is the catalog, 2 the page tree, 3 the page, 4 the font, 5 its content."""

    def __init__(self, data=None, font="<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
                 entries="", page="", version="1.7"):
        """A sound document of one page. `entries` belong to the content's dictionary, `page` to the page's."""
        self.version = version
        self.objects = {}
        self.set(1, "<< /Type /Catalog /Pages 2 0 R >>")
        self.set(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
        self.set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> "
                    "/Contents 5 0 R %s >>" % page)
        self.set(4, font)
        self.stream(content() if data is None else data, entries, 5)

    def set(self, number, body):
        self.objects[number] = body if isinstance(body, bytes) else body.encode("latin-1")
        return number

    def add(self, body):
        """Adds an object; its number."""
        return self.set(max(self.objects) + 1, body)

    def stream(self, data, entries="", number=None):
        """Adds a stream as it stands, with its length; its number."""
        head = "<< /Length %d %s >>\nstream\n" % (len(data), entries)
        return self.set(number or max(self.objects) + 1, head.encode("latin-1") + data + b"\nendstream")

    def file(self, trailer=""):
        """The bytes, with a classic cross-reference table."""
        out = b"%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n" % self.version.encode()
        offsets = {}
        for number in sorted(self.objects):
            offsets[number] = len(out)
            out += b"%d 0 obj\n" % number + self.objects[number] + b"\nendobj\n"
        table, size = len(out), max(offsets) + 1
        out += b"xref\n0 %d\n0000000000 65535 f \n" % size
        for number in range(1, size):
            out += b"%010d 00000 n \n" % offsets[number] if number in offsets else b"0000000000 00000 f \n"
        return out + b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
            size, trailer.encode("latin-1"), table)
