"""Reduces a failing pair while it still fails: removes irrelevant edits, rows, traits, columns and long statuses."""

from . import layouts
from .pair import Pair

GROUP = 6  # candidates whose documents are made together
LONG = 12  # letters of a status that may wrap


def parts(pair):
    """Removable parts, in groups: the first is tried first."""
    layout = pair.layout
    yield [("edit", i) for i in range(len(pair.edits))]
    yield [("row", i) for i in range(len(pair.rows))]
    traits = [n for n, v in layouts.PLAIN.items() if n not in ("keyform", "dateform", "columns") and layout[n] != v]
    columns = [c for c in layout["columns"] if c not in layouts.NAMED]
    yield [("trait", n) for n in traits] + [("column", c) for c in columns] + [("late", i) for i in range(len(pair.late) - 1)]
    yield [("status", i) for i, row in enumerate(pair.rows) if len(row["status"]) > LONG]


def without(pair, gone):
    """The pair without these parts, None if nothing would be left."""
    layout = {n: layouts.PLAIN[n] if ("trait", n) in gone else v for n, v in pair.layout.items()}
    layout["columns"] = [c for c in layout["columns"] if ("column", c) not in gone]
    rows = [
        dict(row, status="Pending") if ("status", i) in gone else dict(row)
        for i, row in enumerate(pair.rows)
        if ("row", i) not in gone
    ]
    late = [row for i, row in enumerate(pair.late) if ("late", i) not in gone]
    edits = [edit for i, edit in enumerate(pair.edits) if ("edit", i) not in gone]
    return Pair(pair.seed, pair.producer, layouts.settled(layout, pair.producer), rows, late, edits) if rows else None


def shrunk(pair, verdict, judged, prepare, most):
    """The smallest pair found in so many tries that fails in the same way, and its verdict.

    `judged` returns the verdict on a pair, `prepare` makes the documents of several together, if that is faster."""
    gone, small, tries = set(), pair, 0
    for group in parts(pair):
        size = len(group)
        while size and tries < most:
            chunks = [set(group[i : i + size]) - gone for i in range(0, len(group), size)]
            chunks = [c for c in chunks if c]
            for at, chunk in enumerate(chunks):
                candidate = without(pair, gone | chunk)
                if at % GROUP == 0:
                    prepare([p for p in (without(pair, gone | c) for c in chunks[at : at + GROUP]) if p])
                if not candidate or tries >= most:
                    continue
                tries += 1
                try:
                    found = judged(candidate)
                except Exception:
                    continue
                if found.kind == verdict.kind:
                    gone, small, verdict = gone | chunk, candidate, found
            size //= 2
    return small, verdict
