"""The programs that write documents. A producer is a function from a Document to bytes; its requirements are checked at
its first use, and an unavailable one is skipped."""

import importlib
import shutil

PRODUCERS = {}


class Producer:
    def __init__(self, name, suffix, write, modules, programs, batch):
        self.name, self.suffix, self.write, self.modules, self.programs, self.is_batch = (
            name,
            suffix,
            write,
            modules,
            programs,
            batch,
        )

    @property
    def missing(self):
        """Missing requirements on this machine, "" for none."""
        for module in self.modules:
            try:
                importlib.import_module(module)
            except Exception as error:
                return "there is no %s (%s)" % (module, type(error).__name__)
        for program in self.programs:
            if not shutil.which(program):
                return "there is no program %s" % program
        return ""


def producer(name, suffix, modules=(), programs=(), batch=False):
    """Registers a function. A batch function takes many documents at once, and returns the bytes of each."""

    def register(write):
        PRODUCERS[name] = Producer(name, suffix, write, modules, programs, batch)
        return write

    return register
