"""How a table stands on its page: what positions alone decide."""

from .pdf import PDF, ROWS, cells, content, literal


def draw(texts):
    """A content stream with each text in a text object of its own: (x, y, text)."""
    return "\n".join("BT /F1 9 Tf %g %g Td %s Tj ET" % (x, y, literal(text)) for x, y, text in texts).encode("latin-1")


def touching():
    """The eleven digits end at 111.04: less than a twentieth of an em before the status."""
    return draw((111.4 if x == 150 else x, y, text) for x, y, text in cells())


def broken_dates():
    """Dates broken at their first hyphen, half a line above and below the cells beside them."""
    texts = []
    for index, (batch, status, date) in enumerate(ROWS):
        y = 760 - 30 * index
        texts += [(56, y, batch), (150, y, status), (430, y + 5.4, date[:3]), (430, y - 5.4, date[3:])]
    return draw(texts)


def watermark(matrix):
    stamp = b"BT 0.8 g /F1 110 Tf %s Tm (DRAFT COPY) Tj ET 0 g\n" % matrix.encode()
    return stamp + content()


def features():
    yield "cells-touching", "cells that begin right at the end of those before", PDF(touching()).file(), ROWS
    yield "dates-broken", "a column of dates that are all on two lines, centred", PDF(broken_dates()).file(), ROWS
    yield ("watermark-slanted", "a word at forty-five degrees across the page",
           PDF(watermark("0.7071 0.7071 -0.7071 0.7071 80 300")).file(), ROWS)
    yield ("watermark-level", "a word in huge letters across the lines of the table",
           PDF(watermark("0.5 0 0 1 60 742")).file(), ROWS)
    merged = [(x, y, text) for x, y, text in cells() if not (x == 56 and y == 744)]
    rows = [ROWS[0], (ROWS[0][0],) + ROWS[1][1:]] + ROWS[2:]
    yield "key-merged", "a batch that stands once, its cell merged over two updates", PDF(draw(merged)).file(), rows
