"""Tests the administrator's commands in the README's chapter on systemd and in doc/monitoring.md, word for word."""

import base64
import re

from checks.machine import SCRIPTS, expect, wait
from checks.scene import CONFIG, MINE, RECORDING_HOOK, SERVICE, check

NAME = "readme"


def chapter(title):
    """A chapter of the README."""
    text = (SCRIPTS.parent / "README.md").read_text(encoding="utf-8")
    return text.partition("\n## %s\n" % title)[2].partition("\n## ")[0]


def command(text, start):
    """The command that begins so, without its explanation: in a line of its own, or in a sentence."""
    found = re.findall(r"^    (%s.*?)(?: +#.*)?$" % re.escape(start), text, re.M) or re.findall("`(%s[^`]*)`" % re.escape(start), text)
    expect(len(found) == 1, "the README has %d commands that begin with %r" % (len(found), start))
    return found[0].replace("NAME", NAME)


@check
def administrators_chapter(scene):
    """Each command of the README's chapter on systemd has the documented effect."""
    machine, text = scene.machine, chapter("systemd")
    scene.stage()
    expect("1 source, 1 batch" in machine.shell(command(text, "systemctl status")), "status does not say what is watched")
    expect(MINE not in machine.shell(command(text, "journalctl -u batchwatch -p")), "a first look is a warning")
    explained = machine.shell(command(text, "journalctl -u batchwatch -x"))
    expect("First look at %s in london" % MINE in explained and "compare the number with the list" in explained, "nothing is explained")
    machine.shell(command(text, "systemctl reload"))
    # It wants a terminal, and an editor.
    machine.write("/root/editor", '#!/bin/sh\nfor file; do :; done\nprintf "[Service]\\nEnvironment=EDITED=yes\\n" >"$file"\n', "755")
    machine.output("script", "-qec", "SYSTEMD_EDITOR=/root/editor " + command(text, "systemctl edit"), "/dev/null")
    expect("EDITED=yes" in machine.show(SERVICE, "Environment"), "the unit is not edited")

    # A list behind a password.
    scene.publish("visa issued", "15-Jun-12", "/srv/guarded")
    url = scene.open_office("/srv/guarded", "guarded", ["Basic " + base64.b64encode(b"me:from the readme").decode("ascii")])
    machine.shell(command(text, "install -D"), text="from the readme\n")
    source = re.search(r"^    \[sources.*?(?=\n\n)", text, re.M | re.S)[0].replace("    ", "").replace("https://example.org/office.pdf", url)
    machine.shell("cat >>" + CONFIG, text="\n" + source + '\nevery = "2s"\n')
    wait("the service says that it needs a restart", lambda: [
        entry for entry in scene.entries() if "office" in entry["MESSAGE"] and "restart" in entry["MESSAGE"]])
    machine.shell(command(text, "systemctl restart"))
    wait("the list behind the password is read", lambda: [
        call for call in scene.told("observed") if call["BATCHWATCH_SOURCE"] == "office" and call["BATCHWATCH_STATUS"] == "visa issued"])

    # A second instance.
    machine.shell(command(text, "cd /etc/batchwatch"))
    path = "/etc/batchwatch/%s/watched-batches.toml" % NAME
    found = machine.output("stat", "--format", "%a %U %G", path).strip()
    expect(found == "640 root batchwatch", "%s is %s" % (path, found))
    scene.configure(scene.url, hook="/etc/batchwatch/%s/hook" % NAME, path=path)
    scene.set_hook(RECORDING_HOOK.replace("lib/batchwatch", "lib/batchwatch-" + NAME), path="/etc/batchwatch/%s/hook" % NAME)
    machine.shell(command(text, "systemctl enable --now batchwatch@"))
    wait("the second hook is told", lambda: scene.told(path="/var/lib/batchwatch-%s/told" % NAME))
    status = machine.shell(command(text, "batchwatch --instance"))
    expect("(pid %s)." % machine.show("batchwatch@%s.service" % NAME, "MainPID") in status, "status: %s" % status)
    stopped = machine.show(SERVICE, "User")
    machine.output("systemctl", "stop", "batchwatch@%s.service" % NAME)
    done = machine.run("batchwatch", "--instance", NAME, "poll")
    advice = ("systemctl start batchwatch@%s)" % NAME, "sudo -u %s batchwatch --instance %s" % (stopped, NAME))
    expect(done.returncode == 78 and all(part in done.stdout for part in advice), "poll: %d, %s" % (done.returncode, done.stdout))


@check
def monitoring_examples(scene):
    """The units that mail a verdict and write metrics do so when their timers are enabled, and when the service has
    failed for good."""
    machine = scene.machine
    scene.stage()
    units = ["batchwatch-%s.%s" % (name, kind) for name in ("check", "metrics") for kind in ("service", "timer")]
    figures = "/var/lib/prometheus/node-exporter"
    machine.write("/usr/local/bin/mail", '#!/bin/sh\n{ echo "$*"; cat; } >>/root/mails\n', "755")
    machine.shell("rm -f /root/mails; mkdir -p " + figures)

    def mails():
        return machine.run("cat", "/root/mails").stdout if machine.run("test", "-e", "/root/mails").returncode == 0 else ""

    try:
        for unit in units:
            machine.output("cp", scene.need("examples/" + unit), "/etc/systemd/system/")
        machine.output("systemctl", "daemon-reload")
        for name in ("check", "metrics"):
            machine.output("systemctl", "enable", "--now", "batchwatch-%s.timer" % name)
            machine.output("systemctl", "start", "batchwatch-%s.service" % name)
        expect(mails() == "", "a service that is well was mailed: " + mails())
        text = machine.output("cat", figures + "/batchwatch.prom")
        expect("batchwatch_daemon_running 1\n" in text and 'outcome="read"' in text, "figures: " + text)
        expect(machine.output("ls", "-A", figures).split() == ["batchwatch.prom"], "something else is left there")

        machine.output("rm", "/etc/batchwatch/hook")
        scene.publish("visa issued", "15-Jun-12")
        wait("nothing can be told", lambda: machine.run("batchwatch", "status", "--check").returncode == 2)
        machine.output("systemctl", "start", "batchwatch-check.service")
        expect("is not well root\n" in mails() and "nothing can be told to the hook" in mails(), "the mail: " + mails())

        machine.output("rm", "/root/mails")
        scene.drop_in("[Unit]\nOnFailure=batchwatch-check.service\n")
        machine.write(CONFIG, "nonsense\n", "640", "root:batchwatch")
        machine.run("systemctl", "restart", SERVICE)
        wait("root is mailed that the service was given up", lambda: "is not well root\n" in mails())
    finally:
        machine.shell("systemctl disable --now batchwatch-check.timer batchwatch-metrics.timer"
                      "; rm -rf /var/lib/systemd/timers/stamp-batchwatch-* %s /usr/local/bin/mail /root/mails %s"
                      "; systemctl daemon-reload" % (" ".join("/etc/systemd/system/" + unit for unit in units), figures))
