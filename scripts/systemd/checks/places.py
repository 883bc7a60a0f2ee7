"""Users, permissions, credentials, and several instances."""

import base64

from checks.machine import expect, wait
from checks.scene import CONFIG, HOOK, MINE, RECORDING_HOOK, SERVICE, check


@check
def permissions(scene):
    """Only the service can access state and documents; the service can read the configuration, and only root can write
    it."""
    scene.stage()
    wanted = {"/var/lib/batchwatch": "700 batchwatch batchwatch", "/var/cache/batchwatch": "700 batchwatch batchwatch",
              "/run/batchwatch": "750 batchwatch batchwatch"}
    for path, mode in wanted.items():
        found = scene.machine.output("stat", "--format", "%a %U %G", path).strip()
        expect(found == mode, "%s is %s and not %s" % (path, found, mode))
    for path in scene.machine.shell("find /var/lib/batchwatch /var/cache/batchwatch -type f ! -name told").split():
        found = scene.machine.output("stat", "--format", "%a %U", path).strip()
        expect(found == "600 batchwatch", "%s is %s" % (path, found))
    for test, holds in (("-r", True), ("-w", False)):
        for path in (CONFIG, HOOK):
            done = scene.machine.run("setpriv", "--reuid", "batchwatch", "--regid", "batchwatch", "--init-groups", "test", test, path)
            expect((done.returncode == 0) == holds, "test %s %s as batchwatch is not %s" % (test, path, holds))
    status = scene.machine.output("cat", "/proc/%s/status" % scene.pid)
    for line in ("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"):
        expect(line in status, "the daemon's /proc status lacks %r" % line)
    expect("Uid:\t0" not in status, "the daemon runs as root")


def secret_office(scene, authorization, auth, load):
    scene.publish("administrative processing", "05-Jun-12", "/srv/guarded")
    url = scene.open_office("/srv/guarded", "guarded", [authorization])
    scene.configure(url, "auth = " + auth)
    scene.set_hook()
    if load:
        scene.drop_in("[Service]\nLoadCredential=%s\n" % load)
    scene.start()
    wait("the list behind the secret is read", lambda: scene.told("observed"))


@check
def credential_bearer(scene):
    """A bearer token from systemd gives access to the list; the file itself is root's. A wrong token is reported."""
    scene.machine.write("/etc/batchwatch/token", "s3cret-t0ken\n", "600")
    secret_office(scene, "Bearer s3cret-t0ken", '{ scheme = "bearer", credential = "office-token" }',
                  "office-token:/etc/batchwatch/token")
    scene.machine.output("systemctl", "stop", SERVICE)
    scene.machine.write("/etc/batchwatch/token", "another\n", "600")
    scene.start()
    entry = wait("the wrong token is told", lambda: [entry for entry in scene.entries() if "401" in entry["MESSAGE"]])[0]
    expect("another" not in entry["MESSAGE"], "the secret is in the journal")
    expect(not any("s3cret" in str(entry.values()) for entry in scene.entries()), "the secret is in the journal")


@check
def credential_basic(scene):
    """So does a password, with the user's name."""
    scene.machine.write("/etc/batchwatch/password", "pass word", "600")
    secret_office(scene, "Basic " + base64.b64encode(b"me:pass word").decode("ascii"),
                  '{ scheme = "basic", user = "me", credential = "office" }', "office:/etc/batchwatch/password")


@check
def secrets_directory(scene):
    """A file in /etc/batchwatch/secrets is a credential without any drop-in."""
    scene.machine.write("/etc/batchwatch/secrets/office", "from-a-directory\n", "600")
    secret_office(scene, "Bearer from-a-directory", '{ scheme = "bearer", credential = "secret_office" }', None)


