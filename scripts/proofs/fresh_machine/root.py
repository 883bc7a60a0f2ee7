"""A copy of a bare root file system, to run the project's scripts in."""

import pathlib
import shutil
import subprocess

SCRIPTS = pathlib.Path(__file__).resolve().parents[2]
# Where all is written that is.
MEMORY = pathlib.Path("/mnt")
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


def run(*command, **options):
    """Its output; it must succeed."""
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


class Root:
    """A copy of a bare root file system, with the project's scripts in it."""

    def __init__(self, suite, bare, site, name):
        self.suite, self.site = suite, site
        at = MEMORY / ("%s-%s" % (suite, name))
        for part in ["upper", "work", "all"]:
            (at / part).mkdir(parents=True)
        self.all = at / "all"
        run("mount", "-t", "overlay", "none", "-o", "lowerdir=%s,upperdir=%s/upper,workdir=%s/work" % (bare, at, at), self.all)
        for path in ["proc", "dev"]:
            run("mount", "--rbind", "/" + path, self.all / path)
        for path in ["etc/resolv.conf", "etc/hosts"]:
            shutil.copy("/" + path, self.all / path)
        shutil.copytree(SCRIPTS, self.all / "project/scripts")
        self.environment = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", "SWIFT_SITE": site.address,
                            "SWIFT_KEYS": site.address + "/keys/all-keys.asc"}

    def start(self, *command, **environment):
        pairs = ["%s=%s" % pair for pair in {**self.environment, **environment}.items()]
        return subprocess.Popen(
            ["chroot", str(self.all), "env", "-i", "-C", "/project", *pairs, *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *command, code=0, **environment):
        """Standard output and error of a command that must end with this code."""
        process = self.start(*command, **environment)
        output, errors = process.communicate()
        if process.returncode != code:
            raise AssertionError("%s: exit code %d, not %d:\n%s%s" % (" ".join(command), process.returncode, code, output, errors))
        return output, errors

    def write(self, path, text, mode=0o644):
        file = self.all / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)
