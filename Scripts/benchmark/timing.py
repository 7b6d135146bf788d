"""Time and memory of whole processes: by hyperfine and by GNU time."""

import json
import shlex
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from machine import Failed, last_words

# Seconds. A command that takes longer is run fewer times in a round, and one that takes much longer is timed
# once after it was tried.
LONG, VERY_LONG = 1, 5

# GNU time; a shell has another 'time' of its own.
TIME = "/usr/bin/time"


@dataclass(frozen=True)
class Case:
    """A command as it is measured.

    `prepare` is a command that brings back what the one before it changed: it runs before each run, and its
    time does not count. `lines` is the fewest lines that a right answer has.
    """

    name: str
    command: tuple
    folder: Path
    prepare: tuple | None = None
    lines: int = 0


@dataclass(frozen=True)
class Absent:
    """What a peer would do, if it were installed."""

    name: str


class Stopwatch:
    def __init__(self, variables, scratch, rounds, runs):
        self.variables = variables
        self.scratch = scratch
        self.rounds = rounds
        self.runs = runs

    def race(self, cases):
        """The median of each case in milliseconds, or the text of its failure.

        The cases take turns for some rounds, so that work of others on the machine, which comes and goes,
        slows all of them and not one. One that fails has no median, however often it went well before.
        """
        first, times, failures = {}, {}, {}
        for case in cases:
            try:
                first[case] = self.once(case)
                if first[case] > VERY_LONG:
                    times[case] = [self.once(case)]
            except Failed as failure:
                failures[case] = failure
        for _ in range(self.rounds):
            for case in first:
                if first[case] > VERY_LONG or case in failures:
                    continue
                try:
                    times.setdefault(case, []).extend(self.hyperfine(case, first[case] > LONG))
                except Failed as failure:
                    failures[case] = failure
        return {case: statistics.median(seconds) * 1000 for case, seconds in times.items()} | failures

    def prepare(self, case):
        if case.prepare:
            self.start(case.prepare, case.folder)

    def once(self, case):
        """Runs a case and returns its seconds. The first time it also makes what it keeps, as an index."""
        self.prepare(case)
        begin = time.monotonic()
        printed = self.start(case.command, case.folder)
        seconds = time.monotonic() - begin
        if printed < case.lines:
            raise Failed(f"printed {printed} lines where {case.lines} are right")
        return seconds

    def start(self, command, folder):
        """Runs a command and returns how many lines it printed."""
        errors = self.scratch / "errors"
        with open(errors, "wb") as stderr:
            process = subprocess.Popen(
                command, cwd=folder, env=self.variables, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=stderr,
            )
            lines = 0
            while block := process.stdout.read(1 << 16):
                lines += block.count(b"\n")
        if process.wait() != 0:
            raise Failed(last_words(errors.read_bytes()))
        return lines

    def hyperfine(self, case, is_long):
        """The times of a few runs, in seconds."""
        report = self.scratch / "times.json"
        warmup, least = (0, 2) if is_long else (1, 3)
        options = ["-N", "--warmup", str(warmup), "--min-runs", str(least), "--max-runs", str(self.runs)]
        if case.prepare:
            options += ["--prepare", shlex.join(case.prepare)]
        done = subprocess.run(
            ["hyperfine", *options, "--export-json", str(report), shlex.join(case.command)],
            cwd=case.folder, env=self.variables, stdin=subprocess.DEVNULL, capture_output=True, check=False,
        )
        if done.returncode != 0:
            # The warnings say nothing about the failure; the last line does.
            raise Failed(last_words(done.stderr))
        return json.loads(report.read_text())["results"][0]["times"]

    def peak(self, case):
        """The most memory that a case had at once, in MB.

        GNU time asks the system. A child of Python would be told the size of Python if it needs less.
        """
        report = self.scratch / "memory"
        self.prepare(case)
        self.start((TIME, "-o", str(report), "-f", "%M", *case.command), case.folder)
        return int(report.read_text().split()[-1]) / 1024
