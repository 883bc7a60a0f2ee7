"""A pair of editions: drawn from a seed, written as JSON, made into documents, judged, and reduced while it still
fails."""

import hashlib
import json
import os
import random

from . import document, edits, judge, layouts, lists
from .producers import PRODUCERS, chromium, markupless, office, page, platypus, raw, sheets  # noqa: F401  they register

PDF_WEIGHT = 3  # what is printed has to be guessed; a format with cells says it
SIZES = [1, 2, 3, 3, 5, 5, 8, 12, 20, 30, 45, 60, 90]


class Pair:
    def __init__(self, seed, producer, layout, rows, late, edits):
        self.seed, self.producer, self.layout, self.rows, self.late, self.edits = seed, producer, layout, rows, late, edits

    @staticmethod
    def drawn(seed, producers):
        """The pair of a seed and of these producers."""
        rng = random.Random(seed)
        producer = rng.choices(producers, [PDF_WEIGHT if PRODUCERS[p].suffix == "pdf" else 1 for p in producers])[0]
        layout = layouts.draw(rng, producer)
        number = rng.choice(SIZES)
        keys = lists.Keys(rng, layout["keyform"])
        rows = [lists.case(rng, keys, layout, i + 1) for i in range(number)]
        order = rng.choice([None, None, "key"])
        if order:
            rows.sort(key=lambda row: row["key"])
        late = [lists.case(rng, keys, layout, i + 1) for i in range(rng.choice([1, 2, 4]))]
        changes = []
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            names = list(edits.CONTENT) if rng.random() < 0.55 else list(edits.LOOKS) + ["producer"]
            changes.append([rng.choice(names), rng.randrange(1 << 30)])
        return Pair(seed, producer, layout, rows, late, changes)

    def facts(self):
        return {
            "seed": self.seed,
            "producer": self.producer,
            "layout": self.layout,
            "rows": self.rows,
            "late": self.late,
            "edits": self.edits,
        }

    @staticmethod
    def read(path):
        with open(path) as file:
            facts = json.load(file)
        facts["layout"] = dict(layouts.PLAIN, **facts["layout"])
        return Pair(*(facts[name] for name in ("seed", "producer", "layout", "rows", "late", "edits")))

    def editions(self, producers):
        old = edits.Edition(self.producer, self.layout, self.rows, self.late)
        old = edits.edited(old, [], producers)
        old.issue = 0
        others = [
            p
            for p in producers
            if family(p) == family(self.producer) and PRODUCERS[p].is_batch <= PRODUCERS[self.producer].is_batch
        ]
        return old, edits.edited(old, self.edits, others)

    def options(self):
        mask, layout = lists.KEYS[self.layout["keyform"]], self.layout
        columns = layouts.options(layout)
        if self.producer == "rss":
            columns = "batch=title,status=description" + (",date=pubDate" if "date" in layout["columns"] else "")
        elif self.producer == "xml":
            columns = ",".join(
                "%s=%s" % (layouts.NAMED[c], sheets.tag(layouts.heading(layout, c)))
                for c in layout["columns"]
                if c in layouts.NAMED
            )
        return ["--key", mask, "--columns=" + columns] + (["--record", "case"] if self.producer == "xml" else [])

    def describe(self):
        traits = [
            "%s=%s" % (name, ",".join(value) if isinstance(value, list) else value)
            for name, value in self.layout.items()
            if value != layouts.PLAIN[name] and name not in ("flavour", "names", "dateform")
        ]
        return "%s; edits %s; %s n=%d" % (
            self.producer,
            " ".join(name for name, _ in self.edits) or "none",
            " ".join(traits),
            len(self.rows),
        )


def family(producer):
    """An office may change between producers of a family, and the configuration still fits."""
    return producer if producer in layouts.RECORDS else "tables"


class Cache:
    """Documents by their ingredients."""

    def __init__(self, place):
        self.place = place
        os.makedirs(place, exist_ok=True)

    def path(self, edition):
        facts = [
            edition.producer,
            edition.layout,
            edition.rows,
            edition.late if edition.layout["appendix"] else [],
            edition.issue,
        ]
        name = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:24]
        return os.path.join(self.place, "%s.%s" % (name, PRODUCERS[edition.producer].suffix))

    def make(self, editions):
        """Writes missing documents, many at once if their producer can do that; returns the paths. None if it fails."""
        missing = {}
        for edition in editions:
            path = self.path(edition)
            if not os.path.exists(path):
                missing.setdefault(edition.producer, {})[path] = edition
        for name, those in missing.items():
            producer = PRODUCERS[name]
            documents = [document.Document(edition) for edition in those.values()]
            made = producer.write(documents) if producer.is_batch else [producer.write(d) for d in documents]
            for path, data, edition in zip(those, made, those.values()):
                if data:
                    save(path, turned(data, edition))
        return [path if os.path.exists(path) else None for path in map(self.path, editions)]


def save(path, data):
    with open(path + ".new%d" % os.getpid(), "wb") as file:
        file.write(data)
    os.replace(path + ".new%d" % os.getpid(), path)


def turned(data, edition):
    """A PDF with /Rotate in its pages, if PyMuPDF can do that; producers that write it themselves already have it."""
    angle = edition.layout["rotate"]
    if not angle or not data.startswith(b"%PDF") or edition.producer in ("raw", "reportlab"):
        return data
    try:
        import pymupdf
    except ImportError:
        return data
    with pymupdf.open(stream=data, filetype="pdf") as paper:
        for sheet in paper:
            sheet.set_rotation(angle)
        return paper.tobytes()


class Verdict:
    """On a pair: of `diff`, and of `rows` of each edition; with what is wrong."""

    def __init__(self, diff, rows, paths, producers):
        self.diff, self.rows, self.paths, self.producers = diff, rows, paths, producers

    @property
    def is_wrong(self):
        return self.diff[0] == judge.WRONG or any(v == judge.SILENT for v, _ in self.rows)

    @property
    def kind(self):
        return (self.diff[0] == judge.WRONG, any(v == judge.SILENT for v, _ in self.rows))

    @property
    def words(self):
        out = ["diff: %s\n%s" % self.diff]
        out += ["rows of %s: %s\n%s" % (name, *verdict) for name, verdict in zip(("old", "new"), self.rows)]
        return "\n".join(out)


def judged(pair, program, cache, producers):
    old, new = pair.editions(producers)
    paths = cache.make([old, new])
    if None in paths:
        raise OSError("%s wrote nothing" % pair.producer)
    return judged_documents(pair, program, paths, producers)


def judged_documents(pair, program, paths, producers):
    """The verdict on documents of the pair, made now or earlier."""
    old, new = pair.editions(producers)
    options, truths = pair.options(), [document.truth(old), document.truth(new)]
    diff = judge.judge_diff(program, *paths, options, *truths)
    rows = [judge.judge_rows(program, path, options, truth) for path, truth in zip(paths, truths)]
    return Verdict(diff, rows, paths, (old.producer, new.producer))
