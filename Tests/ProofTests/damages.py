"""Programs that are wrong on purpose: the comparison with the model must notice each of them.

A damaged program does what pmgit does, and then changes what came of it.
"""

import json

from histories import BRANCH, Repository, canonical, file_bytes
from places import BUG, DELETED, TITLE, UI
from random_histories import KINDS

BROKEN = b"<<<<<<< all is lost\n"
DAMAGES = {}


def damages(command, /, **kinds):
    """Registers a damage of what a command makes; 'kinds' are what the histories have more of.

    The function gets the repository, the parents of the new commit and its elements, None if they can't be read. It
    returns others, or the bytes of the file, or None for no file.
    """
    def register(function):
        DAMAGES[function.__name__.replace("_", " ")] = (command, function, kinds)
        return function
    return register


class Damaged(Repository):
    """A repository in which a program with one damage runs."""

    def __init__(self, folder, program, person, name):
        self.command, self.change, self.kinds = DAMAGES[name]
        self.is_ready = False
        super().__init__(folder, program, person)
        self.is_ready = True

    def pmgit(self, *arguments, **options):
        if not self.is_ready or arguments[0] != self.command:
            return super().pmgit(*arguments, **options)
        if self.command == "list":
            return self.change(super().pmgit(*arguments, **options))
        before = self.head()
        if self.command == "restore" and self.change is fails_to_restore and self.read(before) is None:
            return None
        answer = super().pmgit(*arguments, **options)
        head = self.head()
        if answer is not None and head != before:
            damaged = self.damaged(head, before)
            self.git("update-ref", BRANCH, damaged)
            if self.command == "sync":
                self.move_remote(before if self.change is does_not_push else damaged)
        return answer

    def git_merge(self, ours, theirs):
        head = super().git_merge(ours, theirs)
        return self.damaged(head, ours) if self.command == "merge-driver" else head

    def damaged(self, head, before):
        if self.change in (does_not_move, does_not_undo):
            return before
        if self.change is does_not_push:
            return head
        held = self.read(head)
        parents = self.parents(head)
        if self.command in ("sync", "merge-driver") and len(parents) != 2:
            return head
        changed = self.change(self, parents, held)
        if changed == held:
            return head
        if isinstance(changed, dict):
            changed = file_bytes({path: items for path, items in changed.items() if items}, self.plan)
        return self.with_file(head, changed)

    def with_file(self, head, content):
        """Returns the commit with another file of the plan."""
        blob = None if content is None else self.put("blob", content)
        tree, rest = self.object(head).split(b"\n", 1)
        tree = self.tree_with(tree.decode().split()[1], self.place.split("/"), blob)
        return self.put("commit", f"tree {tree}\n".encode() + rest)


# Merges

@damages("sync", removed=4)
def drops_a_file_that_a_side_lacks(repository, parents, held):
    return held if all(repository.blob(parent) for parent in parents) else None


@damages("sync", broken=4)
def drops_a_file_that_a_side_broke(repository, parents, held):
    return held if all(repository.read(parent) is not None for parent in parents) else None


@damages("sync")
def breaks_the_file(_repository, _parents, _held):
    return BROKEN


@damages("sync")
def drops_all_values_but_the_shown(_repository, _parents, held):
    return held and {path: items[:1] for path, items in held.items()}


@damages("sync", cross=12)
def takes_one_common_ancestor(repository, parents, held):
    """The formula with the first of several best common ancestors."""
    sides = [repository.read(parent) for parent in parents]
    bases = [repository.read(base) for base in repository.bases(*parents)]
    if len(bases) < 2 or None in [*sides, bases[0]]:
        return held
    changed = {}
    for path in {*sides[0], *sides[1]}:
        one, other, base = (set(document.get(path, [])) for document in [*sides, bases[0]])
        changed[path] = sorted((one & other) | (one - base) | (other - base), reverse=True)
    return changed


@damages("sync")
def takes_one_side(repository, parents, held):
    return repository.read(parents[0]) or held


