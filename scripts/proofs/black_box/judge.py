"""The judge: compares the hook's events with the server's answers. It knows nothing of the program's state.

A certain event (observed, appeared, changed, disappeared) needs an edition that certainly has its content, or an
`accept`; an `unclear` needs an uncertain edition. The certain events of a batch form a chain, which an `unclear`
repeats and leaves unchanged.

A find is (kind, sentence). Compares statuses in Unicode's form C, and rows without regard to their order.
"""

import unicodedata
from collections import Counter

SLACK = 0.5  # seconds between a kill and the process that did not live to see it noted
CERTAIN = ("observed", "appeared", "changed", "disappeared")
OF_BATCHES = (*CERTAIN, "unclear")
UNKNOWN = None


def plain(rows):
    return tuple(sorted(tuple(unicodedata.normalize("NFC", text) for text in row) for row in rows))


def split(identifier):
    uuid, _, number = identifier.rpartition("-")
    return uuid, int(number) if number.isdigit() else -1


def judge(facts):
    """All finds in a finished history."""
    return once(facts) + repeated(facts) + ordered(facts) + identified(facts) + true(facts) + (
        clouded(facts) + late(facts) + alarmed(facts) + lost(facts))


def firsts(facts):
    """The reported events, each once."""
    seen = set()
    return [event for event in facts["told"] if not (event["id"] in seen or seen.add(event["id"]))]


def name(event):
    return "%s %s %s of %s" % (event["id"], event["kind"], event["batch"] or "-", event["source"])


def once(facts):
    """One call of the hook: arguments, variables and object agree; and so do all calls with one id."""
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
        content = [event[key] for key in ("kind", "source", "batch", "rows", "previous", "detail")]
        # The sentence names the list if the batch is watched in several by the time it is told.
        content.append(event["message"].replace(" in %s: " % event["source"], ": ", 1))
        if known.setdefault(event["id"], content) != content:
            finds.append(("contradiction", "%s: two contents under one id" % name(event)))
    return finds


def repeated(facts):
    """An id repeats only after a kill or a failed hook."""
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
    """One uuid for each state; another only if the state was damaged or deleted."""
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


def served(facts, cut=False):
    """When each publication first left the server whole, or also cut: {(source, part): {number: time}}."""
    times = {}
    for entry in facts["answers"]:
        if (entry["whole"] or cut and is_torn(entry)) and entry["part"] is not None:
            times.setdefault((entry["source"], entry["part"]), {}).setdefault(entry["number"], entry["time"])
    return times


def is_torn(answer):
    """Whether the served document is cut in a way that its own rows may not show."""
    return answer["how"].startswith(("cut at", "half written", "too-long"))


def accepted(facts, event, batch):
    """Whether a user had accepted by then the reading of the batch; or the document, without a batch."""
    return any(accept["code"] == 0 and accept["time"] <= event["begun"] and (accept["source"], accept["batch"]) == (
        event["source"], batch) for accept in facts["accepts"])  # fmt: skip


def readable(meant, rows):
    """Whether these rows can be read for a batch in doubt: perhaps not all of its rows, and perhaps not to the end of
    each, which may lie within a letter with a separate accent character."""
    def begins(text, part):
        return unicodedata.normalize("NFD", text).startswith(unicodedata.normalize("NFD", part.rstrip("\ufffd")))

    return all(any(begins(status, row[0]) and begins(date, row[1]) for status, date in plain(meant)) for row in rows)


def says(facts, edition, event, rows):
    """Whether this edition allows a certain event to give its batch these rows."""
    batch = event["batch"]
    if rows and rows == edition["uncut"].get(batch) and len(rows) >= len(event["previous"]):
        return True  # the line that is cut does not say whose it is
    if batch in edition["clouds"]:
        # That a line has no end is seen beside the edition before, which a new state does not know; and three editions
        # without one are a custom.
        home = event["source"], facts["homes"][event["source"], batch]
        ends = [number for number, at in served(facts, cut=True).get(home, {}).items() if at <= event["begun"]
                and (facts["parts"][home][number]["cloud"] or [None])[0] == "cut-line"]  # fmt: skip
        begun = edition["cloud"][0] == "cut-line" and (len(ends) > 3 or any(
            damage["source"] == event["source"] and damage["time"] <= event["begun"] for damage in facts["damages"]))
        return (begun or accepted(facts, event, batch)) and readable(edition["clouds"][batch], rows)
    if edition["emptied"] and not accepted(facts, event, None):
        return False
    return plain(edition["rows"].get(batch, ())) == rows


