"""Tests scripts/setup/install-packages with broken apt, lists, locks or mirrors."""

import fcntl
import hashlib
import pathlib
import shutil

from .root import MEMORY, Root, run


class Mirror(Root):
    """A machine with only one mirror, which has one package without dependencies; the mirror can be updated."""

    def __init__(self, suite, bare, release):
        super().__init__(suite, bare, release.site, "packages")
        self.write("etc/apt/sources.list", "deb [trusted=yes] %s/apt-%s ./\n" % (self.site.address, suite))
        self.serve("1")

    def serve(self, version):
        """Only this version is available."""
        control = ("Package: something\nVersion: %s\nArchitecture: all\nMaintainer: Nobody <nobody@example.org>\nDescription: nothing\n"
                   % version)
        directory = MEMORY / ("something-%s-%s" % (self.suite, version))
        if not directory.exists():
            (directory / "DEBIAN").mkdir(parents=True, mode=0o755)
            (directory / "DEBIAN/control").write_text(control)
            run("dpkg-deb", "--build", "--root-owner-group", directory, "%s.deb" % directory)
        deb = pathlib.Path("%s.deb" % directory).read_bytes()
        self.deb = "/apt-%s/something_%s_all.deb" % (self.suite, version)
        index = control + "Filename: ./something_%s_all.deb\nSize: %d\nSHA256: %s\n" % (version, len(deb), hashlib.sha256(deb).hexdigest())
        self.site.files = {self.deb: deb, "/apt-%s/Packages" % self.suite: index.encode()}
        self.site.asked, self.site.refused = [], {}

    def install(self, *packages, code=0):
        return self.run("scripts/setup/install-packages", *packages, code=code)

    def installed(self, version):
        assert self.run("dpkg-query", "-W", "-f", "${Version}", "something")[0] == version
        self.run("dpkg", "--purge", "something")

    def held(self, path):
        """Another apt holds its lock, and the script waits for it."""
        with (self.all / path).open("w") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            process = self.start("scripts/setup/install-packages", "something")
            said = [process.stdout.readline() for _ in range(2)]
            assert said == ["installing: something\n", "waiting for another apt\n"], (path, said, process.communicate())
            fcntl.lockf(file, fcntl.LOCK_UN)
        output, errors = process.communicate(timeout=60)
        assert (process.returncode, output) == (0, ""), output + errors
        self.installed("1")


def check_lists(mirror):
    """A machine without package lists gets them, a machine with old lists gets new ones, and a machine with good lists
    fetches only the package."""
    assert mirror.install("something") == ("installing: something\n", "")
    assert mirror.install("something", "dpkg") == ("", "")
    mirror.installed("1")
    mirror.run("apt-get", "clean")
    mirror.site.asked.clear()
    mirror.install("something")
    assert mirror.site.asked == [mirror.deb], mirror.site.asked
    mirror.installed("1")
    mirror.run("apt-get", "clean")
    mirror.serve("2")
    mirror.install("something")
    mirror.installed("2")


def check_flaky(mirror):
    """A mirror that fails twice is tried a third time."""
    mirror.serve("1")
    mirror.run("apt-get", "-qq", "update")
    mirror.run("apt-get", "clean")
    mirror.site.asked.clear()
    mirror.site.refused[mirror.deb] = 2
    mirror.install("something")
    assert mirror.site.asked == [mirror.deb] * 3, mirror.site.asked
    mirror.installed("1")


def check_locks(mirror):
    """The script waits for another apt or dpkg."""
    mirror.serve("1")
    mirror.run("apt-get", "-qq", "update")
    for path in ["var/lib/dpkg/lock-frontend", "var/lib/dpkg/lock", "var/cache/apt/archives/lock"]:
        mirror.held(path)
    shutil.rmtree(mirror.all / "var/lib/apt/lists")
    (mirror.all / "var/lib/apt/lists/partial").mkdir(parents=True)
    mirror.held("var/lib/apt/lists/lock")


def check_words(mirror):
    """Failures are reported in apt's own words."""
    output, errors = mirror.install("no-such-thing", code=1)
    assert "Unable to locate package no-such-thing" in errors, errors
    mirror.serve("3")
    mirror.run("apt-get", "-qq", "update")
    mirror.site.files.clear()
    _, errors = mirror.install("something", code=1)
    assert "404" in errors and mirror.deb.split("/")[-1] in errors, errors


CHECKS = [check_lists, check_flaky, check_locks, check_words]
