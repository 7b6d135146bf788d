"""Random histories of one plan, made by the program, git and plumbing, compared with the proved model.

A history begins with a commit that all share. Its other commits edit, undo, delete, remove, break, restore and merge.
Where the test makes a commit itself, its content is an input. What the program makes is stated before it is read: a merge
holds what the model gives at each path; a command changes one path, and an undo those of the undone commits, to what the
model has without them; all else is as it was. See docs/proof.md.
"""

import collections
import json
import random

import proved_model
from histories import canonical, content_hash, file_bytes, milliseconds
from places import BUG, DELETED, DUE, EXTRA, NO_BUG, NOTE, PEOPLE, PRIORITY, TITLE, UI, Difference
from undos import Undos

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
KINDS = {"edit": 8, "sync": 8, "cross": 3, "git merge": 2, "hand merge": 1, "octopus": 1, "broken": 2, "removed": 1,
         "mended": 1, "command": 2, "import": 1, "undo": 2, "deletion": 1, "rewritten": 1}

Commit = collections.namedtuple("Commit", "id parents held writes person kind")
# 'held' are the elements by path, or None if the file can't be read. 'writes' are the paths at which the commit may write:
# none for a merge, and for a commit that removes or breaks the file.
EVERYWHERE, NOWHERE = None, ()