def true(facts):
    """Each event has the content of an edition that was served whole by then, and begins where the one before ended."""
    finds, looks = [], Counter()
    last, floor, uuids, past = {}, {}, {}, {}
    when, at_all = served(facts), served(facts, cut=True)
    torn = {(entry["source"], entry["part"]) for entry in facts["answers"] if entry["how"].startswith("half written")}
    for event in firsts(facts):
        key = event["source"], event["batch"]
        if event["kind"] not in CERTAIN:
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
        fitting = [number for number in ready if says(facts, facts["parts"][home][number], event, rows)]
        if rows:  # a cut document is certain of the rows that it has whole, and where it had no fewer before that is all
            cut = [number for number, at in at_all.get(home, {}).items() if at <= event["begun"] and number not in ready]
            fitting = sorted(fitting + [n for n in cut if says(facts, facts["parts"][home][n], event, rows)])
            fitting = fitting or [n for n in torn_editions(facts, event, home) if len(rows) >= len(previous) and set(
                rows) <= set(plain(facts["parts"][home][n]["rows"].get(key[1], ())))]
        later = [number for number in fitting if number >= floor.get(key, 0)]
        if not fitting and twice_cut(facts, event, home, accepted(facts, event, key[1]) and not rows):
            continue
        if not fitting:
            unclear = any(key[1] in facts["parts"][home][number]["clouds"] for number in ready[-3:])
            kind = "half a file" if home in torn else "certain of what is unclear" if unclear else "invented"
            finds.append((kind, "%s: no edition that was served whole says %s with certainty" % (
                name(event), rows)))
        elif not later and believed_again(facts, event, home, rows):
            continue
        elif not later:
            finds.append(("half a file" if home in torn else "older edition", "%s: %s is what edition %d says, after edition %d was told" % (
                name(event), rows, fitting[-1], floor[key])))
        else:
            floor[key] = later[0]
    return finds


def torn_editions(facts, event, home):
    """The numbers of the editions that some answer had cut."""
    return sorted({answer["number"] for answer in facts["answers"] if (answer["source"], answer["part"]) == home
                   and is_torn(answer) and answer["time"] <= event["begun"]})  # fmt: skip


def believed_again(facts, event, home, rows):
    """Whether the server had sent an old copy, of the document or of the page that links to it, often enough to be
    trusted: three times."""
    copies = Counter(answer["number"] for answer in facts["answers"] if answer["source"] == home[0]
                     and answer["part"] in (home[1], None) and answer["how"].endswith("old copy")
                     and answer["time"] <= event["begun"])  # fmt: skip
    return any(count > 2 and says(facts, facts["parts"][home][number], event, rows) for number, count in copies.items())


def twice_cut(facts, event, home, was_accepted):
    """Whether a document was cut at the same byte in two answers, which nobody can notice; or once, and the reading of
    the batch was accepted."""
    cuts = Counter((answer["number"], answer["how"]) for answer in facts["answers"] if (answer["source"], answer["part"]) == home
                   and answer["how"].startswith("cut at") and answer["time"] <= event["begun"])  # fmt: skip
    return max(cuts.values(), default=0) > (0 if was_accepted else 1)


def clouded(facts):
    """Each `unclear` has a cause, repeats the last certain event, and comes once for the same doubt.

    A cut answer is a cause, too, and so is a doubt about another row if the batch has none; `needless` counts events
    without another cause."""
    finds, last, uuids, seen, past = [], {}, {}, set(), {}
    when = served(facts)
    for event in firsts(facts):
        key, uuid = (event["source"], event["batch"]), split(event["id"])[0]
        if event["kind"] not in OF_BATCHES or key not in facts["added"]:
            continue
        if uuids.setdefault(key, uuid) != uuid:
            uuids[key] = uuid
            last.pop(key, None)
        rows, previous = plain(event["rows"]), plain(event["previous"])
        if event["kind"] != "unclear":
            last[key] = rows
            past.setdefault(key, []).append(rows)
            continue
        # A state that was damaged may begin anew with what an older one knew; a batch that is watched again knows nothing.
        again = facts["added"][key] > 1 and not previous
        if not again and (previous != last[key] if key in last else previous and previous not in past.get(key, ())):
            finds.append(("inconsistent", "%s: previous rows %s, told before: %s" % (name(event), previous, last.get(key))))
        if not event["detail"]:
            finds.append(("no reason", name(event)))
        if (uuid, key, rows, event["detail"]) in seen and facts["added"][key] < 2:
            finds.append(("repeated", "%s: the same doubt about the same rows" % name(event)))
        seen.add((uuid, key, rows, event["detail"]))
        if not (causes(facts, event, when) or tears(facts, event) or left_over(facts, event, when)):
            finds.append(("false alarm", "%s: each edition is plain about it: %s" % (name(event), event["detail"])))
    return finds


