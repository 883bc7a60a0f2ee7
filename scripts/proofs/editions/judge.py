"""Reads both editions and their changes with the program, and compares them with the true lists."""

import collections
import json
import re
import subprocess
import time
import unicodedata

SECONDS = 60
TRIES = 20
FOLD = {0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"', 0x2212: "-", 0x2010: "-", 0x2011: "-", 0xAD: "-", 0x2026: "..."}
UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
RIGHT, DOUBTED, WRONG = "right", "doubted", "wrong"
EXACT, SILENT = "exact", "silent"


def folded(text):
    text = UNSEEN.sub("", unicodedata.normalize("NFKC", (text or "").translate(FOLD))).translate(FOLD)
    return " ".join(text.split())


def folded_rows(rows):
    return sorted([folded(cell) for cell in row] for row in rows)


def changes(old, new):
    """The expected changes: {batch: (kind, rows before, rows now)}."""
    before, now = collections.defaultdict(list), collections.defaultdict(list)
    for by, rows in ((before, old), (now, new)):
        for key, status, date in folded_rows(rows):
            by[key].append([status, date])
    out = {}
    for key in before.keys() | now.keys():
        if sorted(before[key]) != sorted(now[key]):
            kind = "appeared" if not before[key] else "disappeared" if not now[key] else "changed"
            out[key] = (kind, sorted(before[key]), sorted(now[key]))
    return out


def told(text):
    """The changes that the program printed, None if it printed none."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    out = {}
    for change in found:
        rows = [
            sorted([folded(r.get("status")), folded(r.get("date"))] for r in change.get(name) or [])
            for name in ("previousRows", "rows")
        ]
        out[folded(change["batch"])] = (change["kind"], rows[0], rows[1])
    return out


def run(program, *words):
    """The exit status, the output, and the error message. Retries programs that are just being built."""
    for _ in range(TRIES):
        try:
            done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return 124, "", "takes longer than %d s" % SECONDS
        except OSError:
            time.sleep(1)
            continue
        if done.returncode != 74 or b"cannot start" not in done.stderr:
            break
        time.sleep(1)
    else:
        raise OSError("%s cannot be started" % program)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def judge_diff(program, old, new, options, old_truth, new_truth):
    """The verdict, and the wrong changes. With exit status 65 changes may be missing, but none may be false."""
    code, out, err = run(program, "diff", old, new, "--json", *options)
    want, got = changes(old_truth, new_truth), told(out)
    if code == 65:
        false = [k for k in got or {} if got[k] != want.get(k)]
        return (WRONG, differences(want, {k: got[k] for k in false}, False)) if false else (DOUBTED, err.strip().split("\n")[0])
    if code != 0 or got is None:
        return WRONG, "exit status %d: %s" % (code, err.strip()[:300])
    return (RIGHT, "") if got == want else (WRONG, differences(want, got, True))


def differences(want, got, is_whole):
    out = []
    for key in sorted(want.keys() | got.keys()):
        if want.get(key) != got.get(key) and (is_whole or key in got):
            out.append("%s: told %s, is %s" % (key, in_words(got.get(key)), in_words(want.get(key))))
    return "\n".join(out)


def in_words(change):
    return "%s %s -> %s" % change if change else "nothing"


def judge_rows(program, path, options, truth):
    """The verdict on one edition, and the wrong rows."""
    code, out, err = run(program, "rows", path, "--format", "json", *options)
    try:
        got = folded_rows([r.get("batch"), r.get("status"), r.get("date")] for r in json.loads(out))
    except ValueError:
        got = None
    if code == 65:
        return DOUBTED, err.strip().split("\n")[0]
    if code != 0 or got is None:
        return SILENT, "exit status %d: %s" % (code, err.strip()[:300])
    want = folded_rows(truth)
    if got == want:
        return EXACT, ""
    less = collections.Counter(map(tuple, want)) - collections.Counter(map(tuple, got))
    more = collections.Counter(map(tuple, got)) - collections.Counter(map(tuple, want))
    return SILENT, "\n".join(["is   %s" % list(r) for r in list(less)[:6]] + ["read %s" % list(r) for r in list(more)[:6]])
