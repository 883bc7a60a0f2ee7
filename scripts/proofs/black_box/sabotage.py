"""Lies that the judge must find: each alters the hook's events in a history without a find.

A kind returns None if the history has no room for it: an alteration that happens to be no lie is left out.
"""

import copy

from .judge import CERTAIN, SLACK, firsts, owed, plain, split, tears


def lies(facts, chance):
    """(kind, altered facts or None) for each kind."""
    for kind, alter in KINDS.items():
        altered = copy.deepcopy(facts)
        yield kind, altered if alter(altered, chance) else None


def chosen(events, chance):
    return chance.choice(events) if events else None


def chains(facts):
    """The certain events of each batch under one uuid, in order."""
    found = {}
    for event in firsts(facts):
        if event["kind"] in CERTAIN:
            found.setdefault((split(event["id"])[0], event["source"], event["batch"]), []).append(event)
    return found


def is_last(facts, event):
    """Whether it is the last certain event of its batch."""
    own = [other for other in firsts(facts) if other["kind"] in CERTAIN and (other["source"], other["batch"]) == (event["source"], event["batch"])]
    return own[-1]["id"] == event["id"]


def is_expected(facts, event):
    home = event["source"], facts["homes"][event["source"], event["batch"]]
    return event["batch"] in facts["watched"][event["source"]] and home not in facts["dead"]


def drop(facts, chance):
    """An event is missing: the next one of the batch begins elsewhere, or the last state is never reported."""
    able = []
    for chain in chains(facts).values():
        for event, following in zip(chain[1:], chain[2:] + [None]):
            if event["kind"] == "observed":
                continue
            if following is None and is_last(facts, event) and is_expected(facts, event):
                able.append(event)
            if following is not None and following["kind"] != "observed":
                able.append(event)
    event = chosen(able, chance)
    if event:
        facts["told"] = [other for other in facts["told"] if other["id"] != event["id"]]
    return event


def repeat(facts, chance):
    """An event comes twice without a kill in between."""
    times = facts["kills"] + [damage["time"] for damage in facts["damages"]]
    able = [event for event in firsts(facts) if event["plan"] in ("ok", "slow")
            and not any(event["begun"] - SLACK <= at <= event["begun"] + SLACK + 0.01 for at in times)
            and sum(other["id"] == event["id"] for other in facts["told"]) == 1]  # fmt: skip
    event = chosen(able, chance)
    if event:
        again = copy.deepcopy(event)
        again["begun"] += 0.001
        facts["told"].insert(facts["told"].index(event) + 1, again)
    return event


def renumber(facts, chance):
    """The last event of a batch comes again with another id."""
    able = [event for event in firsts(facts) if event["kind"] in ("changed", "appeared", "disappeared")
            and is_last(facts, event)]  # fmt: skip
    event = chosen(able, chance)
    if event:
        again = copy.deepcopy(event)
        again["id"] = "%s-%d" % (split(event["id"])[0], split(event["id"])[1] + 100_000)
        again["variables"]["EVENT_ID"] = again["id"]
        facts["told"].append(again)
    return event


def falsify(facts, chance):
    """An event has a status that the batch had in no edition."""
    able = [event for event in firsts(facts) if event["kind"] in CERTAIN and event["rows"]]
    event = chosen(able, chance)
    if event:
        said = {status for made in facts["parts"][event["source"], facts["homes"][event["source"], event["batch"]]]
                for status, _ in [*made["rows"].get(event["batch"], ()), *made["clouds"].get(event["batch"], ())]}  # fmt: skip
        status = chance.choice([s for s in ("approved", "visa issued", "expired", "issued", "lost") if s not in said])
        date = event["rows"][0][1]
        for other in facts["told"]:
            if other["id"] == event["id"]:
                other["rows"] = [(status, date)] + other["rows"][1:]
                if len(other["rows"]) == 1:
                    other["variables"]["STATUS"] = status
    return event


def swap(facts, chance):
    """Two events of a batch in the wrong order, each with its own time and content."""
    able = [pair for chain in chains(facts).values() for pair in zip(chain, chain[1:])]
    pair = chosen(able, chance)
    if pair:
        times = [event["begun"] for event in pair]
        for event in pair:  # repeats would keep one of them in its place
            facts["told"] = [other for other in facts["told"] if other["id"] != event["id"] or other is event]
        places = sorted(next(i for i, other in enumerate(facts["told"]) if other is event) for event in pair)
        facts["told"][places[0]], facts["told"][places[1]] = pair[1], pair[0]
        pair[1]["begun"], pair[0]["begun"] = times
    return pair