def causes(facts, event, when):
    """The editions served by then with an uncertain batch that allows this reading."""
    home = event["source"], facts["homes"][event["source"], event["batch"]]
    return [number for number, at in when.get(home, {}).items() if at <= event["begun"] and event["batch"] in facts[
        "parts"][home][number]["clouds"] and readable(facts["parts"][home][number]["clouds"][event["batch"]], plain(event["rows"]))]


def left_over(facts, event, when):
    """Documents with another row in doubt, or that may continue: if the batch has fewer rows than before, that row may
    be one of its."""
    if len(event["rows"]) >= max(len(event["previous"]), 1):
        return []
    made = [facts["parts"][home][number] for home in when if home[0] == event["source"]
            for number, at in when[home].items() if at <= event["begun"]]  # fmt: skip
    return [edition for edition in made if (edition["cloud"] or [None])[0] in ("doubt", "cut-line")]


def beside_doubt(facts, source, batch, rows, until):
    """Whether the batch is unclear with just these rows because another document of its list is in doubt."""
    when = served(facts)
    return any(event["kind"] == "unclear" and (event["source"], event["batch"]) == (source, batch) and event["begun"] <= until
               and plain(event["rows"]) == plain(rows) and left_over(facts, event, when) for event in firsts(facts))  # fmt: skip


def tears(facts, event):
    """Cut answers, and pairs of requests that got two editions of a document without a visible end."""
    return [answer for answer in facts["answers"] if answer["source"] == event["source"] and answer["time"] <= event["begun"]
            and (is_torn(answer) or "old copy" in answer["how"] and "second request" in event["detail"])]  # fmt: skip


def needless(facts):
    """How many were unclear only because of a cut answer, or another row in doubt."""
    when = served(facts)
    return sum(event["kind"] == "unclear" and (event["source"], event["batch"]) in facts["added"]
               and not causes(facts, event, when) for event in firsts(facts))  # fmt: skip


def quiet(facts):
    """(poll, source, home, edition) if a poll must have reported everything: honest answers, nothing killed, no list
    held, and no earlier hook failed unnoticed."""
    if facts["resident"]:
        return
    for poll in facts["polls"]:
        if poll["code"] != 0 or poll["deaf"] or any(poll["begun"] - SLACK <= at <= poll["ended"] for at in facts["kills"]):
            continue
        for source in poll["watched"]:
            homes = [home for home in poll["newest"] if home[0] == source]
            past = [a for a in facts["answers"] if a["source"] == source and a["time"] <= poll["begun"]]  # of a file
            now = past[-1:] if any(a["how"].startswith(("put", "written", "half")) for a in past) else poll["answers"]
            now = [a for a in now if a["source"] == source]
            numbers = {(source, a["part"]): a["number"] for a in now}
            if not all(a["sound"] for a in now):
                continue
            for home in homes:
                edition = facts["parts"][home][poll["newest"][home]]
                if numbers.get(home) == poll["newest"][home] and not edition["emptied"]:
                    yield poll, source, home, edition


def waits(facts, poll, source, batch):
    """Whether the last event of the batch failed: the next ones wait for it."""
    own = [event for event in facts["told"] if event["begun"] <= poll["ended"] and (event["source"], event["batch"]) == (source, batch)]
    return bool(own) and max(own, key=lambda event: event["begun"])["plan"] not in ("ok", "slow")


def owed(facts):
    """(poll, source, batch, acceptable `unclear` events): for each batch that was unclear in a poll that must report
    everything."""
    known = [event for event in firsts(facts) if event["kind"] == "unclear"]
    for poll, source, home, edition in quiet(facts):
        own = edition["cloud"] and edition["cloud"][1]
        if edition["cloud"] and edition["cloud"][0] == "cut-line" and any(d["source"] == source for d in facts["damages"]):
            continue  # see `says`
        if own not in poll["watched"][source] or not edition["stands"] or waits(facts, poll, source, own):
            continue
        if any(accept["time"] <= poll["ended"] and accept["batch"] == own for accept in facts["accepts"]):
            continue
        yield poll, source, own, [event for event in known if event["begun"] <= poll["ended"] and (
            event["source"], event["batch"]) == (source, own) and readable(edition["clouds"][own], plain(event["rows"]))]


