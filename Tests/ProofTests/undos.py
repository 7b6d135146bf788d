"""Undos in random histories: what is done before, what an undo may write, and what two undos leave."""

import json

import proved_model
from histories import canonical, milliseconds
from places import BUG, DELETED, DUE, EXTRA, NO_BUG, NOTE, PEOPLE, PRIORITY, TITLE, Difference


class Undos:
    """The part of a history that makes undos."""

    def make_undo(self, parent=None):
        """An undo of the newest own change. Before some, a label is removed; or somebody else makes a change that is
        merged with it. Then that person may undo, too, without knowing of the other undo, and both are merged."""
        parent, people = self.prepared(parent)
        # The proof has neither undos of undos nor merges by hand that write; see docs/proof.md.
        if parent is None or {"undos", "hand merges"} & self.kinds_below(parent):
            return
        undos = [self.undo_of(person, parent) for person in people]
        if len(undos) > 1:
            self.tally["undos of two people"] += 1
            self.sync_of(*undos)
            # Where an undo replaces a value of a field, it adds one. So the merge has empty fields only if there were none.
            held = self.repository.read(self.repository.head())
            empty = [path for path in self.commits[parent].held if path[0] != "sets" and not (held or {}).get(path)]
            if empty and not self.repeats:
                raise Difference(f"{empty} are empty after two undos of {parent}")

    def prepared(self, parent):
        """Returns a commit after which something is undone, and those who undo; None instead of a commit if there is
        nothing to undo."""
        if parent is not None:
            return parent, PEOPLE[:1]
        parent = self.pick(readable=True)
        kind = self.random.choice(["plain", "removal", "merge", "two undos"])
        if kind in ("plain", "removal"):
            is_removed = kind == "removal" and BUG in self.commits[parent].held and self.make_command(parent, NO_BUG)
            return len(self.commits) - 1 if is_removed else parent, PEOPLE[:1]
        # Mostly both write at one path, so that it is in conflict.
        path = self.random.choice([[TITLE], [DUE], [PRIORITY], [NOTE], [EXTRA], None])
        for person in PEOPLE:
            self.make_edit(parent, person, path)
        self.sync_of(len(self.commits) - 2, len(self.commits) - 1)
        return len(self.commits) - 1 if self.commits[-1].kind == "syncs" else None, PEOPLE[:1 + (kind == "two undos")]

    def undo_of(self, person, parent):
        """Adds an undo by a person after a commit, and returns its index."""
        # An undo of what the remote has is a commit; otherwise the branch moves.
        self.repository.move(self.commits[parent].id, shared=self.commits[parent].id)
        if person != PEOPLE[0]:
            self.repository.be(person)
        answer = self.repository.pmgit("undo", "--json", fails=True)
        if person != PEOPLE[0]:
            self.repository.be(PEOPLE[0])
        if answer is None or self.repository.head() == self.commits[parent].id:
            raise Difference(f"after commit {parent}: no undo; pmgit printed {answer}")
        changes = [change["commit"] for change in json.loads(answer)["changes"]]
        newest = self.newest_of(person, parent)
        # Two commits of a history can be one commit of git, if they are made alike in the same second.
        undone = [index for index in newest if self.commits[index].id in changes][:1]
        if len(changes) != 1 or not undone:
            raise Difference(f"after commit {parent}: {changes} were undone, not one of {newest}")
        held = self.commits[parent].held
        changes = self.undoing(parent, undone, person)
        index = self.add_made(parent, held, changes, "undos", person)
        # An undo of a restoration deletes the plan again, if the values are those that were deleted.
        before = [self.commits[parent].held for commit in undone for parent in self.commits[commit].parents]
        if DELETED in changes and not self.repeats and any(
                found and self.is_hidden(found) and values_in(found) == values_in(self.commits[index].held) for found in before):
            self.tally["restorations undone"] += 1
            if not self.is_hidden(self.commits[index].held):
                raise Difference(f"commit {index}: the plan that {undone} restored is visible")
        if self.random.random() < 0.3:
            self.check_shown()
        return index

    def newest_of(self, person, parent):
        """Returns a person's changes at or before a commit that are below no other one of that person."""
        own = [index for index in self.below(parent)
               if self.commits[index].person == person and len(self.commits[index].parents) < 2]
        return [index for index in own if not any(index != later and index in self.below(later) for later in own)]

    def undoing(self, parent, undone, person):
        """Returns what an undo of commits may write after a commit, as Undo.v says."""
        if any(not self.commits[index].parents for index in undone):
            # To undo the creation of the plan is to delete it.
            found = self.commits[parent].held.get(DELETED, [])
            return {DELETED: lambda now: now == found or self.is_deletion(now, person)}
        touched = [path for path in self.paths() if any(self.lines_of(path)[index].split(" ")[1] == "W" for index in undone)]
        if self.is_hidden(self.commits[parent].held) and DELETED not in touched:
            return {}
        # Undo.v needs one creator for each element.
        if self.repeats:
            return {path: lambda now: True for path in touched}
        ends = set()
        return {path: self.undone_at(path, parent, undone, ends) for path in touched}

    def undone_at(self, path, parent, undone, ends):
        """Returns the statement about one path after an undo: 'Undo.undoes', and that the copies are new, in the order of
        their originals, and as old.

        The stamps of all that it adds end in the same characters, which go to 'ends'. A deletion that comes back may get
        the hash of what is there.
        """
        lines = [proved_model.line(self.commits[index].parents, writes=False) if index in undone else line
                 for index, line in enumerate(self.lines_of(path))][:parent + 1]
        live = proved_model.states([lines])[0][parent][0]
        found = self.commits[parent].held.get(path, [])
        staying = sorted(item for item in found if item in live)
        copied = [item for item in live if item not in found]
        if path[0] != "sets" and found and not live:
            copied = [("", "null")]
        elif path[0] != "sets" and len(staying) < len(found) and not copied:
            # If it only dropped values, two undos could empty the field.
            staying, copied = [], live
            self.tally["fields written anew"] += 1
        self.tally["paths undone"] += 1

        def is_right(now):
            added = [item for item in now if item not in found]
            ends.update(stamp.split("~")[-1] for stamp, _ in added)
            return (sorted(item for item in now if item in found) == staying and self.is_new(added) and len(ends) <= 1
                    and self.are_copies(sorted(added, reverse=True), copied, self.commits[parent].held))
        return is_right

    def are_copies(self, added, originals, held):
        """Whether these are copies by the command that has just run, of the originals in this order: each as old as its
        original, or as the plan if that has no time, and a millisecond older than the one before."""
        created = min(milliseconds(json.loads(value)["at"]) for _, value in held["fields", "created"])
        earliest, latest = self.repository.began, self.repository.ended
        for (stamp, value), (old, original) in zip(added, originals):
            time = milliseconds(old.split("~")[0]) if old else created
            earliest, latest = min(earliest, time), min(latest, time)
            if without_hash(value) != without_hash(original) or not earliest <= milliseconds(stamp.split("~")[0]) <= latest:
                return False
            earliest, latest = earliest - 1, latest - 1
        return len(added) == len(originals)


def values_in(held):
    """Returns the values that count as content, without stamps and nulls."""
    values = {path: {value for _, value in items} - {"null"} for path, items in held.items()
              if path not in (DELETED, ("fields", "rank"))}
    return {path: found for path, found in values.items() if found}


def without_hash(value):
    record = json.loads(value)
    return canonical({**record, "seen": ""}) if isinstance(record, dict) and "seen" in record else value
