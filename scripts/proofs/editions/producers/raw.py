"""PDF written by hand: each text at its position, in the operators and order of the flavour."""

import random
import zlib

from . import producer

# Of Helvetica, from blank to tilde, in thousandths of the size.
WIDTHS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,
    611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
    556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]  # fmt: skip
LEADING = 1.2
MARGIN = 50
PAD = 4


def width(text, size):
    return sum(WIDTHS[ord(c) - 32] if 32 <= ord(c) < 127 else 556 for c in text) * size / 1000


def wrapped(text, room, size):
    if "\n" in text:
        return [line for part in text.split("\n") for line in wrapped(part, room, size)]
    lines = [""]
    for word in text.split():
        longer = (lines[-1] + " " + word).strip()
        if lines[-1] and width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Pages:
    """Texts and rules by page, top to bottom; `y` is the next position."""

    def __init__(self, document):
        self.document, self.pages = document, []
        self.turn()

    def turn(self):
        self.texts, self.rules = [], []
        self.pages.append((self.texts, self.rules))
        self.y = self.document.height - MARGIN

    def is_room(self, height):
        return self.y - height >= MARGIN

    def text(self, x, y, size, text, column=0):
        if text:
            self.texts.append((column, x, y, size, text))

    def line(self, text, size, x=MARGIN):
        for part in wrapped(text, self.document.width - MARGIN - x, size):
            if not self.is_room(size * LEADING):
                self.turn()
            self.y -= size * LEADING
            self.text(x, self.y, size, part)

    def table(self, table):
        lines = [[self.cell_lines(table, cell, at) for at, cell in enumerate(line.cells)] for line in table.lines]
        heights = [self.height(table, line, texts) for line, texts in zip(table.lines, lines)]
        for number, line in enumerate(table.lines):
            for cell, texts in zip(line.cells, lines[number]):
                if cell and cell.down > 1:
                    own = len(texts) * table.size * LEADING + 2 * PAD
                    heights[number + cell.down - 1] += max(0, own - sum(heights[number : number + cell.down]))
        first = len(table.head)
        at = 0
        while at < len(lines):
            # Cells that go over several rows hold them together.
            held = max([1] + [cell.down for cell in table.lines[at].cells if cell])
            if at == 0:
                held = max(held, first + 1)
            if not self.is_room(sum(heights[at : at + held])) and self.y < self.document.height - MARGIN - 60:
                self.turn()
                if table.layout["repeat"]:
                    for number in range(first):
                        self.row(table, number, lines, heights)
            self.row(table, at, lines, heights)
            at += 1

    def cell_lines(self, table, cell, at):
        if not cell:
            return []
        return wrapped(cell.text, sum(table.widths[at : at + cell.across]) - 2 * PAD + 0.01, table.size)

    def height(self, table, line, texts):
        most = max([1] + [len(t) for cell, t in zip(line.cells, texts) if cell and cell.down == 1])
        return most * table.size * LEADING + 2 * PAD

    def row(self, table, number, lines, heights):
        line, top = table.lines[number], self.y
        bottom = top - heights[number]
        x = MARGIN
        if table.is_shaded(number - len(table.head)) and number >= len(table.head):
            self.rules.append(("fill", x, bottom, sum(table.widths), heights[number]))
        if number == 0 and (table.is_ruled("across", -1) or table.is_ruled("box")):
            self.rules.append(("rule", x, top, x + sum(table.widths), top))
        for at, cell in enumerate(line.cells):
            right = x + table.widths[at]
            if cell:
                right = x + sum(table.widths[at : at + cell.across])
                low = top - sum(heights[number : number + cell.down])
                self.cell(table, cell, lines[number][at], x, right, top, low, at)
                is_last = number + cell.down == len(table.lines)
                if table.is_ruled("across", number + cell.down - 1) or table.is_ruled("box") and is_last:
                    self.rules.append(("rule", x, low, right, low))
                if table.is_ruled("down", at) or table.is_ruled("box") and at + cell.across == len(line.cells):
                    self.rules.append(("rule", right, top, right, low))
                if at == 0 and (table.is_ruled("down", -1) or table.is_ruled("box")):
                    self.rules.append(("rule", x, top, x, low))
            x += table.widths[at]
        self.y = bottom

    def cell(self, table, cell, texts, left, right, top, low, at):
        spare = top - low - 2 * PAD - len(texts) * table.size * LEADING
        shift = {"top": 0, "middle": spare / 2, "bottom": spare}[table.layout["valign"]]
        y = top - PAD - shift
        for text in texts:
            y -= table.size * LEADING
            room = right - left - 2 * PAD - width(text, table.size)
            x = left + PAD + {"left": 0, "right": room, "center": room / 2}[table.align(cell.column)]
            self.text(x, y + table.size * 0.25, table.size, text, at + 1)


