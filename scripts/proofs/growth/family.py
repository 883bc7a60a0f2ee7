"""A family of documents: one shape, at any size. The modules beside this one contain them, format by format."""

LARGEST = 16 << 20  # bytes of a document that is read: the usual `max-size`
FAMILIES = []


class Family:
    """Documents of one shape.

    make     a function of a count that gives a document's bytes
    largest  the count of the largest document, or less where 16 MiB hold less; None for as many as they hold
    modes    what is asked of the program: "rows", "try", "text", "links"
    options  what `rows` and `try` are told besides
    """

    def __init__(self, name, make, largest=None, modes=("rows", "try"), options=()):
        self.name, self.make, self.modes, self.options = name, make, modes, list(options)
        self.largest = largest

    def most(self, part):
        """The count and the bytes of the largest document, or of an Nth of it."""
        count = self.largest
        if count is None:
            small, large = len(self.make(4000)), len(self.make(8000))
            count = int((LARGEST - small) / max((large - small) / 4000, 0.5)) + 4000
        count = max(8, count // part)
        while len(document := self.make(count)) > LARGEST // (1 if self.largest else part):
            count = int(count * min(0.98, 0.99 * LARGEST / part / len(document)))
        return count, document


def family(name, **how):
    """Makes a family of the function below it."""

    def add(make):
        FAMILIES.append(Family(name, make, **how))
        return make

    return add


def each(prefix, shapes, wrap, **how):
    """Makes a family of each of several shapes: a name, and either a repeated text, with {n} for its number, or a
    function of the count. `wrap` makes a document of it."""
    for name, shape in shapes.items():
        own = dict(how)
        if isinstance(shape, tuple):
            shape, more = shape
            own.update(more)
        FAMILIES.append(Family("%s: %s" % (prefix, name), lambda count, shape=shape: wrap(body(shape, count)), **own))


def body(shape, count):
    if callable(shape):
        return shape(count)
    if "{n}" not in shape:
        return shape * count
    return "".join([shape.replace("{n}", str(index)) for index in range(count)])


def key(index):
    """A batch number that the default mask matches."""
    return "2012%07d" % index
