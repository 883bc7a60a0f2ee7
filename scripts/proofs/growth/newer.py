"""Keys of several forms and in longer cells, keys that are texts, claims about single numbers, and the input of a
page's summary."""

from growth.drawn import MOST, placed
from growth.family import each, key
from growth.markup import lined, rows, within
from growth.pdf import pages, shown
from growth.values import lines, records, table, whole

FORMS = ["--key", "2[0-8]#########", "--key", "AAA-##-#{1,9}", "--key", "(EX-)?#{4,9}(A{1,3})?(/##)?"]
WIDE = ["--key", "#{1,16}A{1,16}"]
IN_TEXT = ["--key", "2[0-8]#########", "--key-in", "text"]
NAMES = ["--key", "*", "--columns", "batch=Batch,status=Status"]
ONE = ["--key", "20120000007"]


def named(count, form="%s, Anna;sent\n"):
    return "".join([form % ("Smith%d" % index) for index in range(count)])


def semicolons(text):
    return ("Batch;Status;Date\n" + text).encode()


def headed(text):
    return within("<tr><th>Batch<th>Status<th>Date</tr>" + text)


each(
    "forms of keys, CSV",
    {
        "of the first form": table,
        "of the last form": lambda n: table(n, "EX-%.4s/12,sent,14-Jun-12\n"),
        "of none, by one sign": lambda n: table(n, "EX-%s_,sent,14-Jun-12\n"),
        "optional parts, each there": lambda n: "".join(["EX-%dABC/12,sent\n" % (1000 + i) for i in range(n)]),
        "longer than any form": lambda n: table(n, "%s99999999999999,sent\n"),
        "long words of digits and letters": lambda n: ("1A" * 30 + ",sent\n") * n,
        "one long word": lambda n: "1A" * n,
        "digits, then letters": lambda n: ("1" * 16 + "A" * 17 + ",sent\n") * n,
    },
    lines,
    options=FORMS,
)

each(
    "wide masks, text",
    {
        "words that begin like a key": lambda n: ("1" * 16 + "A" * 15 + "_ sent\n") * n,
        "numbers in a line": lambda n: "1 " * n,
        "one line of near keys": lambda n: ("11111111A-" * 20 + " ") * n,
        "short keys": lambda n: "1A: sent\n" * n,
    },
    lines,
    options=WIDE,
)

