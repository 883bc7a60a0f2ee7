"""Prints with LibreOffice: Writer from a text document with tables, Calc from a sheet. Many documents at once, because
it takes seconds to start."""

import html
import os
import shutil
import subprocess
import tempfile

from . import producer
from .sheets import OFFICE

MORE = (
    ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    ' office:mimetype="application/vnd.oasis.opendocument.%s"'
)
LINE = "0.5pt solid #000000"


def paper(document):
    def band(name, text):
        return '<style:%s><text:p text:style-name="Small">%s</text:p></style:%s>' % (name, text, name) if text else ""

    foot = "Page <text:page-number>1</text:page-number> of <text:page-count>1</text:page-count>" if document.footer else ""
    styles = []
    for name, is_there in (("header", document.header), ("footer", foot)):
        styles.append(
            "<style:%s-style>%s</style:%s-style>"
            % (name, '<style:header-footer-properties fo:min-height="16pt"/>' if is_there else "", name)
        )
    return (
        '<office:styles><style:style style:name="Standard" style:family="paragraph">'
        '<style:text-properties style:font-name="%s" fo:font-size="%spt"/></style:style>'
        '<style:style style:name="Small" style:family="paragraph"><style:text-properties fo:font-size="8pt"/></style:style>'
        '</office:styles><office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties '
        'fo:page-width="%.1fpt" fo:page-height="%.1fpt" style:print-orientation="%s" fo:margin="50pt" fo:margin-top="50pt" '
        'fo:margin-bottom="50pt" fo:margin-left="50pt" fo:margin-right="50pt"/>%s</style:page-layout>%%s</office:automatic-styles>'
        '<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P">%s%s</style:master-page>'
        "</office:master-styles>"
    ) % (
        ["DejaVu Sans", "Liberation Serif", "Liberation Sans"][document.layout["flavour"] % 3],
        document.size,
        document.width,
        document.height,
        "landscape" if document.width > document.height else "portrait",
        "".join(styles),
        band("header", document.header),
        band("footer", foot),
    )


def sides(table, cell, number, at):
    """The borders of a cell."""
    last = number + cell.down - 1
    out = []
    for side, there in (
        ("top", number == 0 and (table.is_ruled("across", -1) or table.is_ruled("box"))),
        ("bottom", table.is_ruled("across", last) or table.is_ruled("box") and last == len(table.lines) - 1),
        ("left", at == 0 and (table.is_ruled("down", -1) or table.is_ruled("box"))),
        ("right", table.is_ruled("down", at) or table.is_ruled("box") and at + cell.across == len(table.columns)),
    ):
        out.append('fo:border-%s="%s"' % (side, LINE if there else "none"))
    return " ".join(out)


class Styles:
    """Automatic styles, each once."""

    def __init__(self):
        self.names = {}

    def name(self, family, inner):
        return self.names.setdefault((family, inner), "%s%d" % (family[-4:].replace("-", ""), len(self.names)))

    @property
    def text(self):
        return "".join(
            '<style:style style:name="%s" style:family="%s">%s</style:style>' % (name, family, inner)
            for (family, inner), name in self.names.items()
        )


def table_rows(table, styles, is_sheet):
    layout = table.layout
    valign = layout["valign"]
    out = []
    for number, line in enumerate(table.lines):
        cells = []
        for at, cell in enumerate(line.cells):
            if cell is None:
                cells.append("<table:covered-table-cell/>")
                continue
            align = {"left": "start", "right": "end", "center": "center"}[table.align(cell.column)]
            fill = ' fo:background-color="#e0e0e0"' if table.is_shaded(number - len(table.head)) and line.kind != "head" else ""
            wrap = ' fo:wrap-option="wrap"' if is_sheet else ""
            own = '<style:table-cell-properties %s style:vertical-align="%s" fo:padding="3pt"%s%s/>' % (
                sides(table, cell, number, at),
                valign,
                fill,
                wrap,
            )
            texts = '<style:paragraph-properties fo:text-align="%s"/><style:text-properties fo:font-size="%spt"%s/>' % (
                align,
                table.size,
                ' fo:font-weight="bold"' if line.kind == "head" else "",
            )
            marks = ' table:style-name="%s" office:value-type="string"' % styles.name(
                "table-cell", own + (texts if is_sheet else "")
            )
            if cell.across > 1:
                marks += ' table:number-columns-spanned="%d"' % cell.across
            if cell.down > 1:
                marks += ' table:number-rows-spanned="%d"' % cell.down
            name = "" if is_sheet else ' text:style-name="%s"' % styles.name("paragraph", texts)
            paragraph = "".join("<text:p%s>%s</text:p>" % (name, html.escape(part)) for part in cell.text.split("\n"))
            cells.append("<table:table-cell%s>%s</table:table-cell>" % (marks, paragraph))
        out.append("<table:table-row>%s</table:table-row>" % "".join(cells))
    head = len(table.head)
    if head and layout["repeat"]:
        out[:head] = ["<table:table-header-rows>%s</table:table-header-rows>" % "".join(out[:head])]
    return "".join(out)