@check
def second_instance(scene):
    """batchwatch@two has a separate configuration, state and hook, beside the first."""
    scene.need("batchwatch@.service")
    scene.stage()
    scene.publish("refused", "07-Jul-12", "/srv/two")
    scene.configure(scene.open_office("/srv/two", "guarded"), hook="/etc/batchwatch/two/hook",
                    path="/etc/batchwatch/two/watched-batches.toml")
    scene.set_hook(RECORDING_HOOK.replace("lib/batchwatch", "lib/batchwatch-two"), path="/etc/batchwatch/two/hook")
    scene.machine.output("systemctl", "start", "batchwatch@two.service")
    call = wait("the second hook is told", lambda: scene.told(path="/var/lib/batchwatch-two/told"))[0]
    expect(call["BATCHWATCH_STATUS"] == "refused", "it was told %s" % call["BATCHWATCH_STATUS"])
    expect(scene.events("observed", "batchwatch@two.service"), "the journal has nothing of the second instance")
    found = scene.machine.output("stat", "--format", "%a %U", "/var/lib/batchwatch-two").strip()
    expect(found == "700 batchwatch", "its state is %s" % found)
    expect(scene.is_active() and len(scene.told()) == 1, "the first instance heard of it")
    status = scene.machine.output("batchwatch", "--instance", "two", "status")
    expect("(pid %s)." % scene.machine.show("batchwatch@two.service", "MainPID") in status, "status: %s" % status)
    scene.machine.output("batchwatch", "poll", "--instance", "two")
    scene.machine.output("systemctl", "reload", "batchwatch@two.service")
    past = scene.machine.output("batchwatch", "history", "--instance", "two")
    expect("refused" in past and "administrative" not in past, "the history of the second: %s" % past)
    # The first daemon does nothing for another configuration; nor does it for one that nobody runs.
    for words in (["status"], ["poll"], ["reload"], ["outbox", "drop", "--all"]):
        done = scene.machine.run("batchwatch", *words, "--config", "/etc/batchwatch/two/watched-batches.toml")
        expect(done.returncode == 64 and "--instance" in done.stdout, "%s: %d, %s" % (words, done.returncode, done.stdout))
    found = scene.machine.run("batchwatch", "status", "--instance", "three")
    expect(found.returncode == 78 and "/etc/batchwatch/three/" in found.stdout, "a third: %s" % found.stdout)
    scene.machine.output("systemctl", "stop", "batchwatch@two.service")
    scene.publish("visa issued", "15-Jun-12")
    scene.wait_for_change("visa issued")


@check
def user_unit(scene):
    """A user's own service, by that user's systemd, without being enabled by root: configuration, state, hook and
    sandbox."""
    scene.need("systemd/user/batchwatch.service")
    machine = scene.machine
    machine.shell("""
        id tester >/dev/null 2>&1 || useradd --create-home --uid 4242 --shell /bin/sh tester
        rm -rf /home/tester/.config /home/tester/.local /home/tester/.cache
        install -d -m 700 -o tester -g tester /run/user/4242""")
    # Without a login there is no user@4242.service here; the manager itself is the real one.
    machine.output("systemd-run", "--quiet", "--collect", "--unit", "manager", "--uid", "tester", "--property", "Delegate=yes", "--setenv",
                   "XDG_RUNTIME_DIR=/run/user/4242", "--setenv", "HOME=/home/tester", "/lib/systemd/systemd", "--user")

    def as_user(*words, code=0):
        done = machine.run("setpriv", "--reuid", "tester", "--regid", "tester", "--init-groups", "env", "HOME=/home/tester",
                           "XDG_RUNTIME_DIR=/run/user/4242", *words)
        expect(done.returncode == code, "%s: %d, %s" % (" ".join(words), done.returncode, done.stdout))
        return done.stdout

    try:
        wait("the user's systemd is there", lambda: machine.run("test", "-S", "/run/user/4242/systemd/private").returncode == 0)
        expect("disabled" in as_user("systemctl", "--user", "is-enabled", "batchwatch", code=1), "it is enabled for all users")
        scene.publish("administrative processing", "05-Jun-12")
        url = scene.open_office()
        home, config = "/home/tester", "/home/tester/.config/batchwatch"
        text = '[batches]\n20121456171 = "Mine"\n[sources.london]\nurl = "%s"\nevery = "1s"\n[hook]\nrun = "%s/hook"\n' % (url, config)
        machine.write(config + "/watched-batches.toml", text, "600")
        machine.write(config + "/hook", RECORDING_HOOK.replace("/var/lib/batchwatch/told", home + "/told"), "700")
        machine.output("chown", "-R", "tester:", home)
        as_user("systemctl", "--user", "start", "batchwatch")
        wait("the hook is told", lambda: scene.told("observed", path=home + "/told"))
        pid = as_user("systemctl", "--user", "show", "--property=MainPID", "--value", "batchwatch").strip()
        expect("(pid %s)." % pid in as_user("batchwatch", "--user", "status"), "status reaches another daemon")
        expect(machine.output("stat", "--format", "%a %U", home + "/.local/state/batchwatch", home + "/.cache/batchwatch",
                              "/run/user/4242/batchwatch").split("\n")[:3] == ["700 tester"] * 3, "its directories are not its own")
        expect("Seccomp:\t2" in machine.output("cat", "/proc/%s/status" % pid), "there is no filter of system calls")
        scene.publish("visa issued", "15-Jun-12")
        wait("the change is told", lambda: scene.told("changed", path=home + "/told"))
        as_user("systemctl", "--user", "reload", "batchwatch")
        machine.write(config + "/watched-batches.toml", "nonsense\n", "600")
        machine.output("chown", "-R", "tester:", home)
        as_user("systemctl", "--user", "reload", "batchwatch", code=1)
        expect("visa issued" in as_user("batchwatch", "status", "--user"), "the configuration before is not in force")
        as_user("systemctl", "--user", "stop", "batchwatch")
        machine.shell("rm -r %s/watched-batches.toml %s/.local %s/.cache %s/told" % (config, home, home, home))
        said = as_user("batchwatch", "--user", "setup", url, "--watch", MINE, "--notify", "command:%s/hook" % config, "--yes")
        expect("inside the sandbox of batchwatch.service" in said and "You will be told when it changes." in said, "setup says: %s" % said)
        wait("setup's hook is told", lambda: scene.told("observed", path=home + "/told"))
        as_user("systemctl", "--user", "disable", "--now", "batchwatch")
        expect(as_user("systemctl", "--user", "show", "--property=Result", "--value", "batchwatch") == "success\n", "it did not stop well")
        expect(not scene.is_active(), "the system's service was started")
    finally:
        machine.run("systemctl", "stop", "manager.service")


