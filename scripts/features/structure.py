"""How a document is put together: objects, tables, updates (ISO 32000-1 7.3, 7.5). Pages: see pages.py."""

import re
import struct
import zlib

from .pdf import PDF, ROWS, content

OLD = [("20110010001", "pending", "01-Jan-11"), ("20110010002", "refused", "02-Jan-11")]
HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class File:
    """A file of one or more revisions, in the order in which it is written."""

    def __init__(self, header=HEADER):
        self.bytes, self.offsets, self.previous, self.size = header, {}, None, 1

    def add(self, number, body, generation=0):
        self.offsets[number] = (len(self.bytes), generation)
        self.size = max(self.size, number + 1)
        self.bytes += b"%d %d obj\n" % (number, generation) + body + b"\nendobj\n"
        return self

    def add_all(self, pdf, numbers=None):
        for number in sorted(pdf.objects) if numbers is None else numbers:
            self.add(number, pdf.objects[number])
        return self

    def start(self, startxref):
        self.bytes += b"startxref\n%d\n%%%%EOF\n" % startxref
        self.previous, self.offsets = startxref, {}
        return self

    def trailer(self, entries=b""):
        previous = b" /Prev %d" % self.previous if self.previous is not None else b""
        return b"/Size %d /Root 1 0 R%s %s" % (self.size, previous, entries)

    def table(self, free=(), entries=b"", end=b" \n", shift=0, first=0):
        """Ends a revision with a classic table. `first`: what the first section's numbers are too large by."""
        position, previous = len(self.bytes), None
        known = {number: (offset + shift, generation, b"n") for number, (offset, generation) in self.offsets.items()}
        known.update((number, (0, 1, b"f")) for number in free)
        known[0] = (0, 65535, b"f")
        self.bytes += b"xref\n"
        for number in sorted(known):
            if previous != number - 1:
                count = next(n for n in range(number, self.size + 2) if n not in known) - number
                self.bytes += b"%d %d\n" % (number + first, count)
            self.bytes += b"%010d %05d %s" % known[number] + end
            previous = number
        self.bytes += b"trailer\n<< %s >>\n" % self.trailer(entries)
        return self.start(position)

    def stream_table(self, free=(), entries=b"", inside=None, widths=(1, 2, 1), pack=None, start=True):
        """Ends a revision with a cross-reference stream. `inside`: the object stream and index of objects in one."""
        position, number = len(self.bytes), self.size
        self.size += 1
        known = {n: (1, offset, generation) for n, (offset, generation) in self.offsets.items()}
        known.update({n: (2, stream, index) for n, (stream, index) in (inside or {}).items()})
        known.update((n, (0, 0, 1)) for n in free)
        known[number] = (1, position, 0)
        data = b"".join((value if width else 0).to_bytes(width, "big")
                        for n in sorted(known) for value, width in zip(known[n], widths))
        index = b" ".join(b"%d 1" % n for n in sorted(known))
        if pack:
            data, filters = pack(data)
            entries += filters
        self.bytes += b"%d 0 obj\n<< /Type /XRef /W [%d %d %d] /Index [%s] %s /Length %d >>\nstream\n" % (
            number, *widths, index, self.trailer(entries), len(data)) + data + b"\nendstream\nendobj\n"
        return self.start(position) if start else position


def object_stream(pdf, numbers, entries=b""):
    """The body of an object stream that holds these objects."""
    places, bodies = b"", b""
    for number in numbers:
        places += b"%d %d " % (number, len(bodies))
        bodies += pdf.objects[number] + b"\n"
    head = b"<< /Type /ObjStm /N %d /First %d /Length %d %s >>\nstream\n"
    return head % (len(numbers), len(places), len(places + bodies), entries) + places + bodies + b"\nendstream"


def predicted(data):
    """PNG predictor 12 under Flate, as most writers pack their tables."""
    rows = [data[i:i + 4] for i in range(0, len(data), 4)]
    above = [bytes(4)] + rows
    packed = b"".join(b"\x02" + bytes((a - b) % 256 for a, b in zip(row, up)) for row, up in zip(rows, above))
    return zlib.compress(packed), b"/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>"


