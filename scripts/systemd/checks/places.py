"""Users, permissions, credentials, and several instances."""

import base64

from checks.machine import expect, wait
from checks.scene import CONFIG, HOOK, RECORDING_HOOK, SERVICE, check


@check
def permissions(scene):
    """State and documents are the service's alone; the configuration is readable for it, and writable for nobody but root."""
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
    """A bearer token that systemd hands over opens the list; the file itself is root's. A wrong one is told as such."""
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
    """A file in /etc/batchwatch/secrets is a credential of its own, without any drop-in."""
    scene.machine.write("/etc/batchwatch/secrets/office", "from-a-directory\n", "600")
    secret_office(scene, "Bearer from-a-directory", '{ scheme = "bearer", credential = "secret_office" }', None)


@check
def second_instance(scene):
    """batchwatch@two has a configuration, a state and a hook of its own, beside the first."""
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
    status = scene.machine.output("batchwatch", "status", "--config", "/etc/batchwatch/two/watched-batches.toml", "--state-dir",
                                  "/var/lib/batchwatch-two")
    expect("(pid %s)." % scene.machine.show("batchwatch@two.service", "MainPID") in status, "status: %s" % status)
    scene.machine.output("systemctl", "stop", "batchwatch@two.service")
    scene.publish("visa issued", "15-Jun-12")
    scene.wait_for_change("visa issued")