@damages("sync")
def keeps_what_both_sides_have(repository, parents, held):
    """No removal arrives, and no value is replaced."""
    sides = [repository.read(parent) or {} for parent in parents]
    return {path: sorted({*sides[0].get(path, []), *sides[1].get(path, [])}) for path in {*sides[0], *sides[1]}} or held


@damages("sync", edit=12)
def shows_another_value(repository, parents, held):
    """The shown title and the next one change places in the file; the elements are the same."""
    if held is None or len({value for _, value in held.get(TITLE, [])}) < 2:
        return held
    document = json.loads(file_bytes(held, repository.plan))
    others = document["conflicts"]["fields"]["title"]
    stamps = document["stamps"]["fields"].get("title", "")
    if not isinstance(stamps, str):
        return held
    shown, document["fields"]["title"] = document["fields"]["title"], others[0]["value"]
    document["stamps"]["fields"]["title"] = others[0]["at"]
    others[0] = {"at": stamps, "value": shown}
    return (canonical(document) + "\n").encode()


@damages("sync")
def writes_in_another_layout(repository, _parents, held):
    return held and json.dumps(json.loads(file_bytes(held, repository.plan)), indent=1).encode()


@damages("sync")
def does_not_move(_repository, _parents, _held):
    """The branch stays where it was."""


@damages("sync")
def does_not_push(_repository, _parents, _held):
    """The remote gets what the branch was before."""


@damages("sync")
def drops_what_it_does_not_know(_repository, _parents, held):
    return held and {path: items for path, items in held.items() if path[0] != "other"}


@damages("sync")
def leaves_stamps_of_removed_labels(repository, _parents, held):
    removed = [path for path in (BUG, UI) if path not in held] if held else []
    if not removed:
        return held
    document = json.loads(file_bytes(held, repository.plan))
    for _, name, label in removed:
        place = document.setdefault("stamps", {}).setdefault("sets", {}).setdefault(name, {})
        place[label] = "2026-01-11T09:12:40.100Z~abcde"
    return (canonical(document) + "\n").encode()


@damages("sync", mended=12)
def takes_a_broken_ancestor_for_an_empty_one(repository, parents, held):
    sides = [repository.read(parent) for parent in parents]
    if None in sides or any(repository.read(base) for base in repository.bases(*parents)):
        return held
    return {path: sorted({*sides[0].get(path, []), *sides[1].get(path, [])}, reverse=True) for path in {*sides[0], *sides[1]}}


@damages("merge-driver", **{"git merge": 20})
def drops_what_theirs_added(repository, parents, _held):
    return repository.read(parents[0])


# Edits, deletions, restorations

@damages("edit", command=20)
def edits_another_field(_repository, _parents, held):
    return {path: items for path, items in held.items() if path != ("fields", "due")}


@damages("edit", command=20)
def drops_other_values_elsewhere(_repository, _parents, held):
    return {path: items[:1] for path, items in held.items()}


@damages("edit", command=20)
def keeps_an_old_value(repository, parents, held):
    """What the edit replaced stays beside the new value."""
    before = repository.read(parents[0])
    return {path: sorted({*items, *before.get(path, [])}, reverse=True) for path, items in held.items()}


@damages("edit", command=20)
def dates_edits_in_1970(repository, parents, held):
    before = repository.read(parents[0])
    return {path: [item if item in before.get(path, []) else (dated("1970-01-01T00:00:00.000Z", item[0]), item[1])
                   for item in items] for path, items in held.items()}


@damages("delete", deletion=10)
def deletes_in_another_name(_repository, _parents, held):
    def wrong(value):
        record = json.loads(value)
        return canonical({**record, "by": "Somebody Else <else@example.com>"}) if record else value
    return {**held, DELETED: [(stamp, wrong(value)) for stamp, value in held[DELETED]]}


@damages("delete", deletion=10)
def deletes_with_a_wrong_hash(_repository, _parents, held):
    def wrong(value):
        record = json.loads(value)
        return canonical({**record, "seen": "0123456789abcdef"}) if record else value
    return {**held, DELETED: [(stamp, wrong(value)) for stamp, value in held[DELETED]]}


