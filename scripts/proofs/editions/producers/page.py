"""A web page, for a browser or printed by WeasyPrint, Chromium and PyMuPDF."""

import html
import random

from . import producer


def style(document, is_printed):
    layout = document.layout
    out = [
        "body { font-family: %s; font-size: %spt; }"
        % (["Helvetica, sans-serif", "DejaVu Sans, sans-serif", "serif"][layout["flavour"] % 3], document.size)
    ]
    out.append("table { border-collapse: collapse; } td, th { padding: 3pt 4pt; vertical-align: %s; }" % layout["valign"])
    out.append(".right { text-align: right; } .center { text-align: center; }")
    rules = {
        "full": "td, th { border: 0.5pt solid black; }",
        "horizontal": "td, th { border-top: 0.5pt solid black; border-bottom: 0.5pt solid black; }",
        "box": "table { border: 0.7pt solid black; }",
        "zebra": "tr.odd { background: #e4e4e4; }",
        "partly": "th { border-bottom: 0.7pt solid black; } td:first-child { border-right: 0.5pt solid black; }",
        "none": "",
    }
    out.append(rules[layout["borders"]])
    if is_printed:
        parts = []
        if document.header:
            parts.append("@top-left { content: '%s'; font-size: 8pt; }" % document.header)
        if document.footer:
            parts.append("@bottom-center { content: 'Page ' counter(page) ' of ' counter(pages); font-size: 8pt; }")
        out.append(
            "@page { size: %.2fpt %.2fpt; margin: 50pt; %s } body { margin: 0; }"
            % (document.width, document.height, " ".join(parts))
        )
        if layout["flavour"] % 5 == 0:
            out.append("tr { break-inside: avoid; }")
    return "\n".join(out)


def cell(table, cell, name, rng):
    if cell is None:
        return ""
    marks = ""
    if cell.across > 1:
        marks += ' colspan="%d"' % cell.across
    if cell.down > 1:
        marks += ' rowspan="%d"' % cell.down
    if table.align(cell.column) != "left":
        marks += ' class="%s"' % table.align(cell.column)
    return "<%s%s>%s</%s>" % (name, marks, marked(cell, name, rng), name)


def marked(cell, name, rng):
    text = html.escape(cell.text).replace("\n", "<br>")
    if name == "td" and rng:
        how = rng.random()
        if how < 0.1:
            return "<b>%s</b>" % text
        if how < 0.2:
            return "<p>%s</p>" % text
        if how < 0.25 and cell.column == "key":
            return '<a href="#x">%s</a>' % text
    return text


def lines(table, lines, name, rng, first=0):
    out = []
    for number, line in enumerate(lines):
        cells = "".join(cell(table, c, name, rng) for c in line.cells)
        out.append("<tr%s>%s</tr>" % (' class="odd"' if number % 2 and first else "", cells))
    return out


def table_markup(table, rng=None, is_fixed=True, has_head=True):
    out = [
        "<table>"
        if not is_fixed
        else '<table style="table-layout: fixed; width: %.1fpt; font-size: %.1fpt">' % (sum(table.widths), table.size)
    ]
    if not is_fixed:
        out[0] = '<table style="font-size: %.1fpt">' % table.size
    if is_fixed:
        out.append("<colgroup>%s</colgroup>" % "".join('<col style="width: %.1fpt">' % w for w in table.widths))
    head = lines(table, table.head, "th", None)
    if table.head and has_head and table.layout["repeat"]:
        out += ["<thead>"] + head + ["</thead>"]
        head = []
    out += ["<tbody>"] + head + lines(table, table.body, "td", rng, 1) + ["</tbody>", "</table>"]
    return "\n".join(out)


def markup(document, rng=None, is_printed=True, is_fixed=True):
    out = [
        "<!DOCTYPE html><html><head><meta charset=utf-8><title>%s</title><style>%s</style></head><body>"
        % (document.title, style(document, is_printed))
    ]
    for kind, what in document.blocks:
        if kind == "title":
            out.append("<h1 style='font-size: %dpt'>%s</h1>" % (document.size + 5, what))
        elif kind == "text":
            out.append("<p>%s</p>" % html.escape(what))
        elif kind == "heading":
            out.append("<h2 style='font-size: %dpt'>%s</h2>" % (document.size + 2, what))
        elif kind == "lines":
            if document.layout["flavour"] % 2:
                out.append("<ul>%s</ul>" % "".join("<li>%s</li>" % html.escape(line) for line in what))
            else:
                out.append("<p>%s</p>" % "<br>".join(html.escape(line) for line in what))
        elif kind == "right":
            out.append("<div style='margin-left: 300pt'>%s</div>" % "<br>".join(html.escape(line) for line in what))
        else:
            out.append(table_markup(what, rng, is_fixed))
    out.append("</body></html>")
    return "\n".join(out)


@producer("html", "html")
def page(document):
    rng = random.Random(document.layout["flavour"])
    out = markup(document, rng, False, False)
    if document.header:
        out = out.replace("<body>", "<body><div><a href='/'>%s</a></div>" % document.header, 1)
    return out.encode()


@producer("weasyprint", "pdf", ["weasyprint"])
def weasyprint(document):
    import logging

    import weasyprint

    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    return weasyprint.HTML(string=markup(document, None, True, document.layout["flavour"] % 4 != 1)).write_pdf(
        font_config=fonts(weasyprint)
    )


kept = {}


def fonts(weasyprint):
    """Finding the fonts takes longer than a page."""
    if "fonts" not in kept:
        from weasyprint.text.fonts import FontConfiguration

        kept["fonts"] = FontConfiguration()
    return kept["fonts"]


@producer("story", "pdf", ["pymupdf"])
def story(document):
    import io

    import pymupdf

    out = io.BytesIO()
    writer = pymupdf.DocumentWriter(out)
    paper = pymupdf.Rect(0, 0, document.width, document.height)
    place = paper + (50, 50, -50, -50)
    text = pymupdf.Story(html=markup(document, None, False, document.layout["flavour"] % 2 == 0))
    is_more = 1
    while is_more:
        device = writer.begin_page(paper)
        is_more, _ = text.place(place)
        text.draw(device)
        writer.end_page()
    writer.close()
    return out.getvalue()
