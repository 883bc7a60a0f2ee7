"""PDF: the content of a page."""

import random

from growth.family import each, key
from growth.pdf import pages, shown, stream

LIST = [
    piece
    for index in range(30)
    for piece in ((50, 780 - 12 * index, key(index)), (150, 780 - 12 * index, "sent"), (300, 780 - 12 * index, "14-Jun-12"))
]
FIRST = shown(LIST)
MOST = {"largest": 60_000}


def placed(place, size=9):
    """A page with the n-th text at a given position, with given words."""
    return lambda count: pages([FIRST, shown([place(index) for index in range(count)], size)])


def scattered(words, seed=1):
    chance = random.Random(seed)
    return lambda index: (chance.uniform(0, 600), chance.uniform(0, 800), words(index))


def constant(words):
    return lambda index: words


each(
    "PDF, texts",
    {
        "a list on pages of 60": lambda n: pages(
            [
                shown(
                    [
                        p
                        for i in range(60)
                        for p in ((50, 780 - 12 * i, key(page * 60 + i)), (150, 780 - 12 * i, "sent"), (300, 780 - 12 * i, "14-Jun-12"))
                    ]
                )
                for page in range(n // 180)
            ]
        ),
        "a list on one page": placed(lambda i: ((50, 150, 300)[i % 3], -12.0 * (i // 3), (key(i // 3), "sent", "14-Jun-12")[i % 3])),
        "keys here and there": placed(scattered(key)),
        "words here and there": placed(scattered(constant("word"))),
        "keys and words here and there": placed(scattered(lambda i: key(i) if i % 2 else "word")),
        "letters here and there": placed(scattered(constant("a"))),
        "dates here and there": placed(scattered(constant("14-Jun-12"))),
        "dots here and there": placed(scattered(constant("...."))),
        "all on one spot": placed(lambda i: (50, 50, key(7))),
        "different keys on one spot": placed(lambda i: (50, 50, key(i))),
        "one endless line of keys": placed(lambda i: (60.0 * i, 50, key(i))),
        "one endless line of words": placed(lambda i: (30.0 * i, 50, "word")),
        "one endless line of letters": placed(lambda i: (20.0 * i, 50, "a")),
        "one endless line, backwards": placed(lambda i: (-30.0 * i, 50, "word")),
        "one over the other, closer than lines": placed(lambda i: (50, 0.001 * i, key(i))),
        "words, closer than lines": placed(lambda i: (50 + 40 * (i % 10), 0.01 * i, "word")),
        "each key in a column of its own": placed(lambda i: (1.0 * i, 15.0 * i, key(i))),
        "columns of three keys": placed(lambda i: (70.0 * (i // 3), 15.0 * (i % 3), key(i))),
        "near columns": placed(lambda i: (50 + 0.5 * (i % 300), -12.0 * (i // 300), "a")),
        "equal columns": placed(lambda i: (50 + 12.0 * (i % 300), -12.0 * (i // 300), key(i) if i % 300 == 0 else "x")),
        "equal columns of keys": placed(lambda i: (50 + 60.0 * (i % 100), -12.0 * (i // 100), key(i))),
        "columns that lean": placed(lambda i: (50 + 0.01 * i + 100 * (i % 3), -12.0 * (i // 3), key(i) if i % 3 == 0 else "sent")),
        "one key, then lines of its status": placed(lambda i: (50, 0, key(i)) if i == 0 else (130, 11.0 * i, "word")),
        "one key, then lines below it": placed(lambda i: (50, -11.0 * i, key(i) if i == 0 else "word")),
        "prose, then lines by turns": placed(lambda i: (130 if i % 2 and i > 9000 else 52, 11.0 * i, "word")),
        "keys and status lines by turns": placed(lambda i: (50, 11.0 * i, key(i)) if i % 2 == 0 else (130, 11.0 * i, "word")),
        "keys with many lines each": placed(lambda i: (50, -6.0 * i, key(i)) if i % 20 == 0 else (130, -6.0 * i, "word")),
        "rows of many words": placed(
            lambda i: (50, 15.0 * (i // 200), key(i)) if i % 200 == 0 else (130 + 12.0 * (i % 200), 15.0 * (i // 200), "w")
        ),
        "lines that overlap": placed(lambda i: (50 + 3 * (i % 50), -4.0 * (i // 50), "wordword")),
        "small marks above words": placed(lambda i: (50 + 10 * (i % 50), -12.0 * (i // 50) + 3 * (i % 2), "12")),
        "one header again and again": placed(lambda i: ((50, 150, 300)[i % 3], -12.0 * (i // 3), ("Batch", "Status", "Date")[i % 3])),
        "headings of many lines": placed(
            lambda i: ((50, 150, 300)[i % 3], -10.0 * (i // 3), ("Batch", "Status", "Date")[i % 3] if i % 2 else "word")
        ),
        "brackets": placed(scattered(constant("\\(\\(\\)\\)"))),
        "commas and colons": placed(lambda i: (50 + 6 * (i % 90), -12.0 * (i // 90), ",:-"[i % 3])),
        "hyphens at ends of lines": placed(lambda i: (50, -12.0 * i, "2012-")),
        "telephone numbers": placed(lambda i: (50, -12.0 * i, "01234 5%05d" % i)),
        "running numbers": placed(lambda i: (50 + 100 * (i % 4), -12.0 * (i // 4), str(i))),
        "many forms of keys": placed(lambda i: (50, -12.0 * i, "%s-%d/%s" % ("A" * (1 + i % 5), 10 ** (3 + i % 6), "B" * (i % 4) + "7"))),
        "turned": lambda n: pages(
            [
                FIRST,
                "BT /F 9 Tf\n"
                + "".join(
                    ["%.3f %.3f -%.3f %.3f %d %d Tm (%s) Tj\n" % (0.6, 0.8, 0.8, 0.6, 50 + i % 500, i % 700, key(i)) for i in range(n)]
                )
                + "ET",
            ]
        ),
        "each turned by itself": lambda n: pages(
            [
                FIRST,
                "BT /F 9 Tf\n"
                + "".join(["1 %.5f -%.5f 1 %d %d Tm (%s) Tj\n" % (i / n, i / n, 50 + i % 500, i % 700, key(i)) for i in range(n)])
                + "ET",
            ]
        ),
        "of many sizes": lambda n: pages(
            [
                FIRST,
                "BT\n"
                + "".join(["/F %.4f Tf 1 0 0 1 %d %d Tm (%s) Tj\n" % (1 + i % 5000 / 100, 50 + i % 500, i % 700, key(i)) for i in range(n)])
                + "ET",
            ]
        ),
        "tiny and huge": placed(lambda i: (50 + 5 * (i % 7), -0.5 * i, key(i)), 0.01),
        "huge": placed(lambda i: (50 + 5 * (i % 7), -12.0 * i, key(i)), 5000),
        "spaced letters": lambda n: pages(
            [FIRST, "BT /F 9 Tf 8 Tc\n" + "".join(["1 0 0 1 50 %d Tm (%s) Tj\n" % (-12 * i, key(i)) for i in range(n)]) + "ET"]
        ),
        "one long string": lambda n: pages([FIRST, "BT /F 9 Tf 50 50 Td (" + "a" * n * 20 + ") Tj ET"]),
        "one long string of words": lambda n: pages([FIRST, "BT /F 9 Tf 50 50 Td (" + "ab " * n * 7 + ") Tj ET"]),
        "one long string of keys": lambda n: pages([FIRST, "BT /F 9 Tf 50 50 Td (" + "20120000001 " * n + ") Tj ET"]),
        "one long array": lambda n: pages([FIRST, "BT /F 9 Tf 50 50 Td [" + "(a) -900 " * n + "] TJ ET"]),
        "arrays of letters": lambda n: pages([FIRST, "BT /F 9 Tf 12 TL 50 50 Td\n" + "[(2)1(0)1(1)1(2)1(0)1(0)] TJ T*\n" * n + "ET"]),
        "characters without a text": lambda n: pages([FIRST, shown([(50, -12 * i, "\\001\\002\\003") for i in range(n)])]),
    },
    lambda document: document,
    **MOST,
)


def content(words, **how):
    return pages([FIRST, words], **how)


LARGE = {"largest": 400_000}
each(
    "PDF, content",
    {
        "strings of nothing": "() Tj\n",
        "escapes": lambda n: "BT /F 9 Tf (" + "\\141" * n + ") Tj ET",
        "brackets that open": lambda n: "BT /F 9 Tf (" + "(" * n,
        "arrays that open": lambda n: "[" * n,
        "dictionaries that open": lambda n: "<< /A " * n,
        "operands": lambda n: "1 " * n + "m\n",
        "unknown operators": "xyz ",
        "long operators": lambda n: "x" * n,
        "comments": "% a\n",
        "states that are saved": "q ",
        "states, saved and restored": "q 1 0 0 1 1 1 cm Q\n",
        "matrices": "1 0 0 1 1 1 cm\n",
        "matrices that grow": "2 0 0 2 1 1 cm\n",
        "clips": "0 0 100 100 re W n\n",
        "clips of one long path": lambda n: "0 0 m " + "10 10 l " * n + "W n\n",
        "a path that is clipped to again and again": lambda n: "0 0 m " + "10 10 l " * 1000 + "W " * (n // 10) + "n\n",
        "a path that is never painted": lambda n: "0 0 m " + "10 10 l " * n,
        "a path painted in between": lambda n: "0 0 m 10 0 l S\n" * n,
        "rules": lambda n: "".join(["%d %d m %d %d l S\n" % (i % 500, i // 500, i % 500 + 50, i // 500) for i in range(n)]),
        "upright rules": lambda n: "".join(["%d 0 m %d 700 l S\n" % (i, i) for i in range(n)]),
        "rectangles": lambda n: "".join(["%d %d 20 9 re f\n" % (i % 500, i // 500 * 12) for i in range(n)]),
        "rectangles of one path": lambda n: "".join(["%d %d 20 9 re\n" % (i % 500, i // 500 * 12) for i in range(n)]) + "f\n",
        "frames of one path": lambda n: "".join(["%d %d 20 9 re %d %d 19 8 re\n" % (i % 500, i, i % 500, i) for i in range(n)]) + "f*\n",
        "curves": lambda n: "0 0 m " + "1 1 2 2 3 3 c " * n + "S\n",
        "inline images": "BI /W 1 /H 1 /BPC 8 /CS /G ID a EI\n",
        "an inline image without end": lambda n: "BI /W 9 /H 9 ID " + "a EI" * n,
        "inline images of long dictionaries": lambda n: "BI " + "/A 1 " * n + "ID a EI\n",
        "marked content": "/P BMC\n",
        "marked content, ended": "/P BMC EMC\n",
        "replaced texts": "/Span << /ActualText (ab) >> BDC BT /F 9 Tf (x) Tj ET EMC\n",
        "replaced texts within others": lambda n: "/Span << /ActualText (ab) >> BDC\n" * n + "BT /F 9 Tf (x) Tj ET\n" + "EMC\n" * n,
        "replaced texts within others, with texts": lambda n: "/Span << /ActualText (ab) >> BDC BT /F 9 Tf (x) Tj ET\n" * n + "EMC\n" * n,
        "a long text replaced": lambda n: "/Span << /ActualText (" + "ab " * n + ") >> BDC BT /F 9 Tf (x) Tj ET EMC\n",
        "one text for many": lambda n: "/Span << /ActualText ("
        + "ab " * n
        + ") >> BDC BT /F 9 Tf "
        + "1 0 0 1 9 9 Tm (x) Tj\n" * n
        + "ET EMC\n",
        "long words for many": lambda n: "".join(
            [
                "/Span << /ActualText (a b c d) >> BDC BT /F 9 Tf 1 0 0 1 %d %d Tm (a) Tj 20 0 Td (b) Tj ET EMC\n" % (i % 500, i)
                for i in range(n)
            ]
        ),
        "layers without a name": "/OC /None BDC EMC\n",
        "fonts that are not there": "/X{n} 9 Tf\n",
        "one font again and again": "/F 9 Tf\n",
        "graphics states that are not there": "/X{n} gs\n",
        "objects that are not there": "/X{n} Do\n",
        "text objects": "BT ET\n",
        "widths of lines": "1 w\n",
    },
    content,
    **LARGE,
)


def ruled(step, box):
    """A table with a box of rules around each text."""

    def make(count):
        words, lines = [], []
        for index in range(count):
            x, y = step(index)
            words.append((x, y, key(index) if index % 3 == 0 else "sent"))
            lines.append(box(x, y))
        return pages([FIRST, "".join(lines) + shown(words)])

    return make


def cells(count):
    return ((50, 130, 210)[count % 3], 14.0 * (count // 3))


def column(count):
    return (50, 14.0 * count)


def around(x, y):
    return "%d %d 70 14 re S\n" % (x - 2, y - 4)


each(
    "PDF, rules",
    {
        "a box around each text": ruled(cells, around),
        "boxes apart": ruled(lambda i: ((50, 150, 250)[i % 3], 30.0 * (i // 3)), around),
        "boxes that overlap": ruled(lambda i: (50 + 20 * (i % 20), 9.0 * (i // 20)), around),
        "boxes in boxes": ruled(column, lambda x, y: "%d %d %d %d re S\n" % (50 - y / 14, -y, 100 + y / 7, 2 * y + 20)),
        "a line below each text": ruled(cells, lambda x, y: "0 %d m 600 %d l S\n" % (y - 4, y - 4)),
        "a shade behind each text": ruled(cells, lambda x, y: "0 %d 600 14 re f\n" % (y - 4)),
        "shades that overlap": ruled(column, lambda x, y: "0 0 600 %d re f\n" % (y + 14)),
        "lines one on the other": ruled(column, lambda x, y: "0 0 m 600 0 l S\n"),
        "lines of many lengths": ruled(column, lambda x, y: "%d %d m 600 %d l S\n" % (y / 14 % 500, y - 4, y - 4)),
        "upright lines": ruled(lambda i: (30.0 * i, 50), lambda x, y: "%d 0 m %d 99 l S\n" % (x - 3, x - 3)),
        "crossing lines": ruled(lambda i: (5.0 * i, 5.0 * i), lambda x, y: "%d 0 m %d 99999 l S 0 %d m 99999 %d l S\n" % (x, x, y, y)),
        "crossing lines without texts": lambda n: pages(
            [FIRST, "".join(["%d 0 m %d %d l S 0 %d m %d %d l S\n" % (5 * i, 5 * i, 5 * n, 5 * i, 5 * n, 5 * i) for i in range(n)])]
        ),
        "broken lines": ruled(column, lambda x, y: "".join(["%d %d m %d %d l S\n" % (a, y - 4, a + 8, y - 4) for a in range(0, 100, 10)])),
        "a grid of 300 columns": ruled(lambda i: (30.0 * (i % 300), 14.0 * (i // 300)), lambda x, y: "%d %d 30 14 re S\n" % (x - 2, y - 4)),
    },
    lambda document: document,
    largest=20_000,
)


def form(words, number=6, more=""):
    return {number: stream(words, "/Type /XObject /Subtype /Form /BBox [0 0 600 800] " + more)}


def chain(count):
    """Forms that draw the next one twice."""
    depth = max(2, count)
    objects = {}
    for level in range(depth):
        objects.update(form("/X Do /X Do", 1000 + level, "/Resources << /XObject << /X %d 0 R >> >>" % (1001 + level)))
    objects.update(form("BT /F 9 Tf (a) Tj ET", 1000 + depth))
    return content("/X Do", resources="/XObject << /X 1000 0 R >>", more=objects)


X = "/XObject << /X 6 0 R >>"
each(
    "PDF, forms",
    {
        "an empty one again and again": (lambda n: content("/X Do\n" * n, resources=X, more=form("")), {"largest": 1_000_000}),
        "an empty one, packed, again and again": (
            lambda n: content("/X Do\n" * n, resources=X, more={6: stream("", "/Subtype /Form", packs=True)}, packs=True),
            {"largest": 1_000_000},
        ),
        "one of a text again and again": (
            lambda n: content("/X Do\n" * n, resources=X, more=form("BT /F 9 Tf (a) Tj ET")),
            {"largest": 400_000},
        ),
        "one of resources again and again": (
            lambda n: content("/X Do\n" * n, resources=X, more=form("", more="/Resources << %s >>" % ("/A 1 " * 1000))),
            {"largest": 100_000},
        ),
        "one that breaks off, again and again": (lambda n: content("/X Do\n" * n, resources=X, more=form("BT (a")), {"largest": 400_000}),
        "one that draws itself": (
            lambda n: content("/X Do\n" * n, resources=X, more=form("/X Do", more="/Resources << %s >>" % X)),
            {"largest": 400_000},
        ),
        "images again and again": (
            lambda n: content("/X Do\n" * n, resources=X, more={6: stream("a", "/Subtype /Image")}),
            {"largest": 1_000_000},
        ),
        "each drawn twice by another": (chain, {"largest": 60}),
        "a chain": (
            lambda n: content(
                "/X Do",
                resources="/XObject << /X 1000 0 R >>",
                more={1000 + i: form("/X Do", 0, "/Resources << /XObject << /X %d 0 R >> >>" % (1001 + i))[0] for i in range(n)},
            ),
            {"largest": 4000},
        ),
        "many, each once": (
            lambda n: content(
                "".join(["/X%d Do\n" % i for i in range(n)]),
                resources="/XObject << %s >>" % "".join(["/X%d %d 0 R " % (i, 1000 + i) for i in range(n)]),
                more={1000 + i: form("BT /F 9 Tf 9 9 Td (a) Tj ET", 0)[0] for i in range(n)},
            ),
            {"largest": 60_000},
        ),
        "names that are many, one drawn": (
            lambda n: content(
                "/X Do\n" * n, resources="/XObject << %s /X 6 0 R >>" % "".join(["/X%d 6 0 R " % i for i in range(n)]), more=form("")
            ),
            {"largest": 60_000},
        ),
        "appearances of annotations": (
            lambda n: content(
                "",
                page="/Annots [%s]" % ("7 0 R " * n),
                more={7: "<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 6 0 R >> >>", **form("BT /F 9 Tf (a) Tj ET")},
            ),
            {"largest": 400_000},
        ),
        "annotations without appearance": (
            lambda n: content("", page="/Annots [%s]" % ("7 0 R " * n), more={7: "<< /Subtype /Link /Rect [0 0 9 9] >>"}),
            {"largest": 1_000_000},
        ),
        "annotations, each another": (
            lambda n: content(
                "",
                page="/Annots [%s]" % " ".join(["%d 0 R" % (1000 + i) for i in range(n)]),
                more={
                    **{1000 + i: "<< /Subtype /Stamp /Rect [0 0 9 9] /AP << /N 6 0 R >> >>" for i in range(n)},
                    **form("BT /F 9 Tf (a) Tj ET"),
                },
            ),
            {"largest": 60_000},
        ),
    },
    lambda document: document,
)
