#!/usr/bin/env python3
"""Measures pmgit and git, Fossil and Taskwarrior on the same plans, and prints tables as Markdown.

    make benchmark                boards of up to 100,000 plans and commits: a quarter of an hour
    make benchmark QUICK=1        of up to 5,000, with fewer runs: a minute
    make benchmark LARGE=20000    of up to this many

It needs hyperfine and GNU time (on Debian: apt-get install hyperfine time). Programs that are not
installed get no number; 'apt-get install fossil taskwarrior' installs them.

PMGIT is the program. PMGIT_REAL_BACKLOG is a file of plans (from 'pmgit export') whose texts are
used. BENCHMARK_DIR is a folder that keeps the boards for the next run. ONLY selects parts. RECORD=1
writes the ratios that later runs are compared with. Times
are those of whole processes, from start to end. On machines with other load, times are not
reproducible, but ratios within one run are. So the commands of a row are measured in the same run,
in turns.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import growth
import machine
import million
import past
import reading
import sharing
import whole
import writing
from bench import Bench
from boards import Boards
from machine import Failed
from peers import PEERS
from recorded import compared, record
from table import Table, number
from timing import TIME, Stopwatch

# The groups of the table, in order. The cases of a group are measured in turns.
GROUPS = {
    "start": reading.start,
    "reading": reading.reading,
    "reading-much": reading.reading_much,
    "reading-cold": reading.reading_cold,
    "writing": writing.writing,
    "writing-much": writing.writing_much,
    "past": past.past,
    "past-of-import": past.past_of_import,
    "building-past": past.building_past,
    "sharing-nothing": sharing.sharing_nothing,
    "sharing-edits": sharing.sharing_edits,
    "merging": sharing.merging,
    "checking": whole.checking,
    "importing": whole.importing,
    "publishing": whole.publishing,
    "hooks": whole.hooks,
    "million": million.million,
}


class Benchmark:
    def __init__(self, bench, stopwatch, table):
        self.bench = bench
        self.stopwatch = stopwatch
        self.table = table

    def times(self, groups):
        self.table.head(Table.TIMES)
        for group in groups:
            progress(group)
            try:
                rows = GROUPS[group](self.bench)
            except Failed as failure:
                self.table.failure(f"`{group}`", failure, len(Table.TIMES))
                continue
            # A case in several rows is measured once.
            medians = self.stopwatch.race(dict.fromkeys(case for row in rows for case in row.cases()))
            for row in rows:
                self.table.row(row, medians)

    def memory(self, rows):
        progress("memory")
        self.table.head(Table.MEMORY)
        for row in rows:
            try:
                self.table.memory(row, self.stopwatch.peak(row.case))
            except Failed as failure:
                self.table.failure(row.what, failure, len(Table.MEMORY))

    def growth(self):
        columns = {}
        for plans, commits in growth.sizes(self.bench):
            progress(f"growth, {plans} plans, {commits} commits")
            try:
                cases = growth.cases(self.bench, plans, commits)
            except Failed as failure:
                columns[f"{plans:,} / {commits:,}"] = dict.fromkeys(growth.NAMES, failure)
                continue
            medians = self.stopwatch.race(cases.values())
            columns[f"{plans:,} / {commits:,}"] = {name: medians[case] for name, case in cases.items()}
        self.table.head(["ms with plans / commits", *columns])
        for name in growth.NAMES:
            self.table.growth(name, [column[name] for column in columns.values()])


def progress(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def load():
    """Returns the load average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def program():
    """Returns the program to measure; exits if it or another required program is missing."""
    built = Path(__file__).resolve().parents[2] / ".build" / "release" / "pmgit"
    pmgit = Path(os.environ.get("PMGIT", built)).resolve()
    if not os.access(pmgit, os.X_OK):
        sys.exit(f"benchmark: '{pmgit}' is missing; run 'make build'")
    for needed, package in [("git", "git"), ("hyperfine", "hyperfine"), (TIME, "time")]:
        if not shutil.which(needed):
            sys.exit(f"benchmark: '{needed}' is missing; on Debian: apt-get install {package}")
    return pmgit


def largest(quick):
    text = os.environ.get("LARGE") or ("5000" if quick else "100000")
    if not text.isdigit() or int(text) < 1000:
        sys.exit(f"benchmark: LARGE is a number of plans, at least 1000, and not '{text}'")
    return int(text)


def wanted():
    parts = [*GROUPS, "growth", "memory"]
    chosen = os.environ.get("ONLY", "").split() or parts
    for part in chosen:
        if part not in parts:
            sys.exit(f"benchmark: there is no part '{part}'; ONLY is some of: {' '.join(parts)}")
    return chosen


def introduce(variables, large, texts):
    print(f"{time.strftime('%Y-%m-%d')}, {machine.description()}; load {load()} at the beginning.")
    source = f"of {texts.name}" if texts else "made up"
    print(f"Boards of up to {large:,} plans and {large:,} commits; texts {source}.")
    said = [machine.version_of([name, "--version"], variables) for name in ["pmgit", "git"]]
    for peer in PEERS:
        if peer.is_there():
            said.append(f"{peer.PROGRAM}: {machine.version_of(peer.VERSION, variables)}")
    missing = [peer.PACKAGE for peer in PEERS if not peer.is_there()]
    print("; ".join(said) + ".")
    if missing:
        print(f"Not installed, so not measured: {', '.join(missing)} (apt-get install {' '.join(missing)}).")
    if large != 100_000:
        print("The targets are meant for boards of 100,000 (LARGE=100000).")
    sys.stdout.flush()


def main():
    pmgit = program()
    quick = bool(os.environ.get("QUICK"))
    large = largest(quick)
    parts = wanted()
    texts = os.environ.get("PMGIT_REAL_BACKLOG")
    texts = Path(texts).resolve() if texts else None
    kept = os.environ.get("BENCHMARK_DIR")
    begin = time.monotonic()
    folder = Path(kept).resolve() if kept else Path(tempfile.mkdtemp(prefix="pmgit-benchmark."))
    work = folder / f"run-{os.getpid()}"
    try:
        work.mkdir(parents=True)
        variables = machine.environment(work / "home", pmgit)
        bench = Bench(Boards(folder / "boards", work, pmgit, texts, variables), large)
        stopwatch = Stopwatch(variables, work, rounds=1 if quick else 2, runs=6 if quick else 10)
        table = Table(sys.stdout)
        benchmark = Benchmark(bench, stopwatch, table)
        introduce(variables, large, texts)
        benchmark.times([group for group in GROUPS if group in parts])
        if "growth" in parts:
            benchmark.growth()
        if "memory" in parts:
            benchmark.memory(whole.memory(bench))
        if "million" in parts and large >= million.MILLION:
            benchmark.memory(million.memory(bench))
    finally:
        shutil.rmtree(work if kept else folder)
    minutes = (time.monotonic() - begin) / 60
    print(f"\n{table.summary()} {minutes:.0f} minutes; load {load()} at the end.")
    for line in (record if os.environ.get("RECORD") else compared)(table.ratios):
        print(line)
    if table.failed:
        sys.exit(f"benchmark: {len(table.failed)} rows failed")


if __name__ == "__main__":
    main()