def tables():
    def sound():
        return File().add_all(PDF())

    yield "xref_stream", "a cross-reference stream instead of a table (7.5.8)", sound().stream_table().bytes, ROWS
    yield "xref_stream_predicted", "a cross-reference stream under Flate with predictor 12 (7.5.8.2)", \
        sound().stream_table(pack=predicted).bytes, ROWS
    yield "xref_stream_no_type", "a cross-reference stream whose first field has no width: all entries are of type 1 (7.5.8.2)", \
        sound().stream_table(widths=(0, 4, 2)).bytes, ROWS
    pdf = PDF()
    file = File().add(5, pdf.objects[5]).add(6, object_stream(pdf, (1, 2))).add(
        7, object_stream(pdf, (3, 4), b"/Extends 6 0 R"))
    file.stream_table(inside={1: (6, 0), 2: (6, 1), 3: (7, 0), 4: (7, 1)})
    yield "object_stream_extends", "two object streams, one that extends the other (7.5.7)", file.bytes, ROWS
    file = File().add_all(pdf, (5,)).add(6, object_stream(pdf, (1, 2, 3, 4)))
    file.stream_table(inside={number: (6, 7 - number) for number in (1, 2, 3, 4)})
    yield "object_stream_index_wrong", "the table counts the objects of a stream wrongly; the stream knows its own (7.5.7)", \
        file.bytes, ROWS
    for name, what, seen in (("", "the font", (1, 2, 3, 5)), ("_all", "all objects but the content", (5,))):
        hidden = [number for number in (1, 2, 3, 4) if number not in seen]
        file = File().add_all(pdf, seen).add(6, object_stream(pdf, hidden))
        place = file.stream_table(inside={number: (6, index) for index, number in enumerate(hidden)}, start=False)
        file.table(free=hidden, entries=b"/XRefStm %d" % place)
        yield "xref_hybrid" + name, "a hybrid file: the table calls %s free, its /XRefStm knows where (7.5.8.4)" % what, \
            file.bytes, ROWS
    file = File().add_all(pdf, (1, 2, 3, 5)).add(6, object_stream(pdf, (4,)))
    place = file.stream_table(inside={4: (6, 0)}, start=False)
    file.table(free=(4,))
    table = len(file.bytes)
    file.bytes += b"xref\n0 0\ntrailer\n<< %s >>\n" % file.trailer(b"/XRefStm %d" % place)
    yield "xref_hybrid_update", "a hybrid file as Word writes it: an empty table over one that calls the font free", \
        file.start(table).bytes, ROWS
    for width, end in ((19, b"\n"), (21, b" \r\n")):
        yield "xref_entries_%d_bytes" % width, "entries of %d bytes instead of 20 (7.5.4)" % width, \
            sound().table(end=end).bytes, ROWS
    yield "xref_from_one", "a table whose first section begins with 1 where it means 0 (7.5.4)", sound().table(first=1).bytes, ROWS
    for name, shift in (("minus_2", -2), ("plus_1", 1), ("plus_1000", 1000)):
        yield "xref_offsets_" + name, "offsets that are wrong by %d (7.5.4)" % shift, sound().table(shift=shift).bytes, ROWS
    data = sound().table().bytes
    place = data.rindex(b"xref\n0")
    yield "xref_missing", "neither table nor trailer: the objects alone", data[:place], ROWS
    yield "xref_lost", "a trailer and no table before it", data[:place] + data[data.index(b"trailer"):], ROWS
    yield "xref_cut", "a document that ends within its table", data[:place + 60], ROWS
    yield "xref_count_large", "a section that says more entries than there are", data.replace(b"xref\n0 6", b"xref\n0 9"), ROWS
    yield "xref_count_small", "a section that says fewer entries than there are", data.replace(b"xref\n0 6", b"xref\n0 4"), ROWS
    for name, wrong in (("zero", 0), ("beyond", 99999999), ("inside", place - 300), ("before", place - 3)):
        yield "startxref_" + name, "a startxref that points elsewhere (7.5.5)", \
            re.sub(rb"startxref\n\d+", b"startxref\n%d" % wrong, data), ROWS
    loop = sound()
    loop.previous = len(loop.bytes)
    yield "prev_loop", "a table that calls itself the one before it (7.5.5)", loop.table().bytes, ROWS
    lost = sound()
    lost.previous = 3
    yield "prev_wrong", "a /Prev that leads to no table", lost.table().bytes, ROWS
    reverse = File()
    for number in (5, 4, 3, 2, 1):
        reverse.add(number, PDF().objects[number])
    yield "objects_reversed", "objects from the last to the first", reverse.table().bytes, ROWS


