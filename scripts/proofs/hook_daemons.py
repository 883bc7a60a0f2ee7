"""The hooks under the real daemon: the parts `daemon` and `machines` of test-hooks."""

import json
import os
import re
import signal
import time

from hook_scene import HERE, HOOKS, Daemon, Office, Recorder, Store, closed_port, equal, eventually, install, read

BATCHES = {"20121456171": "it's \\\"mine\\\" $(id) -", "20121456179": "--friend"}


def config_of(url, batches):
    return "[batches]\n" + "".join('%s = "%s"\n' % pair for pair in batches.items()) + (
        '[sources.list]\nurl = "%s"\nevery = "1s"\n' % url)  # fmt: skip


def wrapper(hook, conf, after=""):
    return "#!/bin/sh\nexport BATCHWATCH_HOOKS_CONF=%s\n%s \"$@\"\ncode=$?\n%sexit $code\n" % (
        conf, os.path.join(os.path.abspath(HOOKS), hook), after)  # fmt: skip


def daemon(scene, _):
    """The whole way: an office, the daemon, the hooks webhook and ntfy (through `several`), a receiver that is down for
    a while."""
    install("curl", "jq")
    office, server = Office(scene), Recorder()
    port = closed_port(scene)
    conf = scene.settings("daemon", HOOKS="webhook ntfy", HOOKS_MARKS=scene.path + "/daemon-marks", NTFY_TOPIC="cases", QUIET_KINDS="observed",
                          WEBHOOK_URL="http://127.0.0.1:%d/" % server.port, NTFY_URL="http://127.0.0.1:%d" % port)  # fmt: skip
    mine, friend = BATCHES
    nasty = "it's $(touch %s) \"q\" --no \\n caf\u00e9" % scene.canary
    rows = lambda status: [[mine, status, "05-Jun-12"], [friend, "waiting", "05-Jun-12"]]  # noqa: E731
    office.publish("d.pdf", rows("pending"))
    watcher = Daemon(scene, "daemon", config_of(office.url + "d.pdf", BATCHES), wrapper("several", conf))
    watcher.start()
    eventually("both first looks are told", lambda: len(server.requests) == 2)
    office.publish("d.pdf", rows(nasty))
    eventually("the change is told", lambda: len(server.requests) == 3)
    eventually("ntfy is put off", lambda: "exited with code 75" in watcher.log() or "75" in watcher.ask("outbox", "list")[1])
    event = json.loads(server.requests[-1][2])
    code, waiting = watcher.ask("outbox", "list")
    equal("the outbox has it", True, code == 0 and event["id"] in waiting)

    phone = Recorder(port)
    equal("retry", 0, watcher.ask("outbox", "retry")[0])
    eventually("the change is told to ntfy", lambda: phone.requests)
    [(_, _, body)] = phone.taken()
    label = BATCHES[mine].replace("\\", "")
    equal("the title and the status", ("%s: changed" % label, True),
          (json.loads(body)["title"], '-> "%s" (05-Jun-12)' % nasty in json.loads(body)["message"]))  # fmt: skip
    equal("the event", (mine, label, nasty), (event["subject"], event["data"]["label"], event["data"]["rows"][0]["status"]))
    eventually("nothing waits", lambda: event["id"] not in watcher.ask("outbox", "list")[1])
    equal("the webhook was told once of each", 3, len(server.requests))
    equal("nothing ran", False, os.path.exists(scene.canary))
    watcher.stop()


def machines(scene, _):
    """doc/many-machines.md: two daemons feed one stream, the consumer of the text reads it, a daemon is killed after XADD."""
    store, office = Store(scene), Office(scene)
    conf = scene.settings("machines", REDIS_OPTIONS="-s " + store.socket)
    [consumer] = re.findall(r"```python\n(.*?)```", read(os.path.join(HERE, "..", "..", "doc", "many-machines.md")), re.S)
    consumer = scene.write("consumer", consumer)
    output = scene.path + "/consumer.out"

    def consume():
        with open(output, "ab") as file:
            return scene.start(["/usr/bin/python3", consumer, "unix://" + store.socket], stdout=file)

    def consumed():
        return [json.loads(text) for text in read(output).splitlines()]

    batches = {"a": ["20121450001", "20121450002"], "b": ["20121450011", "20121450012"]}
    statuses = ["pending", "returned", "refused", "issued"]

    def publish(step):
        for name, watched in batches.items():
            office.publish(name + ".pdf", [[batch, statuses[step] + " " + batch[-2:], "05-Jun-12"] for batch in watched])

    # After XADD, before the daemon hears of it: as if the machine lost its power there.
    trap = 'if [ -e "$0.trap" ]; then rm "$0.trap"; kill -9 $PPID; fi\n'
    publish(0)
    watchers = {name: Daemon(scene, name, config_of(office.url + name + ".pdf", dict.fromkeys(watched, "")),
                             wrapper("redis", conf, after=trap)) for name, watched in batches.items()}  # fmt: skip
    for watcher in watchers.values():
        watcher.start()
    reader = consume()
    eventually("the first looks are read", lambda: len(consumed()) == 4)
    publish(1)
    eventually("the first changes are read", lambda: len(consumed()) == 8)
    scene.write("a/hook.trap", "")
    publish(2)
    equal("how a ended", -signal.SIGKILL, watchers["a"].process.wait(20))
    eventually("what b tells is there", lambda: len(consumed()) >= 10)
    reader.kill()
    reader.wait()
    watchers["a"].start()
    eventually("a tells the rest", lambda: len({entry["id"] for entry in store.entries()}) == 12)
    consume()
    publish(3)
    eventually("all is read", lambda: len(consumed()) >= 16)
    for watcher in watchers.values():
        watcher.stop()
    time.sleep(0.3)  # what the consumer reads too often would come now

    entries = store.entries()
    ids = [entry["id"] for entry in entries]
    repeated = {id for id in ids if ids.count(id) > 1}
    equal("entries, events, events that came twice", (17, 16, 1), (len(ids), len(set(ids)), len(repeated)))
    first, second = (json.loads(entry["event"]) for entry in entries if entry["id"] in repeated)
    equal("the repeat", first, second)
    equal("what the consumer saw, and what was told", sorted(set(ids)), sorted(event["id"] for event in consumed()))
    for watched in batches.values():
        for batch in watched:
            seen = [event["data"]["rows"][0]["status"] for event in consumed() if event["subject"] == batch]
            equal("the statuses of %s in order" % batch, [status + " " + batch[-2:] for status in statuses], seen)
    return "16 events of 2 daemons, 17 entries: %s twice, read once" % repeated.pop()
