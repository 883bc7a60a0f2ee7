"""The judge: what the hook was told, held against what the server answered. It knows nothing of the program's state.

A find is (kind, sentence). Statuses are compared in Unicode's form C, rows without regard to their order.
"""

import unicodedata
from collections import Counter

SLACK = 0.5  # seconds between a kill and the process that did not live to see it noted
OF_BATCHES = ("observed", "appeared", "changed", "disappeared")
UNKNOWN = None


def plain(rows):
    return tuple(sorted(tuple(unicodedata.normalize("NFC", text) for text in row) for row in rows))


def split(identifier):
    uuid, _, number = identifier.rpartition("-")
    return uuid, int(number) if number.isdigit() else -1


def judge(facts):
    """All finds in a history that has ended."""
    return once(facts) + repeated(facts) + ordered(facts) + identified(facts) + true(facts) + alarmed(facts) + lost(facts)


def firsts(facts):
    """What was told, each event once."""
    seen = set()
    return [event for event in facts["told"] if not (event["id"] in seen or seen.add(event["id"]))]


def name(event):
    return "%s %s %s of %s" % (event["id"], event["kind"], event["batch"] or "-", event["source"])


def once(facts):
    """One call of the hook: arguments, variables and object say the same; and so do all calls under one id."""
    finds, known = [], {}
    for event in facts["told"]:
        variables = event["variables"]
        expected = {"EVENT_ID": event["id"], "KIND": event["kind"], "SOURCE": event["source"], "BATCH": event["batch"],
                    "LABEL": event["label"]}  # fmt: skip
        for rows, prefix in ((event["rows"], ""), (event["previous"], "PREVIOUS_")):
            if len(rows) == 1:
                expected.update({prefix + "STATUS": rows[0][0], prefix + "DATE": rows[0][1]})
            elif not rows:
                expected.update({prefix + "STATUS": "", prefix + "DATE": ""})
        wrong = {key: variables.get(key) for key, value in expected.items() if variables.get(key) != value}
        if wrong or event["arguments"] != event["kind"] or event["type"] != "batchwatch." + event["kind"]:
            finds.append(("contradiction", "%s: the variables say otherwise than the object: %s" % (name(event), wrong)))
        content = [event[key] for key in ("kind", "source", "batch", "rows", "previous", "detail", "message")]
        if known.setdefault(event["id"], content) != content:
            finds.append(("contradiction", "%s: two contents under one id" % name(event)))
    return finds


def repeated(facts):
    """The same id again only after a kill or a hook that failed."""
    finds, before = [], {}
    for event in sorted(facts["told"], key=lambda event: event["begun"]):
        last = before.get(event["id"])
        before[event["id"]] = event
        if last is None or last["plan"] not in ("ok", "slow"):
            continue
        times = facts["kills"] + [damage["time"] for damage in facts["damages"]]
        if not any(last["begun"] - SLACK <= at <= event["begun"] + SLACK for at in times):
            finds.append(("repeated", "%s: told twice, and nothing had happened in between" % name(event)))
    return finds


def ordered(facts):
    """The events of a batch, and those of a source itself, come in the order of their numbers."""
    finds, last = [], {}
    for event in firsts(facts):
        uuid, number = split(event["id"])
        if last.get((uuid, event["source"], event["batch"]), 0) >= number:
            finds.append(("order", "%s: told after number %d" % (name(event), last[uuid, event["source"], event["batch"]])))
        last[uuid, event["source"], event["batch"]] = number
    return finds


def identified(facts):
    """One uuid for each state; another only where the state was damaged or deleted."""
    finds, known = [], {}
    for event in firsts(facts):
        uuids = known.setdefault(event["source"], [])
        uuid = split(event["id"])[0]
        if uuid in uuids:
            continue
        uuids.append(uuid)
        done = sum(damage["source"] == event["source"] and damage["time"] <= event["begun"] for damage in facts["damages"])
        if len(uuids) > 1 + done:
            finds.append(("uuid", "%s: uuid number %d, and the state was damaged %d times" % (name(event), len(uuids), done)))
    return finds


def served(facts):
    """When each publication first left the server whole: {(source, part): {number: time}}."""
    times = {}
    for entry in facts["answers"]:
        if entry["whole"] and entry["part"] is not None:
            times.setdefault((entry["source"], entry["part"]), {}).setdefault(entry["number"], entry["time"])
    return times


