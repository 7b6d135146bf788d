"""Ratios that were recorded once, to see when a change makes pmgit slower.

They are those of QUICK=1, for the commands that people wait for most often. Times of two machines
can't be compared, but the ratio of two programs on one machine can, roughly.
"""

import json
from pathlib import Path

FILE = Path(__file__).with_name("recorded.json")
NAMES = [
    "`pmgit --version` / `git --version`",
    "`list --all`, 5,000 plans / `git cat-file --batch`",
    "`add`, 500 plans / git's plumbing, six processes",
]
# A smaller difference may come from the machine.
FACTOR = 1.5


def record(ratios):
    """Writes the ratios of a run with QUICK=1, which measured all of them."""
    missing = [name for name in NAMES if name not in ratios]
    if missing:
        return [f"Nothing is recorded: not measured: {'; '.join(missing)}. Use QUICK=1 and all parts."]
    FILE.write_text(json.dumps({name: round(ratios[name], 2) for name in NAMES}, indent=2) + "\n", encoding="utf-8")
    return [f"Recorded in {FILE.name}."]


def compared(ratios, recorded=None):
    """Returns a line for each measured ratio that is much larger than the recorded one.

    A run with other sizes measures only some of them.
    """
    recorded = json.loads(FILE.read_text(encoding="utf-8")) if recorded is None else recorded
    measured = [name for name in recorded if name in ratios]
    slower = [
        f"SLOWER: {name}: {ratios[name]:.2f} ×, {ratios[name] / recorded[name]:.1f} times the recorded {recorded[name]:.2f} ×"
        for name in measured
        if ratios[name] > FACTOR * recorded[name]
    ]
    if measured and not slower:
        return [f"None of {len(measured)} ratios is more than {FACTOR} times the recorded one."]
    return slower
