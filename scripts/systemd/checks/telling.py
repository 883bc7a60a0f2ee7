"""The reports of the service: the journal, the hook, systemctl status, the command line."""

from checks.machine import expect, wait
from checks.scene import CHANGED, CONFIG, CONFIGURATION_REFUSED, FRIENDS, HOOK, MINE, OBSERVED, SERVICE, check


def expect_fields(entry, wanted, where):
    for name, value in wanted.items():
        expect(entry.get(name) == value, "%s: %s is %r and not %r" % (where, name, entry.get(name), value))


@check
def first_look(scene):
    """The journal and the hook get the first look, with all fields."""
    scene.stage()
    (entry,), (call,) = scene.events("observed"), scene.told("observed")
    fields = {"BATCHWATCH_KIND": "observed", "BATCHWATCH_SOURCE": "london", "BATCHWATCH_BATCH": MINE, "BATCHWATCH_LABEL": "Mine",
              "BATCHWATCH_STATUS": "administrative processing", "BATCHWATCH_DATE": "05-Jun-12"}
    expect_fields(entry, {**fields, "MESSAGE_ID": OBSERVED, "PRIORITY": "6", "SYSLOG_IDENTIFIER": "batchwatch",
                          "_SYSTEMD_UNIT": SERVICE}, "the journal")
    expect_fields(call, {**fields, "BATCHWATCH_ATTEMPT": "1", "BATCHWATCH_EVENT_ID": entry["BATCHWATCH_EVENT_ID"]}, "the hook")
    expect_fields(call["event"], {"id": entry["BATCHWATCH_EVENT_ID"], "type": "batchwatch.observed", "subject": MINE}, "the event")
    expect("Mine (%s)" % MINE in entry["MESSAGE"], "MESSAGE is %r" % entry["MESSAGE"])


@check
def change(scene):
    """A changed row reaches the journal and the hook, once each, with the same id."""
    scene.stage()
    scene.publish("visa issued", "15-Jun-12")
    call = scene.wait_for_change("visa issued")
    before = scene.polls()
    wait("two quiet polls more", lambda: scene.polls() >= before + 2)
    expect(len(scene.events("changed")) == 1, "the journal has %d changes" % len(scene.events("changed")))
    expect(len(scene.told("changed")) == 1, "the hook was told %d changes" % len(scene.told("changed")))
    fields = {"BATCHWATCH_STATUS": "visa issued", "BATCHWATCH_DATE": "15-Jun-12", "BATCHWATCH_PREVIOUS_DATE": "05-Jun-12",
              "BATCHWATCH_PREVIOUS_STATUS": "administrative processing", "BATCHWATCH_EVENT_ID": call["BATCHWATCH_EVENT_ID"]}
    expect_fields(scene.events("changed")[0], {**fields, "MESSAGE_ID": CHANGED, "PRIORITY": "5"}, "the journal")
    expect_fields(call, fields, "the hook")


@check
def quiet(scene):
    """The start logs only intended messages, and a quiet poll logs and writes nothing."""
    scene.stage()
    for entry in scene.entries():
        expect(entry.get("MESSAGE_ID") and entry["_TRANSPORT"] == "journal", "noise at the start: %r" % entry["MESSAGE"])
    state = "stat --format '%n %i %y' /var/lib/batchwatch/london.json*; sha256sum /var/lib/batchwatch/london.json*"
    before, polls, written = len(scene.entries()), scene.polls(), scene.machine.shell(state)
    wait("five quiet polls", lambda: scene.polls() >= polls + 5, 25)
    new = [entry["MESSAGE"] for entry in scene.entries()[before:]]
    expect(not new, "quiet polls were told: %r" % new)
    expect(scene.machine.shell(state) == written, "a quiet poll wrote to the state")


@check
def status_text(scene):
    """systemctl status shows what is watched and when the next poll is; batchwatch status and history work beside the service."""
    scene.stage()
    text = scene.machine.show(SERVICE, "StatusText")
    expect("1 source, 1 batch" in text and "next poll" in text, "STATUS is %r" % text)
    expect(text in scene.machine.output("systemctl", "status", SERVICE), "systemctl status does not show STATUS")
    status = scene.machine.output("batchwatch", "status")
    for part in ("The daemon has been running since ", "(pid %s)" % scene.pid, "administrative processing", MINE):
        expect(part in status, "batchwatch status lacks %r: %s" % (part, status))
    history = scene.machine.output("batchwatch", "history", MINE)
    expect("administrative processing" in history, "batchwatch history: %s" % history)


@check
def reason_on_standard_error(scene):
    """The reason why the daemon cannot start is also on its standard error; the journal has it once."""
    scene.machine.write(CONFIG, "[sources.a]\n", "640", "root:batchwatch")
    done = scene.machine.run("sh", "-c", "batchwatch run >/dev/null 2>/root/err; echo $?; cat /root/err; rm /root/err")
    lines = done.stdout.splitlines()
    expect(lines[0] == "78" and len(lines) == 2 and CONFIG + ":1:1: sources.a.url: missing" in lines[1], "a file has %r" % lines)
    scene.machine.run("systemctl", "start", SERVICE)
    wait("the service has failed", lambda: scene.machine.show(SERVICE, "ActiveState") == "failed")
    told = [entry for entry in scene.entries() if "sources.a.url: missing" in entry["MESSAGE"]]
    expect(len(told) == 1 and told[0]["PRIORITY"] == "3", "the journal has it %d times" % len(told))


