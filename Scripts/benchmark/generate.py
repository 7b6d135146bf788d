#!/usr/bin/env python3
"""Writes a board and its history for 'git fast-import', the same for the same options.

The stream continues a board that 'pmgit init' has begun:

    git init board && cd board && pmgit init
    Scripts/benchmark/generate.py --plans 10000 --commits 50000 | git fast-import --quiet

Most plans come in with a few large imports; the rest is added one by one while plans move from column
to column and are edited, some of it on branches that are merged. Files, stamps, ranks and messages are
the ones that pmgit writes.
"""

import argparse
import datetime
import json
import random
import sys

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
LETTERS = "abcdefghjkmnpqrstvwxyz"
RANK_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PEOPLE = [
    "Dev One", "Dev Two", "Dév Trois", "개발자 넷", "Dev Five", "Dev Six", "Dev Seven", "Dev Eight",
]
WORDS = "fix add login sync merge board column crash slow test docs release label query".split()
PRIORITIES = ["low", "medium", "high", "urgent"]

# The largest number of plans in one import.
BATCH = 1000
# One in this many commits begins a branch, which is merged a few commits later.
BRANCH_EVERY = 40
# About how many plans are in progress in the long run.
BEGUN = 16


class Clock:
    """The time of the board, in milliseconds since 1970. It advances with each call."""

    def __init__(self, start, end, steps):
        self.now = start
        self.step = max(1000, (end - start) // max(1, steps))

    def tick(self, rng):
        self.now += rng.randint(1, 2 * self.step - 1)
        return self.now


def text_of(milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.timezone.utc)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"


def texts(path, rng):
    """Returns titles and bodies, from the plans of a file or made of a few words."""
    if path:
        with open(path, encoding="utf-8") as file:
            plans = [json.loads(line) for line in file if line.strip()]
        return [(plan["title"], (plan.get("body") or "").split("\n")) for plan in plans]
    found = []
    for _ in range(500):
        lines = [" ".join(rng.choices(WORDS, k=12)) for _ in range(rng.randint(0, 40))]
        found.append((" ".join(rng.choices(WORDS, k=6)).capitalize(), lines))
    return found


class Board:
    """The plans on the main line, and the stream that is written."""

    def __init__(self, options, out):
        self.rng = random.Random(options.seed)
        self.out = out
        self.texts = texts(options.texts, self.rng)
        names = [PEOPLE[number % len(PEOPLE)] for number in range(options.people)]
        self.people = [f"{name} <dev{number}@example.org>" for number, name in enumerate(names)]
        self.plans = {}
        self.ids = []
        self.busy = set()
        start = int(datetime.datetime.fromisoformat(options.start + "T00:00:00+00:00").timestamp()) * 1000
        self.clock = Clock(start, start + 365 * 86_400_000, options.commits)
        self.marks = 0
        self.columns = options.columns.split(",")
        self.settled = options.settled

    # Values

    def new_id(self):
        while True:
            found = self.rng.choice(LETTERS) + "".join(self.rng.choices(DIGITS, k=11))
            if found not in self.plans:
                return found

    def stamp(self, time):
        return text_of(time) + "~" + "".join(self.rng.choices(DIGITS, k=5))

    def rank(self, time):
        digits = ""
        number = time
        for _ in range(7):
            number, rest = divmod(number, 62)
            digits = RANK_DIGITS[rest] + digits
        suffix = "".join(self.rng.choices(RANK_DIGITS, k=2)) + self.rng.choice(RANK_DIGITS[1:])
        return "g" + digits + suffix

    def new_plan(self, person, time, state=None):
        title, body = self.rng.choice(self.texts)
        plan_id = self.new_id()
        fields = {
            "created": {"at": text_of(time), "by": person},
            "rank": self.rank(time),
            "state": state or self.columns[0],
            "title": f"{title} {len(self.ids)}",
        }
        if any(body):
            fields["body"] = body
        if self.rng.random() < 0.5:
            fields["priority"] = self.rng.choice(PRIORITIES)
        plan = {"fields": fields, "format": 1, "id": plan_id}
        labels = self.rng.sample(WORDS, k=self.rng.randint(0, 3))
        if labels:
            plan["sets"] = {"labels": sorted(labels)}
        self.plans[plan_id] = plan
        self.ids.append(plan_id)
        return plan

    def changed(self, plan, values, time):
        """Returns a plan with new values of fields and the stamp of one command."""
        stamp = self.stamp(time)
        stamps = plan.get("stamps", {}).get("fields", {})
        return {
            **plan,
            "fields": {**plan["fields"], **values},
            "stamps": {"fields": {**stamps, **{name: stamp for name in values}}},
        }

    # Changes: each returns the new plan and the subject of the commit

    def edit(self, plan, time):
        fields = plan["fields"]
        short = plan["id"][:4]
        kind = self.rng.random()
        if kind < 0.6:
            here = self.columns.index(fields["state"])
            count = len(self.columns)
            # Plans mostly move forward.
            forward = here + 1 < count and self.rng.random() < 0.9
            there = here + 1 if forward else self.rng.choice(range(count))
            if there == here:
                there = (here + 1) % count
            state = self.columns[there]
            subject = f"move {short}: {fields['state'].title()} → {state.title()}, {fields['title']}"
            return self.changed(plan, {"state": state, "rank": self.rank(time)}, time), subject
        if kind < 0.8:
            title = fields["title"].rsplit(" v", 1)[0] + f" v{self.rng.randint(2, 99)}"
            return self.changed(plan, {"title": title}, time), f"edit {short}: title, {title}"
        priority = self.rng.choice([p for p in PRIORITIES if p != fields.get("priority")])
        return self.changed(plan, {"priority": priority}, time), f"edit {short}: priority, {fields['title']}"

    def first_columns(self):
        """Returns the columns of imported plans."""
        return self.columns[:1] if self.settled else self.columns

    def any_plan(self):
        """Returns a plan that no branch is changing; newer plans are more likely."""
        if self.settled and (found := self.open_plan()):
            return found
        while True:
            place = int(len(self.ids) * self.rng.random() ** 0.5)
            found = self.ids[place]
            if found not in self.busy:
                return self.plans[found]

    def open_plan(self):
        """Returns a plan in progress, or seldom one in the first column if enough are begun."""
        free = [self.plans[found] for found in self.ids if found not in self.busy]
        waiting = [plan for plan in free if plan["fields"]["state"] == self.columns[0]]
        begun = [plan for plan in free if plan["fields"]["state"] in self.columns[1:-1]]
        few = len(begun) < BEGUN * self.rng.random()
        return self.rng.choice(waiting if waiting and (few or not begun) else begun or [None])

    # The stream

    def write(self, text):
        self.out.write(text.encode())

    def data(self, text):
        content = text.encode()
        self.out.write(b"data %d\n" % len(content) + content + b"\n")

    def commit(self, ref, person, time, message, plans, parent, merged=None):
        self.marks += 1
        self.write(f"commit {ref}\nmark :{self.marks}\n")
        for role in ["author", "committer"]:
            self.write(f"{role} {person} {time // 1000} +0000\n")
        self.data(message)
        self.write(f"from {parent}\n")
        if merged:
            self.write(f"merge {merged}\n")
        for plan in plans:
            self.write(f"M 100644 inline plans/{plan['id'][:2]}/{plan['id']}.json\n")
            self.data(json.dumps(plan, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
        self.write("\n")
        return f":{self.marks}"


def history(options, out):
    board = Board(options, out)
    rng = board.rng
    main = f"refs/heads/{options.branch}"
    tip = main + "^0"
    # A plan that is added alone needs a commit; one edit in ten adds a plan.
    single = min(options.plans // 2, options.commits // 10)
    left = options.plans - single
    commits = 0
    while left > 0:
        time = board.clock.tick(rng)
        person = rng.choice(board.people)
        batch = [
            board.new_plan(person, time - rng.randint(0, 999), rng.choice(board.first_columns()))
            for _ in range(min(BATCH, left))
        ]
        left -= len(batch)
        tip = board.commit(main, person, time, f"import {len(batch)} plans\n", batch, tip)
        commits += 1
    side = None
    side_tip, side_plans, side_left = "", {}, 0
    while commits < options.commits:
        time = board.clock.tick(rng)
        person = rng.choice(board.people)
        commits += 1
        if side and side_left == 0:
            board.plans.update(side_plans)
            board.busy.clear()
            machine = "pmgit <pmgit@localhost>"
            count = len(side_plans)
            subject = f"merge changes of {count} plans" if count > 1 else "merge changes of one plan"
            tip = board.commit(main, machine, time, subject + "\n", side_plans.values(), tip, side_tip)
            side = None
            continue
        if not side and rng.random() < 1 / BRANCH_EVERY and len(board.ids) > 20:
            side, side_tip, side_plans, side_left = person, tip, {}, rng.randint(1, 4)
        # The last commits add the plans that were not added at random; a few of them may be merges.
        late = options.commits - commits <= single + 10
        on_side = side and rng.random() < 0.5 and not (late and single > 0)
        if not on_side and single > 0 and (rng.random() < 0.12 or late):
            plan = board.new_plan(person, time)
            single -= 1
            subject = f"add {plan['id'][:4]}: {plan['fields']['title']}"
        else:
            plan, subject = board.edit(board.any_plan(), time)
        message = f"{subject}\n\nPlan: {plan['id']}\n"
        if on_side:
            side_plans[plan["id"]] = plan
            board.busy.add(plan["id"])
            side_left -= 1
            side_tip = board.commit(main + "-side", side, time, message, [plan], side_tip)
        else:
            board.plans[plan["id"]] = plan
            tip = board.commit(main, person, time, message, [plan], tip)
    # The branch of the merges is removed: it is not a board, and its tip may be unmerged.
    board.write(f"reset {main}-side\nfrom {'0' * 40}\n\ndone\n")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plans", type=int, default=10_000)
    parser.add_argument("--commits", type=int, default=50_000)
    parser.add_argument("--people", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", default="2025-11-01", help="the first day; the last is a year later")
    parser.add_argument("--branch", default="pmgit/main")
    parser.add_argument("--texts", metavar="FILE", help="JSON Lines of plans whose texts are used")
    parser.add_argument("--columns", default="todo,doing,done", help="their ids, as the board has them")
    parser.add_argument(
        "--settled", action="store_true", help="plans come into the first column, and stay in the last one")
    options = parser.parse_args()
    if options.plans < 1 or options.people < 1:
        parser.error("there is no board without a plan and a person")
    history(options, sys.stdout.buffer)


if __name__ == "__main__":
    main()
