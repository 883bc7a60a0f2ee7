"""Tables by ReportLab and by fpdf2."""

from . import producer

MARGIN = 50


@producer("reportlab", "pdf", ["reportlab"])
def reportlab(document):
    import io

    from reportlab import rl_config
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer

    rl_config.invariant = 1
    text = ParagraphStyle("text", fontSize=document.size, leading=document.size * 1.2)
    large = ParagraphStyle("large", fontSize=document.size + 4, leading=document.size * 1.2 + 5)
    right = ParagraphStyle("right", parent=text, leftIndent=300)
    story = []
    for kind, what in document.blocks:
        if kind in ("title", "heading"):
            story += [Spacer(1, 10)] * (kind == "heading") + [Paragraph(what, large), Spacer(1, 8)]
        elif kind == "text":
            story += [Paragraph(what, text), Spacer(1, 4)]
        elif kind in ("lines", "right"):
            story += [Spacer(1, 10)] * (kind == "right") + [Paragraph(line, text if kind == "lines" else right) for line in what]
        else:
            story.append(rl_table(what, document))

    def frame(canvas, template):
        canvas.setPageRotation(document.layout["rotate"])
        canvas.setFont("Helvetica", 8)
        if document.header:
            canvas.drawString(MARGIN, document.height - 30, document.header)
        if document.footer:
            canvas.drawCentredString(document.width / 2, 25, "Page %d" % canvas.getPageNumber())

    out = io.BytesIO()
    template = SimpleDocTemplate(
        out, pagesize=(document.width, document.height), leftMargin=44, rightMargin=44, topMargin=MARGIN, bottomMargin=MARGIN
    )
    template.build(story, onFirstPage=frame, onLaterPages=frame)
    return out.getvalue()


def rl_table(table, document):
    from reportlab.lib import colors
    from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import LongTable, Paragraph
    from reportlab.platypus import Table as RLTable

    styles = {}
    for name, value in (("left", TA_LEFT), ("center", TA_CENTER), ("right", TA_RIGHT)):
        styles[name] = ParagraphStyle(name, fontSize=table.size, leading=table.size * 1.2, alignment=value, splitLongWords=0)
    is_plain = document.layout["flavour"] % 4 == 0
    commands = [
        ("VALIGN", (0, 0), (-1, -1), table.layout["valign"].upper()),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
    ]
    commands += [("FONTSIZE", (0, 0), (-1, -1), table.size)]
    data = []
    for number, line in enumerate(table.lines):
        data.append([])
        for at, cell in enumerate(line.cells):
            text = cell.text if cell else ""
            # A plain text is never wrapped; so only one that need not be.
            is_short = is_plain and cell and len(text) * table.size * 0.5 < table.widths[at]
            data[-1].append(
                text
                if is_short or not text
                else Paragraph(text.replace("&", "&amp;").replace("\n", "<br/>"), styles[table.align(cell.column)])
            )
            if cell and (cell.across > 1 or cell.down > 1):
                commands.append(("SPAN", (at, number), (at + cell.across - 1, number + cell.down - 1)))
            if is_short:
                commands.append(("ALIGN", (at, number), (at, number), table.align(cell.column).upper()))
    borders, first = table.layout["borders"], len(table.head)
    if borders == "full":
        commands.append(("GRID", (0, 0), (-1, -1), 0.5, colors.black))
    elif borders == "horizontal":
        commands.append(("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.black))
    elif borders == "box":
        commands.append(("BOX", (0, 0), (-1, -1), 0.7, colors.black))
    elif borders == "zebra":
        commands.append(("ROWBACKGROUNDS", (0, first), (-1, -1), [colors.white, colors.lightgrey]))
    elif borders == "partly":
        commands.append(("LINEAFTER", (0, first), (0, -1), 0.5, colors.black))
        if first:
            commands.append(("LINEBELOW", (0, first - 1), (-1, first - 1), 0.7, colors.black))
    kind = LongTable if document.layout["flavour"] % 3 == 0 else RLTable
    return kind(
        data,
        colWidths=table.widths,
        repeatRows=first if table.layout["repeat"] and len(table.body) > first else 0,
        style=commands,
        hAlign=["LEFT", "CENTER"][document.layout["flavour"] % 2],
    )


@producer("fpdf2", "pdf", ["fpdf"])
def fpdf2(document):
    from fpdf import FPDF

    class Paper(FPDF):
        def header(self):
            if document.header:
                self.set_font("Helvetica", size=8)
                self.set_xy(MARGIN, 20)
                self.cell(text=document.header)
                self.set_xy(MARGIN, MARGIN)

        def footer(self):
            if document.footer:
                self.set_font("Helvetica", size=8)
                self.set_y(-30)
                self.cell(0, 8, "Page %d of {nb}" % self.page_no(), align="C")

    pdf = Paper(unit="pt", format=(document.width, document.height))
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(True, MARGIN)
    pdf.add_page()
    pdf.set_font(["Helvetica", "Times"][document.layout["flavour"] % 2], size=document.size)
    high = document.size * 1.25
    for kind, what in document.blocks:
        if kind in ("title", "heading", "text"):
            pdf.set_font(size=document.size + {"title": 4, "heading": 2, "text": 0}[kind])
            pdf.multi_cell(0, high * 1.4, what, align="L", new_x="LMARGIN", new_y="NEXT")
            pdf.set_font(size=document.size)
        elif kind in ("lines", "right"):
            for line in what:
                pdf.set_x(MARGIN if kind == "lines" else MARGIN + 300)
                pdf.cell(0, high, line, new_x="LMARGIN", new_y="NEXT")
        else:
            fpdf_table(pdf, what, document)
    return bytes(pdf.output())


def fpdf_table(pdf, table, document):
    from fpdf import FontFace
    from fpdf.enums import TableSpan

    layouts = {
        "full": "ALL",
        "none": "NONE",
        "horizontal": "HORIZONTAL_LINES",
        "box": "SINGLE_TOP_LINE",
        "zebra": "NONE",
        "partly": "INTERNAL",
    }
    pdf.set_font(size=table.size)
    fit = min(1, (document.width - 2 * MARGIN) / sum(table.widths))
    with pdf.table(
        col_widths=[w * fit for w in table.widths],
        width=sum(table.widths) * fit,
        align="L",
        text_align=[{"left": "L", "right": "R", "center": "C"}[table.align(c)] for c in table.columns],
        first_row_as_headings=bool(table.head),
        num_heading_rows=max(1, len(table.head)),
        repeat_headings="ON_TOP_OF_EVERY_PAGE" if table.layout["repeat"] else "NONE",
        headings_style=FontFace(emphasis="BOLD" if document.layout["flavour"] % 3 else None),
        borders_layout=layouts[table.layout["borders"]],
        cell_fill_color=(225, 225, 225) if table.layout["borders"] == "zebra" else None,
        cell_fill_mode="ROWS" if table.layout["borders"] == "zebra" else "NONE",
        v_align={"top": "T", "middle": "M", "bottom": "B"}[table.layout["valign"]],
        line_height=table.size * 1.2,
        padding=(2, 3),
    ) as grid:
        covered = set()
        for number, line in enumerate(table.lines):
            row = grid.row()
            at = 0
            for at, cell in enumerate(line.cells):
                if cell is None:
                    row.cell(TableSpan.ROW if (number, at) in covered else TableSpan.COL)
                    continue
                for below in range(1, cell.down):
                    covered.add((number + below, at))
                row.cell(cell.text, colspan=1, rowspan=1)
    pdf.set_font(size=document.size)
