"""Cases as an office would list them: keys of several forms, short and long statuses, and other columns."""

import datetime

# A form of keys, as digits to draw, and the mask of the list.
KEYS = {
    "11 digits": "2[0-8]#########",
    "8 digits": "########",
    "AA-####-####": "AA-####-####",
    "A########": "A########",
    "##-###": "##-###",
}
SHORT = ["Pending", "Approved", "Refused", "Issued", "Returned", "Withdrawn", "In review", "On hold", "Refused/appeal possible"]
LONG = [
    "Additional documents requested",
    "Decision issued - collect passport",
    "Administrative processing is not finished, do not contact the office before 60 days have passed since the interview.",
    "Please bring your passport and two photographs to counter 4 between 9 and 11 on any working day.",
    "The re-examination of the documents is under way and a second interview may be necessary.",
    "Sent back to the office in Leeds on 3 March 2026; a letter follows.",
]
LINES = ["Refused\n(appeal possible)", "Issued\nCollect at counter 4", "On hold\nDocuments missing:\npassport, photographs"]
NAMES = [
    "A. Novak",
    "B. O'Brien",
    "C. Müller",
    "J. Smith-Jones",
    "L. García Pérez",
    "M. Lindqvist",
    "S. Rahman",
    "Y. Haddad",
    "Z. Wu",
]
OFFICES = ["Belfast", "Cardiff", "Edinburgh", "London", "Milton Keynes"]
FEES = ["0", "80", "115", "1250"]
REMARKS = ["", "", "", "see letter", "paid", "second application", "by post", "appeal until 2026-12-31"]


class Keys:
    """Draws keys of one form, none of them twice."""

    def __init__(self, rng, form):
        self.rng, self.form, self.drawn = rng, form, set()
        self.lead = {
            "8 digits": rng.choice("3456789") + str(rng.randrange(10)),
            "A########": rng.choice("ABHKX") + str(rng.randrange(10)),
        }.get(form, "")
        if form == "AA-####-####":
            self.lead = rng.choice(["XH", "PC", "LO"]) + "-" + str(rng.randrange(10, 100))
        if form == "11 digits":
            self.lead = "20%02d" % rng.randrange(10, 27)

    def take(self, drawn=()):
        self.drawn |= set(drawn)
        while True:
            shape = {"8 digits": "########", "A########": "#########", "AA-####-####": "AA-####-####"}.get(self.form, self.form)
            if self.form == "11 digits":
                shape = "#" * 11
            shape = self.lead + shape[len(self.lead) :]
            key = "".join(str(self.rng.randrange(10)) if c == "#" else c for c in shape)
            if key not in self.drawn:
                self.drawn.add(key)
                return key


def day(rng, form):
    date = datetime.date(2025, 1, 1) + datetime.timedelta(days=rng.randrange(700))
    return date.strftime(form)


def status(rng, kind):
    """Of a kind of list: `short`, `long`, `mixed`, or of several `lines`."""
    if kind == "lines":
        return rng.choice(LINES + SHORT)
    if kind == "short" or kind == "mixed" and rng.random() < 0.6:
        return rng.choice(SHORT)
    return rng.choice(LONG)


def case(rng, keys, layout, number, drawn=()):
    """A row with the values of all possible columns. The layout chooses the columns."""
    return {
        "no": str(number),
        "key": keys.take(drawn),
        "star": rng.random() < 0.3,
        "status": status(rng, layout["status"]),
        "date": "" if layout["blank"] and rng.random() < 0.2 else day(rng, layout["dateform"]),
        "name": rng.choice(NAMES),
        "office": rng.choice(OFFICES),
        "fee": rng.choice(FEES),
        "received": day(rng, layout["dateform"]),
        "remark": rng.choice(REMARKS),
    }
