"""Time and memory of whole processes, measured by hyperfine and GNU time."""

import json
import shlex
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from machine import Failed, last_words

# Seconds. A longer command has fewer runs in a round, and a much longer one is measured once after
# a first run.
LONG, VERY_LONG = 1, 5

# GNU time; shells have a built-in 'time'.
TIME = "/usr/bin/time"


@dataclass(frozen=True)
class Case:
    """A command to measure.

    `prepare` is a command that undoes the changes of the last run. It runs before each run, and its
    time does not count. `lines` is the smallest number of lines of a correct output.
    """

    name: str
    command: tuple
    folder: Path
    prepare: tuple | None = None
    lines: int = 0


@dataclass(frozen=True)
class Absent:
    """A case of a program that is not installed."""

    name: str


class Stopwatch:
    def __init__(self, variables, scratch, rounds, runs):
        self.variables = variables
        self.scratch = scratch
        self.rounds = rounds
        self.runs = runs

    def race(self, cases):
        """Returns the median of each case in milliseconds, or its failure.

        The cases take turns for some rounds, so that temporary load slows down all of them equally.
        A case that fails once has no median.
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
        """Runs a case and returns its seconds. The first run also makes the index."""
        self.prepare(case)
        begin = time.monotonic()
        printed = self.start(case.command, case.folder)
        seconds = time.monotonic() - begin
        if printed < case.lines:
            raise Failed(f"printed {printed} lines where {case.lines} are right")
        return seconds

    def start(self, command, folder):
        """Runs a command and returns the number of lines that it printed."""
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
        """Returns the times of a few runs, in seconds."""
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
            # The last line of the errors has the reason; lines before it are warnings.
            raise Failed(last_words(done.stderr))
        return json.loads(report.read_text())["results"][0]["times"]

    def peak(self, case):
        """Returns the peak memory of a case in MB.

        GNU time asks the system. A child of Python would report Python's size if that is larger.
        """
        report = self.scratch / "memory"
        self.prepare(case)
        self.start((TIME, "-o", str(report), "-f", "%M", *case.command), case.folder)
        return int(report.read_text().split()[-1]) / 1024
