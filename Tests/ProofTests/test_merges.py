"""Random histories of one plan, made by the program, git and plumbing, compared with the proved model.

Each history begins with the same commit. Its other commits edit, undo, delete, remove, break, restore and merge. The
model, .build/proofs/model, is extracted from proofs/ by Scripts/proof.sh. For each commit whose file can be read, it
must have the elements of the file at each path, in the same order.

PROOF_MERGES=20000 compares that many merges, PROOF_SEED=17 begins with another history.
"""

import collections
import json
import os
import random
import shutil
import subprocess
import tempfile
import unittest

from histories import Repository, canonical, content_hash, elements, file_bytes

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PMGIT = os.environ.get("PMGIT", os.path.join(ROOT, ".build/release/pmgit"))
MODEL = os.environ.get("PROOF_MODEL", os.path.join(ROOT, ".build/proofs/model"))
MERGES = int(os.environ.get("PROOF_MERGES", "200"))
SEED = int(os.environ.get("PROOF_SEED", "1"))
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
PEOPLE = ["Dev One <one@example.com>", "Dev Two <two@example.com>"]
TITLE, DUE, PRIORITY = ("fields", "title"), ("fields", "due"), ("fields", "priority")
BUG, UI = ("sets", "labels", "bug"), ("sets", "labels", "ui")
DELETED = ("fields", "deleted")


class Difference(Exception):
    """The program and the model differ."""


def model(histories, *arguments):
    """Returns what the commits of histories of one path hold: for each commit the elements and whether they conflict."""
    lines = [line for history in histories for line in [*history, ""]]
    output = subprocess.run([MODEL, *arguments], input="\n".join(lines) + "\n", check=True, capture_output=True,
                            text=True).stdout
    results = []
    for block in output.split("\n\n")[:len(histories)]:
        rows = [row.split(" ") for row in block.strip("\n").split("\n")]
        results.append([(read_list(held), conflict == "conflict") for held, conflict in rows])
    return results


def read_list(text):
    return [] if text == "-" else [tuple(bytes.fromhex(part).decode() for part in item.split(":"))
                                   for item in text.split(",")]


def write_list(items):
    return ",".join(f"{stamp.encode().hex()}:{value.encode().hex()}" for stamp, value in items) or "-"


Commit = collections.namedtuple("Commit", "id parents held writes person kind")
# 'held' are the elements by path, or None if the file can't be read. 'writes' are the paths at which the commit may write:
# none for a merge, and for a commit that removes or breaks the file.
EVERYWHERE, NOWHERE = None, ()


