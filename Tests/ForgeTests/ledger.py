"""What somebody has set on the board and on the tracker, and what a push may make of it.

A value is one of an issue: its title, whether it has a label, how often it has a comment. Both sides agree on a
value if they had the same at the end of a push. A side that differs from that was changed by somebody.
"""

import json

from team import values_here

SETS = ("labels", "assignees")


def flat(values, names):
    """Returns values of an issue by their names: `("labels", "bug")`. Those that it lacks are left out."""
    found = {(name,): values[name] for name in names if values[name] is not None}
    if values["milestone"][0]:
        found["milestone",] = values["milestone"][0]
    for name in SETS:
        found |= {(name, member): True for member in values[name]}
    for _, text in values["comments"]:
        found["comments", text] = found.get(("comments", text), 0) + 1
    return found


class Plan:
    """A plan on the board: its values, the number of its issue or None, and the names of fields in conflict."""

    def __init__(self, document, ledger):
        self.values = flat(values_here(document, ledger.board), ledger.names)
        place = f"{ledger.team.place}#"
        numbers = [int(one.removeprefix(place)) for one in document["aliases"] if one.startswith(place)]
        self.number = numbers[0] if numbers else None
        self.conflicts = {{"state": "closed"}.get(one["field"], one["field"]) for one in document["conflicts"]}