def late(facts):
    """What a poll must have reported, also about the other batches if one is unclear."""
    finds = []
    for poll, source, batch, able in owed(facts):
        if not able:
            finds.append(("not unclear", "%s of %s: edition %d is unclear about it, and nobody was told" % (
                batch, source, poll["newest"][source, facts["homes"][source, batch]])))
    for poll, source, home, edition in quiet(facts):
        for batch in poll["watched"][source]:
            if facts["homes"][source, batch] != home[1] or batch in edition["clouds"] or not edition["rows"].get(batch):
                continue
            if waits(facts, poll, source, batch):
                continue
            told = [event for event in firsts(facts) if event["begun"] <= poll["ended"] and event["kind"] in CERTAIN
                    and (event["source"], event["batch"]) == (source, batch)]  # fmt: skip
            if beside_doubt(facts, source, batch, edition["rows"][batch], poll["ended"]):
                continue
            if not told or plain(told[-1]["rows"]) != plain(edition["rows"][batch]):
                finds.append(("late", "%s of %s: a poll has seen %s in edition %d, told was %s" % (
                    batch, source, edition["rows"][batch], poll["newest"][home], told[-1]["rows"] if told else "nothing")))
    return finds


def story(event, rows, previous, before, has_past):
    """The contradictions of an event to the one before it."""
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
    """A suspicion or a failure needs a cause; a row in doubt is none. Without the daemon nothing is published during a
    poll."""
    finds = []
    if facts["resident"]:
        return finds
    for event in firsts(facts):
        bad = any(entry["source"] == event["source"] and entry["time"] <= event["begun"] and (
            not entry["sound"] or entry["part"] and facts["parts"][entry["source"], entry["part"]][entry["number"]]["odd"])
            for entry in facts["answers"])  # fmt: skip
        bad = bad or "older edition" in event["detail"] and taken_back(facts, event["source"])
        if event["kind"] in ("suspect", "failing") and not bad:
            finds.append(("false alarm", "%s: all answers were sound: %s" % (name(event), event["detail"])))
    return finds


def taken_back(facts, source):
    """Whether the office has returned to an edition twice: servers that take turns do so."""
    return any(sum(made["base"] != before["base"] and made["base"] in [old["base"] for old in part[:number]]
                   for number, (before, made) in enumerate(zip(part, part[1:]))) > 1
               for (name, _), part in facts["parts"].items() if name == source)  # fmt: skip


def unread(facts, source):
    """Whether a document of the list is dead and no complete poll has read all of it since a kept one was damaged."""
    since = max(facts["spoilt"], default=None)
    had = {(answer["source"], answer["part"]) for poll in facts["polls"] if poll["code"] == 0 and since and poll["begun"] > since
           for answer in poll["answers"] if answer["whole"]}  # fmt: skip
    return since is not None and any(home not in had for home in facts["dead"] if home[0] == source)


def lost(facts):
    """What was not reported from the last edition about a watched batch. Named by the possible cause: the list is held
    as suspect, or another of its documents or pages is dead."""
    finds, last, held = [], {}, set()
    beside = {source for source, _ in facts["dead"]}
    for event in firsts(facts):
        if event["kind"] in ("suspect", "recovered"):
            (held.add if event["kind"] == "suspect" else held.discard)(event["source"])
        if event["kind"] in CERTAIN:
            last[event["source"], event["batch"]] = plain(event["rows"])
    for source, batches in facts["watched"].items():
        for batch in batches:
            home = source, facts["homes"][source, batch]
            if home in facts["dead"]:
                continue
            meant = plain(facts["parts"][home][-1]["rows"].get(batch, ()))
            told = last.get((source, batch), UNKNOWN)
            if source in beside and beside_doubt(facts, source, batch, meant, float("inf")):
                continue  # what is kept of the dead document is in doubt
            if len(meant) < len(told or ()) and unread(facts, source):
                continue  # what it has no longer may be in the document that nobody has
            if told != meant:
                kind = "held" if source in held else "lost beside a dead document" if source in beside else "lost"
                finds.append((kind, "%s of %s: the list says %s, told was %s" % (batch, source, meant, told)))
    return finds
