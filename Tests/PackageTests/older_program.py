"""A board that an older program and this one edit in turn, and what each of them was told is saved.

    PMGIT=NEWER python3 Tests/PackageTests/older_program.py OLDER

records the board of such a story in Tests/PackageTests/older: the last commits of the two clones, which have not met yet,
as the output of 'git fast-export', and the values that the board must have once they have met.
"""

import json
import os
import pathlib
import sys
import tempfile

from packed import PMGIT, run

FIXTURE = pathlib.Path(__file__).parent / "older"
# What only the newer program can do, by the key of `show --json` that it changes.
NEWER = {
    "milestone": ["edit", "PLAN", "--milestone", "v1.0"],
    "iteration": ["edit", "PLAN", "--iteration", "2030-01-07"],
    "repeat": ["edit", "PLAN", "--due", "2030-02-01", "--repeat", "every 2 weeks"],
    "custom": ["edit", "PLAN", "--field", "points=3", "--field", "area=+ui,core"],
    "time": ["spend", "PLAN", "90m", "--note", "Measured"],
    "files": ["attach", "PLAN", "notes.txt"],
}
# What both can do.
BOTH = {
    "title": lambda n: ["edit", "PLAN", "--title", f"Title {n}"],
    "labels": lambda n: ["edit", "PLAN", "--label", f"label-{n}"],
    "estimate": lambda n: ["edit", "PLAN", "--estimate", str(n)],
    "body": lambda n: ["edit", "PLAN", "--body", f"Line {n}\n\nEnd"],
    "comments": lambda n: ["comment", "PLAN", "-m", f"Comment {n}"],
    "checklist": lambda n: ["edit", "PLAN", "--check", f"Step {n}"],
    "state": lambda n: ["move", "PLAN", "doing" if n % 2 else "done"],
}
SETTINGS = ["fields", "milestones", "iterations", "rules", "fileLimit"]
# Keys that follow from others, or say who changed the plan last.
DERIVED = {"updated", "moved", "overdue", "rank", "conflicts", "lease"}


class Clone:
    """A clone in which one program is used."""

    def __init__(self, folder, name, program, remote):
        self.program, self.path = pathlib.Path(program), folder / name
        self.environment = {
            "HOME": str(folder), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1"}
        run("git", "clone", "-q", remote, self.path, env=self.environment)
        for key, value in [("user.name", name), ("user.email", f"{name}@example.com")]:
            self.git("config", key, value)
        (self.path / "notes.txt").write_text("Read me.\n")

    def git(self, *words, **options):
        return run("git", "-C", self.path, *words, env=self.environment, **options)

    def pmgit(self, *words):
        return run(self.program, "-C", self.path, *words, env=self.environment, cwd=self.path)

    def plans(self):
        """Returns all plans, by id."""
        done = run(self.program, "-q", "-C", self.path, "list", "is:any", "--json", env=self.environment)
        return {plan["id"]: plan for plan in json.loads(done)["plans"]}

    def settings(self):
        """Returns the settings of the board that only the newer program knows."""
        done = run(self.program, "-q", "-C", self.path, "config", "--json", env=self.environment)
        settings = {key: value for key, value in json.loads(done).items() if key in SETTINGS}
        # What a rule says in words may change.
        return settings | {"rules": [(rule["id"], rule["text"]) for rule in settings["rules"]]}

    def meet(self, other):
        """Syncs both clones until both have all commits."""
        for clone in [self, other, self]:
            clone.pmgit("sync", "-q")


def pair(folder, older, newer):
    remote = folder / "remote.git"
    run("git", "init", "-q", "--bare", remote)
    return [Clone(folder, name, program, remote) for name, program in [("older", older), ("newer", newer)]]


def set_up(newer):
    newer.pmgit("init", "-q")
    newer.pmgit("config", "field", "add", "points", "--kind", "number")
    newer.pmgit("config", "field", "add", "area", "--kind", "choices", "--option", "ui", "--option", "core")
    newer.pmgit("config", "milestone", "add", "v1.0", "--due", "2030-03-01")
    newer.pmgit("config", "iteration", "add", "--every", "2w", "--start", "2030-01-07")
    newer.pmgit("config", "attachments", "--limit", "1MB")
    newer.pmgit("config", "rule", "add", "named", "on label never: priority high")
    for number in range(len(NEWER) * 2):
        newer.pmgit("add", "-q", f"Plan {number}")


def edit(clone, words, plan):
    clone.pmgit(*[plan if word == "PLAN" else word for word in words])


def record(older_program, newer_program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-older-"))
    older, newer = pair(folder, older_program, newer_program)
    set_up(newer)
    newer.pmgit("sync", "-q")
    older.pmgit("init", "-q")
    plans = sorted(newer.plans())
    # In turn: the older program edits what the newer one has written, and the reverse.
    for number, plan in enumerate(plans):
        key = list(NEWER)[number % len(NEWER)]
        common = list(BOTH.values())
        edit(newer, NEWER[key], plan)
        if number % 2:
            older.pmgit("sync", "-q") if number % 4 == 1 else newer.meet(older)
        edit(older, common[number % len(common)](number), plan)
        if number % 3 == 0:
            newer.meet(older)
        edit(newer, common[(number + 3) % len(common)](number + 100), plan)
        newer.meet(older)
    agreed = newer.plans()
    # At the same time: no clone knows what the other one does.
    keys = list(NEWER)
    for number, plan in enumerate(plans):
        edit(newer, NEWER[keys[(number + 1) % len(keys)]], plan)
        edit(older, BOTH["labels"](number + 200), plan)
        edit(older, BOTH["comments"](number + 200), plan)
    older.pmgit("config", "column", "add", "review", "--before", "done")
    expected = merged(agreed, older.plans(), newer.plans())
    FIXTURE.mkdir(exist_ok=True)
    for clone in [older, newer]:
        clone.git("branch", "-q", clone.path.name, "pmgit/main")
    newer.git("fetch", "-q", older.path, "older:older")
    (FIXTURE / "board.export").write_text(newer.git("fast-export", "older", "newer"))
    settings = newer.settings()
    document = {"older": older.pmgit("--version").splitlines()[1], "plans": expected, "settings": settings}
    (FIXTURE / "expected.json").write_text(json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    newer.meet(older)
    check(expected, newer.plans())
    if newer.settings() != settings:
        raise AssertionError(f"settings: {newer.settings()} instead of {settings}")
    # The older program still reads and checks what both have made.
    older.pmgit("doctor", "--offline", "-q")


def merged(agreed, older, newer):
    """Returns the plans that must result: the values of the clone that changed them last."""
    plans = {}
    for plan, base in agreed.items():
        plans[plan] = {key: older[plan][key] if key in older[plan] and older[plan][key] != base[key] else newer[plan][key]
                       for key in base if key not in DERIVED}
    return plans


def check(expected, plans):
    """Fails if a plan lacks a value."""
    for plan, values in expected.items():
        for key, value in values.items():
            if plans[plan][key] != value:
                raise AssertionError(f"{plan}: {key} is {plans[plan][key]!r} instead of {value!r}")
    if set(plans) != set(expected):
        raise AssertionError(f"plans: {sorted(set(plans) ^ set(expected))}")


if __name__ == "__main__":
    record(sys.argv[1], PMGIT)
