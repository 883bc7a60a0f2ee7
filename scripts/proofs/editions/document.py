"""An edition as a document: titles, tables of cells, lines. Each producer writes these as well as it can. Also the true
rows of the document."""

from . import layouts

TITLES = ["List of decided applications", "Weekly list of processed cases"]
INTRO = "Updated on %s May 2026. Find your number below; do not call the office."
NAMES = {"sentence": "Applications at %s", "name": "%s", "week": "Week %d"}  # of groups
LATE = "Late cases"
NOTES = {
    None: [],
    "one": ["* Dates are those of the decision, not of the letter."],
    "numbered": ["1 Dates are those of the decision, not of the letter.", "2 Fees cannot be returned."],
}
SIGNATURE = ["London, 12 May 2026", "________________________", "H. Brown, Head of Office"]
PAPERS = {"portrait": (595.28, 841.89), "landscape": (841.89, 595.28), "letter": (612.0, 792.0)}
MARGIN = 50
WISHES = {
    "key": 1.3,
    "status": 2.6,
    "date": 1.3,
    "no": 0.4,
    "name": 1.5,
    "office": 1.1,
    "fee": 0.6,
    "received": 1.2,
    "remark": 1.6,
}
GLYPH = 0.58  # the mean width of a letter, in sizes; digits have 0.556
PAD = 4


class Cell:
    def __init__(self, text, column=None, across=1, down=1):
        self.text, self.column, self.across, self.down = text, column, across, down


class Line:
    """A row of a table. Its kind is head, data, group, total or bare; a None among its cells is covered by another
    cell."""

    def __init__(self, kind, cells):
        self.kind, self.cells = kind, cells


class Table:
    def __init__(self, layout, columns, head, body, widths, size):
        self.layout, self.columns, self.head, self.body, self.widths, self.size = layout, columns, head, body, widths, size

    @property
    def lines(self):
        return self.head + self.body

    def align(self, column):
        wish = self.layout["align"]
        if wish == "numbers right":
            return "right" if column in ("no", "key", "fee", "date") else "left"
        if column in ("no", "fee"):
            return "right"
        return "center" if wish == "centre" else "left"

    def is_ruled(self, where, number=0):
        """Whether there is a rule: "across" below a line, "down" beside a column, or "box" around."""
        borders = self.layout["borders"]
        if borders == "full":
            return True
        if borders == "partly":
            return where == "down" and number == 0 or where == "across" and number == len(self.head) - 1
        return borders == "horizontal" and where == "across" or borders == "box" and where == "box"

    def is_shaded(self, number):
        return self.layout["borders"] == "zebra" and number % 2 == 1


class Document:
    def __init__(self, edition):
        layout = edition.layout
        self.layout, self.producer = layout, edition.producer
        self.width, self.height = PAPERS[layout["page"]]
        self.title = TITLES[layout["names"] % len(TITLES)]
        self.size = layout["size"]
        self.blocks = []
        if layout["intro"] > 0:
            self.blocks.append(("title", self.title))
        if layout["intro"] > 1:
            self.blocks.append(("text", INTRO % (12 + edition.issue)))
        self.header = "Home Office - Case Lists" if layout["pagehead"] in ("header", "both") else None
        self.footer = "Page %d of %d" if layout["pagehead"] in ("footer", "both") else None
        if layout["groups"] == "tables":
            for place in sorted({row["office"] for row in edition.rows}):
                rows = [row for row in edition.rows if row["office"] == place]
                self.blocks += [("heading", place), ("table", table(dict(layout, groups=None), rows, self.width))]
        else:
            self.blocks.append(("table", table(layout, edition.rows, self.width)))
        if layout["appendix"]:
            self.blocks.append(("heading", LATE))
        if layout["appendix"] == "lines":
            self.blocks.append(("lines", ["%s: %s" % (row["key"], row["status"]) for row in edition.late]))
        elif layout["appendix"]:
            plain = dict(layout, groups=None, merged=None, totals=None, nokey=None, side=1)
            if layout["appendix"] == "bare table":
                plain["head"] = "none"
            self.blocks.append(("table", table(plain, edition.late, self.width)))
        self.blocks += [("text", note) for note in NOTES[layout["footnotes"]]]
        if layout["signature"]:
            self.blocks.append(("right", SIGNATURE))


