"""The look of a list: traits with their plain values, and their random choice. A producer ignores unknown traits; no
trait changes the list's content."""

PLAIN = {
    "keyform": "8 digits",
    "status": "short",
    "dateform": "%Y-%m-%d",
    "blank": False,  # some dates are empty
    "columns": ["key", "status", "date"],
    "borders": "full",
    "valign": "top",
    "merged": None,  # the column of which equal cells below each other are one
    "stars": None,  # where some keys have an asterisk
    "head": "one-row",
    "names": 0,  # which wording the headings have
    "repeat": True,
    "groups": None,  # headings between rows
    "totals": None,
    "footnotes": None,
    "signature": False,
    "pagehead": None,
    "side": 1,
    "page": "portrait",
    "size": 10,
    "intro": 1,
    "appendix": None,
    "nokey": None,
    "widths": "natural",
    "align": "left",
    "rotate": 0,
    "mode": "position",
    "flavour": 0,  # the producer's own choices
}
EXTRAS = ["no", "name", "office", "fee", "received", "remark"]
BORDERS = ["full", "none", "horizontal", "box", "zebra", "partly"]
HEADINGS = [
    {
        "key": "Case Number",
        "status": "Status",
        "date": "Date",
        "no": "No.",
        "name": "Name",
        "office": "Office",
        "fee": "Fee",
        "received": "Received",
        "remark": "Remark",
    },
    {
        "key": "Batch",
        "status": "Decision",
        "date": "Date of decision",
        "no": "#",
        "name": "Applicant",
        "office": "Place",
        "fee": "Fee (EUR)",
        "received": "Received on",
        "remark": "Remarks",
    },
    {
        "key": "Application number",
        "status": "Current status",
        "date": "Last update",
        "no": "Sr. No.",
        "name": "Name of applicant",
        "office": "Office",
        "fee": "Amount",
        "received": "Filed",
        "remark": "Note",
    },
]
RECORDS = ("json", "xml", "rss")  # producers of lists without a page: fields have names
NAMED = {"key": "batch", "status": "status", "date": "date"}


def heading(layout, column):
    return HEADINGS[layout["names"]][column]


def draw(rng, producer):
    """A random layout: each trait is plain more often than not, so that few are combined."""
    layout = dict(PLAIN)

    def seldom(chance, name, values):
        if rng.random() < chance:
            layout[name] = rng.choice(values)

    layout["keyform"] = rng.choice(["8 digits", "8 digits", "11 digits", "AA-####-####", "A########", "##-###"])
    layout["status"] = rng.choice(["short", "short", "short", "mixed", "mixed", "long", "long", "lines"])
    seldom(0.3, "dateform", ["%d/%m/%Y", "%d.%m.%Y", "%d %B %Y", "%d-%b-%y"])
    seldom(0.1, "blank", [True])
    layout["borders"] = rng.choice(BORDERS)
    seldom(0.4, "valign", ["middle", "bottom"])
    seldom(0.3, "head", ["two-row", "numbered", "none"])
    layout["names"] = rng.randrange(len(HEADINGS))
    seldom(0.3, "repeat", [False])
    seldom(0.2, "groups", ["sentence", "name", "week", "tables"])
    seldom(0.2, "totals", ["span", "cells"])
    seldom(0.2, "footnotes", ["one", "numbered"])
    seldom(0.15, "signature", [True])
    seldom(0.3, "pagehead", ["header", "footer", "both"])
    seldom(0.2, "page", ["landscape", "letter"])
    seldom(0.3, "size", [8, 9, 12])
    layout["intro"] = rng.randrange(3)
    seldom(0.15, "appendix", ["table", "bare table", "lines"])
    seldom(0.12, "nokey", ["first", "middle", "last"])
    seldom(0.4, "widths", ["even", "narrow", "tight"])
    seldom(0.05, "stars", ["before", "after"])
    seldom(0.15, "align", ["centre", "numbers right"])
    seldom(0.08, "rotate", [90, 180, 270])
    seldom(0.3, "mode", ["headings"])
    layout["flavour"] = rng.randrange(1 << 16)
    if rng.random() < 0.15:
        layout["side"] = rng.choice([2, 2, 3])
    draw_columns(rng, layout)
    return settled(layout, producer)


def draw_columns(rng, layout):
    named = rng.choice(
        [["key", "status", "date"]] * 4
        + [["status", "key", "date"], ["status", "date", "key"], ["key", "date", "status"], ["key", "status"]]
    )
    extras = [e for e in EXTRAS if rng.random() < 0.25]
    if rng.random() < 0.3:
        extras = []
    left, inner, right = [], [], []
    for extra in extras:
        if extra == "no":
            left.insert(0, extra)
        elif named[-1] == "key":
            left.append(extra)
        elif rng.random() < 0.15:
            inner.append(extra)
        elif rng.random() < 0.2:
            left.append(extra)
        else:
            right.append(extra)
    layout["columns"] = left + named[:1] + inner + named[1:] + right
    if rng.random() < 0.12:
        layout["merged"] = rng.choice(["office", "office", "status", "key"])


def settled(layout, producer):
    """Removes traits that exclude each other, and traits that a producer lacks."""
    if producer in RECORDS:
        layout.update(
            mode="headings",
            side=1,
            head="one-row",
            appendix=layout["appendix"] and "table",
            groups=None,
            merged=None,
            totals=None,
        )
    if producer == "groff":
        layout["side"] = 1
    if layout["side"] > 1:
        layout.update(merged=None, groups=None, totals=None if layout["totals"] == "cells" else layout["totals"], nokey=None)
        if layout["side"] == 3 or layout["status"] != "short":
            layout.update(page="landscape")
        room = 1 if layout["side"] == 2 else 0
        extras = [c for c in layout["columns"] if c not in NAMED]
        for extra in extras[room:]:
            layout["columns"] = [c for c in layout["columns"] if c != extra]
        layout["size"] = min(layout["size"], 8 if layout["side"] == 3 else 9)
    if len(layout["columns"]) > 6 and layout["page"] != "landscape":
        layout["page"] = "landscape"
    if layout["merged"] not in layout["columns"]:
        layout["merged"] = None
    if layout["merged"] in ("status", "key") and layout["borders"] not in ("full", "horizontal"):
        layout["merged"] = None  # only rules tell it from an empty cell
    if layout["nokey"] and "date" not in layout["columns"] and layout["borders"] not in ("full", "horizontal"):
        layout["nokey"] = None  # nobody could tell its status from a wrapped one
    if layout["head"] in ("none",):
        layout["mode"] = "position"
    return layout


def options(layout):
    """--columns of the program: by headings, or from the first named column to the last."""
    columns = layout["columns"]
    if layout["mode"] == "headings":
        return ",".join("%s=%s" % (NAMED[c], heading(layout, c)) for c in columns if c in NAMED)
    places = [i for i, c in enumerate(columns) if c in NAMED]
    return ",".join(NAMED.get(c, "-") for c in columns[places[0] : places[-1] + 1])
