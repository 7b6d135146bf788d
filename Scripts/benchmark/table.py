"""The tables that a run prints, as Markdown."""

from dataclasses import dataclass

from machine import Failed
from timing import Absent, Case


@dataclass(frozen=True)
class Times:
    """At most this many times as long as the reference."""

    factor: float

    def text(self):
        return f"≤ {self.factor:g} ×"

    def compare(self, ours, reference):
        ratio = ours / reference
        return f"{ratio:.2f} ×" if ratio >= 0.1 else f"{ratio:.1g} ×"

    def is_met(self, ours, reference):
        return ours <= self.factor * reference


@dataclass(frozen=True)
class Plus:
    """At most this many milliseconds longer than the reference."""

    milliseconds: float

    def text(self):
        return f"≤ +{self.milliseconds:g} ms"

    def compare(self, ours, reference):
        return f"{ours - reference:+.1f} ms"

    def is_met(self, ours, reference):
        return ours <= reference + self.milliseconds


@dataclass(frozen=True)
class Row:
    """A case and its reference. Without a target it is only informative."""

    what: str
    ours: Case
    reference: Case | Absent
    target: Times | Plus | None = None

    def cases(self):
        return [case for case in [self.ours, self.reference] if isinstance(case, Case)]


@dataclass(frozen=True)
class Memory:
    """The peak memory of a case, and its limit."""

    what: str
    case: Case
    limit: float | None = None


class Table:
    """The rows as they are printed, and the number of met targets."""

    TIMES = ["what", "pmgit, ms", "beside it", "ms", "difference", "target", "met"]
    MEMORY = ["most memory at once", "MB", "target", "met"]

    def __init__(self, out):
        self.out = out
        self.met = 0
        self.missed = []
        self.failed = []
        # The ratio of each row, by its name and that of its reference.
        self.ratios = {}

    def line(self, cells):
        escaped = [cell.replace("|", "\\|") for cell in cells]
        print(f"| {' | '.join(escaped)} |", file=self.out, flush=True)

    def head(self, names):
        print(file=self.out)
        self.line(names)
        self.line(["---"] * len(names))

    def judge(self, what, is_met):
        if is_met:
            self.met += 1
        else:
            self.missed.append(what)
        return "yes" if is_met else "**no**"

    def failure(self, what, failure, columns):
        self.failed.append(what)
        self.line([what, f"failed: {failure}"] + [""] * (columns - 2))

    def row(self, row, medians):
        """Prints a row of times. If one of its commands failed, it has the error instead."""
        for case in row.cases():
            if isinstance(medians[case], Failed):
                self.failure(row.what, f"{case.name}: {medians[case]}", len(self.TIMES))
                return
        ours = medians[row.ours]
        if isinstance(row.reference, Absent):
            self.line([row.what, number(ours), row.reference.name, "not installed", "", "", ""])
            return
        beside = medians[row.reference]
        self.ratios[f"{row.what} / {row.reference.name}"] = ours / beside
        cells = [row.what, number(ours), row.reference.name, number(beside)]
        if row.target:
            verdict = self.judge(row.what, row.target.is_met(ours, beside))
            self.line([*cells, row.target.compare(ours, beside), row.target.text(), verdict])
        else:
            self.line([*cells, Times(0).compare(ours, beside), "", ""])

    def growth(self, name, cells):
        for cell in cells:
            if isinstance(cell, Failed):
                self.failed.append(name)
        self.line([name] + [str(cell) if isinstance(cell, Failed) else number(cell) for cell in cells])

    def summary(self):
        count = self.met + len(self.missed)
        return f"{self.met} of {count} targets are met, {len(self.failed)} rows failed."

    def memory(self, memory, megabytes):
        limit = f"≤ {memory.limit:g} MB" if memory.limit else ""
        verdict = self.judge(memory.what, megabytes <= memory.limit) if memory.limit else ""
        self.line([memory.what, f"{megabytes:.0f}", limit, verdict])


def number(milliseconds):
    """Formats a time. A shared machine does not reproduce more than three digits."""
    return f"{milliseconds:.1f}" if milliseconds < 100 else f"{milliseconds:,.0f}"