def table(layout, rows, width):
    columns = layout["columns"]
    data = body(layout, rows)
    head_lines = head(layout, columns)
    side = layout["side"]
    widths, size = measured(layout, columns, head_lines + data, (width - 2 * MARGIN) / side)
    if side > 1:
        head_lines = [
            Line("head", [Cell(c.text, c.column, c.across, c.down) if c else None for c in line.cells * side])
            for line in head_lines
        ]
        high = -(-len(data) // side)
        if layout["flavour"] % 2:
            parts = [data[i::side] for i in range(side)]
        else:
            parts = [data[i * high : (i + 1) * high] for i in range(side)]
        empty = [Cell("", c) for c in columns]
        data = [
            Line("data", [cell for part in parts for cell in (part[i].cells if i < len(part) else empty)]) for i in range(high)
        ]
    if layout["totals"]:
        data.append(total(layout, len(rows), len(columns) * side))
    return Table(layout, columns * side, head_lines, data, widths * side, size)


def head(layout, columns):
    names = [Cell(layouts.heading(layout, c), c) for c in columns]
    if layout["head"] == "none":
        return []
    if layout["head"] == "numbered":
        return [Line("head", names), Line("head", [Cell("(%d)" % n, c) for n, c in enumerate(columns, 1)])]
    pair = [i for i in range(len(columns) - 1) if {columns[i], columns[i + 1]} == {"status", "date"}]
    if layout["head"] == "two-row" and pair:
        at = pair[0]
        above = [
            None if i == at + 1 else Cell("Details", None, 2) if i == at else Cell(c.text, c.column, 1, 2)
            for i, c in enumerate(names)
        ]
        return [Line("head", above), Line("head", [c if i in (at, at + 1) else None for i, c in enumerate(names)])]
    return [Line("head", names)]


def body(layout, rows):
    columns = layout["columns"]
    if layout["groups"]:
        places = sorted({row["office"] for row in rows})
        rows = [row for place in places for row in rows if row["office"] == place]
    lines = []
    for i, row in enumerate(rows):
        if layout["groups"] and (i == 0 or rows[i - 1]["office"] != row["office"]):
            lines.append(
                Line(
                    "group",
                    [
                        Cell(
                            NAMES[layout["groups"]]
                            % (places.index(row["office"]) + 12 if layout["groups"] == "week" else row["office"]),
                            None,
                            len(columns),
                        )
                    ]
                    + [None] * (len(columns) - 1),
                )
            )
        lines.append(Line("data", [Cell(starred(row, layout) if c == "key" else row[c], c) for c in columns]))
    if layout["merged"]:
        merge(lines, columns.index(layout["merged"]))
    if layout["nokey"] and rows:
        at = {"first": 0, "middle": len(lines) // 2, "last": len(lines)}[layout["nokey"]]
        if at == len(lines) or all(lines[at].cells):
            lines.insert(
                at,
                Line("data", [Cell({"key": "", "status": "Lost", "date": rows[0]["received"]}.get(c, ""), c) for c in columns]),
            )
    return lines


def starred(row, layout):
    form = {None: "%s", "before": "* %s", "after": "%s*"}[layout["stars"]]
    return form % row["key"] if row.get("star") else row["key"]


def merge(lines, at):
    """Adjacent cells of a column with equal text become one, at most four rows high, so that few cross a page's end."""
    first = None
    for line in lines:
        if line.kind != "data":
            first = None
        elif first and first.text == line.cells[at].text and first.down < 4:
            first.down += 1
            line.cells[at] = None
        else:
            first = line.cells[at]


def total(layout, count, width):
    if layout["totals"] == "span":
        return Line("total", [Cell("Total: %d cases" % count, None, width)] + [None] * (width - 1))
    cells = [Cell("", c) for c in layout["columns"] * layout["side"]]
    cells[0].text = "Total"
    cells[-1].text = str(count)
    return Line("total", cells)


def measured(layout, columns, lines, room):
    """The widths of the columns in points, and the letter size for which the longest word fits."""
    words, texts = [1] * len(columns), [1] * len(columns)
    for line in lines:
        if line.kind in ("group", "total"):
            continue
        for i, cell in enumerate(line.cells):
            if cell and cell.across == 1:
                words[i] = max([words[i]] + [len(w) for w in cell.text.split()])
                texts[i] = max([texts[i]] + [len(line) for line in cell.text.split("\n")])
    size = layout["size"]
    bold = 1.08
    while size > 5 and sum(w * GLYPH * bold * size + 2 * PAD for w in words) > room:
        size -= 0.5
    least = [w * GLYPH * bold * size + 2 * PAD for w in words]
    most = [t * GLYPH * size + 2 * PAD for t in texts]
    spare = max(0, room - sum(least))
    wish = layout["widths"]
    if wish == "tight":
        extra = [min(m - l, spare / len(columns)) for l, m in zip(least, most)]
        return [l + max(0, e) for l, e in zip(least, extra)], size
    if wish == "narrow":
        return [l + (0 if c == "status" else spare * 0.3 / len(columns)) for l, c in zip(least, columns)], size
    shares = [1.0 if wish == "even" else WISHES[c] for c in columns]
    return [l + spare * s / sum(shares) for l, s in zip(least, shares)], size


def truth(edition):
    """The rows as a person reads them: [key, status, date] each."""
    columns = edition.layout["columns"]
    has_date = "date" in columns
    rows = [[r["key"], r["status"], r["date"] if has_date else ""] for r in edition.rows]
    if edition.layout["appendix"] == "lines":
        rows += [[r["key"], r["status"], ""] for r in edition.late]
    elif edition.layout["appendix"]:
        rows += [[r["key"], r["status"], r["date"] if has_date else ""] for r in edition.late]
    return rows