def columns(table, styles, part=1.0):
    return "".join(
        '<table:table-column table:style-name="%s"/>'
        % styles.name("table-column", '<style:table-column-properties style:column-width="%.1fpt"/>' % (w * part))
        for w in table.widths
    )


def text(document):
    styles, out = Styles(), []
    for kind, what in document.blocks:
        if kind == "table":
            wide = styles.name("table", '<style:table-properties style:width="%.1fpt" table:align="left"/>' % sum(what.widths))
            out.append(
                '<table:table table:style-name="%s">%s%s</table:table><text:p/>'
                % (wide, columns(what, styles), table_rows(what, styles, False))
            )
        elif kind in ("title", "heading"):
            large = styles.name(
                "paragraph", '<style:text-properties fo:font-size="%dpt" fo:font-weight="bold"/>' % (document.size + 3)
            )
            out.append('<text:p text:style-name="%s">%s</text:p>' % (large, what))
        else:
            far = (
                ' text:style-name="%s"' % styles.name("paragraph", '<style:paragraph-properties fo:margin-left="300pt"/>')
                if kind == "right"
                else ""
            )
            out += ["<text:p%s>%s</text:p>" % (far, html.escape(line)) for line in ([what] if isinstance(what, str) else what)]
    return (
        '<?xml version="1.0" encoding="UTF-8"?><office:document %s%s>' % (OFFICE, MORE % "text")
        + paper(document) % styles.text
        + "<office:body><office:text>%s</office:text></office:body></office:document>" % "".join(out)
    )


def sheet(document):
    styles, out = Styles(), []
    first = next(what for kind, what in document.blocks if kind == "table")
    for kind, what in document.blocks:
        if kind == "table":
            out.append(table_rows(what, styles, True))
        else:
            for line in [what] if isinstance(what, str) else what:
                out.append(
                    '<table:table-row><table:table-cell office:value-type="string"><text:p>%s</text:p></table:table-cell></table:table-row>'
                    % html.escape(line)
                )
    rows = "".join(out)
    if rows.count("<table:table-header-rows>") > 1:
        at = rows.index("</table:table-header-rows>") + len("</table:table-header-rows>")
        rows = rows[:at] + rows[at:].replace("<table:table-header-rows>", "").replace("</table:table-header-rows>", "")
    wide = columns(first, styles, 0.97)  # what is wider than the paper would be on a page of its own
    page = styles.name("table", '<style:table-properties table:display="true"/>')
    automatic = styles.text.replace('style:family="table">', 'style:family="table" style:master-page-name="Standard">')
    return (
        '<?xml version="1.0" encoding="UTF-8"?><office:document %s%s>' % (OFFICE, MORE % "spreadsheet")
        + paper(document) % automatic
        + '<office:body><office:spreadsheet><table:table table:name="Cases" table:style-name="%s">%s%s</table:table>'
        "</office:spreadsheet></office:body></office:document>" % (page, wide, rows)
    )


def converted(sources, suffix):
    place = tempfile.mkdtemp(prefix="editions-office")
    try:
        names = []
        for number, source in enumerate(sources):
            names.append(os.path.join(place, "%d.%s" % (number, suffix)))
            with open(names[-1], "w") as file:
                file.write(source)
        command = [
            "soffice",
            "-env:UserInstallation=file://%s/profile" % place,
            "--headless",
            "--convert-to",
            "pdf",
            "--outdir",
            place,
            *names,
        ]
        subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60 + 3 * len(names)
        )
        out = []
        for name in names:
            try:
                with open(name[: -len(suffix)] + "pdf", "rb") as file:
                    out.append(file.read())
            except OSError:
                out.append(None)
        return out
    finally:
        shutil.rmtree(place, ignore_errors=True)


@producer("writer", "pdf", programs=["soffice"], batch=True)
def writer(documents):
    return converted([text(d) for d in documents], "fodt")


@producer("calc", "pdf", programs=["soffice"], batch=True)
def calc(documents):
    return converted([sheet(d) for d in documents], "fods")
