"""Random changes on both sides, with faults in between: in the end the board and the issues are the same.

PMGIT_FORGE_SEEDS (1) is the number of walks. A failure names its seed.
"""

import os
import random

from case import ForgeCase, with_each_program

SEEDS = int(os.environ.get("PMGIT_FORGE_SEEDS", "1"))
STEPS = 12
NEW = ("--new", "#bug is:any")


class Walk:
    """One walk: a clone, the issues, and what somebody has done to them."""

    def __init__(self, team, clone, seed):
        self.team, self.clone, self.choose = team, clone, random.Random(seed)
        self.notes, self.titles = [], 0
        for name in ("bug", "ui", "later"):
            team.repository.label(name)
        for title in ("1.0", "2.0"):
            team.repository.milestone(title)
            clone("milestone", "add", title)
        for user in (team.ann, team.bob):
            clone("people", "account", team.account(user.login), f"{user.name} <{user.login}@example.org>")
        # Without a licence, GitLab keeps one assignee, and the board the others.
        team.repository.has_licence = True

    @property
    def issue(self):
        return self.choose.choice(list(self.team.repository.issues_by_number.values()))

    def step(self, number):
        side = self.choose.choice([self.here, self.there])
        side(number, self.choose.randrange(9))
        if number % 4 == 3:
            if self.choose.random() < 0.6:
                sent = self.choose.choice(sorted(set(self.team.sending.values()) - {self.team.sending["list"]}))
                when = self.choose.choice(["before", "after"])
                if self.choose.random() < 0.3:
                    self.clone.push_killed(sent, *NEW, when=when)
                self.team.forge.fail(sent, when=when)
            self.push()

    def push(self):
        return self.clone.push(*NEW)

    def here(self, number, what):
        """Changes something on the board."""
        alias = self.team.alias(self.issue.number)
        label = self.choose.choice(["bug", "ui", "later"])
        words = [
            ["edit", alias, "--title", f"Here {number}"], ["edit", alias, "--label", label],
            ["edit", alias, "--no-label", label], ["comment", alias, "-m", f"Here {number}"],
            ["move", alias, self.choose.choice(["todo", "doing", "done"])],
            ["add", f"New {number}", "--label", "bug", "--body", f"Body {number}"],
            ["edit", alias, "--body", f"Here {number}\n\n/close @eve"],
            ["edit", alias, "--milestone", self.choose.choice(["1.0", "2.0", "none"])],
            ["edit", alias, self.choose.choice(["--assign", "--no-assign"]), self.choose.choice(["annlee", "boblee"])]][what]
        if self.clone.run(*words, check=False).returncode == 0 and words[0] == "comment":
            self.notes.append(f"Here {number}")

    def there(self, number, what):
        """Changes something on the tracker."""
        issue, label = self.issue, self.choose.choice(["bug", "ui", "later"])
        match what:
            case 0: issue.title = f"There {number}"
            case 1: issue.label(label)
            case 2: issue.unlabel(label)
            case 3: self.notes.append(issue.comment(self.team.bob, f"There {number}").body)
            case 4: issue.reopen() if issue.closed else issue.close()
            case 5: self.team.open(f"Other {number}")
            case 6: issue.body = f"There {number}"
            case 7: issue.milestone = self.choose.choice([None, *self.team.repository.milestones()])
            case 8: issue.assign(self.choose.sample([self.team.ann, self.team.bob], self.choose.randrange(3)))

    def end(self):
        """Ends the faults, decides the conflicts, and pushes until nothing is left."""
        self.team.forge.faults.clear()
        for _ in range(3):
            self.push()
            self.clone.run("resolve", "--all", "--newest", check=False)


class Walks:
    """Walks with different seeds, for a class of tests with a team."""

    def test_both_sides_agree_in_the_end(self):
        for seed in range(SEEDS):
            with self.subTest(seed=seed):
                self.setUp()
                for number in range(3):
                    self.team.open(f"Issue {number}")
                clone = self.team.clone()
                walk = Walk(self.team, clone, seed)
                clone.pull()
                for number in range(STEPS):
                    walk.step(number)
                walk.end()
                self.check_calm(clone)
                there = [note.body for issue in self.repository.issues() for note in issue.comments()]
                self.assertEqual(sorted(there), sorted(walk.notes))
                titles = [plan["title"] for plan in clone.plans().values()]
                self.assertEqual(len(titles), len(self.repository.issues()))


class Random(Walks, ForgeCase):
    """Walks with the programs of trackers."""


with_each_program(globals(), Random)
del Random
