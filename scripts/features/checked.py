"""Documents whose text all lies in Flate streams, which carry a checksum: what damage may do to them is told."""

import struct
import zlib

from .pdf import PDF, ROWS, content

TWO_PAGES = [ROWS[:2], ROWS[2:]]


def document():
    """Two pages under nodes of their own, one with two content streams, a font with an encoding of its own."""
    pdf = PDF()
    pdf.set(2, "<< /Type /Pages /Count 2 /Kids [6 0 R 7 0 R] /MediaBox [0 0 595 842] "
               "/Resources << /Font << /F1 4 0 R >> >> >>")
    pdf.set(4, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "
               "/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [38 /ampersand] >> >>")
    pdf.set(6, "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] >>")
    pdf.set(7, "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [8 0 R] >>")
    pdf.set(3, "<< /Type /Page /Parent 6 0 R /Contents [5 0 R 9 0 R] >>")
    pdf.set(8, "<< /Type /Page /Parent 7 0 R /Contents 10 0 R >>")
    lines = content(rows=TWO_PAGES[0]).split(b"\n")
    for number, data in ((5, b"\n".join(lines[:3])), (9, b"\n".join(lines[3:])), (10, content(rows=TWO_PAGES[1]))):
        pdf.stream(zlib.compress(data), "/Filter /FlateDecode", number)
    return pdf


def in_object_stream(pdf):
    """All that is no stream in one object stream, the table in a cross-reference stream."""
    inner = [number for number in sorted(pdf.objects) if b"\nstream\n" not in pdf.objects[number]]
    places, bodies = "", b""
    for number in inner:
        places += "%d %d " % (number, len(bodies))
        bodies += pdf.objects.pop(number) + b" "
    container = pdf.stream(zlib.compress(places.encode() + bodies), "/Type /ObjStm /N %d /First %d /Filter /FlateDecode" % (
        len(inner), len(places)))
    out, offsets = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", {}
    for number in sorted(pdf.objects):
        offsets[number] = len(out)
        out += b"%d 0 obj\n" % number + pdf.objects[number] + b"\nendobj\n"
    table, size = len(out), container + 2
    offsets[container + 1] = table
    entries = b"".join(
        struct.pack(">BHB", 1, offsets[number], 0) if number in offsets
        else struct.pack(">BHB", 2, container, inner.index(number)) if number in inner else bytes(4)
        for number in range(size))
    data = zlib.compress(entries)
    return out + b"%d 0 obj\n<< /Type /XRef /Size %d /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length %d >>\nstream\n" % (
        container + 1, size, len(data)) + data + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % table


def features():
    yield "checked", "Flate streams under a page tree of two levels, a classic cross-reference table", document().file(), ROWS
    yield "checked_object_stream", "the same inside of an object stream", in_object_stream(document()), ROWS