class History:
    """A random history, and the same as lines for the model."""

    def __init__(self, repository, seed, tally):
        self.repository, self.tally = repository, tally
        self.random = random.Random(seed)
        self.commits = [Commit(repository.root, [], repository.read(repository.root), EVERYWHERE, PEOPLE[0], "root")]
        # In some histories two commits may create the same element. There git's merges may differ.
        self.repeats = self.random.random() < 0.2
        self.lines = {}
        self.count = 0
        self.expected = []

    # Lines for the model

    def line(self, path, parents, held, writes, merged=None):
        """Returns the line of a commit at one path."""
        text = ",".join(map(str, parents)) or "-"
        if not writes:
            return f"{text} N"
        found = merged if merged is not None else []
        now = held.get(path, [])
        if sorted(found) == sorted(now) and parents:
            return f"{text} N"
        kept = [item for item in now if item in found]
        return f"{text} W {write_list(kept)} {write_list([item for item in now if item not in found])}"

    def lines_of(self, path):
        """Returns the lines of all commits at a path."""
        lines = self.lines.setdefault(path, [])
        while len(lines) < len(self.commits):
            commit = self.commits[len(lines)]
            merged = None
            writes = commit.held is not None and (commit.writes is EVERYWHERE or path in commit.writes)
            if writes and commit.parents:
                # What a commit found: the model says what its parents merge to.
                merged = model([[*lines, self.line(path, commit.parents, {}, False)]])[0][-1][0]
            lines.append(self.line(path, commit.parents, commit.held or {}, writes, merged))
        return lines

    def paths(self):
        return sorted({path for commit in self.commits for path in commit.held or {}})

    # What happens

    def add(self, identifier, parents, writes, kind, person=PEOPLE[0], held=None):
        held = self.repository.read(identifier) if held is None else held
        self.commits.append(Commit(identifier, parents, held, writes, person, kind))
        self.tally[kind] += 1
        return len(self.commits) - 1

    def pick(self, readable=False):
        """Returns one of the commits, mostly a young one."""
        while True:
            index = max(0, len(self.commits) - 1 - int(self.random.expovariate(0.35)))
            if not readable or self.commits[index].held is not None:
                return index

    def step(self):
        kinds = {"edit": 8, "sync": 8, "cross": 3, "git merge": 2, "hand merge": 1, "octopus": 1, "broken": 2, "removed": 1,
                 "command": 2, "undo": 2, "deletion": 1}
        kind = self.random.choices(list(kinds), list(kinds.values()))[0] if len(self.commits) > 2 else "edit"
        getattr(self, kind.replace(" ", "_"))()

    def stamp(self):
        year, month = self.random.choice([1999, 2020, 2026]), self.random.randint(1, 9)
        end = "".join(self.random.choice(DIGITS) for _ in range(5))
        return f"{year}-0{month}-11T09:12:40.{self.random.randint(100, 999)}Z~{end}"

    def value(self, path):
        self.count += 1
        if path[0] == "sets":
            return "true"
        if path == DUE:
            return self.random.choice(['"2026-12-24"', '"2027-01-31"', "null"])
        if path == PRIORITY:
            return self.random.choice(['"low"', '"high"', "null"])
        if path[-1] == "done":
            return self.random.choice(["true", "false"])
        return canonical(f"{self.random.choice('Tt')} {self.count} é\t")

    def changed(self, held):
        """Returns elements with changes at some paths, as people and commands may make them."""
        held = {path: list(items) for path, items in held.items()}
        lists = [path for path in held if path[0] == "items" and path[-1] in ("text", "done")]
        for path in self.random.sample([TITLE, BUG, UI, DUE, PRIORITY, *lists], self.random.randint(1, 3)):
            before = held.get(path, [])
            kind = self.random.choice(["put"] * 4 + ["part"] + ["none"] * (path[0] == "sets"))
            after = [item for item in before if kind == "part" and self.random.random() < 0.5]
            if kind != "none" and (not after or self.random.random() < 0.5):
                after.append((self.stamp(), self.value(path)))
                if kind == "part" and path[0] != "sets":
                    after.append((self.stamp(), self.value(path)))
            old = sorted({item for commit in self.commits for item in (commit.held or {}).get(path, [])})
            if self.repeats and old and self.random.random() < 0.3:
                after = [self.random.choice(old)]
            held[path] = sorted(set(after))
        return {path: items for path, items in held.items() if items}

    def edit(self, parent=None):
        parent = self.pick(readable=True) if parent is None else parent
        person = self.random.choice(PEOPLE)
        held = self.changed(self.commits[parent].held)
        identifier = self.repository.write([self.commits[parent].id], file_bytes(held, self.repository.plan), person,
                                           f"edit {len(self.commits)}")
        self.add(identifier, [parent], EVERYWHERE, "edits", person)

    def broken(self, content=b"<<<<<<< ours\n{\n=======\n"):
        parent = self.pick()
        identifier = self.repository.write([self.commits[parent].id], content, PEOPLE[0], "break")
        self.add(identifier, [parent], NOWHERE, "broken or removed")

    def removed(self):
        self.broken(None)

    def command(self):
        """A change by the program, which refuses to change a hidden plan."""
        parent = self.pick(readable=True)
        if self.is_hidden(self.commits[parent].held):
            return
        self.repository.move(self.commits[parent].id)
        title = canonical(f"by a command {len(self.commits)}")
        self.random.choice([
            lambda: self.repository.pmgit("edit", self.repository.plan, "--title", json.loads(title)),
            lambda: self.repository.pmgit("edit", self.repository.plan, "--label", self.random.choice(["+ui", "-bug"])),
            lambda: self.repository.pmgit("edit", self.repository.plan, "--priority", "urgent")])()
        head = self.repository.head()
        if head != self.commits[parent].id:
            self.add(head, [parent], EVERYWHERE, "commands")

    def deletion(self):
        parent = self.pick(readable=True)
        self.repository.move(self.commits[parent].id)
        hidden = self.is_hidden(self.commits[parent].held)
        self.repository.pmgit("restore" if hidden else "delete", self.repository.plan)
        head = self.repository.head()
        if head != self.commits[parent].id:
            self.add(head, [parent], EVERYWHERE, "deletions and restorations")

    def undo(self):
        """An undo of the newest own change. The model says what would be there without that change."""
        parent = self.pick(readable=True)
        # The proof has neither undos of undos nor merges by hand that write; see docs/proof.md.
        if self.commits[parent].held.get(DELETED) or {"undos", "hand merges"} & self.kinds_below(parent):
            return
        self.repository.move(self.commits[parent].id, shared=True)
        answer = self.repository.pmgit("undo", "--json", fails=True)
        head = self.repository.head()
        if answer is None or head == self.commits[parent].id:
            return
        undone = [index for index, commit in enumerate(self.commits)
                  if commit.id in [change["commit"] for change in json.loads(answer)["changes"]]]
        index = self.add(head, [parent], EVERYWHERE, "undos")
        # Undo.v needs one creator for each element, and an undone creation deletes the plan.
        if self.repeats or any(not self.commits[i].parents for i in undone):
            return
        self.expected.append((index, parent, undone))

    def below(self, index):
        """Returns a commit and its ancestors."""
        seen, waiting = set(), [index]
        while waiting:
            index = waiting.pop()
            if index not in seen:
                seen.add(index)
                waiting += self.commits[index].parents
        return seen

    def kinds_below(self, index):
        return {self.commits[i].kind for i in self.below(index)}

    def sync(self):
        ours, theirs = self.pick_two()
        self.sync_of(ours, theirs)

    def pick_two(self):
        """Returns two commits, rarely one and its ancestor."""
        for _ in range(8):
            ours, theirs = self.pick(), self.pick()
            if self.random.random() < 0.1 or not {ours, theirs} & self.common(ours, theirs):
                break
        return ours, theirs

    def common(self, one, other):
        return self.below(one) & self.below(other)

    def cross(self):
        """Two merges of the same commits in two names, an edit after each, and their merge."""
        ours, theirs = self.pick_two()
        tips = []
        for heads in [(ours, theirs), (theirs, ours)]:
            count = len(self.commits)
            self.sync_of(*heads)
            if len(self.commits) == count or self.commits[-1].held is None:
                return
            merge = len(self.commits) - 1
            if self.random.random() < 0.8:
                self.edit(merge)
            tips.append(len(self.commits) - 1)
        self.sync_of(*tips)

    def sync_of(self, ours, theirs):
        if ours == theirs:
            return
        bases = self.repository.bases(self.commits[ours].id, self.commits[theirs].id)
        head = self.repository.sync(self.commits[ours].id, self.commits[theirs].id, self.random)
        self.merged(head, [ours, theirs], "syncs", len(bases))
        if self.commits[-1].id == head and self.commits[-1].held and self.random.random() < 0.3:
            self.check_shown(head)

    def merged(self, head, parents, kind, bases):
        """Notes a merge. If git or pmgit found that no commit is needed, the content of the commit that is taken is compared
        as that of a merge, but it gets no descendants."""
        self.tally["merges"] += 1
        self.tally["with several bases"] += bases > 1
        if any(self.commits[parent].held is None for parent in parents):
            self.tally["with a broken side"] += 1
        if head in [commit.id for commit in self.commits]:
            self.tally["without a new commit"] += 1
            held = self.repository.read(head)
            if held is not None:
                self.expected.append((held, parents))
        else:
            self.add(head, parents, NOWHERE, kind)

    def git_merge(self):
        ours, theirs = self.pick(readable=True), self.pick(readable=True)
        bases = self.repository.bases(self.commits[ours].id, self.commits[theirs].id)
        if self.commits[ours].id in bases or self.commits[theirs].id in bases:
            return
        # git gives the driver one ancestor. It can't be a broken one, and elements need one creator.
        below = self.kinds_below(ours) | self.kinds_below(theirs)
        if {"broken or removed", "octopus merges", "hand merges"} & below or self.repeats and len(bases) > 1:
            return
        head = self.repository.git_merge(self.commits[ours].id, self.commits[theirs].id)
        self.merged(head, [ours, theirs], "git merges", len(bases))

    def hand_merge(self):
        """A merge that writes: somebody chose what stays, and changed something."""
        parents = self.random.sample(range(len(self.commits)), 2)
        sides = [self.commits[parent].held for parent in parents]
        if None in sides:
            return
        held = {}
        for path in {*sides[0], *sides[1]}:
            chosen = self.random.choice([sides[0].get(path, []), sides[1].get(path, []),
                                         sorted({*sides[0].get(path, []), *sides[1].get(path, [])})])
            if chosen:
                held[path] = chosen
        held = self.changed(held)
        identifier = self.repository.write([self.commits[parent].id for parent in parents],
                                           file_bytes(held, self.repository.plan), PEOPLE[1], "merge by hand")
        self.add(identifier, parents, EVERYWHERE, "hand merges", PEOPLE[1])

    def octopus(self):
        """A merge of two to four commits whose file has conflict markers, and what 'pmgit restore' makes of it."""
        parents = self.random.sample(range(len(self.commits)), self.random.randint(2, min(4, len(self.commits))))
        ids = [self.commits[parent].id for parent in parents]
        head = self.repository.write(ids, b"<<<<<<< HEAD\n", PEOPLE[0], "octopus")
        index = self.add(head, parents, NOWHERE, "octopus merges")
        self.repository.move(head)
        if self.repository.pmgit("restore", self.repository.plan, fails=True) is None:
            return
        restored = self.repository.head()
        self.tally["merges"] += 1
        if restored != head:
            # A restoration also restores a deleted plan.
            self.add(restored, [index], [DELETED], "restorations of broken files")

    # What is compared

    def is_hidden(self, held):
        """Whether the plan is hidden, by the definition in Deletion.v."""
        deletions = [json.loads(value) for _, value in held.get(DELETED, [])]
        seen = content_hash(held, self.repository.plan)
        return None not in deletions and any(deletion["seen"] == seen for deletion in deletions)

    def check_shown(self, head):
        """Compares conflicts and the deletion with what the program says of the board."""
        held = self.commits[-1].held
        shown = json.loads(self.repository.pmgit("list", "is:any", "--json"))["plans"][0]
        says = shown["deleted"]["holds"] if shown["deleted"] else False
        if says != self.is_hidden(held):
            raise Difference(f"{head}: hidden {says}")
        self.tally["boards that were read"] += 1
        conflicts = {conflict["field"] for conflict in shown["conflicts"]}
        for path in [TITLE, DUE, PRIORITY]:
            self.expected.append((len(self.commits) - 1, path, path[1] in conflicts))

    def compare(self, *arguments):
        """Compares all commits with the model.

        - Raises: Difference at the first difference.
        """
        paths = self.paths()
        extra = [(case, parents) for case, parents in (e for e in self.expected if len(e) == 2)]
        histories = []
        for path in paths:
            lines = self.lines_of(path)
            histories.append([*lines, *(self.line(path, parents, {}, False) for _, parents in extra)])
        results = dict(zip(paths, model(histories, *arguments)))
        for path in paths:
            for index, commit in enumerate(self.commits):
                if commit.held is not None:
                    self.equal(results[path][index][0], commit.held.get(path, []), path, f"commit {index}")
            for offset, (held, parents) in enumerate(extra):
                self.equal(results[path][len(self.commits) + offset][0], held.get(path, []), path, f"merge of {parents}")
        for case in self.expected:
            if len(case) == 3 and isinstance(case[1], tuple):
                index, path, conflict = case
                if (path in results and results[path][index][1]) != conflict:
                    raise Difference(f"{path}, commit {index}: a conflict is shown: {conflict}")
            elif len(case) == 3 and not arguments:
                self.compare_undo(*case)

    def equal(self, expected, found, path, place):
        self.tally["states"] += 1
        if sorted(expected) != sorted(found):
            raise Difference(f"{'/'.join(path)}, {place}: the model has {sorted(expected)}, the program {sorted(found)}")
        # A file has the shown value with all of its stamps first, then the other elements.
        shown = [item for item in expected if item[1] == expected[0][1]]
        if shown + [item for item in expected if item not in shown] != found:
            raise Difference(f"{'/'.join(path)}, {place}: the model has the order {expected}, the program {found}")

    def compare_undo(self, index, parent, undone):
        """Compares the values after an undo with what the model has without the undone commits (Undo.v)."""
        held, before = self.commits[index].held, self.commits[parent].held
        touched = [path for path in self.paths() if any(
            self.lines_of(path)[i].split(" ")[1] == "W" for i in undone)]
        for path in touched:
            if path[-1] == "rank" or path == DELETED:
                continue
            lines = [self.line(path, self.commits[i].parents, {}, False) if i in undone else line
                     for i, line in enumerate(self.lines_of(path))][:parent + 1]
            expected = {value for _, value in model([lines])[0][parent][0]}
            if not expected and path[0] != "sets":
                expected = {"null"}
            found = {value for _, value in held.get(path, [])}
            self.tally["paths undone"] += 1
            if expected != found:
                raise Difference(f"{'/'.join(path)}, undo {index} of {undone}: the model has {expected}, the program {found}; "
                                 f"before {before.get(path)}")

    def script(self):
        return "\n".join(f"{index}: {commit.kind} {commit.parents} {commit.id}" for index, commit in enumerate(self.commits))