def ends():
    data = File().add_all(PDF()).table().bytes
    junk = b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"
    yield "header_after_junk", "text before the header, offsets that count from the header", junk + data, ROWS
    late = File(junk + HEADER).add_all(PDF()).table().bytes
    yield "header_after_junk_counted", "text before the header, offsets that count from the file's first byte", late, ROWS
    yield "header_missing", "no header at all", File(b"").add(9, b"null").add_all(PDF()).table().bytes, ROWS
    yield "header_odd", "a header of a version that does not exist", File(b"%PDF-3.14abc\n").add_all(PDF()).table().bytes, ROWS
    yield "end_junk", "a web page and blanks after the end", \
        data + b"\r\n<script>/* endstream trailer %PDF- */</script>\n" + bytes(1500), ROWS
    yield "end_marker_missing", "no %%EOF", data.replace(b"%%EOF\n", b""), ROWS
    cut = data.index(b"BT /F1 9 Tf 56 728")
    yield "end_within_content", "a document that breaks off within its content stream", data[:cut], ROWS[:2], "damage"
    pdf = PDF(content() + b"\n/Fm Do")
    pdf.set(3, pdf.objects[3].replace(b"/Resources <<", b"/Resources << /XObject << /Fm 6 0 R >>"))
    yield "end_before_form", "a document that breaks off before a form that its page draws", \
        File().add_all(pdf).bytes, ROWS, "damage"
    yield "end_within_form", "a document that breaks off within the dictionary of such a form", \
        File().add_all(pdf).bytes + b"6 0 obj\n<< /Type /XObject /Resources << >> >", ROWS, "damage"
    cr = data.replace(b"\n", b"\r")
    yield "line_ends_cr", "a carriage return at each end of a line (7.2.3), after `stream` too", cr, ROWS
    crlf = data.replace(b"\n", b"\r\n")
    yield "line_ends_crlf", "two characters at each end of a line, so that all offsets and lengths are too small", crlf, ROWS


def edition(rows):
    """A document of two pages: rows of each."""
    pdf = PDF(content(rows=rows[0]))
    pdf.set(2, "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>")
    pdf.set(6, pdf.objects[3].replace(b"5 0 R", b"7 0 R"))
    pdf.stream(content(rows=rows[1]), "", 7)
    return pdf


