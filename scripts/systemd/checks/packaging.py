"""Installation, upgrade, removal and purge, by dpkg."""

import tempfile

from checks.machine import expect, wait
from checks.scene import CONFIG, HOOK, SERVICE, STATE, check


@check
def installed(scene):
    """After the installation user, units and configuration exist, nothing has failed, and systemd has no complaint."""
    user = scene.machine.output("getent", "passwd", "batchwatch").strip().split(":")
    expect(user[5] == "/var/lib/batchwatch" and user[6].endswith("nologin"), "the user is %s" % user)
    expect(int(user[2]) < 1000, "the user is no system user: %s" % user[2])
    found = scene.machine.output("stat", "--format", "%a %U", CONFIG).strip()
    expect(found in ("640 root", "644 root"), "the configuration is %s" % found)
    units = [path for path in scene.files("/systemd/system/") if path.endswith((".service", ".socket"))]
    expect(any(path.endswith(SERVICE) for path in units), "the package has no %s" % SERVICE)
    names = [path.rsplit("/", 1)[1].replace("@.", "@one.") for path in units]
    done = scene.machine.run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *names)
    expect(not done.stdout.strip(), "systemd-analyze verify: %s" % done.stdout)
    failed = scene.machine.output("systemctl", "--failed", "--no-legend", "--plain")
    expect(not failed.strip(), "failed units: %s" % failed)
    own = ["/usr/libexec/batchwatch/" + name for name in ("batchwatchd", "batchwatch-fetcher", "batchwatch-reader")]
    for program in ["batchwatch"] + own:
        missing = scene.machine.shell("ldd \"$(command -v %s)\" | grep 'not found' || true" % program)
        expect(not missing, "%s lacks libraries: %s" % (program, missing))


@check
def encodings(scene):
    """The installed reader finds iconv's files for the encodings of the web: Debian has them in libc6."""
    for encoding in ("windows-1251", "koi8-r", "shift_jis", "gb18030", "iso-8859-2"):
        status = {"iso-8859-2": "příjem", "gb18030": "已批准", "shift_jis": "許可"}.get(encoding, "принято")
        page = '<html><meta charset="%s"><table><tr><td>Number<td>Status<tr><td>66357341<td>%s</table>' % (encoding, status)
        with tempfile.NamedTemporaryFile() as file:
            file.write(page.encode(encoding))
            file.flush()
            scene.machine.put(file.name, "/root/page.html")
        found = scene.machine.output("batchwatch", "rows", "--key", "########", "--columns", "batch,status", "--format", "csv", "/root/page.html")
        expect("66357341," in found and status in found, "%s: %s" % (encoding, found))


@check
def upgrade(scene):
    """An upgrade of a running service starts the new programs, and keeps configuration, state and enabled units."""
    newer = scene.newer_package()
    scene.stage()
    scene.machine.output("systemctl", "enable", "--quiet", SERVICE)
    pid, config = scene.pid, scene.machine.output("cat", CONFIG)
    scene.install(newer)
    version = scene.machine.output("dpkg-query", "--show", "--showformat", "${Version}", "batchwatch")
    expect(version.endswith("+later"), "the version is %s" % version)
    wait("the service runs again", scene.is_active, 5)
    expect(scene.pid != pid, "the old process still runs")
    old = scene.machine.run("sh", "-c", "ls -l /proc/*/exe 2>/dev/null | grep -F ' (deleted)' | grep batchwatch")
    expect(old.returncode == 1, "a program of the old package still runs: %s" % old.stdout)
    expect(scene.machine.output("cat", CONFIG) == config, "the configuration is another")
    expect(scene.machine.run("systemctl", "is-enabled", SERVICE).stdout.strip() == "enabled", "it is not enabled any more")
    scene.publish("visa issued", "15-Jun-12")
    call = scene.wait_for_change("visa issued")
    expect(call["BATCHWATCH_PREVIOUS_STATUS"] == "administrative processing", "the state was lost")
    expect(len(scene.told("observed")) == 1, "the first look was told again")
    scene.machine.output("systemctl", "disable", "--quiet", SERVICE)


@check
def upgrade_while_stopped(scene):
    """An upgrade does not start a stopped or disabled service."""
    newer = scene.newer_package()
    scene.stage()
    scene.machine.output("systemctl", "disable", "--quiet", SERVICE)
    scene.machine.output("systemctl", "stop", SERVICE)
    scene.install(newer)
    expect(not scene.is_active(), "the upgrade started the service")


@check
def remove(scene):
    """A removal stops the service and deletes its programs; configuration and state stay for the next installation."""
    scene.stage()
    pid = scene.pid
    scene.machine.output("dpkg", "--remove", "batchwatch")
    expect(scene.machine.run("test", "-e", "/proc/" + pid).returncode != 0, "the daemon still runs")
    expect(not scene.is_installed, "the program is still there")
    left = scene.machine.shell("ls -d /usr/lib/systemd/system/batchwatch* /lib/systemd/system/batchwatch* 2>/dev/null || true")
    expect(not left, "units stay: %s" % left)
    for path in (CONFIG, STATE + "/london.json"):
        expect(scene.machine.run("test", "-e", path).returncode == 0, "%s is gone" % path)
    scene.install()
    scene.start()
    scene.publish("visa issued", "15-Jun-12")
    scene.wait_for_change("visa issued")
    expect(len(scene.told("observed")) == 1, "the first look was told again")


@check
def purge(scene):
    """A purge leaves exactly what the README says: the user's own hook, drop-ins, the user. No state, document, secret
    or unit."""
    scene.stage()
    scene.machine.shell("""
        for place in /etc/batchwatch /etc/batchwatch/two /etc/batchwatch/three; do
            mkdir -p "$place/secrets"; echo x >"$place/secrets/office"; echo 'MAIL_TO=root' >"$place/hooks.conf"
        done
        mkdir -p /srv/elsewhere/secrets; echo x >/srv/elsewhere/secrets/office; ln -s /srv/elsewhere /etc/batchwatch/four
        cp --preserve %s /etc/batchwatch/two/; cp --preserve %s /etc/batchwatch/three/; cp /bin/true /etc/batchwatch/three/hook
        systemctl enable --quiet --now batchwatch@two.service""" % (CONFIG, CONFIG))
    scene.drop_in("[Service]\nNice=5\n")
    scene.machine.output("dpkg", "--purge", "batchwatch")
    left = scene.machine.shell("ls -d /var/lib/batchwatch* /var/cache/batchwatch* /run/batchwatch* %s 2>/dev/null || true" % CONFIG)
    expect(not left, "left behind: %s" % left)
    left = sorted(scene.machine.output("find", "/etc/batchwatch", "!", "-type", "d").split())
    expect(left == ["/etc/batchwatch/four", HOOK, "/etc/batchwatch/three/hook"], "in /etc/batchwatch is %s" % left)
    expect(scene.machine.run("test", "-e", "/srv/elsewhere/secrets/office").returncode == 0, "the purge followed a link")
    expect(scene.machine.run("test", "-e", "/etc/batchwatch/two").returncode != 0, "an empty directory is left")
    scene.machine.output("getent", "passwd", "batchwatch")
    expect(scene.entries(), "the journal has forgotten the service")
    units = scene.machine.output("systemctl", "list-units", "--all", "--no-legend", "--plain", "batchwatch*")
    expect(not units.strip(), "systemd still knows: %s" % units)
    links = scene.machine.shell("find /etc/systemd /var/lib/systemd -name '*batchwatch*' || true").split()
    expect(links == ["/etc/systemd/system/%s.d" % SERVICE], "of the units is left: %s" % links)