each(
    "keys in longer cells, CSV",
    {
        "a key in each": lambda n: table(n, "No. %s (Smith);sent;14-Jun-12\n"),
        "two keys in each": lambda n: table(n, "%s, 20129999999;sent\n"),
        "keys that nothing parts": lambda n: table(n, "%s 20129999999;sent\n"),
        "many keys in one cell": lambda n: table(n, "%s, ") + ";sent\n",
        "many keys in each of many": lambda n: ("20120000001, " * 300 + ";sent\n") * (n // 300),
        "brackets": lambda n: table(n, "%s " + "(" * 200 + ")" * 200 + ", 20129999999;sent\n"),
        "brackets that stay open": lambda n: table(n, "%s " + "(" * 400 + ", 20129999999;sent\n"),
        "commas": lambda n: table(n, "%s " + "," * 400 + " 20129999999;sent\n"),
        "conjunctions": lambda n: table(n, "%s " + "and " * 200 + " 20129999999;sent\n"),
        "signs that join": lambda n: table(n, "%s-" + "1-" * 300 + ";sent\n"),
        "longer numbers": lambda n: table(n, "9%s9 " + "1 " * 100 + ";sent\n"),
        "paragraphs": lambda n: table(n, "%s " + "word " * 700 + ";sent\n"),
        "longer than a paragraph": lambda n: table(n, "%s " + "word " * 1000 + ";sent\n"),
    },
    semicolons,
    options=IN_TEXT,
)

each(
    "keys in longer cells, HTML",
    {
        "lines in a cell": lambda n: rows(n, "<tr><td>Smith<br>%s<br>20129999999<td>sent</tr>"),
        "very many lines in a cell": lambda n: "<tr><td>" + rows(n, "%s<br>") + "<td>sent</tr>",
        "lines that end with a hyphen": lambda n: rows(n, "<tr><td>" + "a-<br>" * 50 + "%s<td>sent</tr>"),
        "keys in several columns": lambda n: rows(n, "<tr><td>a 20121111111<td>b %s<td>c 20123333333</tr>"),
        "rows without a key below them": lambda n: rows(n, "<tr><td>%s, 20129999999<td>a<td>b</tr><tr><td><td>c<td>d</tr>"),
    },
    headed,
    options=IN_TEXT,
)

each(
    "keys in longer cells, PDF",
    {
        "a key in each": placed(lambda i: ((50, 300)[i % 2], -12.0 * (i // 2), ("No. %s \\(Smith\\)" % key(i // 2), "sent")[i % 2])),
        "two keys in each": placed(lambda i: ((50, 300)[i % 2], -12.0 * (i // 2), ("%s, 20129999999" % key(i // 2), "sent")[i % 2])),
        "each begins elsewhere": placed(lambda i: (50 + 0.01 * i + 250 * (i % 2), -12.0 * (i // 2), ("a %s b" % key(i), "sent")[i % 2])),
        "lines of many texts": placed(lambda i: (50 + 90.0 * (i % 40), -12.0 * (i // 40), "a %s" % key(i))),
        "paragraphs of keys": placed(lambda i: (50, -12.0 * i, ("case %s and " % key(i)) * 4)),
        "one long line": placed(lambda i: (50.0 + 70 * i, 50, key(i) + ",")),
    },
    lambda text: text,
    options=IN_TEXT,
    **MOST,
)

each(
    "names for keys, CSV",
    {
        "plain": named,
        "alike": lambda n: named(n, "%s,  ANNA;sent\n") + named(n, "%s, Anna;sent\n"),
        "one again and again": "Smith, Anna;sent\n",
        "with marks": lambda n: named(n, "%sé\u0301\u0301;sent\n"),
        "long": lambda n: named(n, "%s" + " de la" * 40 + ";sent\n"),
        "longer than a key": lambda n: named(n, "%s" + " de la" * 60 + ";sent\n"),
        "hyphens and quotes": lambda n: named(n, "%s-\u2013\u2010 'O\u2019B';sent\n"),
    },
    semicolons,
    options=NAMES,
)

each(
    "one number, text",
    {
        "in groups that are none": "201 2000 0008 ",
        "its digits one by one": "2 0 1 2 0 0 0 ",
        "its beginning": "2012000000 ",
        "its beginning, joined": "2012000000",
        "in other scripts": "\u0662\u0660\u0661\u0662 ",
        "with signs between": "2-0-1-2-",
        "lines that end within it": "20120\n",
        "itself": "20120000007 ",
    },
    lambda text: lined("<p>" + text),
    options=ONE,
    modes=("rows",),
)

each(
    "one number, JSON",
    {
        "in names": lambda n: "{" + ",".join(['"%s":{}' % key(i) for i in range(n)]) + "}",
        "in values beside records": lambda n: "[" + records(20) + ",".join(['"x %s"' % key(i) for i in range(n)]) + "]",
        "in one string": lambda n: '["' + "20120000006 " * n + '"]',
    },
    whole,
    options=ONE,
    modes=("rows",),
)

each(
    "one number, PDF",
    {
        "broken over lines": placed(lambda i: (50, -12.0 * i, ("20120", "000006")[i % 2])),
        "broken over columns": placed(lambda i: (50 + 60 * (i % 2), -12.0 * (i // 2), ("20120", "000006")[i % 2])),
        "sign by sign": placed(lambda i: (50 + 5 * (i % 90), -12.0 * (i // 90), "20120000006"[i % 11])),
        "parts on one spot": placed(lambda i: (50, 50, ("20120", "000006")[i % 2])),
        "page after page": lambda n: pages([shown([(50, 50, key(page)), (50, 40, "20120"), (50, 30, "000006")]) for page in range(n // 30)]),
    },
    lambda text: text,
    options=ONE,
    modes=("rows",),
    **MOST,
)
