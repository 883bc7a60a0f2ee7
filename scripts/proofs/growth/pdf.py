"""Writes PDF documents that are sound apart from their given content."""

import zlib

HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def stream(data, more="", packs=False):
    """A stream object."""
    data = data.encode("latin-1") if isinstance(data, str) else data
    if packs:
        data, more = zlib.compress(data, 1), more + " /Filter /FlateDecode"
    return b"<< /Length %d %s >> stream\n%s\nendstream" % (len(data), more.encode("latin-1"), data)


def document(objects, root="1 0 R", trailer="", tail=None):
    """A document of these objects, by their numbers, with a cross-reference table."""
    parts, offsets, length = [b"%PDF-1.7\n"], {}, 9
    for number, content in sorted(objects.items()):
        content = content.encode("latin-1") if isinstance(content, str) else content
        part = b"%d 0 obj\n%s\nendobj\n" % (number, content)
        offsets[number] = length
        length += len(part)
        parts.append(part)
    if tail is not None:
        return b"".join(parts) + tail(length, offsets)
    count = max(offsets) + 1
    table = "".join(["%010d 00000 n \n" % offsets[n] if n in offsets else "0000000000 65535 f \n" for n in range(count)])
    end = "xref\n0 %d\n%strailer << /Size %d /Root %s %s >>\nstartxref\n%d\n%%%%EOF\n" % (count, table, count, root, trailer, length)
    return b"".join(parts) + end.encode("latin-1")


def pages(contents, resources="", font=HELVETICA, more=None, catalog="", page="", packs=False):
    """A document with a page for each content, large enough to show all of it."""
    numbers = list(range(100, 100 + 2 * len(contents), 2))
    objects = {
        1: "<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
        2: "<< /Type /Pages /Kids [%s] /Count %d /MediaBox [-9000000 -9000000 9000000 9000000] /Resources << /Font << /F 4 0 R >> %s >> >>"
        % (" ".join(["%d 0 R" % number for number in numbers]), len(numbers), resources),
        4: font,
    }
    for number, content in zip(numbers, contents):
        objects[number] = "<< /Type /Page /Parent 2 0 R /Contents %d 0 R %s >>" % (number + 1, page)
        objects[number + 1] = stream(content, packs=packs)
    objects.update(more or {})
    return document(objects)


def text(x, y, words, size=9):
    return "1 0 0 1 %.2f %.2f Tm (%s) Tj\n" % (x, y, words)


def shown(pieces, size=9):
    """Content that shows pieces of text, each (x, y, words)."""
    return "BT /F %g Tf\n" % size + "".join([text(*piece) for piece in pieces]) + "ET\n"
