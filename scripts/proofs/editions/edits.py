"""The edits of an office between two editions. Some change the list, others only its look. Each has its own seed, so
that a pair with fewer rows or edits is still the same pair."""

import copy
import random

from . import layouts, lists

CONTENT, LOOKS = {}, {}


def content(edit):
    CONTENT[edit.__name__] = edit
    return edit


def looks(edit):
    LOOKS[edit.__name__] = edit
    return edit


class Edition:
    """A list, a layout and a producer: the ingredients of one document."""

    def __init__(self, producer, layout, rows, late, issue=0):
        self.producer, self.layout, self.rows, self.late, self.issue = producer, layout, rows, late, issue

    def copy(self):
        return Edition(self.producer, copy.deepcopy(self.layout), copy.deepcopy(self.rows), copy.deepcopy(self.late), self.issue)

    def fresh(self, rng, many):
        keys = lists.Keys(rng, self.layout["keyform"])
        own = [row["key"] for row in self.rows]
        if own and self.layout["keyform"] != "##-###":
            keys.lead = own[0][: len(keys.lead)]
        drawn = own + [row["key"] for row in self.late]
        return [lists.case(rng, keys, self.layout, len(self.rows) + 1 + i, drawn) for i in range(many)]


def edited(edition, edits, producers):
    """The edition after the edits, given as [name, seed]. Leaves out an edit that would need other --columns."""
    new = edition.copy()
    new.issue = 1
    for name, seed in edits:
        before = new.copy()
        rng = random.Random(seed)
        if name == "producer":
            new.producer = rng.choice(producers)
        else:
            (CONTENT.get(name) or LOOKS[name])(new, rng)
        layouts.settled(new.layout, new.producer)
        if layouts.options(new.layout) != layouts.options(edition.layout) or not new.rows:
            new = before
    for number, row in enumerate(new.rows, 1):
        row["no"] = str(number)
    return new


def many(rng):
    return rng.choice([1, 1, 2, 3, 7, 20])


def some(rng, rows):
    return rng.sample(rows, min(len(rows), rng.choice([1, 1, 2, 4])))


@content
def status(edition, rng):
    for row in some(rng, edition.rows):
        row["status"] = rng.choice(
            [s for s in lists.SHORT + (lists.LONG if edition.layout["status"] != "short" else []) if s != row["status"]]
        )


@content
def date(edition, rng):
    for row in some(rng, edition.rows):
        row["date"] = lists.day(rng, edition.layout["dateform"])


@content
def addtop(edition, rng):
    edition.rows[:0] = edition.fresh(rng, many(rng))


@content
def addmid(edition, rng):
    at = rng.randrange(len(edition.rows) + 1)
    edition.rows[at:at] = edition.fresh(rng, many(rng))


@content
def addend(edition, rng):
    edition.rows += edition.fresh(rng, many(rng))


@content
def second(edition, rng):
    """A case gets another row, directly below its own."""
    if "date" not in edition.layout["columns"]:
        return
    at = rng.randrange(len(edition.rows))
    new = edition.fresh(rng, 1)[0]
    new["key"] = edition.rows[at]["key"]
    if new["status"] != edition.rows[at]["status"]:
        edition.rows.insert(at + 1, new)


@content
def gone(edition, rng):
    for row in some(rng, edition.rows):
        edition.rows.remove(row)


@content
def gonemany(edition, rng):
    left = max(1, len(edition.rows) * rng.randrange(1, 9) // 10)
    chosen = {id(row) for row in rng.sample(edition.rows, min(left, len(edition.rows)))}
    edition.rows = [row for row in edition.rows if id(row) in chosen]


@content
def longer(edition, rng):
    """A status that takes more lines."""
    for row in some(rng, edition.rows):
        row["status"] = rng.choice([s for s in lists.LONG if s != row["status"]])


@looks
def nothing(edition, rng):
    pass


@looks
def order(edition, rng):
    rng.choice([rng.shuffle, list.reverse, lambda rows: rows.sort(key=lambda row: row["key"])])(edition.rows)


def trait(name, values):
    def edit(edition, rng):
        edition.layout[name] = rng.choice([v for v in values if v != edition.layout[name]])

    edit.__name__ = name
    LOOKS[name] = edit


trait("widths", ["natural", "even", "narrow", "tight"])
trait("borders", layouts.BORDERS)
trait("valign", ["top", "middle", "bottom"])
trait("head", ["one-row", "two-row", "numbered"])
trait("repeat", [True, False])
trait("rotate", [0, 90, 180, 270])
trait("totals", [None, "span", "cells"])
trait("footnotes", [None, "one", "numbered"])
trait("signature", [True, False])
trait("pagehead", [None, "header", "footer", "both"])
trait("page", ["portrait", "landscape", "letter"])
trait("size", [8, 9, 10, 12])
trait("intro", [0, 1, 2])
trait("stars", [None, "before", "after"])
trait("groups", [None, "sentence", "name", "week", "tables"])
trait("align", ["left", "centre", "numbers right"])
trait("flavour", range(8))
trait("appendix", [None, "table", "bare table", "lines"])


@looks
def merged(edition, rng):
    edition.layout["merged"] = None if edition.layout["merged"] else rng.choice(["office", "status", "key"])


@looks
def addcol(edition, rng):
    new = [e for e in layouts.EXTRAS if e not in edition.layout["columns"]]
    if new:
        columns = edition.layout["columns"]
        columns.insert(rng.choice([0, len(columns), rng.randrange(len(columns) + 1)]), rng.choice(new))


@looks
def dropcol(edition, rng):
    old = [c for c in edition.layout["columns"] if c not in layouts.NAMED]
    if old:
        edition.layout["columns"].remove(rng.choice(old))


@looks
def movecol(edition, rng):
    columns = edition.layout["columns"]
    moved = columns.pop(rng.randrange(len(columns)))
    columns.insert(rng.randrange(len(columns) + 1), moved)
