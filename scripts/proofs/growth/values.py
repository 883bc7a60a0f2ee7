"""JSON, and text files with cells separated by commas."""

from growth.family import each, family, key

RECORD = '{"id":"20120000001","status":"sent","date":"14-Jun-12"}'


def listed(text):
    """Records, and elements of the same array."""
    return ("[" + ",".join([RECORD] * 20) + "," + text.rstrip(",") + "]").encode()


def records(count, form='{"id":"%s","status":"sent","date":"14-Jun-12"},'):
    return "".join([form % key(index) for index in range(count)])


def whole(text):
    return text.encode()


def named(count, form='"a%d":1'):
    return ",".join([form % index for index in range(count)])


each(
    "JSON, elements",
    {
        "plain": records,
        "one key again and again": RECORD + ",",
        "objects of one name each": '{"a{n}":1},',
        "a hundred names each": lambda n: ("{" + named(100) + "},") * (n // 100),
        "a name more in each of many": lambda n: "".join(['{"id":1,"a%d":%d},' % (i % 16000, i) for i in range(n)]),
        "empty objects": "{},",
        "empty arrays": "[],",
        "arrays of three": '["20120000001","sent","14-Jun-12"],',
        "numbers": "1,",
        "long numbers": lambda n: "1" * n,
        "long fractions": lambda n: "1." + "1" * n,
        "nulls": "null,",
        "a long string": lambda n: '"' + "a" * n + '"',
        "escapes": lambda n: '"' + "\\n" * n + '"',
        "escaped characters": lambda n: '"' + "\\u0061" * n + '"',
        "escaped halves": lambda n: '"' + "\\ud800" * n + '"',
        "strings": '"a{n}",',
        "a string without end": lambda n: '"' + "a" * n,
        "records of joined values": lambda n: '{"id":1,"a":[' + "1," * n + "1]},",
        "paths": '{"a":{"b":{"c":{"d":{n}}}}},',
        "paths, each another": '{"a":{"b":{"c":{"d{n}":1}}}},',
        "arrays in records": '{"id":"20120000001","a":[{"b":1},{"b":2}]},',
        "combining marks": '{"id":"20120000001","a":"' + "e\u0301" * 20 + '"},',
        "addresses": '{"title":"June {n}","url":"http://x/list-{n}.pdf"},',
        "titles above addresses": '{"title":"June {n}","files":["a.pdf","b.pdf"]},',
    },
    listed,
    modes=("rows", "try", "links"),
)

each(
    "JSON",
    {
        "names of one object": lambda n: "{" + named(n) + "}",
        "long names of one object": lambda n: "{" + named(n, '"' + "a" * 200 + '%d":1') + "}",
        "names of one object in another": lambda n: '{"x":{' + named(n) + "}}",
        "objects of one object": lambda n: "{" + named(n, '"a%d":{"b":1}') + "}",
        "objects below a long name": lambda n: '{"' + "a" * 8 * n + '":{' + named(n, '"a%d":{"b":1}') + "}}",
        "lists of one object": lambda n: "{" + named(n, '"a%d":[{"b":1}]') + "}",
        "one name again and again": lambda n: "{" + ",".join(['"a":1'] * n) + "}",
        "names of equal beginnings": lambda n: "{" + named(n, '"%09d' + "\\u0301" * 3 + '":1') + "}",
        "arrays in arrays": lambda n: "[" * n,
        "objects in objects": lambda n: '{"a":' * n,
        "arrays, 200 deep, again and again": lambda n: "[" + ",".join(["[" * 200 + "]" * 200] * n) + "]",
        "objects, 200 deep, each another": lambda n: "["
        + ",".join(['{"a%d":' % i + '{"a":' * 200 + "1" + "}" * 201 for i in range(n)])
        + "]",
        "one wide row": lambda n: "[[" + ",".join(["1"] * n) + "]]",
        "wide rows": lambda n: "[" + ",".join(["[" + ",".join(["1"] * 1000) + "]"] * (n // 1000)) + "]",
        "white space": lambda n: "[" + " \n" * n + "]",
        "a wrong end": lambda n: "[" + "1,\n" * n + "}",
        "one object of long lists": lambda n: '{"data":{"items":[' + records(n).rstrip(",") + "]}}",
        "three long lists": lambda n: "{" + ",".join(['"l%d":[%s]' % (i, records(n // 3).rstrip(",")) for i in range(3)]) + "}",
    },
    whole,
    modes=("rows", "try", "links"),
)


each(
    "JSON map",
    {
        "of values": lambda n: "{" + ",".join(['"%s":"sent"' % key(i) for i in range(n)]) + "}",
        "of objects": lambda n: "{" + ",".join(['"%s":{"s":"sent","d":"14-Jun-12"}' % key(i) for i in range(n)]) + "}",
        "of lists": lambda n: "{" + ",".join(['"%s":[{"s":"a"},{"s":"b"}]' % key(i) for i in range(n)]) + "}",
        "of objects, each another": lambda n: "{" + ",".join(['"%s":{"a%d":1}' % (key(i), i) for i in range(n)]) + "}",
        "maps of maps": lambda n: "{" + ",".join(['"%s":{%s}' % (key(i), ",".join(['"%d":{}' % (1000 + j) for j in range(100)])) for i in range(n // 100)]) + "}",
        "rows below the names of their columns": lambda n: '{"columns":["id","s","d"],"rows":['
        + ",".join(['["%s","sent","14-Jun-12"]' % key(i) for i in range(n)]) + "]}",
        "lists of rows, each with names": lambda n: "{" + ",".join(['"c%d":["a","b"],"r%d":[["1","2"]]' % (i, i) for i in range(n)]) + "}",
        "rows in objects, each with names": lambda n: "{" + ",".join(['"o%d":{"c":["a","b"],"r":[["1","2"]]}' % i for i in range(n)]) + "}",
        "a sequence": lambda n: "".join(["\x1e" + RECORD + "\n"] * n),
        "separators": "\x1e",
    },
    whole,
)

each(
    "JSON across",
    {
        "objects with one name each": lambda n: "[" + ",".join(['{"%s":"sent"}' % key(i) for i in range(n)]) + "]",
        "such lists in an object": lambda n: "{" + ",".join(['"l%d":[{"%s":"sent"}]' % (i, key(i)) for i in range(n)]) + "}",
        "columns": lambda n: '{"id":[%s],"status":[%s]}' % (",".join(['"%s"' % key(i) for i in range(n)]), ",".join(['"sent"'] * n)),
        "columns in objects": lambda n: "{" + ",".join(['"o%d":{"id":["1","2"],"status":["a","b"]}' % i for i in range(n)]) + "}",
        "many columns": lambda n: "{" + ",".join(['"c%d":["%s","2"]' % (i, key(i)) for i in range(n)]) + "}",
        "numbered columns": lambda n: '{"id":{%s},"status":{%s}}'
        % (",".join(['"%d":"%s"' % (i, key(i)) for i in range(n)]), ",".join(['"%d":"sent"' % i for i in range(n)])),
        "numbers under statuses": lambda n: '{"sent":[%s],"refused":["%s"]}' % (",".join(['"%s"' % key(i) for i in range(n)]), key(n)),
        "a status for each number": lambda n: "{" + ",".join(['"s %s":["%s"]' % ("a" * (i % 50), key(i)) for i in range(n)]) + "}",
        "cells with values": lambda n: '{"cols":[{"label":"Number"},{"label":"Status"}],"rows":['
        + ",".join(['{"c":[{"v":"%s"},{"v":1,"f":"sent"}]}' % key(i) for i in range(n)]) + "]}",
        "JSON in a string": lambda n: '{"d":"[' + ",".join(['{\\"id\\":\\"%s\\",\\"s\\":\\"sent\\"}' % key(i) for i in range(n)]) + ']"}',
    },
    whole,
)


def lines(text):
    return ("Batch,Status,Date\n" + "".join(["%s,sent,14-Jun-12\n" % key(index) for index in range(20)]) + text).encode()


def table(count, form="%s,sent,14-Jun-12\n"):
    return "".join([form % key(index) for index in range(count)])


each(
    "CSV",
    {
        "plain": table,
        "one key again and again": "20120000001,sent,14-Jun-12\n",
        "a cell each": "20120000001\n",
        "quoted": lambda n: table(n, '"%s","sent","14-Jun-12"\n'),
        "pairs of quotes": lambda n: '"' + '""' * n + '"',
        "a quote without end": lambda n: '"' + "a,b\n" * n,
        "a quote without end in each line": 'a,"b\n',
        "quotes within cells": 'a"b"c,d\n',
        "one wide row": ",",
        "rows that grow": lambda n: "".join(["a," * (i % 2000) + "\n" for i in range(n)]),
        "empty lines": "\n",
        "one escape sign": lambda n: "\x1b\n" + "a,b\n" * n,
        "returns": "\r",
        "blanks": " ",
        "blanks before quotes": ' "a"',
        "tabs": "a\tb\n",
        "all separators": "a,b;c\td|e\n",
        "one long cell": "a",
        "long cells": lambda n: table(n, "%s," + "word " * 500 + "\n"),
        "formulas": lambda n: table(n, '="%s",="sent"\n'),
        "a formula of blanks": lambda n: "=" + " " * n,
        "no-break spaces": "\u00a0",
        "combining marks": lambda n: table(n, "%s," + "e\u0301" * 20 + "\n"),
        "right to left": lambda n: table(n, "%s,\u05d0\u05d1\u05d2 12\n"),
        "statuses twice": lambda n: table(n, "%s," + "sent " * 50 + "\n"),
        "near keys": lambda n: table(n, "%s1,sent\n"),
        "keys in one cell": lambda n: table(n, "%s "),
        "keys that stick together": lambda n: table(n, "%s"),
        "dates of all kinds": "20120000001,sent,Thursday 14 June 2012 08:30\n",
        "figures": "{n},{n}.5,{n}/{n}\n",
        "names": "Station a{n},1.50,open\n",
        "columns of keys": lambda n: "".join([",".join([key(i * 50 + j) for j in range(50)]) + "\n" for i in range(n // 50)]),
        "headings again and again": "Batch,Status,Date\n",
        "different forms of keys": "a{n}-12/{n},sent\n",
    },
    lines,
)

each(
    "text list",
    {
        "lines": lambda n: table(n, "%s: sent\n"),
        "lines with commas": lambda n: table(n, "%s: sent, 14-Jun-12\n"),
        "blocks": lambda n: table(n, "%s: sent\n\n"),
        "wrapped lines": lambda n: table(n, "%s: sent\nand more\n"),
    },
    whole,
)

each(
    "CSV, encoding",
    {
        "UTF-16": lambda n: b"\xff\xfe" + table(n).encode("utf-16-le"),
        "UTF-16 without a mark": lambda n: table(n).encode("utf-16-be"),
        "windows-1252": lambda n: ("Name,Status\n" + "\u00e9t\u00e9,sent\n" * n).encode("cp1252"),
        "slips in UTF-8": lambda n: lines("") + b"\xc3\xa9,\xff\n" * n,
        "halves of characters": lambda n: lines("") + b"\xe2\x82" * n,
    },
    lambda document: document,
)


@family("CSV: byte order marks")
def byte_order_marks(count):
    return b"\xef\xbb\xbf" * count + b"batch,status\n20121456171,sent\n"
