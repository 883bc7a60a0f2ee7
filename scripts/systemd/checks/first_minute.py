"""README's first chapter, as a user follows it after installing the package: the page of weekly lists, a number, the
hook."""

import json
import os
import pathlib
import tempfile
import time

import london_pdf
from checks.machine import expect, wait
from checks.scene import CONFIG, HOOK, MINE, check

PLACE = "/srv/office"
PAGE = "<!DOCTYPE html><html lang=en><head><title>Visa decisions</title></head><body><h1>Visa decisions</h1><p>Updated weekly.</p><ul>%s</ul></body></html>"


def made():
    """Three weeks of a list, if no corpus has any: names, documents, and their numbers."""
    for week, days in enumerate(("02 June to 08 June", "16 June to 22 June", "23 to 29 June")):
        rows = [["2012%03d%04d" % (100 + week, number), "refused (221(g))" if number % 3 else "visa issued", "%02d-Jun-25" % (week * 7 + 2)]
                for number in range(40)]
        with tempfile.NamedTemporaryFile() as file:
            file.write(london_pdf.london(rows))
            file.flush()
            yield "Decisions %s 2025" % days, pathlib.Path(file.name).read_bytes(), [row[0] for row in rows]


def weeks():
    """Three weekly lists: real ones of the corpus in BATCHWATCH_CORPUS, otherwise made ones."""
    place = pathlib.Path(os.environ.get("BATCHWATCH_CORPUS", "/nowhere"), "real/train")
    if not place.is_dir():
        return list(made())
    entries = json.loads((place / "manifest.json").read_text(encoding="utf-8"))[:3]
    lists = [(pathlib.Path(entry["file"]).stem.replace("_", " "), (place / pathlib.Path(entry["file"]).name).read_bytes(),
              [row[0] for row in json.loads((place / pathlib.Path(entry["truth"]).name).read_text(encoding="utf-8"))]) for entry in entries]
    return sorted(lists, key=lambda one: ("02 June" not in one[0], "23 to" in one[0]))


class Office:
    """The page that links to the lists, newest first."""

    def __init__(self, scene):
        self.scene, self.links = scene, []
        self.page = scene.open_office(PLACE).replace("list.pdf", "index.html")

    def publish(self, name, content):
        file = name.replace(" ", "_") + ".pdf"
        with tempfile.NamedTemporaryFile() as source:
            source.write(content)
            source.flush()
            self.scene.machine.put(source.name, "%s/%s" % (PLACE, file))
        self.links.insert(0, '<li><a href="%s">%s (PDF)</a></li>' % (file, name))
        self.scene.machine.write(PLACE + "/index.html", PAGE % "".join(self.links))


@check
def first_minute(scene):
    """Three commands lead from an empty machine to the first notification, and the next week's list gives an event for
    its changes."""
    lists = weeks()
    office, machine = Office(scene), scene.machine
    for name, content, _ in lists[:2]:
        office.publish(name, content)
    mine, later = lists[1][2][3], next(key for key in lists[2][2] if key not in lists[1][2] and key not in lists[0][2])
    times = [time.monotonic()]

    # As an empty machine has it: the service runs, and watches nothing.
    machine.output("dpkg", "--purge", "batchwatch")
    machine.shell("rm -f " + CONFIG)
    scene.install()
    times.append(time.monotonic())
    expect(scene.is_active(), "the service does not run once it is installed")
    machine.shell("cat >>" + CONFIG, text='\n[hook]\nrun = "%s"\n' % HOOK)
    scene.set_hook()

    said = machine.output("batchwatch", "try", office.page, "--watch", mine, "--write", "--yes")
    times.append(time.monotonic())
    expect(mine in said and "is in the list" in said, "try does not say in which list the number is: %s" % said)
    call = wait("the hook is told of the first look", lambda: scene.told("observed"), 30)[0]
    times.append(time.monotonic())
    expect(call["BATCHWATCH_BATCH"] == mine and call["BATCHWATCH_STATUS"], "the hook was told %s" % call)
    expect(any(mine in entry["MESSAGE"] for entry in scene.events("observed")), "the journal was not told")
    source = call["BATCHWATCH_SOURCE"]
    online = machine.output("batchwatch", "check", "--online")
    expect("%s: read, " % source in online and mine in online, "check --online: %s" % online)

    # The next week. What was observed stays so, and who waits for the new list's number hears of it.
    source = call["BATCHWATCH_SOURCE"]
    machine.output("batchwatch", "batches", "add", later, "a friend", "--source", source)
    office.publish(*lists[2][:2])

    def news():
        machine.run("batchwatch", "poll", source)
        return [call for kind in ("appeared", "observed") for call in scene.told(kind) if call["BATCHWATCH_BATCH"] == later
                and call["BATCHWATCH_STATUS"]]

    wait("the hook is told of the next week's list", news, 30)
    times.append(time.monotonic())
    expect(not scene.told("disappeared") and not scene.told("suspect"), "the next week's list was not believed: %s" % scene.told())
    print("    installed %.1f s, try --write %.1f s, first notification %.1f s, next week's %.1f s" % tuple(
        after - before for before, after in zip(times, times[1:])), flush=True)


@check
def setup(scene):
    """One command writes the configuration, starts the service, tests the hook inside its sandbox, and the first look follows."""
    machine = scene.machine
    scene.publish("administrative processing", "05-Jun-12")
    url = scene.open_office()
    scene.set_hook()
    machine.shell("systemctl disable --now batchwatch")
    words = ("batchwatch", "setup", url, "--watch", MINE, "--name", "Mine", "--notify", "command:" + HOOK, "--yes")
    began = time.monotonic()
    said = machine.output(*words)
    expect("inside the sandbox of batchwatch.service" in said, "the hook was not tested in the sandbox: %s" % said)
    expect("You will be told when it changes. Now: " in said and "administrative processing" in said, "setup says: %s" % said)
    call = wait("the hook is told of the first look", lambda: scene.told("observed"), 30)[0]
    print("    setup, until the first notification %.1f s" % (time.monotonic() - began), flush=True)
    expect(call["BATCHWATCH_BATCH"] == MINE and call["BATCHWATCH_LABEL"] == "Mine", "the hook was told %s" % call)
    expect(": watching: now on the list" in call["event"]["data"]["message"], "the sentence is %s" % call["event"])
    expect(machine.output("systemctl", "is-enabled", "batchwatch").strip() == "enabled", "the service is not enabled")
    before = machine.output("sha256sum", CONFIG)
    said = machine.output(*words)
    expect("Nothing to change" in said and machine.output("sha256sum", CONFIG) == before, "the same again: %s" % said)

    # A shipped hook: its settings and its token are for the service and root alone.
    machine.write("/root/token", "geheim\n", "600")
    done = machine.run("batchwatch", "setup", url, "--watch", MINE, "--notify", "webhook:" + url, "--secret-file", "/root/token", "--yes")
    expect("the server answers 501" in done.stdout, "the webhook was not asked: %s" % done)
    facts = machine.output("stat", "--format", "%U:%G %a", CONFIG, "/etc/batchwatch/hooks.conf", "/etc/batchwatch/webhook.token")
    expect(facts.split("\n")[:3] == ["root:batchwatch 640"] * 3, "owners and modes: %s" % facts)
