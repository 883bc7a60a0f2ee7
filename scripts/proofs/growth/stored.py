"""PDF: the storage of a document, the fonts of its codes, and the structure of its content."""

import zlib

from growth.drawn import FIRST, content
from growth.family import each, key
from growth.pdf import HELVETICA, document, pages, shown, stream


def tree(kids, more):
    """A document with these kids in its page tree, and other objects."""
    objects = {1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [%s] /Count 1 >>" % kids, 4: HELVETICA, 6: stream(FIRST)}
    objects.update(more)
    return document(objects)


PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 4 0 R >> >> /Contents 6 0 R >>"
BARE = "<< /Type /Page /Parent 2 0 R >>"
each(
    "PDF, pages",
    {
        "of one content": (
            lambda n: tree(" ".join(["%d 0 R" % (100 + i) for i in range(n)]), {100 + i: PAGE for i in range(n)}),
            {"largest": 4000},
        ),
        "empty": (
            lambda n: tree(" ".join(["%d 0 R" % (100 + i) for i in range(n)]), {100 + i: BARE for i in range(n)}),
            {"largest": 90_000},
        ),
        "one named again and again": (lambda n: tree("100 0 R " * n, {100: PAGE}), {"largest": 1_000_000}),
        "that stand in the tree themselves": (lambda n: tree((BARE + " ") * n, {}), {"largest": 400_000}),
        "each a level deeper": (
            lambda n: tree("100 0 R", {100 + i: "<< /Type /Pages /Kids [%d 0 R %d 0 R] >>" % (101 + i, 99) for i in range(n)}),
            {"largest": 50_000},
        ),
        "named twice on each level": (
            lambda n: tree("100 0 R", {100 + i: "<< /Kids [%d 0 R %d 0 R] >>" % (101 + i, 101 + i) for i in range(n)}),
            {"largest": 400},
        ),
        "branches without pages": (
            lambda n: tree(
                " ".join(["%d 0 R" % (100 + i) for i in range(n)]) + " 99 0 R",
                {99: PAGE, **{100 + i: "<< /Type /Pages /Kids [] >>" for i in range(n)}},
            ),
            {"largest": 90_000},
        ),
        "contents that are many": (
            lambda n: tree(
                "100 0 R",
                {100: "<< /Type /Page /MediaBox [0 0 600 800] /Resources << /Font << /F 4 0 R >> >> /Contents [%s] >>" % ("6 0 R " * n)},
            ),
            {"largest": 20_000},
        ),
        "contents of nothing": (
            lambda n: tree("100 0 R", {6: stream(""), 100: "<< /Type /Page /Contents [%s] >>" % ("6 0 R " * n)}),
            {"largest": 1_000_000},
        ),
        "contents of many pieces": (
            lambda n: tree(
                "100 0 R",
                {
                    100: "<< /Type /Page /Resources << /Font << /F 4 0 R >> >> /Contents [%s] >>"
                    % " ".join(["%d 0 R" % (1000 + i) for i in range(n)]),
                    **{1000 + i: stream("BT /F 9 Tf 9 9 Td (a) Tj ET") for i in range(n)},
                },
            ),
            {"largest": 80_000},
        ),
        "contents parted within words": (
            lambda n: tree(
                "100 0 R",
                {
                    100: "<< /Type /Page /Resources << /Font << /F 4 0 R >> >> /Contents [%s] >>"
                    % " ".join(["%d 0 R" % (1000 + i) for i in range(n)]),
                    **{1000 + i: stream("(a") for i in range(n)},
                },
            ),
            {"largest": 80_000},
        ),
    },
    lambda made: made,
)


def chain(count):
    """Sections of the cross-reference table, each with the one before."""

    def tail(length, offsets):
        parts, before = [], None
        for index in range(count):
            part = "xref\n0 1\n0000000000 65535 f \n" + (
                "".join(["%d 1\n%010d 00000 n \n" % item for item in offsets.items()]) if index == 0 else ""
            )
            part += "trailer << /Size 200 /Root 1 0 R %s >>\n" % ("" if before is None else "/Prev %d" % before)
            before, length = length, length + len(part)
            parts.append(part)
        return ("".join(parts) + "startxref\n%d\n%%%%EOF" % before).encode()

    return document(
        {1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] >>", 3: PAGE, 4: HELVETICA, 6: stream(FIRST)}, tail=tail
    )


def sections(count):
    """Subsections of one entry each."""

    def tail(length, offsets):
        many = "".join(["%d 1\n0000000000 00000 f \n" % (1000 + index) for index in range(count)])
        known = "".join(["%d 1\n%010d 00000 n \n" % item for item in offsets.items()])
        return ("xref\n" + many + known + "trailer << /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % length).encode()

    return document(
        {1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] >>", 3: PAGE, 4: HELVETICA, 6: stream(FIRST)}, tail=tail
    )


def lost(objects):
    """A document without its table."""
    return document(objects, tail=lambda length, offsets: b"startxref\n0\n%%EOF")


WHOLE = {1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] >>", 3: PAGE, 4: HELVETICA, 6: stream(FIRST)}


def packed(count, streams=1):
    """Object streams."""
    each_one = count // streams
    objects = dict(WHOLE)
    for number in range(streams):
        names = [100_000 * number + 1000 + index for index in range(each_one)]
        values = "1 " * each_one
        head = " ".join(["%d %d" % (name, 2 * index) for index, name in enumerate(names)]) + "\n"
        objects[50 + number] = stream(head + values, "/Type /ObjStm /N %d /First %d" % (each_one, len(head)), packs=True)
    return lost(objects)


each(
    "PDF, storage",
    {
        "sections, each with one before": (chain, {"largest": 100_000}),
        "subsections": (sections, {"largest": 90_000}),
        "objects": (lambda n: document({**WHOLE, **{100 + i: "1" for i in range(n)}}), {"largest": 90_000}),
        "objects without a table": (lambda n: lost({**WHOLE, **{100 + i: "1" for i in range(n)}}), {"largest": 90_000}),
        "streams without a table": (lambda n: lost({**WHOLE, **{100 + i: stream("a") for i in range(n)}}), {"largest": 90_000}),
        "streams without ends": (lambda n: lost({**WHOLE, **{100 + i: "<< >> stream\n" for i in range(n)}}), {"largest": 90_000}),
        "one object written again and again": (lambda n: lost(WHOLE) + b"7 0 obj 1 endobj\n" * n, {"largest": 900_000}),
        "trailers": (lambda n: lost(WHOLE) + b"trailer << /A 1 >>\n" * n, {"largest": 800_000}),
        "beginnings of objects": (lambda n: lost(WHOLE) + b"1 0 obj " * n, {"largest": 2_000_000}),
        "numbers": (lambda n: lost(WHOLE) + b"1 0 " * n, {"largest": 4_000_000}),
        "white space": (lambda n: lost(WHOLE) + b" \n" * n, {"largest": 8_000_000}),
        "the word endstream": (lambda n: lost(WHOLE) + b"endstream " * n, {"largest": 1_600_000}),
        "the word startxref": (lambda n: lost(WHOLE) + b"startxref\n1\n" * n, {"largest": 1_300_000}),
        "brackets that open": (lambda n: document({**WHOLE, 7: "[" * n}), {"largest": 8_000_000}),
        "dictionaries that open": (
            lambda n: document({**WHOLE, 2: "<< /Type /Pages /Kids [3 0 R] /A " + "<< /A " * n}),
            {"largest": 2_000_000},
        ),
        "a long array": (
            lambda n: document({**WHOLE, 2: "<< /Type /Pages /Kids [3 0 R] /A [" + "1 " * n + "] >>"}),
            {"largest": 8_000_000},
        ),
        "a dictionary of many names": (
            lambda n: document({**WHOLE, 2: "<< /Type /Pages /Kids [3 0 R] " + "".join(["/A%d 1 " % i for i in range(n)]) + " >>"}),
            {"largest": 1_200_000},
        ),
        "a long string": (
            lambda n: document({**WHOLE, 2: "<< /Type /Pages /Kids [3 0 R] /A (" + "a" * n + ") >>"}),
            {"largest": 16_000_000},
        ),
        "a long name": (lambda n: document({**WHOLE, 2: "<< /Type /Pages /Kids [3 0 R] /" + "#41" * n + " 1 >>"}), {"largest": 5_000_000}),
        "references to references": (
            lambda n: document({**WHOLE, 3: "100 0 R", **{100 + i: "%d 0 R" % (101 + i) for i in range(n)}}),
            {"largest": 90_000},
        ),
        "an object stream": (packed, {"largest": 90_000}),
        "ten object streams": (lambda n: packed(n, 10), {"largest": 90_000}),
        "filters": (lambda n: content("", more={101: stream("", "/Filter [%s]" % ("/A85 " * n))}), {"largest": 1_000_000}),
        "deflated blanks": (lambda n: pages([FIRST, " " * n], packs=True), {"largest": 64_000_000}),
        "deflated twice": (
            lambda n: document({**WHOLE, 6: stream(zlib.compress(zlib.compress(b" " * n)), "/Filter [/FlateDecode /FlateDecode]")}),
            {"largest": 64_000_000},
        ),
        "digits of hexadecimal": (lambda n: document({**WHOLE, 6: stream("20" * n, "/Filter /ASCIIHexDecode")}), {"largest": 8_000_000}),
        "ASCII85": (lambda n: document({**WHOLE, 6: stream("z" * n, "/Filter /ASCII85Decode")}), {"largest": 16_000_000}),
        "run lengths": (lambda n: document({**WHOLE, 6: stream(b"\x81 " * n, "/Filter /RunLengthDecode")}), {"largest": 400_000}),
        "LZW": (
            lambda n: document({**WHOLE, 6: stream(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85" * n, "/Filter /LZWDecode")}),
            {"largest": 2_000_000},
        ),
        "predictors": (
            lambda n: document(
                {
                    **WHOLE,
                    6: stream(zlib.compress((b"\x02" + b" " * 5) * n), "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >>"),
                }
            ),
            {"largest": 4_000_000},
        ),
    },
    lambda made: made,
)


def fonts(count):
    names = "".join(["/G%d %d 0 R " % (index, 1000 + index) for index in range(count)])
    words = "BT " + "".join(["/G%d 9 Tf 1 0 0 1 50 %d Tm (a) Tj\n" % (index, index % 800) for index in range(count)]) + "ET"
    return pages(
        [words],
        more={
            2: "<< /Type /Pages /Kids [100 0 R] /Count 1 /Resources << /Font << %s >> >> >>" % names,
            **{1000 + index: HELVETICA for index in range(count)},
        },
    )


def mapped(text, kind="/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType2 >>]"):
    return content(
        "BT /F 9 Tf 50 50 Td <00410042> Tj ET", font="<< /Type /Font %s /ToUnicode 6 0 R >>" % kind, more={6: stream(text, packs=True)}
    )


def descendant(text):
    return content(
        "BT /F 9 Tf 50 50 Td <00410042> Tj ET",
        font="<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType2 %s >>] >>" % text,
    )


each(
    "PDF, fonts",
    {
        "many": (fonts, {"largest": 30_000}),
        "states with a font": (
            lambda n: content("/G gs\n" * n, resources="/ExtGState << /G << /Font [4 0 R 9] >> >>"),
            {"largest": 1_000_000},
        ),
        "states with a font of their own": (
            lambda n: content("/G gs\n" * n, resources="/ExtGState << /G << /Font [<< /Subtype /Type1 >> 9] >> >>"),
            {"largest": 1_000_000},
        ),
        "characters mapped one by one": (
            lambda n: mapped("".join(["1 beginbfchar <%04x> <0041> endbfchar\n" % (i % 65536) for i in range(n)])),
            {"largest": 1_000_000},
        ),
        "ranges of one": (
            lambda n: mapped("beginbfrange " + "".join(["<%04x> <%04x> <0041>\n" % (i % 65536, i % 65536) for i in range(n)])),
            {"largest": 1_000_000},
        ),
        "ranges of all": (lambda n: mapped("beginbfrange " + "<0000> <ffff> <0041>\n" * n), {"largest": 1_000_000}),
        "ranges that begin everywhere": (
            lambda n: mapped("beginbfrange " + "".join(["<%04x> <ffff> <0041>\n" % (i % 65536) for i in range(n)])),
            {"largest": 1_000_000},
        ),
        "ranges of codes": (
            lambda n: mapped("begincodespacerange " + "".join(["<%04x> <%04x>\n" % (i % 65536, i % 65536) for i in range(n)])),
            {"largest": 1_000_000},
        ),
        "long texts of a code": (lambda n: mapped("beginbfrange <0000> <ffff> <" + "0041" * n + ">"), {"largest": 1_000_000}),
        "arrays of texts": (lambda n: mapped("beginbfrange <0000> <ffff> [" + "<0041>" * n), {"largest": 1_000_000}),
        "widths": (lambda n: descendant("/W [%s]" % "".join(["%d [500] " % (i % 65536) for i in range(n)])), {"largest": 1_000_000}),
        "ranges of widths": (lambda n: descendant("/W [%s]" % ("0 65535 500 " * n)), {"largest": 1_000_000}),
        "long widths": (lambda n: descendant("/W [0 [%s]]" % ("500 " * n)), {"largest": 2_000_000}),
        "differences": (
            lambda n: content(
                "BT /F 9 Tf (ab) Tj ET", font="<< /Type /Font /Subtype /Type1 /Encoding << /Differences [%s] >> >>" % ("65 /A " * n)
            ),
            {"largest": 1_000_000},
        ),
        "differences of unknown names": (
            lambda n: content(
                "BT /F 9 Tf (ab) Tj ET",
                font="<< /Type /Font /Subtype /Type1 /Encoding << /Differences [0 %s] >> >>" % "".join(["/x%d " % i for i in range(n)]),
            ),
            {"largest": 1_000_000},
        ),
        "letters and accents": (
            lambda n: pages([FIRST, shown([(50 + i % 7, -3.0 * (i // 7), "\\264") for i in range(n)])]),
            {"largest": 60_000},
        ),
        "accents on one letter": (
            lambda n: pages([FIRST, shown([(50, 50, "e" if i == 0 else "\\264") for i in range(n)])]),
            {"largest": 60_000},
        ),
        "text from right to left": (
            lambda n: content(
                "BT /F 9 Tf 12 TL\n" + "<00410042> Tj T*\n" * n + "ET",
                font="<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< >>] >>",
                more={6: stream("beginbfrange <0000> <ffff> <05D0> endbfrange")},
            ),
            {"largest": 60_000},
        ),
    },
    lambda made: made,
)


def tagged(elements, words, more=None):
    """A page of marked content, and the elements of a structure tree."""
    objects = {20: "<< /Type /StructTreeRoot /K 21 0 R >>", 21: "<< /S /Document /Pg 102 0 R /K [%s] >>" % elements}
    objects.update(more or {})
    return pages([FIRST, words], catalog="/StructTreeRoot 20 0 R", more=objects)


def marked(count, words=lambda index: key(index) if index % 3 == 0 else "sent"):
    return (
        "BT /F 9 Tf\n"
        + "".join(
            [
                "/TD << /MCID %d >> BDC 1 0 0 1 %d %d Tm (%s) Tj EMC\n"
                % (index, (50, 150, 300)[index % 3], -12 * (index // 3), words(index))
                for index in range(count)
            ]
        )
        + "ET"
    )


def row(cells):
    return "<< /S /TR /K [%s] >>" % cells


def cell(index, more=""):
    return "<< /S /TD /K %d %s >>" % (index, more)


def table(rows):
    return "<< /S /Table /K [%s] >>" % rows


def spans(index, more):
    return cell(index, "/A << /O /Table %s >>" % more)


each(
    "PDF, structure",
    {
        "one table": lambda n: tagged(table("".join([row(cell(i) + cell(i + 1) + cell(i + 2)) for i in range(0, n, 3)])), marked(n)),
        "tables of one cell": lambda n: tagged("".join([table(row(cell(i))) for i in range(n)]), marked(n)),
        "tables of one cell, all keys": lambda n: tagged("".join([table(row(cell(i))) for i in range(n)]), marked(n, key)),
        "tables of one row": lambda n: tagged(
            "".join([table(row(cell(i) + cell(i + 1) + cell(i + 2))) for i in range(0, n, 3)]), marked(n)
        ),
        "one row": lambda n: tagged(table(row("".join([cell(i) for i in range(n)]))), marked(n)),
        "rows of a thousand cells": lambda n: tagged(
            table("".join([row("".join([cell(i + j) for j in range(1000)])) for i in range(0, n, 1000)])), marked(n)
        ),
        "one cell": lambda n: tagged(table(row("<< /S /TD /K [%s] >>" % " ".join(map(str, range(n))))), marked(n)),
        "cells that reach down": lambda n: tagged(table("".join([row(spans(i, "/RowSpan 1000000")) for i in range(n)])), marked(n)),
        "cells that reach to the right": lambda n: tagged(
            table("".join([row(spans(i, "/ColSpan 1000") + cell(i + 1)) for i in range(0, n, 2)])), marked(n)
        ),
        "cells of many attributes": lambda n: tagged(
            table(row(spans(0, "") + "<< /S /TD /K 1 /A [%s] >>" % ("<< /O /Table >> " * n))), marked(9)
        ),
        "cells that name headers": lambda n: tagged(
            table(
                "".join(
                    [
                        row("<< /S /TH /ID (h%d) /K %d >>" % (i, i) + "<< /S /TD /K %d /A << /O /Table /Headers [(h%d)] >> >>" % (i + 1, i))
                        for i in range(0, n, 2)
                    ]
                )
            ),
            marked(n),
        ),
        "paragraphs": lambda n: tagged("".join(["<< /S /P /K %d >>" % i for i in range(n)]) + table(row(cell(n))), marked(n)),
        "elements within others": lambda n: tagged(table(row(cell(0))) + "<< /S /P /K " * n, marked(9)),
        "one element again and again": lambda n: tagged("22 0 R " * n, marked(9), {22: table(row(cell(0)))}),
        "kids of nothing": lambda n: tagged(table(row(cell(0))) + "null " * n, marked(9)),
        "tables in tables": lambda n: tagged(table(row("<< /S /TD /K [" + table(row(cell(0))) * n + "] >>")), marked(9)),
        "texts for elements": lambda n: tagged(table("".join([row(cell(i, "/ActualText (sent)")) for i in range(n)])), marked(n)),
        "elements that are objects": lambda n: tagged(
            table("".join(["%d 0 R " % (1000 + i) for i in range(n)])), marked(n), {1000 + i: row(cell(i)) for i in range(n)}
        ),
    },
    lambda made: made,
    largest=30_000,
)