class History(Undos):
    """A random history, and the same as lines for the model.

    Raises Difference where the program does anything else than what was stated.
    """

    def __init__(self, repository, seed, tally, kinds=None):
        self.repository, self.tally, self.kinds = repository, tally, kinds or KINDS
        self.random = random.Random(seed)
        self.commits = [Commit(repository.root, [], repository.read(repository.root), EVERYWHERE, PEOPLE[0], "root")]
        # In some histories two commits may create the same element. There git's merges may differ.
        self.repeats = self.random.random() < 0.2
        self.lines = {}
        self.count = 0
        # What is compared with the model at the end: merges that made no commit, and conflicts that were shown.
        self.taken, self.shown = [], []
        # The files that the test wrote.
        self.inputs = set()

    # The model

    def lines_of(self, path):
        """Returns the lines of all commits at a path."""
        lines = self.lines.setdefault(path, [])
        while len(lines) < len(self.commits):
            commit = self.commits[len(lines)]
            found = []
            writes = commit.held is not None and (commit.writes is EVERYWHERE or path in commit.writes)
            if writes and commit.parents:
                # What a commit found: the model says what its parents merge to.
                merge = proved_model.line(commit.parents, writes=False)
                found = proved_model.states([[*lines, merge]])[0][-1][0]
            lines.append(proved_model.line(commit.parents, found, (commit.held or {}).get(path, []), writes))
        return lines

    def paths(self):
        return sorted({path for commit in self.commits for path in commit.held or {}})

    def modelled(self, index):
        """Returns the elements that a commit has in the model."""
        paths = self.paths()
        results = proved_model.states([self.lines_of(path) for path in paths])
        return {path: rows[index][0] for path, rows in zip(paths, results) if rows[index][0]}

    # What happens

    def add(self, identifier, parents, writes, kind, person=PEOPLE[0]):
        self.commits.append(Commit(identifier, parents, self.repository.read(identifier), writes, person, kind))
        self.tally[kind] += 1
        return len(self.commits) - 1

    def add_input(self, held, parents, kind, person, subject):
        """Makes a commit with these elements."""
        content = file_bytes(held, self.repository.plan)
        if self.random.random() < 0.3:
            # As an editor may leave it.
            content = json.dumps(json.loads(content), indent=self.random.choice([None, 1]),
                                 ensure_ascii=self.random.random() < 0.5).encode()
        self.inputs.add(content)
        identifier = self.repository.write([self.commits[parent].id for parent in parents], content, person, subject)
        self.add(identifier, parents, EVERYWHERE, kind, person)
        if differences(held, self.commits[-1].held):
            raise AssertionError(f"{held} was not written")

    def add_made(self, parent, before, changes, kind, person=PEOPLE[0]):
        """Adds the board's head, which the program made after a commit in the name of a person.

        'before' are the elements that it found, and 'changes' states, for each path at which it may write, what is there
        now: a list of elements, or a function that says whether the elements are right.
        """
        index = self.add(self.repository.head(), [parent], tuple(changes), kind, person)
        held = self.commits[index].held
        if self.repository.author(self.commits[index].id) != person:
            raise Difference(f"commit {index}, {kind}, is not by {person}")
        if self.repository.parents(self.commits[index].id) != [self.commits[parent].id]:
            raise Difference(f"commit {index}, {kind}, has other parents")
        if held is None:
            raise Difference(f"commit {index}, {kind}: the plan is missing or unreadable")
        for path in sorted({*before, *held, *changes}):
            now, stated = held.get(path, []), changes.get(path, before.get(path, []))
            if not (stated(now) if callable(stated) else sorted(stated) == sorted(now)):
                raise Difference(f"{'/'.join(path)}, commit {index}, {kind}: {now} after {before.get(path)}")
        return index

    def pick(self, readable=False):
        """Returns one of the commits, mostly a young one."""
        while True:
            index = max(0, len(self.commits) - 1 - int(self.random.expovariate(0.35)))
            if not readable or self.commits[index].held is not None:
                return index

    def step(self):
        kind = self.random.choices(list(self.kinds), list(self.kinds.values()))[0] if len(self.commits) > 2 else "edit"
        getattr(self, f"make_{kind.replace(' ', '_')}")()

    def stamp(self, path):
        """Returns a stamp for a new element; sometimes that of a derived one, where people decide among values."""
        derived = path in (TITLE, PRIORITY, NOTE) and self.random.random() < 0.15
        return ("*" if derived else "") + self.person_stamp()

    def person_stamp(self):
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
        if path in (NOTE, EXTRA):
            return canonical(self.note())
        return canonical(f"{self.random.choice('Tt')} {self.count} é\t")

    def note(self, depth=0):
        """Returns a random value, with characters that have escapes."""
        kind = self.random.choice(["text"] * 3 + ["number", "word"] + ["list", "object"] * (depth < 2))
        text = "".join(self.random.choice('aé"\\/\x00\x07\b\t\n\f\r\x1f\x7f\x85\xa0\u2028\u202e\u2069\ufeff😀')
                       for _ in range(self.random.randint(0, 6)))
        if kind == "list":
            return [self.note(depth + 1) for _ in range(self.random.randint(0, 3))]
        if kind == "object":
            return {text + str(number): self.note(depth + 1) for number in range(self.random.randint(0, 3))}
        return {"text": text, "number": self.random.randint(-20, 10**6), "word": self.random.choice([True, False])}[kind]

    def changed(self, held, paths=None):
        """Returns elements with changes at some paths, as people and commands may make them."""
        held = {path: list(items) for path, items in held.items()}
        lists = [path for path in held if path[0] == "items" and path[-1] in ("text", "done")]
        all_paths = [TITLE, BUG, UI, DUE, PRIORITY, NOTE, EXTRA, *lists]
        for path in paths or self.random.sample(all_paths, self.random.randint(1, 3)):
            before = held.get(path, [])
            kind = self.random.choice(["put"] * 4 + ["part"] + ["none"] * (path[0] == "sets"))
            after = [item for item in before if kind == "part" and self.random.random() < 0.5]
            if kind != "none" and (not after or self.random.random() < 0.5):
                after.append((self.stamp(path), self.value(path)))
                if kind == "part" and path[0] != "sets":
                    after.append((self.stamp(path), self.value(path)))
            old = sorted({item for commit in self.commits for item in (commit.held or {}).get(path, [])})
            if self.repeats and old and self.random.random() < 0.3:
                after = [self.random.choice(old)]
            held[path] = sorted(set(after))
        return {path: items for path, items in held.items() if items}

    def make_edit(self, parent=None, person=None, paths=None):
        parent = self.pick(readable=True) if parent is None else parent
        person = person or self.random.choice(PEOPLE)
        self.add_input(self.changed(self.commits[parent].held, paths), [parent], "edits", person,
                       f"edit {len(self.commits)}")

    def make_broken(self, content=b"<<<<<<< ours\n{\n=======\n"):
        parent = self.pick()
        identifier = self.repository.write([self.commits[parent].id], content, PEOPLE[0], "break")
        self.add(identifier, [parent], NOWHERE, "broken or removed")

    def make_removed(self):
        self.make_broken(None)

    def make_mended(self):
        """Two people bring back a broken file independently, each with changes, and merge: the common ancestor is broken."""
        self.make_broken()
        parent = len(self.commits) - 1
        held = self.modelled(parent)
        for person in PEOPLE:
            self.add_input(self.changed(held), [parent], "edits", person, f"mend {len(self.commits)}")
        self.sync_of(parent + 1, parent + 2)

    # Commands

    def is_new(self, items):
        """Whether no commit has elements with these stamps."""
        known = {stamp for commit in self.commits[:-1] for found in (commit.held or {}).values() for stamp, _ in found}
        return all(stamp not in known for stamp, _ in items)

    def is_recent(self, text):
        """Whether a time is that of the command that has just run."""
        return self.repository.began <= milliseconds(text.split("~")[0]) <= self.repository.ended

    def one_new(self, value):
        """Returns the statement that a path has one new element with this value and the time of the command."""
        return lambda now: len(now) == 1 and now[0][1] == value and self.is_new(now) and self.is_recent(now[0][0])

    def is_deletion(self, now, person=PEOPLE[0]):
        """Whether these are one new deletion or restoration, in the name and at the time of the command."""
        if len(now) != 1 or not self.is_new(now) or not self.is_recent(now[0][0]):
            return False
        record = json.loads(now[0][1])
        return record is None or record["by"] == person and self.is_recent(record["at"])

    def make_command(self, parent=None, command=None):
        """A change by the program, which refuses to change a hidden plan."""
        parent = self.pick(readable=True) if parent is None else parent
        held = self.commits[parent].held
        self.repository.move(self.commits[parent].id)
        path, value, options = command or self.random.choice([
            (TITLE, canonical(title := f"by a command {len(self.commits)}"), ["--title", title]),
            (UI, "true", ["--label", "ui"]), NO_BUG,
            (PRIORITY, '"urgent"', ["--priority", "urgent"])])
        answer = self.repository.pmgit("edit", self.repository.plan, *options, fails=True)
        if (answer is None) != self.is_hidden(held):
            raise Difference(f"after commit {parent}: 'edit {options}' of a plan printed {answer}")
        has_changed = answer is not None and {value for _, value in held.get(path, [])} != ({value} - {None})
        if has_changed != (self.repository.head() != self.commits[parent].id):
            raise Difference(f"after commit {parent}: 'edit {options}' changed {self.repository.head()}")
        if has_changed:
            self.add_made(parent, held, {path: [] if value is None else self.one_new(value)}, "commands")
        return has_changed

    def make_import(self):
        """An import of a line with the plan's id, a new title and a new due date; it leaves a hidden plan alone."""
        parent = self.pick(readable=True)
        held = self.commits[parent].held
        self.repository.move(self.commits[parent].id)
        number = len(self.commits)
        title, due = f"imported {number}", f"2031-{number % 12 + 1:02}-{self.random.randint(1, 28):02}"
        self.repository.import_line({"id": self.repository.plan, "title": title, "due": due})
        is_hidden = self.is_hidden(held)
        if is_hidden != (self.repository.head() == self.commits[parent].id):
            raise Difference(f"after commit {parent}: an import of a plan, hidden: {is_hidden}")
        if not is_hidden:
            self.add_made(parent, held, {TITLE: self.one_new(canonical(title)), DUE: self.one_new(canonical(due))}, "imports")

    def make_deletion(self, parent=None):
        """Deletes the plan, or restores it if it is hidden. Some are undone, or restored at once."""
        parent = self.pick(readable=True) if parent is None else parent
        held = self.commits[parent].held
        self.repository.move(self.commits[parent].id)
        hidden = self.is_hidden(held)
        self.repository.pmgit("restore" if hidden else "delete", self.repository.plan)
        if self.repository.head() == self.commits[parent].id:
            raise Difference(f"after commit {parent}: no deletion or restoration")
        index = self.add_made(parent, held, {DELETED: self.is_deletion}, "deletions and restorations")
        if self.is_hidden(self.commits[index].held) == hidden:
            raise Difference(f"commit {index}: the plan is {'hidden' if hidden else 'visible'}")
        if self.random.random() < 0.3:
            self.check_shown()
        if self.random.random() < 0.3:
            self.make_undo(index)
        elif not hidden and self.random.random() < 0.3:
            self.make_deletion(index)

    # Merges

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

    def make_sync(self):
        self.sync_of(*self.pick_two())

    def pick_two(self):
        """Returns two commits, rarely one and its ancestor."""
        for _ in range(8):
            ours, theirs = self.pick(), self.pick()
            if self.random.random() < 0.1 or not {ours, theirs} & self.common(ours, theirs):
                break
        return ours, theirs

    def common(self, one, other):
        return self.below(one) & self.below(other)

    def make_cross(self):
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
                self.make_edit(merge)
            tips.append(len(self.commits) - 1)
        self.sync_of(*tips)

    def sync_of(self, ours, theirs):
        if ours == theirs:
            return
        bases = self.repository.bases(self.commits[ours].id, self.commits[theirs].id)
        head = self.head_of_sync(ours, theirs)
        self.merged(head, [ours, theirs], "syncs", bases)
        if self.commits[-1].id == head and self.commits[-1].held and self.random.random() < 0.3:
            self.check_shown()

    def head_of_sync(self, *commits):
        """Returns the head that a clone and its remote both have after a sync."""
        ours, theirs, *former = (self.commits[index].id for index in commits)
        head, remote = self.repository.sync(ours, theirs, self.random, *former)
        if remote != head:
            raise Difference(f"after a sync of {commits} the clone has {head}, and the remote {remote}")
        return head

    def make_rewritten(self):
        """A sync with a remote that no longer has what was fetched from it: that is merged, too, one after the other."""
        former = self.pick()
        ours, theirs = self.pick_two()
        if len({ours, theirs, former}) < 3:
            return
        head = self.head_of_sync(ours, theirs, former)
        self.add_merges(head)
        self.tally["rewritten remotes"] += 1
        # All that is shared is there. The order of the merges does not matter where elements have one creator. A merge by
        # hand may create an old one again, which the other side had replaced.
        if not self.repeats and "hand merges" not in set().union(*map(self.kinds_below, [ours, theirs, former])):
            index = next(index for index, commit in enumerate(self.commits) if commit.id == head)
            self.taken.append((index, [ours, theirs, former]))

    def add_merges(self, head):
        """Adds a head and the merges below it that are new."""
        if head not in [commit.id for commit in self.commits]:
            for parent in self.repository.parents(head):
                self.add_merges(parent)
            known = {commit.id: index for index, commit in enumerate(self.commits)}
            parents = self.repository.parents(head)
            if len(parents) != 2:
                raise Difference(f"{head} is no merge of two")
            self.merged(head, [known[parent] for parent in parents], "syncs", self.repository.bases(*parents))

    def make_git_merge(self):
        ours, theirs = self.pick(readable=True), self.pick(readable=True)
        bases = self.repository.bases(self.commits[ours].id, self.commits[theirs].id)
        if self.commits[ours].id in bases or self.commits[theirs].id in bases:
            return
        # git gives the driver one ancestor. It can't be a broken one, and elements need one creator.
        below = self.kinds_below(ours) | self.kinds_below(theirs)
        if {"broken or removed", "octopus merges", "hand merges"} & below or self.repeats and len(bases) > 1:
            return
        head = self.repository.git_merge(self.commits[ours].id, self.commits[theirs].id)
        self.merged(head, [ours, theirs], "git merges", bases)

    def merged(self, head, parents, kind, bases):
        """Notes a merge. If git or pmgit found that no commit is needed, what the commit that is taken has in the model
        is compared with what the merge has there."""
        self.tally["merges"] += 1
        self.tally["with several bases"] += len(bases) > 1
        if any(self.commits[parent].held is None for parent in parents):
            self.tally["with a broken side"] += 1
        known = [index for index, commit in enumerate(self.commits) if commit.id == head]
        if known:
            self.tally["without a new commit"] += 1
            self.taken.append((known[0], parents))
            return
        index = self.add(head, parents, NOWHERE, kind)
        if sorted(self.repository.parents(head)) != sorted(self.commits[parent].id for parent in parents):
            raise Difference(f"commit {index}, {kind} of {parents}, has other parents")
        blob, stated = self.repository.blob(head), self.kept_as_it_is(parents, bases)
        if blob not in stated if stated else self.commits[index].held is None:
            raise Difference(f"commit {index}, {kind} of {parents}: the plan is missing or unreadable, or it was not kept")

    def kept_as_it_is(self, parents, bases):
        """Returns what a merge may have as the plan's file if that can't be read: blobs, or None for no file. It is empty if
        the merge must be readable.

        A file that can't be read stays if the other side has none, or has the file of all best common ancestors; then only
        one side has changed it.
        """
        blobs = {self.repository.blob(self.commits[parent].id) for parent in parents}
        readable = {self.repository.blob(self.commits[parent].id) for parent in parents
                    if self.commits[parent].held is not None}
        if readable and None in blobs:
            return set()
        unchanged = {self.repository.blob(base) for base in bases}
        if readable and (len(readable) < len(blobs) and unchanged == readable):
            return blobs - readable
        return set() if readable else (blobs if blobs == {None} else blobs - {None})

    def make_hand_merge(self):
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
        self.add_input(self.changed(held), parents, "hand merges", PEOPLE[1], "merge by hand")

    def make_octopus(self):
        """A merge of two to four commits whose file is missing or has conflict markers, and what 'pmgit restore' makes of
        it."""
        parents = self.random.sample(range(len(self.commits)), self.random.randint(2, min(4, len(self.commits))))
        ids = [self.commits[parent].id for parent in parents]
        head = self.repository.write(ids, self.random.choice([None, b"<<<<<<< HEAD\n"]), PEOPLE[0], "octopus")
        index = self.add(head, parents, NOWHERE, "octopus merges")
        before = self.modelled(index)
        self.repository.move(head)
        if self.repository.pmgit("restore", self.repository.plan, fails=True) is None or self.repository.head() == head:
            raise Difference(f"commit {index}: the plan was not restored")
        self.tally["merges"] += 1
        # A restoration also restores a deleted plan, and decides a conflict of its deletion.
        is_deleted = [value for _, value in before.get(DELETED, [])][:1] not in ([], ["null"])
        changes = {DELETED: self.one_new("null")} if is_deleted else {}
        self.add_made(index, before, changes, "restorations of broken files")

    # What is compared

    def is_hidden(self, held):
        """Whether the plan is hidden, by the definition in Deletion.v."""
        deletions = held.get(DELETED, [])
        return bool(deletions) and proved_model.is_hidden(deletions, content_hash(held, self.repository.plan))

    def check_shown(self):
        """Compares what the program says of the board: the shown values, conflicts, and whether the plan is hidden."""
        held = self.commits[-1].held
        plans = json.loads(self.repository.pmgit("list", "is:any", "--json"))["plans"]
        if len(plans) != 1:
            raise Difference(f"commit {len(self.commits) - 1}: {len(plans)} plans are shown")
        shown = plans[0]
        says = shown["deleted"]["holds"] if shown["deleted"] else False
        if says != self.is_hidden(held):
            raise Difference(f"commit {len(self.commits) - 1}: hidden {says}")
        self.tally["boards that were read"] += 1
        labels = sorted(path[2] for path in held if path[:2] == ("sets", "labels"))
        if sorted(shown["labels"]) != labels:
            raise Difference(f"commit {len(self.commits) - 1}: the labels {shown['labels']} are shown, not {labels}")
        conflicts = {conflict["field"]: [canonical(item["value"]) for item in conflict["values"]]
                     for conflict in shown["conflicts"]}
        for path in [TITLE, DUE, PRIORITY]:
            first = json.loads(held[path][0][1]) if path in held else None
            # A title that was cleared is shown as an empty one.
            if shown[path[1]] != ("" if path == TITLE and first is None else first):
                raise Difference(f"commit {len(self.commits) - 1}: {path[1]} {shown[path[1]]} is shown, not {first}")
            self.shown.append((len(self.commits) - 1, path, conflicts.get(path[1], [])))

    def compare(self, *arguments):
        """Compares all commits with the model.

        - Raises: Difference at the first difference.
        """
        paths = self.paths()
        histories = []
        for path in paths:
            extra = [proved_model.line(parents, writes=False) for _, parents in self.taken]
            histories.append([*self.lines_of(path), *extra])
        results = dict(zip(paths, proved_model.states(histories, *arguments)))
        for path in paths:
            rows = [elements for elements, _ in results[path]]
            for index, commit in enumerate(self.commits):
                if commit.held is not None:
                    self.equal(rows[index], commit.held.get(path, []), path, index)
            for offset, (index, parents) in enumerate(self.taken):
                self.tally["states"] += 1
                if rows[len(self.commits) + offset] != rows[index]:
                    raise Difference(f"{'/'.join(path)}: commit {index}, {rows[index]}, was taken as merge of {parents}, "
                                     f"{rows[len(self.commits) + offset]}")
        self.compare_files()
        for index, path, conflict in self.shown:
            found, is_conflict = results[path][index] if path in results else ([], False)
            # Beside a value that a person wrote, derived ones are no candidates.
            counting = [item for item in found if found[0][0].startswith("*") or not item[0].startswith("*")]
            if len(counting) < len(found):
                self.tally["derived values that do not count"] += 1
            if conflict != (list(dict.fromkeys(value for _, value in counting)) if is_conflict else []):
                raise Difference(f"{path}, commit {index}: a conflict of {conflict} is shown, not of {found}")

    def compare_files(self):
        """Compares the files that the program wrote with what Json.v reads in them and writes."""
        contents = {self.repository.content(commit.id): commit for commit in self.commits}
        made = [content for content, commit in contents.items() if content is not None and content not in self.inputs]
        for content, written in zip(made, proved_model.canonical_files(made)):
            commit = contents[content]
            self.tally["files"] += 1
            if written != (None if commit.held is None else content):
                raise Difference(f"{commit.id}, {commit.kind}: the file {content} is {written} in the model")
            if commit.held is not None and content != file_bytes(commit.held, self.repository.plan):
                raise Difference(f"{commit.id}, {commit.kind}: the file {content} is not printed from its elements")

    def equal(self, expected, found, path, index):
        self.tally["states"] += 1
        place = f"{'/'.join(path)}, commit {index}, {self.commits[index].kind}"
        if sorted(expected) != sorted(found):
            raise Difference(f"{place}: the model has {sorted(expected)}, the program {sorted(found)}")
        # A file has the shown value with all of its stamps first, then the other elements.
        shown = [item for item in expected if item[1] == expected[0][1]]
        if shown + [item for item in expected if item not in shown] != found:
            raise Difference(f"{place}: the model has the order {expected}, the program {found}")

    def script(self):
        return "\n".join(f"{index}: {commit.kind} {commit.parents} {commit.id}" for index, commit in enumerate(self.commits))


def differences(one, other):
    """Returns the paths with different elements."""
    return [path for path in {*one, *(other or {})} if sorted(one.get(path, [])) != sorted((other or {}).get(path, []))]


def random_history(repository, seed, tally, kinds=None, steps=16):
    """Makes a random history and compares it with the model.

    - Raises: Difference, with the commits.
    """
    history = History(repository, seed, tally, kinds)
    try:
        for _ in range(steps):
            history.step()
        history.compare()
    except Difference as difference:
        raise Difference(f"{difference}\n{history.script()}\nPROOF_SEED={seed} make test-proof") from None
    tally["histories"] += 1
    return history
