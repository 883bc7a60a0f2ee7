"""Watched lists with a history, for the page. A poll makes the state; the history is written into it."""

import datetime
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
STATUSES = ["administrative processing", "documents requested", "interview scheduled", "visa issued", "refused (221g)"]
DAY = datetime.timedelta(days=1)
#: The last moment of every scene.
NOW = datetime.datetime(2026, 11, 24, 9, 0, tzinfo=datetime.timezone.utc)
NAMES = ["Mine", "Amira", "Uncle Tom", "", "The neighbours", "Zoë", "Office 3", "Čeněk", "דנה", "Second try"]


def programs(given):
    """The directory of the programs: the named one, or the debug build's."""
    path = os.path.abspath(given or os.path.join(HERE, "..", "..", "..", ".build", "debug"))
    if not os.access(path + "/batchwatch", os.X_OK):
        sys.exit("%s: there is no batchwatch; swift build first" % path)
    return path


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


class Scene:
    """One configuration, its state, and the directory of its page."""

    def __init__(self, where, name=""):
        self.where = where
        self.path = tempfile.mkdtemp(prefix="batchwatch-page.")
        self.state, self.www = self.path + "/state", self.path + "/www"
        os.mkdir(self.www)
        self.config = self.path + "/watched-batches.toml"
        self.sources = {}
        self.page = 'title = "Visa lists"\n'

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def add(self, name, batches, mask=None, url=None):
        """A list of batches: number → (label, [(status, date)…]); no rows for an unlisted batch."""
        self.sources[name] = batches
        with open("%s/%s.csv" % (self.path, name), "w", encoding="utf-8") as file:
            file.write("Batch,Status,Date\n")
            for number, (_, rows) in batches.items():
                for status, date in rows:
                    file.write('%s,"%s","%s"\n' % (number, status.replace('"', '""'), date))
            file.write("28999999999,approved,1-Jan-26\n")

    def write_config(self):
        text = "[batches]\n"
        for name, batches in self.sources.items():
            text += '[sources.%s]\nurl = "file://%s/%s.csv"\ncolumns = ["batch", "status", "date"]\nevery = "1h"\n' % (
                name, self.path, name)  # fmt: skip
            text += "[sources.%s.batches]\n" % name
            text += "".join("%s = %s\n" % (number, json.dumps(label)) for number, (label, _) in batches.items())
        text += '[page]\ndirectory = "%s"\n%s' % (self.www, self.page)
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *words, check=True, **more):
        return subprocess.run(
            [self.where + "/batchwatch", *words, "--config", self.config, "--state-dir", self.state, "--cache-dir",
             self.path + "/cache"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=check,
            env={"TZ": "UTC", "PATH": os.environ["PATH"], "HOME": self.path, **more.pop("env", {})}, **more)  # fmt: skip

    def poll(self):
        self.write_config()
        self.run("poll", *self.sources)

    def edit(self, name, change):
        """Changes the state of a list behind the program's back."""
        path = "%s/%s.json" % (self.state, name)
        with open(path, encoding="utf-8") as file:
            state = json.load(file)
        change(state)
        # The program writes the batches first.
        batches = state.pop("batches")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"batches": batches, **state}, file)

    def past(self, name, events):
        """The history of a list: events without their common members."""
        uuid = "5e4d3c2b-0000-4000-8000-%012x" % (len(name) * 7919)
        lines = []
        for number, event in enumerate(events, 1):
            data = {"kind": "changed", "source": name, "batch": "", "label": "", "rows": [], "previousRows": [], "message": "",
                    "detail": "", "document": {"url": "", "title": [], "period": ""}, **event}  # fmt: skip
            time = data.pop("time")
            lines.append(json.dumps(
                {"specversion": "1.0", "id": "%s-%d" % (uuid, number), "source": "https://example.org/%s" % name,
                 "type": "batchwatch." + data["kind"], "time": stamp(time), "datacontenttype": "application/json",
                 "data": data}, ensure_ascii=False))  # fmt: skip
        with open("%s/%s.history" % (self.state, name), "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))


def told(batch, label, time, before, now):
    """The event of one change."""
    rows = [{"status": now, "date": time.strftime("%d-%b-%y")}]
    name = "%s (%s)" % (label, batch) if label else batch
    if before is None:
        return {"time": time, "kind": "appeared", "batch": batch, "label": label, "rows": rows,
                "message": '%s: now on the list with "%s" (%s)' % (name, now, rows[0]["date"])}  # fmt: skip
    return {"time": time, "kind": "changed", "batch": batch, "label": label, "rows": rows,
            "message": '%s: "%s" -> "%s" (%s)' % (name, before, now, rows[0]["date"])}  # fmt: skip


def edition(time, number):
    """One edition of a weekly list that grows and changes."""
    rows = 240 + 37 * (number * 7 % 5) + number * 4
    parts = [52 - number, 9, 14, 18 + number, 7]
    statuses = [{"status": status, "rows": rows * part // 110} for status, part in zip(STATUSES, parts)]
    statuses.sort(key=lambda one: -one["rows"])
    other = rows - sum(one["rows"] for one in statuses)
    data = {"rows": rows, "statuses": statuses, "otherStatuses": other, "absent": []}
    if number:
        data |= {"new": 40 + number, "gone": 31, "changed": 12 + number}
    title = ["Decisions, week %d" % (30 + number)]
    return {"time": time, "kind": "edition", "message": "a new list is out: %d rows" % rows, "edition": data,
            "document": {"url": "", "title": title, "period": ""}}  # fmt: skip


def fill(scene, name, count, weeks=14, first=20121456171, label=None):
    """A list with so many batches, and their history."""
    batches, events = {}, []
    start = NOW - weeks * 7 * DAY
    for week in range(weeks):
        events.append(edition(start + week * 7 * DAY + datetime.timedelta(hours=6), week))
    for index in range(count):
        number = str(first + index * 1013)
        name_of = label(index) if label else NAMES[index % len(NAMES)] + (" %d" % index if index >= len(NAMES) else "")
        name_of, status = name_of.strip(), None
        for step in range(1 + index % 4):
            time = start + datetime.timedelta(days=(index * 5 + step * 23) % (weeks * 7), minutes=index % 600)
            if events and status is not None and time <= last:
                break
            now = STATUSES[(index + step) % len(STATUSES)]
            events.append(told(number, name_of, time, status, now))
            status, last = now, time
        if index % 9 == 8:
            last += 2 * DAY
            gone = {"time": last, "kind": "disappeared", "batch": number, "label": name_of, "rows": [],
                    "message": "%s: no longer on the list" % (name_of or number)}  # fmt: skip
            events.append(gone)
        batches[number] = (name_of, [] if index % 9 == 8 else [(status, last.strftime("%d-%b-%y"))])
    events.sort(key=lambda event: event["time"])
    scene.add(name, batches)
    since = {event["batch"]: event["time"] for event in events if "batch" in event}
    return events, since


def settle(scene, name, events, since):
    """After the poll: gives the state the times of the history."""

    def change(state):
        for number, batch in state["batches"].items():
            if number in since:
                batch["since"] = stamp(since[number])
        state["document"]["fetched"] = stamp(NOW)
        state["nextDue"] = stamp(NOW + datetime.timedelta(hours=1))
        state["lastChange"] = stamp(max(since.values(), default=NOW)) if since else stamp(NOW)
        state["outbox"] = {"letters": {}, "dead": {}}

    scene.edit(name, change)
    scene.past(name, events)