def invent(facts, chance):
    """One additional event with a fitting beginning: with the content of an older edition, or of none."""
    last = {}
    for event in firsts(facts):
        if event["kind"] in CERTAIN:
            last[event["source"], event["batch"]] = event
    able = [event for event in last.values() if event["rows"] and is_expected(facts, event)]
    event = chosen(able, chance)
    if event:
        new = copy.deepcopy(event)
        home = event["source"], facts["homes"][event["source"], event["batch"]]
        older = [rows[event["batch"]] for rows in (made["rows"] for made in facts["parts"][home])
                 if rows.get(event["batch"]) and plain(rows[event["batch"]]) != plain(event["rows"])]  # fmt: skip
        rows = list(chance.choice(older)) if older and chance.random() < 0.5 else [("approved", "31-Dec-26")]
        number = max(split(other["id"])[1] for other in facts["told"]) + 1
        new.update(id="%s-%d" % (split(event["id"])[0], number), kind="changed", rows=rows, previous=event["rows"])
        new.update(begun=max(other["begun"] for other in facts["told"]) + 0.1, arguments="changed", type="batchwatch.changed",
                   plan="ok")  # fmt: skip
        variables(new)
        facts["told"].append(new)
    return event


def variables(event):
    event["variables"].update(EVENT_ID=event["id"], KIND=event["kind"])
    for rows, prefix in ((event["rows"], ""), (event["previous"], "PREVIOUS_")):
        for place, part in (("STATUS", 0), ("DATE", 1)):
            event["variables"][prefix + place] = "; ".join(row[part] for row in rows)


def same(facts, chance):
    """A change between two editions with the same rows of the batch."""
    able = [event for event in firsts(facts) if event["kind"] == "changed"]
    event = chosen(able, chance)
    if event:
        for other in facts["told"]:
            if other["id"] == event["id"]:
                other["previous"] = list(other["rows"])
                variables(other)
    return event


def rename(facts, chance):
    """Another uuid from some event on, although the state was not damaged."""
    able = [event for event in firsts(facts)[1:] if event["kind"] == "changed" and not any(
        damage["source"] == event["source"] for damage in facts["damages"])]  # fmt: skip
    event = chosen(able, chance)
    if event:
        for other in facts["told"][facts["told"].index(event):]:
            if other["source"] == event["source"]:
                other["id"] = "00000000-0000-4000-8000-000000000000-%d" % split(other["id"])[1]
                other["variables"]["EVENT_ID"] = other["id"]
    return event


def unclears(facts):
    return [event for event in firsts(facts) if event["kind"] == "unclear"]


def rewrite(facts, event, **members):
    """Alters all events with one id alike."""
    for other in facts["told"]:
        if other["id"] == event["id"]:
            other.update(members, arguments=members.get("kind", other["kind"]))
            other["type"] = "batchwatch." + other["kind"]
            variables(other)


def as_gone(facts, chance):
    """An unclear batch is reported as gone, although no edition since its last event was without it."""
    able = []
    for event in unclears(facts):
        home = facts["parts"][event["source"], facts["homes"][event["source"], event["batch"]]]
        fitting = [n for n, made in enumerate(home) if plain(made["rows"].get(event["batch"], ())) == plain(event["previous"])]
        if event["previous"] and fitting and all(made["rows"].get(event["batch"]) or event["batch"] in made["clouds"] or made["emptied"]
                for made in home[fitting[0]:]) and not any(
                accept["source"] == event["source"] and accept["batch"] in (None, event["batch"]) for accept in facts["accepts"]):
            able.append(event)
    event = chosen(able, chance)
    if event:
        rewrite(facts, event, kind="disappeared", rows=[])
    return event


def needless(facts, chance):
    """A batch is reported as unclear, although each edition is certain about it."""
    able = [event for event in firsts(facts) if event["kind"] in CERTAIN and event["rows"] and is_last(facts, event)
            and not tears(facts, event)
            and not any(event["batch"] in made["clouds"] for made in facts["parts"][
                event["source"], facts["homes"][event["source"], event["batch"]]])]  # fmt: skip
    event = chosen(able, chance)
    if event:
        new = copy.deepcopy(event)
        new.update(id="%s-%d" % (split(event["id"])[0], split(event["id"])[1] + 100_000), previous=event["rows"],
                   detail="a word may belong to another row", plan="ok")  # fmt: skip
        facts["told"].insert(max(i for i, other in enumerate(facts["told"]) if other["id"] == event["id"]) + 1, new)
        rewrite(facts, new, kind="unclear")
    return event


def never_told(facts, chance):
    """An `unclear` has previous rows that were never reported."""
    event = chosen(unclears(facts), chance)
    if event:
        rewrite(facts, event, previous=[("approved", "31-Dec-26")])
    return event


def drop_unclear(facts, chance):
    """A required `unclear` is missing."""
    able = [events[0]["id"] for *_, events in owed(facts) if len(events) == 1]
    chosen_id = chosen(able, chance)
    if chosen_id:
        facts["told"] = [other for other in facts["told"] if other["id"] != chosen_id]
    return chosen_id


KINDS = {"dropped": drop, "repeated": repeat, "under another id": renumber, "falsified": falsify, "swapped": swap,
         "invented": invent, "no change": same, "another uuid": rename, "unclear as gone": as_gone, "needless unclear": needless,
         "never told": never_told, "unclear dropped": drop_unclear}  # fmt: skip