def true(facts):
    """Each event says what an edition said that was served whole by then, and begins where the one before ended."""
    finds, looks = [], Counter()
    last, floor, uuids, past = {}, {}, {}, {}
    when = served(facts)
    torn = {(entry["source"], entry["part"]) for entry in facts["answers"] if entry["how"].startswith("half written")}
    for event in firsts(facts):
        key = event["source"], event["batch"]
        if event["kind"] not in OF_BATCHES:
            continue
        if key not in facts["added"]:
            finds.append(("invented", "%s: that batch was never watched" % name(event)))
            continue
        uuid = split(event["id"])[0]
        if uuids.setdefault(key, uuid) != uuid:  # a state that began anew, or an older one: `identified` sees to that
            uuids[key] = uuid
            last.pop(key, None)
            floor.pop(key, None)
        rows, previous = plain(event["rows"]), plain(event["previous"])
        finds += story(event, rows, previous, last.get(key, UNKNOWN), key in past)
        looks[uuid, key] += event["kind"] == "observed"
        if event["kind"] == "observed" and looks[uuid, key] > facts["added"][key]:
            finds.append(("repeated", "%s: another first look" % name(event)))
        last[key] = rows
        past.setdefault(key, []).append(rows)
        home = key[0], facts["homes"][key]
        ready = [number for number, at in sorted(when.get(home, {}).items()) if at <= event["begun"]]
        fitting = [number for number in ready if plain(facts["parts"][home][number].get(key[1], ())) == rows]
        later = [number for number in fitting if number >= floor.get(key, 0)]
        if not fitting:
            finds.append(("half a file" if home in torn else "invented", "%s: no edition that was served whole says %s" % (
                name(event), rows)))
        elif not later:
            finds.append(("half a file" if home in torn else "older edition", "%s: %s is what edition %d says, after edition %d was told" % (
                name(event), rows, fitting[-1], floor[key])))
        else:
            floor[key] = later[0]
    return finds


def story(event, rows, previous, before, has_past):
    """What an event says against the one before it."""
    kind, wrong = event["kind"], None
    if kind == "observed":
        return [("invented", "%s: a first look with rows from before" % name(event))] if previous else []
    if kind == "changed" and rows == previous:
        wrong = "changed", "both say the same"
    elif before is UNKNOWN and not has_past:
        wrong = "told before a first look", "nothing was told of it before"
    elif before is not UNKNOWN and previous != before:
        wrong = "inconsistent", "previous rows %s, told before: %s" % (previous, before)
    elif kind == "appeared" and (previous or not rows) or kind == "disappeared" and (rows or not previous) or (
            kind == "changed" and not (rows and previous)):  # fmt: skip
        wrong = "inconsistent", "%s -> %s" % (previous, rows)
    return [("no change" if wrong[0] == "changed" else wrong[0], "%s: %s" % (name(event), wrong[1]))] if wrong else []


def alarmed(facts):
    """A suspicion or a failure has to have a cause: without the daemon nothing is published while a poll is under way."""
    finds = []
    if facts["resident"]:
        return finds
    for event in firsts(facts):
        bad = any(entry["source"] == event["source"] and not entry["sound"] and entry["time"] <= event["begun"]
                  for entry in facts["answers"])  # fmt: skip
        if event["kind"] in ("suspect", "failing") and not bad:
            finds.append(("false alarm", "%s: all answers were sound: %s" % (name(event), event["detail"])))
    return finds


def lost(facts):
    """What the last edition says of a watched batch and was not told. Named by what may be the cause: the list is held as
    suspect, or another of its documents or pages is dead."""
    finds, last, held = [], {}, set()
    beside = {source for source, _ in facts["dead"]}
    for event in firsts(facts):
        if event["kind"] in ("suspect", "recovered"):
            (held.add if event["kind"] == "suspect" else held.discard)(event["source"])
        if event["kind"] in OF_BATCHES:
            last[event["source"], event["batch"]] = plain(event["rows"])
    for source, batches in facts["watched"].items():
        for batch in batches:
            home = source, facts["homes"][source, batch]
            if home in facts["dead"]:
                continue
            says = plain(facts["parts"][home][-1].get(batch, ()))
            told = last.get((source, batch), UNKNOWN)
            if told != says:
                kind = "held" if source in held else "lost beside a dead document" if source in beside else "lost"
                finds.append((kind, "%s of %s: the list says %s, told was %s" % (batch, source, says, told)))
    return finds