def as_nobody(scene, *command):
    return scene.machine.run("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", *command).returncode == 0


@check
def page(scene):
    """The page: `check` names the drop-in that it needs; then the service writes it, and a web server's user can read
    it, but no state."""
    where = "/srv/www"
    scene.machine.shell("install -d -o batchwatch -m 755 %s" % where)
    scene.publish("administrative processing", "05-Jun-12")
    url = scene.open_office()
    scene.set_hook()
    scene.configure(url, '[page]\ndirectory = "%s"' % where)
    scene.start()
    wait("it is told that the page cannot be written",
         lambda: [entry for entry in scene.entries() if "the page cannot be written" in entry["MESSAGE"]])
    wait("the hook is told all the same", lambda: scene.told("observed"))
    expect("ReadWritePaths=%s" % where in scene.machine.output("batchwatch", "check"), "check does not name the drop-in")
    example = scene.machine.output("cat", scene.need("page.conf"))
    scene.drop_in(example.replace("#ReadWritePaths=/srv/www/batchwatch", "ReadWritePaths=" + where))
    scene.machine.output("systemctl", "restart", SERVICE)
    wait("the page is written", lambda: as_nobody(scene, "grep", "-q", "administrative processing", where + "/index.html"))
    expect("note: page" not in scene.machine.output("batchwatch", "check"), "check is not content")

    where = "/var/lib/batchwatch/www"
    scene.machine.shell("rm /etc/systemd/system/%s.d/test.conf; systemctl daemon-reload; install -d -o batchwatch -m 755 %s"
                        % (SERVICE, where))
    scene.configure(url, '[page]\ndirectory = "%s"' % where)
    scene.machine.output("systemctl", "restart", SERVICE)
    wait("the page is in the state directory", lambda: scene.machine.run("test", "-e", where + "/index.html").returncode == 0)
    expect(not as_nobody(scene, "cat", where + "/index.html"), "the state directory is open")
    expect("StateDirectoryMode=0711" in scene.machine.output("batchwatch", "check"), "check does not name the mode")
    scene.drop_in(example)
    scene.machine.output("systemctl", "restart", SERVICE)
    wait("a web server's user reads it", lambda: as_nobody(scene, "cat", where + "/index.html"))
    expect("note: page" not in scene.machine.output("batchwatch", "check"), "check is not content")
    expect(as_nobody(scene, "cat", where + "/feed.atom"), "the feed cannot be read")
    expect(not as_nobody(scene, "ls", "/var/lib/batchwatch"), "the state directory can be listed")
    expect(not as_nobody(scene, "cat", "/var/lib/batchwatch/london.json"), "a state can be read")
    expect(not as_nobody(scene, "cat", "/var/lib/batchwatch/london.history"), "a history can be read")