def escaped(text):
    data = text.encode("cp1252", "replace")
    return b"(" + data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)") + b")"


def shown(text, x, y, size, how):
    """The operators that show a text: whole, by words, by glyphs, or kerned."""
    if how == "kerned":
        parts = b"".join(escaped(c) + (b" -3 " if i % 2 else b" 4 ") for i, c in enumerate(text))
        return b"1 0 0 1 %.2f %.2f Tm [%s] TJ" % (x, y, parts)
    pieces = {"whole": [text], "words": text.split(), "glyphs": [c for c in text]}[how]
    out, at = [], x
    for i, piece in enumerate(pieces):
        if piece.strip():
            out.append(b"1 0 0 1 %.2f %.2f Tm %s Tj" % (at, y, escaped(piece)))
        at += width(piece + (" " if how == "words" else ""), size)
    return b" ".join(out)


def content(texts, rules, how, order, rng):
    texts = list(texts)
    if order == "columns":
        texts.sort(key=lambda t: t[0])
    elif order == "upward":
        texts.sort(key=lambda t: t[2])
    elif order == "any":
        rng.shuffle(texts)
    out, last = [b"0.5 w"], None
    for rule in rules:
        if rule[0] == "fill":
            out.append(b"0.9 g %.2f %.2f %.2f %.2f re f 0 g" % rule[1:])
    body = []
    for rule in rules:
        if rule[0] == "rule":
            _, x, y, right, low = rule
            if how[1] == "lines":
                body.append(b"%.2f %.2f m %.2f %.2f l S" % (x, y, right, low))
            else:
                body.append(
                    b"%.2f %.2f %.2f %.2f re f" % (min(x, right), min(y, low), max(abs(right - x), 0.5), max(abs(low - y), 0.5))
                )
    letters = [b"BT"]
    for _, x, y, size, text in texts:
        if size != last:
            letters.append(b"/F1 %.2f Tf" % size)
            last = size
        letters.append(shown(text, x, y, size, how[0]))
    letters.append(b"ET")
    return b"\n".join(out + (body + letters if how[2] else letters + body))


@producer("raw", "pdf")
def raw(document):
    rng = random.Random(document.layout["flavour"])
    how = (rng.choice(["whole", "whole", "words", "glyphs", "kerned"]), rng.choice(["lines", "boxes"]), rng.random() < 0.5)
    order = rng.choice(["rows", "rows", "columns", "upward", "any"])
    pages = Pages(document)
    for kind, what in document.blocks:
        if kind == "title":
            pages.line(what, document.size + 4)
            pages.y -= 8
        elif kind == "text":
            pages.line(what, document.size)
            pages.y -= 4
        elif kind == "heading":
            pages.y -= 14
            pages.line(what, document.size + 2)
            pages.y -= 4
        elif kind == "lines":
            for line in what:
                pages.line(line, document.size)
        elif kind == "right":
            pages.y -= 16
            for line in what:
                pages.line(line, document.size, document.width - MARGIN - 180)
        else:
            pages.table(what)
    for number, (texts, _) in enumerate(pages.pages, 1):
        if document.header:
            texts.insert(0, (0, MARGIN, document.height - 30, 8, document.header))
        if document.footer:
            texts.append((0, document.width / 2 - 25, 25, 8, document.footer % (number, len(pages.pages))))
    return assembled(document, [content(texts, rules, how, order, rng) for texts, rules in pages.pages], rng.random() < 0.5)


def assembled(document, contents, is_packed):
    rotate = document.layout["rotate"]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    kids = []
    for data in contents:
        if is_packed:
            data = zlib.compress(data)
        kids.append(b"%d 0 R" % (len(objects) + 1))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Rotate %d /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>"
            % (document.width, document.height, rotate, len(objects) + 2)
        )
        objects.append(
            b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(data), b" /Filter /FlateDecode" if is_packed else b"", data)
        )
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % p for p in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
