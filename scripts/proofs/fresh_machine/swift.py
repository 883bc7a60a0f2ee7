"""Tests scripts/install-swift on a machine without Swift."""

import re
import shutil
import threading
import time

from .root import PATH, Root

DEBIAN = {"bookworm": "12", "trixie": "13"}
HELLO = {
    "Package.swift": '// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: "hello", targets: ['
                     '.executableTarget(name: "hello", dependencies: ["shim"]), .target(name: "shim")])\n',
    "Sources/hello/main.swift": 'import Foundation\nimport shim\nprint("\\(forty()) \\(URL(string: "file:///a")!.path)")\n',
    "Sources/shim/shim.c": '#include "shim.h"\nint forty(void) { return 40; }\n',
    "Sources/shim/include/shim.h": "int forty(void);\n",
}


class Machine(Root):
    """A machine without Swift."""

    def __init__(self, suite, bare, release):
        super().__init__(suite, bare, release.site, "swift")
        self.release = release
        self.environment.update(SWIFT_KEY=release.keys.pinned, SWIFT_VERSION=release.version)
        self.kept = self.all / "root/.local/share/batchwatch-build"
        self.place = "/root/.local/share/batchwatch-build/swift-" + release.version
        self.swift = self.place + "/usr/bin/swift"

    def install(self, code=0, **environment):
        return self.run("scripts/install-swift", "--path", code=code, **environment)

    def refused(self, *words, code, **environment):
        """It fails with this message, and leaves nothing."""
        output, errors = self.install(code=code, **environment)
        assert output == "", output
        for word in words:
            assert word in errors, "%r is not in: %s" % (word, errors)
        assert self.left() == [], self.left()

    def left(self):
        return sorted(path.name for path in self.kept.iterdir()) if self.kept.exists() else []

    def installed(self, path=PATH):
        """Only the named one."""
        output, _ = self.install()
        assert output == "%s/usr/bin:%s\n" % (self.place, path), output
        assert self.left() == ["swift-" + self.release.version], self.left()
        assert "Swift version %s (" % self.release.version in self.run(self.swift, "--version")[0]

    def without(self):
        shutil.rmtree(self.kept, ignore_errors=True)


def check_fresh(machine):
    """On a bare machine it announces its actions, fetches the real toolchain, and that builds and runs a program."""
    release = machine.release
    release.publish(*release.real())
    output, errors = machine.install()
    assert output == "%s/usr/bin:%s\n" % (machine.place, PATH), output
    for word in ["fetches Swift %s" % release.version, release.site.address + release.path, machine.place]:
        assert word in errors, errors
    assert ("build for Debian 12" in errors) == (machine.suite == "trixie"), errors
    assert release.site.asked == ["/keys/all-keys.asc", release.signature, release.path], release.site.asked
    assert machine.left() == ["swift-" + release.version], machine.left()
    for path, text in HELLO.items():
        machine.write("hello/" + path, text)
    machine.run("swift", "build", "--package-path", "/hello", "-c", "release", "--static-swift-stdlib", PATH=output.strip())
    assert machine.run("/hello/.build/release/hello")[0] == "40 /a\n"


def check_again(machine):
    """If it is installed: silent, quick, and without any request."""
    if not machine.left():
        machine.release.publish(machine.release.stand_in())
        machine.install()
    machine.release.site.asked.clear()
    began = time.monotonic()
    assert machine.run("scripts/install-swift") == ("", "")
    assert machine.install() == ("%s/usr/bin:%s\n" % (machine.place, PATH), "")
    own = "%s/usr/bin:%s" % (machine.place, PATH)
    assert machine.install(PATH=own) == (own + "\n", "")
    assert time.monotonic() - began < 10
    assert machine.release.site.asked == []
    machine.without()


def check_signature(machine):
    """Only the pinned key counts: another key, other bytes, and a missing signature are refused."""
    release, keys = machine.release, machine.release.keys
    archive = release.stand_in()
    refusal = ["is not signed by the key " + keys.pinned, "nothing is installed"]
    release.publish(archive, keys.sign(archive, keys.other))
    machine.refused(*refusal, code=65)
    release.publish(release.stand_in("6.99"), keys.sign(archive, keys.pinned))
    machine.refused("BAD signature", *refusal, code=65)
    release.publish(archive, b"no signature")
    machine.refused(*refusal, code=65)
    release.publish(archive)
    del release.site.files[release.signature]
    machine.refused("cannot fetch", release.signature, code=69)
    release.publish(archive)
    release.site.files["/keys/all-keys.asc"] = keys.export(keys.other)
    machine.refused("the key %s is not among those" % keys.pinned, code=65)
    assert release.path not in release.site.asked
    release.publish(archive)
    machine.installed()
    machine.without()


