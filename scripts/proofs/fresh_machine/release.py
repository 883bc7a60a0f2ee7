"""A release of Swift as swift.org publishes it, and keys that sign it."""

import functools
import gzip
import io
import pathlib
import re
import shutil
import subprocess
import tarfile

from .root import MEMORY, run

# What neither a build nor a run wants, of the toolchain: a third of it.
LEFT_OUT = ["usr/lib/swift/embedded", "usr/bin/sourcekit-lsp", "*lldb*", "usr/bin/clangd", "usr/bin/docc", "usr/bin/wasmkit",
            "usr/bin/llvm-*", "usr/bin/swift-build-sdk-interfaces"]


class Impossible(Exception):
    pass


class Keys:
    """Keys that sign at any time."""

    def __init__(self, directory):
        directory.mkdir(mode=0o700)
        self.gpg = ["gpg", "--homedir", directory, "--batch", "--quiet", "--no-tty", "--pinentry-mode", "loopback", "--passphrase", "",
                    "--trust-model", "always"]
        self.pinned = self.make("pinned", "20240101T000000")
        self.other = self.make("other", "20240101T000000")
        self.expired = self.make("expired", "20180101T000000")

    def at(self, when, *words, **options):
        return run(*self.gpg, "--faked-system-time", when + "!", *words, stderr=subprocess.DEVNULL, **options)

    def make(self, name, when):
        self.at(when, "--quick-generate-key", name, "ed25519", "sign", "0")
        return re.search("^fpr:+([0-9A-F]+):", run(*self.gpg, "--with-colons", "--list-keys", name), re.M).group(1)

    def sign(self, path, key, when="20240601T000000"):
        """The detached signature of a file or of bytes."""
        source = {"stdin": path.open("rb")} if isinstance(path, pathlib.Path) else {"input": path}
        return subprocess.run([*self.gpg, "--faked-system-time", when + "!", "--local-user", key, "--detach-sign"],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **source).stdout

    def export(self, *keys):
        return run(*self.gpg, "--armor", "--export", *keys).encode()

    def expire(self):
        """From now on the key of 2018 has been valid for only two years."""
        self.at("20180102T000000", "--quick-set-expire", self.expired, "20200101T000000")


class Release:
    """A toolchain on the site, at swift.org's address for its own."""

    def __init__(self, site, keys):
        self.site, self.keys = site, keys
        self.version = re.search(r"Swift version ([\d.]+)", run("swift", "--version")).group(1)
        name = "swift-%s-RELEASE" % self.version
        self.top = name + "-debian12"
        self.path = "/swift-%s-release/debian12/%s/%s.tar.gz" % (self.version, name, self.top)
        self.signature = self.path + ".sig"
        self.programs = pathlib.Path(shutil.which("swift")).resolve().parent
        if self.programs.parent.parent == pathlib.Path("/"):
            raise Impossible("the toolchain at hand is a part of the system, in %s" % self.programs)

    @functools.cache
    def real(self):
        """The installed toolchain with its signature, as an uncompressed gzip file, which takes a tenth of the time."""
        archive = MEMORY / "toolchain"
        tar = subprocess.Popen(["tar", "--create", "--directory", self.programs.parent.parent, "--transform", "s,^usr,%s/usr," % self.top,
                                *["--exclude=" + pattern for pattern in LEFT_OUT], "usr"], stdout=subprocess.PIPE)
        with gzip.open(archive, "wb", compresslevel=0) as file:
            shutil.copyfileobj(tar.stdout, file, 1 << 20)
        if tar.wait() != 0:
            raise OSError("the toolchain at hand cannot be packed")
        return archive, self.keys.sign(archive, self.keys.pinned)

    def stand_in(self, version=None):
        """A program that poses as Swift, with the expected answers; and a compiler that does nothing."""
        text = '#!/bin/sh\n[ "$*" = --version ] && exec echo "Swift version %s (stand-in)"\necho "stand-in: $*"\nexit 42\n'
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as tar:
            for name, content in [("swift", text % (version or self.version)), ("swiftc", "#!/bin/sh\n")]:
                member = tarfile.TarInfo(self.top + "/usr/bin/" + name)
                member.size, member.mode = len(content), 0o755
                tar.addfile(member, io.BytesIO(content.encode()))
        return gzip.compress(packed.getvalue(), mtime=0)

    def publish(self, archive, signature=None):
        """Replaces the release; all faults are over."""
        site = self.site
        site.files = {"/keys/all-keys.asc": self.keys.export(self.keys.other, self.keys.pinned), self.path: archive,
                      self.signature: signature or self.keys.sign(archive, self.keys.pinned)}
        site.asked, site.cut, site.refused, site.stalled = [], {}, {}, {}