class Merges(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(MODEL):
            self.fail(f"there is no {MODEL}; run 'Scripts/proof.sh model'")
        shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="pmgit-proof-", dir=shared)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.repository = Repository(self.folder, PMGIT, PEOPLE[0])
        self.addCleanup(self.repository.close)

    def histories(self, merges, tally):
        """Yields random histories until they have so many merges."""
        seed = SEED
        while tally["merges"] < merges:
            history = History(self.repository, seed, tally)
            for _ in range(16):
                history.step()
            tally["histories"] += 1
            yield seed, history
            seed += 1

    def test_the_program_does_what_the_model_says(self):
        tally = collections.Counter()
        for seed, history in self.histories(MERGES, tally):
            try:
                history.compare()
            except Difference as difference:
                self.fail(f"after {tally['merges']} merges: {difference}\n{history.script()}\n"
                          f"PROOF_SEED={seed} make test-proof")
        print("compared", ", ".join(f"{count} {name}" for name, count in sorted(tally.items())))
        for kind in ["syncs", "with several bases", "git merges", "octopus merges", "with a broken side", "undos",
                     "deletions and restorations"]:
            self.assertGreater(tally[kind], 0, f"no {kind}")

    def test_a_single_common_ancestor_is_noticed(self):
        tally = collections.Counter()
        for _, history in self.histories(max(MERGES, 200), tally):
            history.compare()
            try:
                history.compare("one-base")
            except Difference:
                return
        self.fail(f"{tally['merges']} merges by one common ancestor look right")


if __name__ == "__main__":
    unittest.main()
