"""Web pages and XML."""

from growth.family import each, key

ROW = "<tr><td>2012000000{n}</td><td>sent</td><td>14-Jun-12</td></tr>"
FEW = "".join("<tr><td>%s</td><td>sent</td><td>14-Jun-12</td></tr>" % key(index) for index in range(20))


def page(text):
    return ("<html><body><table>" + FEW + "</table>" + text + "</body></html>").encode()


def within(text):
    return ("<html><body><table>" + text + "</table></body></html>").encode()


def cell(text):
    return within(FEW + "<tr><td>" + text + "</td></tr>")


def rows(count, form="<tr><td>%s</td><td>sent</td><td>14-Jun-12</td></tr>"):
    return "".join([form % key(index) for index in range(count)])


each(
    "HTML, rows",
    {
        "plain": rows,
        "one key again and again": FEW[: len(FEW) // 20],
        "a cell each": lambda n: rows(n, "<tr><td>%s</td></tr>"),
        "ends left out": lambda n: rows(n, "<tr><td>%s<td>sent<td>14-Jun-12"),
        "no rows, but cells": lambda n: rows(n, "<td>%s</td><td>sent</td>"),
        "keys in one row": lambda n: "<tr>" + rows(n, "<td>%s</td>") + "</tr>",
        "keys beside labels": lambda n: rows(n, "<tr><td>No. %s* [PDF, 120 KB]</td><td>sent</td></tr>"),
        "keys in groups": lambda n: "".join(["<tr><td>201 2%03d %04d</td><td>sent</td></tr>" % (i // 10000 % 1000, i % 10000) for i in range(n)]),
        "ranges of keys": lambda n: rows(n, "<tr><td>%s - 20129999999</td><td>sent</td></tr>"),
        "digits that are no key": lambda n: rows(n, "<tr><td>" + "1 2-3 " * 30 + "%s</td><td>sent</td></tr>"),
        "keys in one cell": lambda n: "<tr><td>" + rows(n, "%s ") + "</td></tr>",
        "keys that stick together": lambda n: "<tr><td>" + rows(n, "%s") + "</td></tr>",
        "many cells in each of a hundred rows": lambda n: ("<tr>" + "<td>a" * (n // 100) + "</tr>") * 100,
        "long statuses": lambda n: rows(n, "<tr><td>%s</td><td>" + "word " * 200 + "</td></tr>"),
        "colspan 1000": "<tr><td colspan=1000>a{n}</td></tr>",
        "colspan that grows": "<tr><td colspan={n}>a</td></tr>",
        "rowspan 65534": "<tr><td rowspan=65534>a{n}</td></tr>",
        "rowspan without end, a column more each row": "<tr><td rowspan=0>a{n}</td></tr>",
        "rowspan and colspan": "<tr><td rowspan=65534 colspan=1000>a{n}</td></tr>",
        "rowspan of nothing": "<tr><td rowspan=65534></td></tr>",
        "groups": "<tbody><tr><td>a{n}</td></tr></tbody>",
        "captions": "<caption>a{n}</caption>",
        "beside themselves": lambda n: "<tr>" + "<th>Number<th>Status" * 2 + rows(n, "<tr><td>%s<td>sent<td><td>"),
        "far beside themselves": lambda n: "<tr>" + "<th>Number<th>Status" * 500 + ("<tr>" + "<td>1<td>sent" * 500) * (n // 500),
        "fields": lambda n: rows(n, "<tr><td>%s<td><input value=sent readonly>"),
        "lists of options": lambda n: rows(n, "<tr><td>%s<td><select><option>sent<option selected>refused</select>"),
        "cells by their names": lambda n: rows(n, "<tr><td>%s<td><i title=sent></i>"),
        "keys of any length beside labels": lambda n: rows(n, "<tr><td>Case no. 9%s new<td>sent"),
        "words that may be keys": "<tr><td>Case A{n}12345 of 123456{n} or 654321{n} x<td>sent",
        "headings again and again": "<tr><th>Batch</th><th>Status</th><th>Date</th></tr>",
    },
    within,
)

def lined(text):
    return ("<html><body><h1>Decisions</h1>" + text + "</body></html>").encode()


each(
    "text list, HTML",
    {
        "items": lambda n: rows(n, "<li>%s: sent, 14-Jun-12</li>"),
        "line breaks": lambda n: "<p>" + rows(n, "%s: sent<br>") + "</p>",
        "set as it is written": lambda n: "<pre>" + rows(n, "%s   sent   14-Jun-12\n") + "</pre>",
        "one long line": lambda n: "<p>" + rows(n, "%s: sent ") + "</p>",
        "keys alone": lambda n: rows(n, "<p>%s</p>"),
        "keys alone below headings": lambda n: rows(n, "<h3>sent</h3><p>%s</p>"),
        "text below each": lambda n: rows(n, "<p>%s: sent</p>") + "<pre>" + rows(n, "%s: sent\nand more\n") + "</pre>",
        "keys behind words": lambda n: rows(n, "<p>The case %s has been closed.</p>"),
        "pairs of keys": lambda n: rows(n, "<p>%s, 20129999999: sent</p>"),
        "longer numbers": lambda n: rows(n, "<p>%s99: sent</p>"),
        "numbers in groups": "<p>201 2000 {n} 1 2 3 4 5 6 7 8 9: sent 12 3456 7890</p>",
        "signs of full width": lambda n: rows(n, "<p>\uff12\uff10\uff11%s\uff1a\u6c7a\u5b9a</p>"),
        "brackets": lambda n: rows(n, "<p>%s " + "(" * 500 + "PDF" + ")" * 500 + "</p>"),
        "dates": lambda n: rows(n, "<p>%s: " + "12 June 2012 " * 50 + "</p>"),
        "tables in tables": lambda n: ("<table><tr><td>" * 80 + rows(n // 100, "%s: sent<br>") + "</td></tr></table>" * 80) * 100,
        "cells beside cells": lambda n: "<table>" + rows(n, "<tr><td>a</td><td>%s: sent<br>20129999998: sent</td></tr>") + "</table>",
    },
    lined,
)

each(
    "HTML, page",
    {
        "a list by its terms": lambda n: "<dl>" + rows(n, "<dt>%s<dd>sent") + "</dl>",
        "lists with what can be done": "<dl><dt>Number<dd>{n}<dd><a href=x>Change</a></dl>",
        "element names": "<a{n}x>",
        "element names that end": "<a{n}x></a{n}x>",
        "element names in a table": lambda n: "<table><tr><td>" + "".join(["<b%d></b%d>" % (i, i) for i in range(n)]) + "</table>",
        "long element names": lambda n: "".join(["<%s%d>x</%s%d>" % ("a" * 90, i, "a" * 90, i) for i in range(n)]),
        "attribute names": "<p a{n}=1></p>",
        "attribute names without values": "<p a{n}></p>",
        "attributes of one element": lambda n: "<p " + " ".join(["a%d=1" % i for i in range(n)]) + "></p>",
        "the same attribute of one element": lambda n: "<p " + "a=1 " * n + "></p>",
        "a long value": lambda n: '<p title="' + "a" * n + '"></p>',
        "a long value of entities": lambda n: '<p title="' + "&amp;" * n + '"></p>',
        "a value without end": lambda n: '<p title="' + "<b>" * n,
        "a long tag without end": lambda n: "<p " + "a " * n,
        "rows of <div>": lambda n: rows(n, "<div><div>%s</div><div>sent</div><div>14-Jun-12</div></div>"),
        "rows of <span> in list items": lambda n: rows(n, "<li><span>%s</span><span>sent</span></li>"),
        "rows of <div>, each in another": lambda n: rows(n, "<div><div>%s</div><div>sent</div>"),
        "one row of very many <div>": lambda n: "<div>" + rows(n, "<div>%s</div>") + "</div>",
        "nesting": "<div>",
        "nesting, 250 deep, again and again": "<div>" * 250 + "</div>" * 250,
        "formatting, 250 deep, again and again": "<b><i>" * 120 + "</b></i>" * 120,
        "misnested": "<b><i><u></b></i></u>",
        "paragraphs without end": "<p>a",
        "list items without end": "<li>a",
        "headlines": "<h1>a{n}</h1>",
        "labels": "<p>a: b{n}",
        "labels of their own": "<p>a{n}: b",
        "cards": "<div><p>a: {n}<p>b: c</div>",
        "cards of many labels": lambda n: "".join(["<div>" + "".join(["<p>a%d: b" % (i % 97 + j) for j in range(20)]) + "</div>" for i in range(n // 20)]),
        "bold labels": "<b>a:</b> b",
        "bold words in one line": lambda n: "<p>a" + "<b>b</b>c" * n,
        "blocks in pairs": "<div><div>a</div><div>{n}</div></div>",
        "labels within values": "<div>a:<div>",
        "blocks around labels, 60 deep": "<div>" * 60 + "a: b" + "</div><p>c: d" * 60,
        "text around text, 60 deep": lambda n: ("<i>a" * 60 + "b " * 400 + "</i>" * 60) * (n // 60),
        "digits above the line": "1<sup>2</sup>",
        "titles": "<title>a{n}</title>",
        "ends without beginning": "</b>",
        "ends of tables": "</table>",
        "beginnings of pages": "<html><body>",
        "frames and heads": "<head></head><frameset></frameset>",
        "tables of one cell": "<table><tr><td>a{n}</table>",
        "tables in tables": "<table><tr><td>",
        "tables in tables, 80 deep, again": "<table><tr><td>a" * 80 + "</table>" * 80,
        "lists of terms": lambda n: "<dl>" + "".join(["<dt>a%d<dd>b" % i for i in range(n)]) + "</dl>",
        "one term again and again": lambda n: "<dl>" + "<dt>a<dd>b" * n + "</dl>",
        "terms without definition": lambda n: "<dl>" + "<dt>a" * n + "<dd>b</dl>",
        "definitions that each stand for many terms": lambda n: "<dl>"
        + "".join(["<dt>a%d</dt>" % i for i in range(16_000)])
        + "<dd>b</dd>" * n
        + "</dl>",
        "definitions of many terms": lambda n: "<dl>" + "".join(["<dt>a%d" % i for i in range(1000)]) + "<dd>b" * n + "</dl>",
        "lists in cells": "<table><tr><td><dl><dt>a<dd>{n}</dl></table>",
        "lists of one term": "<dl><dt>a<dd>{n}</dl>",
        "entities": "&amp;",
        "unknown entities": "&a{n};",
        "numbers of characters": "&#{n};",
        "ampersands": "&",
        "less-than signs": "<",
        "less-than and a letter": "<a",
        "comments": "<!---->",
        "one long comment": lambda n: "<!--" + "-" * n + "-->",
        "a comment without end": lambda n: "<!--" + "- " * n,
        "instructions": "<?a{n}?>",
        "declarations": "<!x{n}>",
        "CDATA": "<![CDATA[a]]>",
        "scripts": "<script>a</script>",
        "a script without end": lambda n: "<script>" + "</s" * n,
        "styles of many declarations": lambda n: '<p style="' + "a:b;" * n + '">a</p>',
        "styles": '<p style="display:none">a</p>',
        "hidden": "<p hidden>a</p>",
        "pictures": '<img alt="a{n}">',
        "a page of white space": " \n",
        "breaks": "<br>a",
        "options": "<select><option>a<option>b</select>",
        "forms in forms": "<form>",
        "telephone numbers": "<p>01234 5{n}</p>",
    },
    page,
)

each(
    "HTML, cell",
    {
        "options": lambda n: "<select>" + "<option>a" * n,
        "lists of options in a cell": "<select><option>a<option selected>b</select>",
        "long": "a",
        "spaces": "a \n",
        "no-break spaces": "\u00a0",
        "combining marks": "\u0301",
        "letters with marks": "a\u0301\u0323",
        "right to left": "\u05d0\u05d1 12 ",
        "marks of direction": "\u202e\u2066",
        "joined emoji": "\U0001f469\u200d",
        "regional signs": "\U0001f1eb",
        "digits of full width": "\uff12\uff10",
        "brackets": "([{<wbr>",
        "dates": "14-Jun-12 ",
    },
    cell,
)

each(
    "HTML, many cells",
    {
        "combining marks": lambda n: rows(n, "<tr><td>%s</td><td>" + "e\u0301" * 20 + "</td></tr>"),
        "right to left": lambda n: rows(n, "<tr><td>%s</td><td>" + "\u05d0\u05d1\u05d2 " * 10 + "</td></tr>"),
        "the status twice in its cell": lambda n: rows(n, "<tr><td>%s</td><td>" + "sent " * 30 + "</td></tr>"),
        "near keys": lambda n: rows(n, "<tr><td>%s1</td><td>sent</td></tr>"),
        "letters that look alike": lambda n: rows(n, "<tr><td>%s</td><td>s\u0435nt p\u0430id</td></tr>"),
        "full width": lambda n: rows(n, "<tr><td>\uff12\uff10\uff11%s</td><td>x</td></tr>"),
    },
    within,
)


def links(text):
    return ("<html><body>" + text + "</body></html>").encode()


each(
    "HTML, links",
    {
        "years of headings": '<h2>20{n}</h2><h3>2026</h3><a href="list-{n}.pdf">12 May</a>',
        "one heading": lambda n: "<h2>2026</h2>" + "".join(['<li><a href="%d.pdf">12 May</a>' % i for i in range(n)]),
        "editions": '<a href="list-{n}.pdf">List {n}</a>',
        "one again and again": '<a href="list.pdf">List</a>',
        "with dates": '<a href="list-2012-06-{n}.pdf">14 June 2012</a>',
        "names of letters": lambda n: "".join(
            ['<a href="%s.pdf">x</a>' % hex(i)[2:].translate(str.maketrans("0123456789", "ghijklmnop")) for i in range(n)]
        ),
        "long addresses": lambda n: '<a href="' + "a/" * n + 'x.pdf">x</a>',
        "many dots": lambda n: '<a href="' + "../" * n + 'x.pdf">x</a>',
        "long texts": lambda n: '<a href="x.pdf">' + "June 2012 " * n + "</a>",
        "texts of many elements": lambda n: '<a href="x.pdf">' + "<b>a</b>" * n + "</a>",
        "digits": lambda n: '<a href="' + "1-" * n + '.pdf">x</a>',
        "percent signs": lambda n: '<a href="' + "%41" * n + '.pdf">x</a>',
        "queries": '<a href="?a={n}">x</a>',
        "one long base": lambda n: '<base href="/%s/">' % ("a" * 7000) + "".join('<a href="x%d.pdf">x</a>' % k for k in range(n)),
        "bases": '<base href="a{n}/"><a href="x{n}.pdf">x</a>',
        "areas": '<area href="x{n}.pdf" alt="a">',
        "pages": '<a href="list-{n}.html">List {n}</a>',
        "elsewhere": '<a href="https://h{n}.example/x.pdf">x</a>',
    },
    links,
    modes=("try", "links"),
)

each(
    "HTML, encoding",
    {
        "windows-1252": lambda n: page("<p>\u00e9t\u00e9</p>" * n).decode().encode("cp1252"),
        "UTF-16": lambda n: b"\xff\xfe" + within(rows(n)).decode().encode("utf-16-le"),
        "Shift_JIS with bytes that are none": lambda n: b'<html><meta charset="shift_jis"><table>' + FEW.encode() + b"\x81\x00\xff" * n,
        "GB18030": lambda n: b'<html><meta charset="gb18030"><table>' + FEW.encode() + "\u4e2d\u6587<br>".encode("gb18030") * n,
        "ISO-2022-JP": lambda n: b'<html><meta charset="iso-2022-jp"><table>' + FEW.encode() + b"\x1b$B0!\x1b(B" * n,
        "one escape sign": lambda n: page("").replace(b"</body>", b"\x1b" + b"<p>a</p>" * n),
        "slips in UTF-8": lambda n: page("").replace(b"</body>", b"\xc3\xa9\xff" * n),
        "zero bytes": lambda n: page("").replace(b"</body>", b"a\x00" * n),
    },
    lambda document: document,
)


# --- XML -----------------------------------------------------------------------------------------------------------------

RECORD = "<item><id>20120000001</id><status>sent</status></item>"


def xml(text, head=""):
    return ('<?xml version="1.0"?>' + head + "<r>" + RECORD * 20 + text + "</r>").encode()


def records(count, form="<item><id>%s</id><status>sent</status><date>14-Jun-12</date></item>"):
    return "".join([form % key(index) for index in range(count)])


ITEMS = {"options": ("--record", "item")}
each(
    "XML",
    {
        "plain": records,
        "attributes": lambda n: records(n, '<item id="%s" status="sent" date="14-Jun-12"/>'),
        "markup in fields": lambda n: records(n, "<item><id>%s</id><a>x <b>y</b> <i>z</i></a></item>"),
        "texts in texts, 200 deep": lambda n: ("<item><id>a</id>" + "<b>x" * 200 + "y " * 400 + "</b>" * 200 + "</item>") * (n // 200),
        "fields in a text": lambda n: "<item><id>a</id><a>x" + "<c>y</c>" * n + "</a></item>",
        "empty fields in a text": lambda n: "<item><a>x" + "<c/>" * n + "</a></item>",
        "HTML as text": lambda n: records(n, '<item><id>%s</id><a type="html">&lt;b&gt;x&amp;nbsp;&lt;/b&gt;</a></item>'),
        "tags without end as text": lambda n: '<item><a type="html">' + "&lt;a " * n + "</a></item>",
        "ampersands": lambda n: records(n, "<item><id>%s</id><a>R&D & co</a></item>"),
        "ampersands alone": lambda n: "<item><a>" + "&" * n + "</a></item>",
        "names of HTML": lambda n: records(n, "<item><id>%s</id><a>&nbsp;&eacute;</a></item>"),
        "element names": "<a{n}/>",
        "element names, each open": lambda n: "".join(["<a%d>" % i for i in range(n)]),
        "long element names": lambda n: "".join(["<%s%d/>" % ("a" * 90, i) for i in range(n)]),
        "names of one record": lambda n: "<item>" + "".join(["<a%d>x</a%d>" % (i, i) for i in range(n)]) + "</item>",
        "a name more in each record": "<item><a{n}>x</a{n}></item>",
        "attribute names of records": '<item a{n}="x"/>',
        "attribute names outside": '<b a{n}="x"/>',
        "attributes of one element": lambda n: "<item " + " ".join(['a%d="1"' % i for i in range(n)]) + "/>",
        "prefixes": '<p{n}:a xmlns:p{n}="u"/>',
        "namespaces": '<a xmlns="u{n}"/>',
        "namespaces of one element": lambda n: "<item " + " ".join(['xmlns:a%d="u"' % i for i in range(n)]) + "/>",
        "prefixes of one attribute": '<a xmlns:p{n}="u" p{n}:b="1"/>',
        "nesting": "<a>",
        "nesting, 200 deep, again and again": "<a>" * 200 + "</a>" * 200,
        "paths, 200 deep, each another": lambda n: "<item>"
        + "".join(["<a>" * 200 + "<b%d>x</b%d>" % (i, i) + "</a>" * 200 for i in range(n)])
        + "</item>",
        "records in records": "<item><item>a</item></item>",
        "one field again and again": lambda n: "<item>" + "<a>x</a>" * n + "</item>",
        "a hundred fields in each record": lambda n: ("<item>" + "".join(["<a%d>x</a%d>" % (i, i) for i in range(100)]) + "</item>")
        * (n // 100),
        "entities": "&amp;",
        "numbers of characters": "&#97;",
        "an entity that is not declared": "&a{n};",
        "CDATA": "<![CDATA[a]]>",
        "comments": "<!---->",
        "one long comment": lambda n: "<!--" + "a" * n + "-->",
        "instructions": "<?a{n}?>",
        "one long instruction": lambda n: "<?a " + "a" * n + "?>",
        "long text": "a",
        "long value": lambda n: '<item a="' + "a" * n + '"/>',
        "long value of line ends": lambda n: '<item a="' + "\n" * n + '"/>',
        "white space": "\n",
        "a tag without end": lambda n: "<item " + "a" * n,
        "a CDATA without end": lambda n: "<![CDATA[" + "]" * n,
        "ends without beginning": "</b>",
    },
    xml,
    **ITEMS
)

each(
    "XML, type",
    {
        "entities": "<!ENTITY a{n} 'b'>",
        "attributes": "<!ATTLIST b a{n} CDATA 'x'>",
        "elements": "<!ELEMENT b{n} ANY>",
        "notations": "<!NOTATION b{n} SYSTEM 'x'>",
        "entities of entities": lambda n: "".join(["<!ENTITY a%d '&a%d;&a%d;'>" % (i + 1, i, i) for i in range(n)]),
        "parameter entities": "<!ENTITY % a{n} 'b'>",
        "a model without end": lambda n: "<!ELEMENT b " + "(" * n,
        "comments": "<!-- a -->",
    },
    lambda text: xml("", "<!DOCTYPE r [" + text + "]>"),
    **ITEMS
)



def given(count, declarations):
    """Empty elements with attributes from the document type."""
    return xml("<b/>" * count, "<!DOCTYPE r [" + declarations + "]>")


each(
    "XML, given",
    {
        "an attribute": lambda n: given(n, "<!ATTLIST b a CDATA 'x'>"),
        "attributes": lambda n: given(n, "".join(["<!ATTLIST b a%d CDATA 'x'>" % i for i in range(250)])),
        "a long value": lambda n: given(n, "<!ATTLIST b a CDATA '" + "x" * 60_000 + "'>"),
        "words parted by blanks": lambda n: given(n, "<!ATTLIST b a NMTOKENS '" + "x " * 30_000 + "'>"),
        "namespaces": lambda n: given(n, "".join(["<!ATTLIST b xmlns:a%d CDATA 'x'>" % i for i in range(250)])),
        "more namespaces than may be": lambda n: given(n, "".join(["<!ATTLIST b xmlns:a%d CDATA 'x'>" % i for i in range(1500)])),
    },
    lambda document: document,
    **ITEMS
)

each(
    "XML, feed",
    {
        "titles that say all": lambda n: "<rss><channel>" + "".join(["<item><title>%s: sent</title></item>" % key(i) for i in range(n)]) + "</channel></rss>",
        "RSS": lambda n: "<rss><channel>" + records(n, "<item><title>%s</title><link>http://x/a.pdf</link></item>") + "</channel></rss>",
        "Atom": lambda n: '<feed xmlns="http://www.w3.org/2005/Atom">'
        + records(n, '<entry><title>%s</title><link href="a.pdf"/></entry>')
        + "</feed>",
        "titles": lambda n: "<rss><channel>" + "<title>a</title>" * n + "</channel></rss>",
        "links of one item": lambda n: "<rss><channel><item>" + "<link>a.pdf</link>" * n + "</item></channel></rss>",
        "items in items": lambda n: "<rss><channel>" + "<item><link>a.pdf</link>" * n,
        "a sitemap": lambda n: "<urlset>" + "".join(["<url><loc>http://x/list-%d.pdf</loc></url>" % i for i in range(n)]) + "</urlset>",
    },
    lambda text: ('<?xml version="1.0"?>' + text).encode(),
    modes=("rows", "try", "links"),
)

each(
    "XML, encoding",
    {
        "UTF-16": lambda n: b"\xff\xfe" + ('<?xml version="1.0" encoding="utf-16"?><r>' + records(n) + "</r>").encode("utf-16-le"),
        "windows-1252": lambda n: (
            '<?xml version="1.0" encoding="windows-1252"?><r>' + records(n, "<item><id>%s</id><a>\u00e9</a></item>") + "</r>"
        ).encode("cp1252"),
    },
    lambda document: document,
    **ITEMS
)
