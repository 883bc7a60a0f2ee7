"""The page tree and where a page's text stands on it (ISO 32000-1 7.7.3, 8.3)."""

import math

from .pdf import COLUMNS, PDF, ROWS, cells, content, literal

HALVES = (ROWS[:2], ROWS[2:])


def tree():
    pdf = PDF()
    pdf.set(2, "<< /Type /Pages /Count 2 /Kids [6 0 R 7 0 R] /MediaBox [0 0 300 300] /Resources << /Font << /F1 4 0 R >> >> >>")
    pdf.set(6, "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [8 0 R] /MediaBox [0 0 595 842] >>")
    pdf.set(8, "<< /Type /Pages /Parent 6 0 R /Count 1 /Kids [3 0 R] >>")
    pdf.set(7, "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [9 0 R] /MediaBox [0 0 595 842] >>")
    pdf.set(3, "<< /Type /Page /Parent 8 0 R /Contents 5 0 R >>")
    pdf.set(9, "<< /Type /Page /Parent 7 0 R /Contents 10 0 R >>")
    pdf.stream(content(rows=HALVES[0]), "", 5)
    pdf.stream(content(rows=HALVES[1]), "", 10)
    yield "pages_inherit", "a tree of three levels; resources from its root, the medium from a node between (7.7.3.4)", \
        pdf.file(), ROWS
    for count in (0, -1, 7):
        pdf.set(2, pdf.objects[2].replace(b"/Count 2", b"/Count %d" % count))
        yield "pages_count_%s" % str(count).replace("-", "minus_"), "a page tree whose root says %d pages and has two" % count, \
            pdf.file(), ROWS
        pdf.set(2, pdf.objects[2].replace(b"/Count %d" % count, b"/Count 2"))
    pdf = PDF()
    pdf.set(2, "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>")
    pdf.set(6, "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [2 0 R 6 0 R] >>")
    yield "pages_loop", "a page tree that bites its tail (7.7.3.2)", pdf.file(), ROWS, "damage"
    pdf = PDF()
    pdf.set(2, "<< /Type /Pages /Count 1 /Kids [<< /Type /Page /MediaBox [0 0 595 842] /Contents 5 0 R "
               "/Resources << /Font << /F1 4 0 R >> >> >>] >>")
    yield "pages_direct", "a page that is no object of its own", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(1, "<< /Type /Catalog /Pages 3 0 R >>")
    yield "pages_single", "a catalogue that leads to a page instead of a tree", pdf.file(), ROWS
    pdf = PDF()
    for number in (1, 2, 3):
        pdf.set(number, pdf.objects[number].replace(b"/Type /Catalog", b"").replace(b"/Type /Pages", b"").replace(
            b"/Type /Page ", b""))
    yield "pages_without_type", "a catalogue, a tree and a page that do not say what they are (7.7.3)", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(2, "<< /Type /Pages /Count 2 /Kids [6 0 R 3 0 R] >>")
    pdf.set(6, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>")
    yield "page_empty", "an empty page before the one with the table (7.7.3.3)", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(6, "[7 0 R 8 0 R 9 0 R]")
    pdf.set(3, pdf.objects[3].replace(b"5 0 R", b"6 0 R"))
    pdf.stream(content(rows=HALVES[0]), "", 7)
    pdf.stream(b"", "", 8)
    pdf.stream(content(rows=HALVES[0] + HALVES[1])[len(content(rows=HALVES[0])):], "", 9)
    yield "contents_array", "an array of content streams, one of them empty, in an object of its own (7.8.2)", pdf.file(), ROWS


def frames():
    pdf = PDF(b"0.01 0 0 0.01 0 0 cm 100 0 0 100 0 0 cm\n" + content(), page="/UserUnit 10")
    yield "user_unit", "units of ten points (14.11)", pdf.file(), ROWS
    pdf = PDF(b"1 0 0 1 -1000 5000 cm\n" + content())
    pdf.set(3, pdf.objects[3].replace(b"[0 0 595 842]", b"[-1000 5000 -405 5842]"))
    yield "media_box_elsewhere", "a medium far from the origin (14.11.2)", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(3, pdf.objects[3].replace(b"[0 0 595 842]", b"[595 842 0 0]"))
    yield "media_box_reversed", "a medium named by its other corners (7.9.5)", pdf.file(), ROWS
    pdf = PDF()
    pdf.set(3, pdf.objects[3].replace(b"/MediaBox [0 0 595 842]", b""))
    yield "media_box_missing", "no medium anywhere", pdf.file(), ROWS
    for turn in (90, 180, 270):
        angle = math.radians(turn)
        cosine, sine = round(math.cos(angle)), round(math.sin(angle))
        width, height = (842, 595) if turn % 180 else (595, 842)
        x, y = {90: (842, 0), 180: (595, 842), 270: (0, 595)}[turn]
        pdf = PDF(b"%d %d %d %d %d %d cm\n" % (cosine, sine, -sine, cosine, x, y) + content(), page="/Rotate %d" % turn)
        pdf.set(3, pdf.objects[3].replace(b"595 842]", b"%d %d]" % (width, height)))
        yield "rotate_%d" % turn, "a page shown turned by %d degrees, its content turned against it (7.7.3.3)" % turn, \
            pdf.file(), ROWS
    lines = ["BT /F1 9 Tf 0 1 -1 0 %d %d Tm %s Tj ET" % (100 + 16 * i, x, literal(text))
             for i, row in enumerate(ROWS) for x, text in zip(COLUMNS, row)]
    yield "text_upwards", "text that runs upwards on a portrait page that is not turned (9.4.2)", \
        PDF("\n".join(lines).encode("latin-1")).file(), ROWS
    lines = ["BT /F1 9 Tf 0 -1 1 0 %d %d Tm %s Tj ET" % (500 - 16 * i, 800 - x, literal(text))
             for i, row in enumerate(ROWS) for x, text in zip(COLUMNS, row)]
    yield "text_downwards", "text that runs downwards", PDF("\n".join(lines).encode("latin-1")).file(), ROWS
    flipped = "\n".join("BT 9 0 0 -9 %d %d Tm /F1 1 Tf %s Tj ET" % (x, 842 - y, literal(text)) for x, y, text in cells())
    yield "page_flipped", "a y axis that points down, as browsers draw (8.3.2)", \
        PDF(b"1 0 0 -1 0 842 cm\n" + flipped.encode("latin-1")).file(), ROWS


def features():
    for group in (tree, frames):
        yield from group()