def check_expired(machine):
    """An expired key is trusted for signatures from its time, and for none later."""
    release, keys = machine.release, machine.release.keys
    archive = release.stand_in()
    release.publish(archive, release.late)
    release.site.files["/keys/all-keys.asc"] = keys.export(keys.expired)
    machine.refused("is not signed by the key " + keys.expired, code=65, SWIFT_KEY=keys.expired)
    release.site.files[release.signature] = release.early
    machine.install(SWIFT_KEY=keys.expired)
    assert machine.left() == ["swift-" + release.version], machine.left()
    machine.without()


def check_cut(machine):
    """A download that always ends early is refused; the next run gets everything. One that ends early twice is no
    problem."""
    release = machine.release
    release.publish(release.stand_in())
    release.site.cut[release.path] = 100
    machine.refused("cannot fetch", release.path, code=69)
    release.publish(release.stand_in())
    release.site.refused[release.path] = 2
    machine.installed()
    machine.without()


def check_killed(machine):
    """Killed during a download it leaves nothing that passes for a toolchain, and the next run cleans up."""
    release = machine.release
    release.publish(release.stand_in())
    release.site.stalled[release.path] = threading.Event()
    process = machine.start("scripts/install-swift")
    for _ in range(300):
        if release.path in release.site.asked:
            break
        time.sleep(0.1)
    process.kill()
    process.wait()
    assert machine.left() == ["swift-%s.new" % release.version], machine.left()
    release.site.stalled.pop(release.path).set()
    machine.installed()
    machine.without()


def check_unfit(machine):
    """A toolchain that does not run here, or is too old, is not installed under a good one's name."""
    release = machine.release
    release.publish(release.stand_in("6.1"))
    machine.refused("does not run here: Swift version 6.1", code=69)


def check_unknown(machine):
    """If there is no build for the machine, it says so and what to do, and fetches nothing."""
    machine.release.publish(machine.release.stand_in())
    advice = ["Install Swift 6.2 or later yourself", "put it in PATH"]
    own = machine.all / "etc/os-release"
    text = own.read_text()
    own.unlink()
    for words, named in [("ID=debian\n", "for debian without a number"), ("ID=fedora\nVERSION_ID=43\n", "for fedora 43")]:
        machine.write("etc/os-release", words)
        machine.refused(named, *advice, code=69)
    machine.write("etc/os-release", text)
    machine.write("stubs/dpkg", "#!/bin/sh\necho armhf\n", 0o755)
    machine.refused("for debian %s on armhf" % DEBIAN[machine.suite], *advice, code=69, PATH="/stubs:" + PATH)
    machine.write("stubs/dpkg", "#!/bin/sh\necho arm64\n", 0o755)
    machine.refused("debian12-aarch64/", "debian12-aarch64.tar.gz", code=69, PATH="/stubs:" + PATH)
    assert machine.release.path not in machine.release.site.asked


def check_path(machine):
    """A Swift in PATH is used if it is new enough; an old one is not, nor is another program of that name."""
    machine.release.publish(machine.release.stand_in())
    path = "/other:" + PATH
    for words, serves in [("Swift version 6.2 (a)", True), ("Swift version 6.10.1 (b)", True), ("Apple Swift version 7.0", True),
                          ("Swift version 6.1.3 (c)", False), ("Swift version 5.10 (d)", False), ("python-swiftclient 4.1.0", False)]:
        machine.write("other/swift", "#!/bin/sh\necho '%s'\n" % words, 0o755)
        machine.release.site.asked.clear()
        output, errors = machine.install(PATH=path)
        assert (output == path + "\n") == serves, (words, output)
        assert (errors == "" and machine.release.site.asked == []) == serves, (words, errors)
        machine.without()


def check_callers(machine):
    """scripts/demo, test and build call it, and use the installed toolchain."""
    machine.release.publish(machine.release.stand_in())
    # What fetches it is there afterwards; no other package is wanted here.
    machine.install()
    machine.without()
    machine.write("project/scripts/setup/install-packages", "#!/bin/sh\n", 0o755)
    # The stand-in for Swift exits with 42, which scripts/test tells of as a tier that failed.
    for caller, code in [("demo", 42), ("test", 1), ("build", 42)]:
        output, _ = machine.run("scripts/" + caller, code=code)
        assert re.search("^stand-in: (build|format)", output, re.M), output
        machine.without()


CHECKS = [check_fresh, check_again, check_signature, check_expired, check_cut, check_killed, check_unfit, check_unknown, check_path,
          check_callers]
