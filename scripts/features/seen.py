"""What is drawn in a way that could cost its rows: replaced for several cells at once, upside down in its font."""

from .pdf import COLUMNS, PDF, cells, literal

ROWS = [("20121456171", "refused", "14-Jun-12"), ("20121456172", "visa issued", "15-Jun-12")]
NAMES = {" ": "space", "-": "hyphen", **dict(zip("0123456789", "zero one two three four five six seven eight nine".split()))}


def replaced():
    rows = []
    for index, row in enumerate(ROWS):
        y = 760 - 16 * index
        rows.append("/Span << /ActualText (Batch %s: %s on %s) >> BDC" % row)
        rows += ["BT /F1 9 Tf %d %d Td (%s) Tj ET" % (x, y, text) for x, text in zip(COLUMNS, row)] + ["EMC"]
    return PDF("\n".join(rows).encode()).file()


def downwards():
    """Glyph space that grows downwards, as in the fonts of dvips, and a clip path that ends at the baseline of each cell."""
    codes = sorted({ord(sign) for row in ROWS for text in row for sign in text})
    names = " ".join("%d /%s" % (code, NAMES.get(chr(code), chr(code))) for code in codes)
    font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 -1000 600 0] /FontMatrix [.001 0 0 -.001 0 0] /CharProcs << >> " \
        "/FirstChar 0 /LastChar 127 /Widths [%s] /Encoding << /Differences [%s] >> >>" % (" ".join(["500"] * 128), names)
    return PDF("\n".join(
        "q %d %d 140 10 re W n BT /F1 9 Tf 1 0 0 -1 %d %d Tm %s Tj ET Q" % (x - 1, y, x, y, literal(text))
        for x, y, text in cells(ROWS)).encode(), font=font).file()


def features():
    yield "actual_text_cells", "a replacement for all cells of a row, in other words", replaced(), ROWS
    yield "clip_font_downwards", "a font whose glyph space grows downwards, clipped at the baseline", downwards(), ROWS