class Ledger:
    """The values of both sides. `problems` has what no push may do, with what happened to the issue before."""

    def __init__(self, team, clone):
        self.team, self.clone = team, clone
        # Only Gitea has due days.
        self.names = ["title", "body", "closed", *(["due"] if team.kind == "gitea" else [])]
        self.problems, self.history = [], {}
        self.events, self.unsure, self.made, self.agreed = [], set(), {}, {}
        # Values on which both sides may have agreed: pmgit has sent them without knowing the outcome, or both had
        # them after a push that failed and may not have seen it. If somebody sets the value of before again, pmgit
        # can't tell that from no change.
        self.lost = {}
        # The names of the values that pmgit was the last to change there, by the number of the issue.
        self.sent = {}
        self.here = self.read()
        self.there = {number: self.seen(issue) for number, issue in team.repository.issues_by_number.items()}
        self.first = dict(self.there)
        team.forge.watch = self.watch

    def read(self):
        """Returns the plans by their ids."""
        self.board = json.loads(self.clone("column", "--json"))
        plans = json.loads(self.clone("list", "is:any", "--json"))["plans"]
        return {plan["id"]: Plan(plan, self) for plan in plans}

    def seen(self, issue):
        return flat(self.team.values_there(issue, self.board), self.names)

    def note(self, key, words):
        """Adds a line to the history of an issue, or of a plan that has none."""
        self.history.setdefault(key, []).append(words)

    def object(self, key, words):
        lines = "\n    ".join(map(str, self.history.get(key, [])[-25:]))
        self.problems.append(f"{key}: {words}\n    {lines}")

    # The tracker

    def there_changed(self, issue):
        """Takes what somebody has just changed on the tracker."""
        old, new = self.there.get(issue.number, {}), self.seen(issue)
        for key in changes(old, new):
            self.sent.get(issue.number, {}).pop(key, None)
        self.there[issue.number] = new

    def watch(self, request, fault):
        """Finds what a request of pmgit has changed."""
        issues = self.team.repository.issues_by_number if request.is_change else {}
        for number, issue in issues.items():
            new, old = self.seen(issue), self.there.get(number)
            if new != old:
                self.there[number] = new
                self.events.append((number, old, new))
                self.sent[number] = self.sent.get(number, {}) | dict.fromkeys(changes(old or {}, new))
                self.note(number, f"{request.name}: {changes(old or {}, new)}")
        if fault and not fault.during and self.events:
            # The request may be a part of a longer step, whose outcome pmgit does not know now.
            self.unsure.add(self.events[-1][0])

    # A push

    def begin(self):
        """Looks at both sides right before a push."""
        for id, plan in (new := self.read()).items():
            if (old := self.here.get(id)) and old.values != plan.values:
                self.note(plan.number or id, f"here: {changes(old.values, plan.values)}")
        self.here, self.events, self.unsure = new, [], set()
        self.first = dict(self.there)

    def end(self, outcome, isCalm, isWhole=True):
        """Checks a push: what it has sent, what it has pulled, and, if nothing failed, that nothing is left."""
        after = self.read()
        plans = {plan.number: id for id, plan in self.here.items()} | {
            plan.number: id for id, plan in after.items() if plan.number}
        for number, old, new in self.events:
            self.check_sent(number, old, new, plans)
        for id, plan in after.items():
            number = plan.number
            before = self.here.get(id)
            if before and before.values != plan.values:
                self.note(number or id, f"pulled: {changes(before.values, plan.values)} {plan.conflicts or ''}")
            self.note(number or id, outcome)
            if number:
                self.check_pulled(number, before, plan)
                self.agree(number, plan, before, isCalm, isWhole)
            elif before and before.values != plan.values:
                self.object(id, "a plan without an issue was changed")
        if isCalm:
            for number in set(self.there) - {plan.number for plan in after.values()}:
                self.object(number, "is no plan")
        self.here = after

    def known(self, number, key):
        """Returns the value on which both sides agreed, and those on which they may have agreed since."""
        return {self.agreed.get(number, {}).get(key), *self.lost.get(number, {}).get(key, ())}

    def forget(self, number, key):
        self.lost.get(number, {}).pop(key, None)
        if not self.lost.get(number, True):
            del self.lost[number]

    def check_sent(self, number, old, new, plans):
        """Each change of an issue has to be one that somebody has made here since both sides agreed."""
        if old is None:
            id = next((id for id, plan in self.here.items() if not plan.number and plan.values["title",] == new["title",]), None)
            if id is None or id in self.made.values():
                self.object(number, f"an issue that nobody wanted: {new}")
            self.made[number], self.agreed[number] = id, new
            return
        plan = self.here.get(self.made.get(number) or plans.get(number))
        for key, (was, now) in changes(old, new).items():
            wanted = plan and plan.values.get(key)
            if not plan or key[0] in plan.conflicts or wanted != now or self.known(number, key) == {now}:
                self.object(number, f"sent {key} {now!r} for {was!r}, but here is {wanted!r}; agreed {self.known(number, key)}")

    def check_pulled(self, number, before, plan):
        """Each change of a plan has to be one that somebody has made there, and nobody here."""
        agreed = self.agreed.setdefault(number, {})
        there = self.first.get(number, {}), self.there[number]
        if before is None and number in self.made:
            self.object(number, "an issue made of a plan is a second plan")
        for key, (was, now) in changes(before.values if before else {}, plan.values).items():
            known = self.known(number, key)
            isTheirs = key not in self.sent.get(number, {}) and any(values.get(key) == now for values in there)
            isTheirs = isTheirs and known != {now}
            isOurs = before is not None and was not in known
            if key[0] not in plan.conflicts and (not isTheirs or isOurs):
                self.object(number, f"pulled {key} {now!r} for {was!r}; agreed {agreed.get(key)!r}, there {there[0].get(key)!r}")

    def agree(self, number, plan, before, isCalm, isWhole):
        """Notes on which values both sides agree. After a push without a fault they agree on all, except in conflicts."""
        agreed, there, first = self.agreed[number], self.there[number], self.first.get(number, {})
        for key in {*plan.values, *there, *agreed}:
            here = plan.values.get(key)
            if key[0] in plan.conflicts:
                # After a lost answer, a change on the other side may have come before or after what was sent.
                isSure = not self.lost.get(number, {}).get(key)
                ours = self.known(number, key) & {before.values.get(key), first.get(key)} if before else None
                if isCalm and isSure and ours and not before.conflicts:
                    self.object(number, f"{key} is in conflict, but only one side has changed it")
            elif here == there.get(key) and (not isWhole or number in self.unsure and key in self.sent.get(number, {})):
                if here not in self.known(number, key):
                    self.lost.setdefault(number, {}).setdefault(key, set()).add(here)
            elif here == there.get(key) or isWhole and not isCalm and here == first.get(key):
                # If it was changed there during the push, both sides had the same before.
                self.forget(number, key)
                agreed.pop(key, None)
                agreed |= {key: here} if here is not None else {}
            elif isCalm:
                self.object(number, f"{key} is {here!r} here and {there.get(key)!r} there; agreed {agreed.get(key)!r}")
            if key[0] == "comments" and max(here or 0, there.get(key, 0)) > 1:
                self.object(number, f"{key} is there twice")


def changes(old, new):
    """Returns the values that differ, each with the old and the new one."""
    return {
        key: (old.get(key), new.get(key)) for key in sorted({*old, *new}, key=str) if old.get(key) != new.get(key)}