def updates():
    for name, what, end in (("table", "table", File.table), ("stream", "cross-reference stream", File.stream_table)):
        old, new = edition((OLD, ROWS[2:])), edition((ROWS[:2], ROWS[2:]))
        file = end(end(File().add_all(old)).add_all(new, (5,)))
        yield "update_replaces_" + name, "an update with a %s that replaces a content stream (7.5.6)" % what, \
            file.bytes, ROWS
        old = edition((ROWS, OLD))
        file = end(File().add_all(old))
        end(file.add(2, b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>"), free=(6, 7))
        yield "update_deletes_" + name, "an update with a %s that takes a page away and frees its objects (7.5.6)" % what, \
            file.bytes, ROWS
    file = File().add_all(edition((ROWS, OLD))).table().add(2, b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>").table()
    yield "update_page_left_out", "an update that takes a page out of the tree and leaves its objects", file.bytes, ROWS
    unended = file.bytes[:file.bytes.rindex(b"xref\n0 1")]
    yield "update_unended", "an update that breaks off before its table: what there is is an older edition, which must be told", \
        unended, ROWS + OLD, "damage"
    file = File().add_all(edition((OLD, OLD[:1]))).table()
    for step in range(3):
        file.add_all(edition((OLD[step % 2:], ROWS[2:])), (5, 7))
        file = file.table() if step % 2 else file.stream_table()
    file.add_all(edition((ROWS[:2], ROWS[2:])), (5,)).table()
    yield "update_many", "five revisions, tables and cross-reference streams in turn", file.bytes, ROWS
    file = File().add_all(edition((ROWS, OLD))).table().table(free=(6,))
    yield "update_frees_page", "an update that frees a page that is still in the tree: rows may be missing", file.bytes, ROWS, "damage"
    file = File().add_all(edition((ROWS, OLD))).table()
    pdf = PDF()
    pdf.set(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
    file.add(8, object_stream(pdf, (2,))).stream_table(inside={2: (8, 0)})
    yield "update_in_object_stream", "an update whose page tree is in an object stream, over one that is not", file.bytes, ROWS
    twice = File().add_all(edition((OLD, ROWS[2:]))).add_all(edition((ROWS[:2], ROWS[2:])), (5,)).bytes
    yield "object_twice", "without a table, the last object of a number counts", twice, ROWS


def linearized():
    """The first page's objects and their table stand before the others (annex F)."""
    pdf = edition((ROWS[:2], ROWS[2:]))
    first, rest = (1, 3, 4, 5), (2, 6, 7)
    positions = {}
    for _ in range(3):
        file = File().add(8, b"<< /Linearized 1 /L %06d /H [%06d 10] /O 3 /E %06d /N 2 /T %06d >>" % tuple(
            positions.get(key, 0) for key in ("L", "E", "E", "T")))
        table = len(file.bytes)
        entries = b"xref\n0 1\n0000000000 65535 f \n1 1\n%010d 00000 n \n3 3\n%010d 00000 n \n%010d 00000 n \n" \
            b"%010d 00000 n \n8 1\n%010d 00000 n \n" % tuple(positions.get(n, 0) for n in (1, 3, 4, 5, 8))
        file.bytes += entries + b"trailer\n<< /Size 9 /Root 1 0 R /Prev %06d >>\nstartxref\n0\n%%%%EOF\n" % positions.get("T", 0)
        file.add_all(pdf, first)
        positions["E"] = len(file.bytes)
        file.add_all(pdf, rest)
        positions["T"] = len(file.bytes)
        positions.update({number: place for number, (place, _) in file.offsets.items()})
        file.bytes += b"xref\n2 1\n%010d 00000 n \n6 2\n%010d 00000 n \n%010d 00000 n \n" % tuple(
            positions[n] for n in rest)
        file.bytes += b"trailer\n<< /Size 9 >>\nstartxref\n%d\n%%%%EOF\n" % table
        positions["L"] = len(file.bytes)
    yield "linearized", "a linearized file: two tables, the newer one first, whose startxref is 0 (annex F)", file.bytes, ROWS


def lengths():
    """Never trust /Length (7.3.8.2): none of these is damage, some writers write them each time."""
    data = content()

    def stream(entry, body=b"stream\n" + data + b"\nendstream"):
        pdf = PDF()
        pdf.set(5, b"<< %s >>\n" % entry + body)
        pdf.set(6, b"%d" % len(data))
        return pdf.file()

    right = b"/Length %d" % len(data)
    for name, entry, what in (
            ("indirect", b"/Length 6 0 R", "a length that is an object of its own"),
            ("missing", b"", "no length"), ("negative", b"/Length -5", "a negative length"),
            ("short", b"/Length 100", "a length that is too small"),
            ("long", b"/Length %d" % (len(data) + 40), "a length that reaches over the end"),
            ("huge", b"/Length 99999999999999999999", "a length that no number can hold"),
            ("lost", b"/Length 99 0 R", "a length in an object that does not exist"),
            ("itself", b"/Length 5 0 R", "a length that is the stream itself")):
        yield "length_" + name, what + " (7.3.8.2)", stream(entry), ROWS
    yield "stream_end_missing", "no endstream before endobj", stream(right, b"stream\n" + data), ROWS
    yield "stream_end_missing_no_length", "no endstream and no length", stream(b"", b"stream\n" + data), ROWS
    yield "stream_end_glued", "no line end before endstream (7.3.8.1)", stream(right, b"stream\n" + data + b"endstream"), ROWS
    for name, end in (("cr", b"\r"), ("blanks", b"  \r\n"), ("crlf", b"\r\n")):
        yield "stream_begin_" + name, "`stream` followed by %r (7.3.8.1)" % end.decode(), \
            stream(right, b"stream" + end + data + b"\nendstream"), ROWS
    comment = b"% endstream endobj 5 0 obj (no)\n" + data
    yield "stream_holds_keywords", "data that say endstream and endobj, under a right length", \
        stream(b"/Length %d" % len(comment), b"stream\n" + comment + b"\nendstream"), ROWS


def syntax():
    """How objects are written (7.2, 7.3)."""
    pdf, file = PDF(), File()
    for number in (1, 2, 3, 4, 5):
        file.add(number, re.sub(rb"(\d+) 0 R", rb"\1 7 R", pdf.objects[number]), 7)
    yield "generations", "objects of generation 7 (7.3.10)", file.table(entries=b"/Root 1 7 R").bytes.replace(
        b"/Root 1 0 R /Root", b"/Root"), ROWS
    pdf = PDF()
    for plain, escaped in ((b"/Type ", b"/#54ype "), (b"/Pages ", b"/P#61#67es "), (b"/Contents ", b"/Content#73 "),
                           (b"/F1 4", b"/F#31 4"), (b"/Kids ", b"/#4B#69#64#73 "), (b"/Helvetica", b"/Helvetic#61")):
        pdf.objects = {number: body.replace(plain, escaped) for number, body in pdf.objects.items()}
    yield "names_escaped", "names with #xx (7.3.5)", pdf.file(), ROWS
    spaced = PDF(content(font="/A#20B#2FC 9 Tf"))
    spaced.set(3, spaced.objects[3].replace(b"/F1 4", b"/A#20#42#2f#43 4"))
    yield "names_with_blanks", "a font whose name holds a blank and a slash, escaped in two ways (7.3.5)", spaced.file(), ROWS

    def commented(body):
        return re.sub(rb"(?<=[\s\[\]<>])(?=[/\[\d])", b"% (<< 7 0 obj\n", body)

    pdf, file = PDF(), File()
    for number in (1, 2, 3, 4):
        file.add(number, commented(pdf.objects[number]))
    lines = b"\n".join(line.replace(b" Td ", b" % ) Tj (\nTd ") for line in content().split(b"\n"))
    file.add(5, b"<< /Length %d >> %% a comment\nstream\n" % len(lines) + lines + b"\nendstream % another")
    yield "comments", "comments wherever white space may be, in objects and content (7.2.3)", file.table().bytes, ROWS
    pdf = PDF(page="/Annots null /Group 8 0 R /B 99 0 R")
    pdf.set(8, "null")
    pdf.set(1, "<< /Type /Catalog /Pages 2 0 R /AcroForm null /OCProperties 8 0 R /Names 99 0 R >>")
    yield "nulls", "null, references to null and to objects that do not exist, where they say nothing (7.3.9)", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(1, "<< /Type 10 0 R /Pages 2 0 R >>")
    pdf.set(2, "<< /Type /Pages /Count 11 0 R /Kids 12 0 R >>")
    pdf.set(3, "<< /Type 13 0 R /Parent 2 0 R /MediaBox 14 0 R /Resources 15 0 R /Contents 16 0 R /Rotate 17 0 R >>")
    pdf.set(4, "<< /Type /Font /Subtype 18 0 R /BaseFont 19 0 R /Encoding 20 0 R >>")
    packed = zlib.compress(content())
    pdf.stream(packed, "/Filter 21 0 R /DecodeParms 22 0 R", 5)
    for number, body in enumerate((
            "/Catalog", "1", "[3 0 R]", "/Page", "[0 0 23 0 R 24 0 R]", "<< /Font 25 0 R >>", "[5 0 R]", "0", "/Type1",
            "/Helvetica", "<< /BaseEncoding 26 0 R /Differences 27 0 R >>", "[28 0 R]", "[null]", "595", "842", "<< /F1 4 0 R >>",
            "/WinAnsiEncoding", "[29 0 R /ampersand]", "/FlateDecode", "38"), 10):
        pdf.set(number, body)
    yield "indirect_values", "every value an object of its own (7.3.10)", pdf.file(), ROWS
    pdf, file = PDF(), File()
    for number in (1, 2, 3, 4, 5):
        body = pdf.objects[number]
        for wide, glued in ((b" /", b"/"), (b"<< ", b"<<"), (b" >>", b">>"), (b" [", b"["), (b"] ", b"]")):
            if number < 5:
                body = body.replace(wide, glued)
        file.offsets[number] = (len(file.bytes), 0)
        file.bytes += b"%d 0 obj" % number + body + b"endobj "
        file.size = 6
    yield "objects_glued", "no white space where none is needed (7.2.2)", file.table().bytes.replace(b"trailer\n", b"trailer"), ROWS
    bare = File().add_all(PDF())
    bare.bytes = bare.bytes.replace(b"\nendobj", b"")
    yield "endobj_missing", "no endobj anywhere, found without a table", bare.bytes, ROWS
    pdf = PDF(page="/Tricky (endobj \\) 5 0 obj << >> stream \\( endstream) /More <656e646f626a>")
    yield "strings_hold_keywords", "strings that say endobj and stream, found by the table", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(3, pdf.objects[3].replace(b"/Parent", b"/Contents 99 0 R /Parent"))
    yield "key_twice", "a key that stands twice in a dictionary: the last one counts", pdf.file(), ROWS


def features():
    yield "plain", "a classic cross-reference table, one content stream without filter", PDF().file(), ROWS
    for group in (tables, ends, updates, linearized, lengths, syntax):
        yield from group()