@damages("restore", octopus=10)
def fails_to_restore(_repository, _parents, held):
    return held


@damages("restore", octopus=10)
def restores_one_side(repository, parents, held):
    return repository.read(repository.parents(parents[0])[0]) or held


# Undos

@damages("undo", undo=16)
def does_not_undo(_repository, _parents, _held):
    """The branch stays where it was."""


@damages("undo", undo=16)
def drops_what_others_wrote(repository, parents, held):
    """Where the undo writes, it drops all values that it found, and their copies."""
    before, changed = repository.read(parents[0]), dict(held)
    for path, items in held.items():
        if items != before.get(path):
            found = [value for _, value in before.get(path, [])]
            blank = [] if path[0] == "sets" else [(items[0][0], "null")]
            changed[path] = [item for item in items if item[1] not in found] or blank
    return changed


@damages("undo", undo=16)
def drops_values_that_it_does_not_undo(repository, parents, held):
    before = repository.read(parents[0])
    return {path: items if items != before.get(path) else items[:1] for path, items in held.items()}


@damages("undo", undo=16)
def clears_what_it_undoes(repository, parents, held):
    """What was there before does not come back."""
    before = repository.read(parents[0])
    return {path: items if items == before.get(path) or path[0] != "fields" else [(items[0][0], "null")]
            for path, items in held.items()}


@damages("undo", undo=16)
def puts_an_old_element_back(repository, parents, held):
    """What comes back is the old element, and not a copy of it."""
    before, changed = repository.read(parents[0]), dict(held)
    for ancestor in repository.git("rev-list", parents[0]).split():
        old = repository.read(ancestor) or {}
        for path, items in held.items():
            for stamp, value in items:
                if items != before.get(path) and value in [known for _, known in old.get(path, [])]:
                    changed[path] = [item for item in old[path] if item[1] == value]
    return changed


@damages("undo", undo=16)
def only_drops_values_of_fields(repository, parents, held):
    """What stays of a field is not written anew. So two undos can empty it."""
    before, changed = repository.read(parents[0]), dict(held)
    for path, items in held.items():
        old = [item for item in before.get(path, []) if item[1] in [value for _, value in items]]
        if path[0] != "sets" and len(old) == len(items) < len(before.get(path, [])):
            changed[path] = old
    return changed


@damages("undo", undo=16)
def dates_what_comes_back_today(repository, parents, held):
    before = repository.read(parents[0])
    return {path: [item if item in before.get(path, []) else (dated(f"2026-11-27T09:12:40.{900 - place}Z", item[0]), item[1])
                   for place, item in enumerate(items)] for path, items in held.items()}


@damages("undo", undo=16)
def brings_no_label_back(repository, parents, held):
    before = repository.read(parents[0])
    return {path: items for path, items in held.items() if path[0] != "sets" or path in before}


# What is shown

@damages("list", edit=12)
def reports_no_conflict(answer):
    document = json.loads(answer)
    for plan in document["plans"]:
        plan["conflicts"] = []
    return json.dumps(document)


@damages("list", edit=12)
def reports_one_value_of_a_conflict(answer):
    document = json.loads(answer)
    for plan in document["plans"]:
        for conflict in plan["conflicts"]:
            conflict["values"] = conflict["values"][:1]
    return json.dumps(document)


@damages("list", edit=12)
def shows_the_last_value(answer):
    document = json.loads(answer)
    for plan in document["plans"]:
        for conflict in plan["conflicts"]:
            if conflict["field"] == "title":
                plan["title"] = conflict["values"][-1]["value"]
    return json.dumps(document)


@damages("list", deletion=6)
def shows_what_is_deleted(answer):
    document = json.loads(answer)
    for plan in document["plans"]:
        plan["deleted"] = None
    return json.dumps(document)


def dated(time, stamp):
    """Returns a stamp with another time."""
    return f"{time}~{stamp.split('~')[-1]}"


def kinds_with(more):
    """Returns how often each kind of commit is made, with some of them more often."""
    return {**KINDS, **more}