@check
def root_beside_a_stopped_service(scene):
    """Root is told to start the service or to act as its user, instead of taking the state from it; the advice works."""
    scene.stage()
    scene.machine.output("systemctl", "stop", SERVICE)
    for words in (["poll"], ["accept", "london"], ["outbox", "retry"], ["run"]):
        done = scene.machine.run("batchwatch", *words)
        expect(done.returncode == 78, "%s: exit code %d" % (words, done.returncode))
        for part in ("systemctl start batchwatch", "sudo -u batchwatch", "belongs to user batchwatch"):
            expect(part in done.stdout, "%s lacks %r: %s" % (words, part, done.stdout))
        expect("chown" not in done.stdout, "%s: %s" % (words, done.stdout))
    for words in (["status"], ["outbox", "list"], ["check"], ["batches", "list"]):
        scene.machine.output("batchwatch", *words)
    scene.machine.output("sudo", "-u", "batchwatch", "batchwatch", "poll")


@check
def hook_of_the_service_user(scene):
    """`check` by root accepts a hook that belongs to the service's user, as the service does, and like it refuses one
    with CRLF."""
    scene.stage()
    scene.machine.shell("chown batchwatch %s" % HOOK)
    scene.machine.output("batchwatch", "check")
    scene.machine.output("batchwatch", "hook-test")
    scene.set_hook("#!/bin/sh\r\nexit 0\r\n")
    for command in ("check", "hook-test"):
        done = scene.machine.run("batchwatch", command)
        expect(done.returncode == 78 and "line ends of Windows (CRLF)" in done.stdout, "%s: %s" % (command, done.stdout))
    scene.machine.shell("sed -i 's/\\r$//' %s" % HOOK)
    scene.machine.output("batchwatch", "check")
    scene.machine.output("batchwatch", "hook-test")


@check
def removed_batch(scene):
    """A removed batch is no longer reported: not by status, and in no later event."""
    scene.stage()
    scene.machine.output("batchwatch", "batches", "add", FRIENDS, "A friend's")
    wait("it is looked up", lambda: [call for call in scene.told("observed") if call["BATCHWATCH_BATCH"] == FRIENDS])
    scene.machine.output("batchwatch", "batches", "remove", MINE)
    wait("status is silent of it", lambda: MINE not in scene.machine.output("batchwatch", "status"))
    scene.publish("visa issued", "15-Jun-12")
    polls = scene.polls()
    wait("two polls later", lambda: scene.polls() >= polls + 2)
    expect(not scene.events("changed") and not scene.told("changed"), "a change of it was told")
    done = scene.machine.run("batchwatch", "status", MINE)
    expect(done.returncode == 64 and "is not watched" in done.stdout, "status %s: %s" % (MINE, done.stdout))
    status = scene.machine.output("batchwatch", "status", "london")
    expect(FRIENDS in status and "london" in status, "status london: %s" % status)


@check
def group(scene):
    """A member of the group batchwatch may query the daemon's status and nothing else; other users may not even do
    that."""
    scene.stage()
    scene.machine.shell("id member 2>/dev/null || useradd -G batchwatch member; id other 2>/dev/null || useradd other")
    member = scene.machine.run("setpriv", "--reuid", "member", "--regid", "member", "--init-groups", "batchwatch", "status")
    expect(member.returncode == 0 and "The daemon has been running" in member.stdout, "the member: %d %s" % (member.returncode, member.stdout))
    poll = scene.machine.run("setpriv", "--reuid", "member", "--regid", "member", "--init-groups", "batchwatch", "poll")
    expect(poll.returncode == 69 and "only root" in poll.stdout, "the member polls: %d %s" % (poll.returncode, poll.stdout))
    other = scene.machine.run("setpriv", "--reuid", "other", "--regid", "other", "--init-groups", "batchwatch", "status")
    expect(other.returncode != 0, "another user may: %s" % other.stdout)


@check
def explained(scene):
    """journalctl -x explains each kind of message of the service."""
    scene.need(".catalog")
    scene.stage()
    scene.publish("visa issued", "15-Jun-12")
    scene.wait_for_change("visa issued")
    scene.machine.write(CONFIG, "nonsense = 1\n", "640", "root:batchwatch")
    wait("the mistake is told", lambda: scene.notices(CONFIGURATION_REFUSED))
    scene.machine.output("systemctl", "stop", SERVICE)
    for message_id in sorted({entry["MESSAGE_ID"] for entry in scene.entries() if "MESSAGE_ID" in entry}):
        text = scene.machine.output("journalctl", "--catalog", "--lines", "1", "MESSAGE_ID=" + message_id)
        expect("Subject: " in text and "Defined-By: batchwatch" in text, "nothing explains %s: %s" % (message_id, text))
        expect("@BATCHWATCH_" not in text.split("Subject: ", 1)[1].split("\n")[0], "a field is missing: %s" % text)


@check
def unsafe_hook(scene):
    """A hook that everybody can write to is not run; the journal names the file and the remedy; after that, it runs."""
    scene.publish("administrative processing", "05-Jun-12")
    scene.configure(scene.open_office())
    scene.set_hook(mode="777")
    scene.start()
    wanted = "users other than its owner can write to %s; to fix: chmod go-w %s" % (HOOK, HOOK)
    entry = wait("the journal refuses the hook", lambda: [entry for entry in scene.entries() if wanted in entry["MESSAGE"]])[0]
    expect(entry["PRIORITY"] <= "4", "the refusal has the priority %s" % entry["PRIORITY"])
    expect(not scene.told(), "the hook was run all the same")
    checked = scene.machine.run("batchwatch", "check")
    expect(checked.returncode == 78 and wanted in checked.stdout, "batchwatch check: %d %s" % (checked.returncode, checked.stdout))
    scene.machine.output("chmod", "go-w", HOOK)
    scene.machine.output("batchwatch", "outbox", "retry")
    wait("the mended hook is told", lambda: scene.told("observed"))
