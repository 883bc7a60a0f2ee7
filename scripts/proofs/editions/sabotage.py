"""Programs that lie about the lists they read: wrappers of batchwatch, each with one lie. In pairs with a right or
doubted verdict, the judge must find each lie that alters the output. Fails if it misses one, and if a lie had no
room."""

import os
import stat
import sys

from . import document, judge, pair as pairs

# What a lie does to the changes of `diff` or to the rows of `rows`: statements on `found`, which ends as a list.
LIES = {
    "a row is dropped": ("rows", "found = found[:-1]"),
    "a row is told twice": ("rows", "found = found + found[-1:]"),
    "a status loses its last word": ("rows", "[r.update(status=r['status'][:-4].strip()) for r in found[-1:]]"),
    "a date is its neighbour's": ("rows", "[a.update(date=b['date']) for a, b in zip(found, found[1:])]"),
    "a change is dropped": ("diff", "found = found[:-1]"),
    "a change is of another batch": ("diff", "[c.update(batch=c['batch'][::-1]) for c in found[:1]]"),
    "a change has the rows before": ("diff", "[c.update(rows=c['previousRows']) for c in found[:1]]"),
    "nothing has changed": ("diff", "found = []"),
    "a change that is none": (
        "diff",
        "found = found + [{'batch': '4711', 'kind': 'disappeared', 'previousRows': [{'status': 'Pending', 'date': ''}], 'rows': []}]",
    ),
    "an end by a signal": ("diff", "import os; os.kill(os.getpid(), 9)"),
}
WRAPPER = """#!%s
import json, subprocess, sys
done = subprocess.run(["%s"] + sys.argv[1:], stdin=subprocess.DEVNULL, capture_output=True)
try:
    found = json.loads(done.stdout)
except ValueError:
    found = None
if found is not None and sys.argv[1] == "%s":
    %s
    done.stdout = json.dumps(found).encode()
sys.stdout.buffer.write(done.stdout)
sys.stderr.buffer.write(done.stderr)
sys.exit(done.returncode)
"""


def main(options, producers):
    cache = pairs.Cache(options.cache)
    found, missed, room = {name: 0 for name in LIES}, 0, {name: 0 for name in LIES}
    wrappers = {}
    for number, (name, (command, lie)) in enumerate(LIES.items()):
        wrappers[name] = os.path.join(options.cache, "lie%d" % number)
        with open(wrappers[name], "w") as file:
            file.write(WRAPPER % (sys.executable, options.program, command, lie))
        os.chmod(wrappers[name], stat.S_IRWXU)
    for seed in range(options.seed, options.seed + options.pairs):
        pair = pairs.Pair.drawn(seed, producers)
        honest = pairs.judged(pair, options.program, cache, producers)
        if honest.is_wrong or judge.DOUBTED in (honest.diff[0], *(v for v, _ in honest.rows)):
            continue
        old, new = pair.editions(producers)
        for name, wrapper in wrappers.items():
            if not has_room(name, old, new):
                continue
            room[name] += 1
            if is_found(LIES[name][0], wrapper, honest.paths, pair.options(), [document.truth(old), document.truth(new)]):
                found[name] += 1
            else:
                missed += 1
                print("not found in seed %d: %s" % (seed, name))
    for name in LIES:
        print("%-32s found in %d of %d pairs" % (name, found[name], room[name]))
    narrow = [name for name in LIES if not room[name]]
    if narrow:
        print("no room for: %s; more --pairs" % ", ".join(narrow))
    return 1 if missed or narrow else 0


def is_found(command, program, paths, options, truths):
    """Whether the judge finds the lie about a pair, in the command that lies."""
    if command == "diff":
        return judge.judge_diff(program, *paths, options, *truths)[0] == judge.WRONG
    return any(judge.judge_rows(program, path, options, truth)[0] == judge.SILENT for path, truth in zip(paths, truths))


def has_room(name, old, new):
    """Whether the lie differs from the truth in this pair."""
    truths = [document.truth(old), document.truth(new)]
    changed = judge.changes(*truths)
    if name == "a date is its neighbour's":
        return any(len({row[2] for row in truth}) > 1 for truth in truths)
    if name in ("a change is dropped", "nothing has changed", "a change is of another batch"):
        return bool(changed)
    if name == "a change has the rows before":
        return bool(changed) and all(kind == "changed" for kind, _, _ in changed.values())
    return True
