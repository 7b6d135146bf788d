"""Random changes on both sides, with faults in between, and a check of each push against what somebody has set.

PMGIT_FORGE_SEEDS (1) is the number of walks, PMGIT_FORGE_SEED (0) the first seed, PMGIT_FORGE_ISSUES (3) how many
issues there are at first, and PMGIT_FORGE_MINUTES (0) how long a walk is at least. A failure names its seed.
"""

import os
import random
import re
import sys
import time

from case import ForgeCase, with_each_program
from forge import Answer
from ledger import Ledger

SEEDS, SEED, ISSUES, MINUTES = (
    int(os.environ.get(f"PMGIT_FORGE_{name}", usual))
    for name, usual in (("SEEDS", 1), ("SEED", 0), ("ISSUES", 3), ("MINUTES", 0)))
# The pushes of a walk, and after how many a push without a fault comes.
PUSHES, REST = 4, 6
MOST_CHANGES = 8 if ISSUES < 100 else 25
MOST_PROBLEMS = 10
NEW = ("--new", "#bug is:any")
LOST = Answer(502, "<html>Bad Gateway</html>", {"Content-Type": "text/html"})


class Walk:
    """One walk: a clone, the issues, and what somebody has done to them."""

    def __init__(self, team, seed):
        self.team, self.choose = team, random.Random(seed)
        self.number, self.faults, self.plans, self.length = 0, 0, [], 20
        for name in ("bug", "ui", "later"):
            team.repository.label(name)
        for number in range(ISSUES):
            team.open(f"Issue {number}")
        self.clone = clone = team.clone()
        for title in ("1.0", "2.0"):
            team.repository.milestone(title)
            clone("milestone", "add", title)
        for user in (team.ann, team.bob):
            clone("people", "account", team.account(user.login), f"{user.name} <{user.login}@example.org>")
        # Without a licence, GitLab keeps one assignee, and the board the others.
        team.repository.has_licence = True
        clone.pull()
        self.ledger = Ledger(team, clone)
        self.ledger.end("pulled", isCalm=True)

    @property
    def issue(self):
        """An issue: often one of few, so that both sides change the same."""
        issues = list(self.team.repository.issues_by_number.values())
        return self.choose.choice(issues[-12:] if self.choose.random() < 0.6 else issues)

    def round(self):
        """Changes both sides a few times, and pushes, mostly with faults."""
        for _ in range(self.choose.randint(1, MOST_CHANGES)):
            self.choose.choice([self.here, self.there])()
        self.ledger.begin()
        start = len(self.team.forge.requests)
        for _ in range(self.choose.choice([0, 1, 1, 2, 3])):
            name, spared = self.sent()
            self.team.forge.fail(name, spared=spared, **self.fault())
        if self.choose.random() < 0.25:
            (name, spared), when = self.sent(), self.choose.choice(["before", "after"])
            outcome = f"killed {self.clone.push_killed(name, *NEW, when=when, spared=spared)}"
        else:
            outcome = self.clone.push(*NEW).returncode
        self.length = max(self.length // 2, len(self.team.forge.requests) - start)
        self.end_push(outcome)

    def end_push(self, outcome, isCalm=False):
        forge = self.team.forge
        hits = [(one.name, one.when or one.answer and one.answer.status) for one in forge.faults if not one.times]
        self.faults += len(hits)
        forge.faults.clear()
        self.ledger.end(f"-- push: {outcome} {hits or ''}", isCalm, isWhole=outcome == 0 or isCalm)

    def sent(self):
        """Returns the name of requests of a push, and how many of these go well first."""
        if self.choose.random() < 0.5:
            return "*", self.choose.randrange(self.length)
        names = sorted(set(self.team.sending.values()))
        return self.choose.choice(names), self.choose.choice([0, 0, 0, 1, 3])

    def fault(self):
        """Returns what goes wrong with such a request, or what somebody else does meanwhile."""
        return self.choose.choice([
            {"when": "before"}, {"when": "after"}, {"when": "cut"}, {"answer": LOST, "after": True}, {"answer": LOST},
            {"answer": self.team.busy}, {"during": lambda: self.there(self.choose.choice([1, 2, 3, 5]))}])

    def here(self):
        """Changes something on the board."""
        self.number += 1
        number, label = self.number, self.choose.choice(["bug", "ui", "later"])
        if self.ledger.lost and self.choose.random() < 0.3:
            return self.take_back()
        plan = self.team.alias(self.issue.number)
        if self.plans and self.choose.random() < 0.2:
            plan = self.choose.choice(self.plans[-5:])
        words = self.choose.choice([
            ["edit", plan, "--title", f"Here {number}"], ["edit", plan, "--label", label],
            ["edit", plan, "--no-label", label], ["comment", plan, "-m", f"Here {number}"],
            ["move", plan, self.choose.choice(["todo", "doing", "done"])],
            ["add", f"New {number}", "--label", "bug", "--body", f"Body {number}"],
            ["edit", plan, "--body", f"Here {number}\n\n/close @eve"],
            ["edit", plan, "--milestone", self.choose.choice(["1.0", "2.0", "none"])],
            ["edit", plan, self.choose.choice(["--assign", "--no-assign"]), self.choose.choice(["annlee", "boblee"])],
            ["edit", plan, "--due", self.choose.choice(["2031-01-02", "2031-03-04", "none"])]])
        done = self.clone.run(*words, check=False)
        if done.returncode == 0 and words[0] == "add":
            self.plans.append(done.stdout.strip())

    def take_back(self):
        """Changes a value on the board that was sent without an answer."""
        number = self.choose.choice(sorted(self.ledger.lost))
        issue, (field, *member) = self.ledger.there[number], self.choose.choice(sorted(self.ledger.lost[number]))
        plan, has = self.team.alias(number), (field, *member) in issue
        match field:
            case "labels" | "assignees":
                kind = {"labels": "label", "assignees": "assign"}[field]
                self.clone.run("edit", plan, f"--no-{kind}" if has else f"--{kind}", *member, check=False)
            case "closed": self.clone.run("move", plan, "todo" if has else "done", check=False)
            case "milestone": self.clone.run("edit", plan, "--milestone", self.choose.choice(["1.0", "2.0", "none"]))
            case "title" | "body": self.clone.run("edit", plan, f"--{field}", f"Back {self.number}", check=False)

    def there(self, what=None):
        """Changes something on the tracker."""
        self.number += 1
        issue, number, label = self.issue, self.number, self.choose.choice(["bug", "ui", "later"])
        what = self.choose.randrange(11) if what is None else what
        match what:
            case 0: issue.title = f"There {number}"
            case 1: issue.label(label)
            case 2: issue.unlabel(label)
            case 3: issue.comment(self.team.bob, f"There {number}")
            case 4: issue.reopen() if issue.closed else issue.close()
            case 5: issue = self.team.open(f"Other {number}")
            # People leave the mark of pmgit in a text, which says that it belongs there.
            case 6: issue.body = f"There {number}" + "".join(re.findall(r"\s*<!-- pmgit:[^>]*-->", issue.body or ""))
            case 7: issue.milestone = self.choose.choice([None, *self.team.repository.milestones()])
            case 8: issue.assign(self.choose.sample([self.team.ann, self.team.bob], self.choose.randrange(3)))
            # A list of GitLab does not show which comments there are.
            case 9 if issue.comments() and self.team.kind != "gitlab":
                issue.delete_comment(self.choose.choice(issue.comments()))
            case 10 if self.team.kind == "gitea":
                issue.due = self.choose.choice([None, "2031-05-06T23:59:59Z"])
        old = self.ledger.there.get(issue.number, {})
        self.ledger.there_changed(issue)
        self.ledger.note(issue.number, f"there: {what} {old and set(self.ledger.there[issue.number]) ^ set(old)}")

    def rest(self):
        """Pushes without a fault, decides the conflicts, and pushes that."""
        for words in [None, self.choose.choice(["--newest", "--mine", "--theirs"]), "--newest"]:
            if words:
                self.clone.run("resolve", "--all", words, check=False)
            self.ledger.begin()
            done = self.clone.push(*NEW)
            self.end_push(f"calm {done.returncode} {done.stderr if done.returncode else ''}", isCalm=True)
            if done.returncode != 0:
                self.ledger.object("push", f"failed without a fault: {done.stderr}")


class Walks:
    """Walks with different seeds, for a class of tests with a team."""

    def test_both_sides_agree_in_the_end(self):
        for seed in range(SEED, SEED + SEEDS):
            with self.subTest(seed=seed):
                self.setUp()
                self.walk(seed)

    def walk(self, seed):
        end = time.monotonic() + 60 * MINUTES
        walk, number, known = Walk(self.team, seed), 0, 0
        problems = walk.ledger.problems
        while len(problems) < MOST_PROBLEMS and (number < PUSHES or time.monotonic() < end):
            number += 1
            walk.round()
            if number % REST == 0:
                walk.rest()
                if MINUTES:
                    print(f"seed {seed}: {number} pushes, {walk.faults} faults, {len(self.team.forge.requests)} "
                          f"requests, {len(self.repository.issues_by_number)} issues", *problems[known:],
                          sep="\n", file=sys.stderr, flush=True)
                known = len(problems)
        walk.rest()
        self.assertEqual(problems, [], "\n".join(problems))
        self.check_calm(walk.clone)


class Random(Walks, ForgeCase):
    """Walks with the programs of trackers."""


with_each_program(globals(), Random)
del Random
