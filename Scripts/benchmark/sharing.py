"""Syncs and merges."""

import shlex
from dataclasses import replace

import machine
from bench import SMALL
from boards import BRANCH, REF, TRACKING, file_of
from table import Plus, Row, Times
from timing import Case


def sharing_nothing(bench):
    rows = []
    for plans, commits in [(SMALL, SMALL), (bench.large, bench.large)]:
        here = bench.shared(plans, commits)[0]
        program = machine.script(
            here.folder / ".git" / "share", f"git fetch -q origin\ngit push -q origin {BRANCH}\n")
        git = Case("`git fetch` and `git push`", (str(program),), here.folder)
        what = f"`sync` of nothing, {plans:,} plans, {commits:,} commits"
        rows.append(Row(what, bench.case(["sync", "-q"], here), git, Plus(15)))
    return rows


def edit_there(bench, board, plan):
    """Returns lines of a script that makes an edit in the other clone and shares it."""
    pmgit = shlex.quote(bench.pmgit)
    return f"""\
cd {shlex.quote(str(board.folder))}
{pmgit} sync --pull -q
{pmgit} edit -q {plan} --title "There $$"
{pmgit} sync --push -q
"""


def sync_each_way(bench, plans, commits):
    """Returns a case that syncs after an edit in each clone, each of a different plan."""
    here, there, _ = bench.shared(plans, commits)
    pmgit = shlex.quote(bench.pmgit)
    # The process id makes each title different.
    program = machine.script(here.folder / ".git" / "edits", f"""\
{pmgit} sync -q
{pmgit} edit -q {here.ids[0]} --title "Here $$"
""" + edit_there(bench, there, here.ids[1]))
    return bench.case(["sync", "-q"], here, prepare=(str(program),))


def git_each_way(bench, plans, commits):
    """Returns the same case with git, with the board in a work tree."""
    _, there, remote = bench.shared(plans, commits)
    here = bench.boards.new_folder("work-tree")
    bench.git(here, "clone", "-q", "-b", BRANCH, str(remote), ".")
    pull = "git pull -q --no-rebase --no-edit\ngit push -q\n"
    file = file_of(there.ids[0])
    program = machine.script(here / ".git" / "edits", f"""\
{pull}
sed -i 's/^    "title": .*/    "title": "Here '$$'"/' {file}
git commit -q -m Edit {file}
""" + edit_there(bench, there, there.ids[1]))
    share = machine.script(here / ".git" / "share", pull)
    return Case("`git pull` and `git push`", (str(share),), here, (str(program),))


def sharing_edits(bench):
    rows = []
    few = replace(sync_each_way(bench, SMALL, SMALL), name=f"`sync`, {SMALL} plans")
    sizes = [(bench.middle, bench.less), (bench.middle, bench.large), (bench.large, bench.large)]
    for plans, commits in sizes:
        ours = sync_each_way(bench, plans, commits)
        what = f"`sync` of an edit each way, {plans:,} plans, {commits:,} commits"
        rows.append(Row(what, ours, few, Times(1.5)))
        if plans == bench.middle:
            rows.append(Row(what, ours, git_each_way(bench, plans, commits), Times(0.8)))
    return rows


def merging(bench):
    """Returns cases that merge as many edits on each side, of different plans, as git can too."""
    plans = bench.middle
    count = plans // 10
    here, there, remote = bench.boards.shared(plans, bench.less)
    base = bench.git(here.folder, "rev-parse", BRANCH)
    mine = bench.boards.edited(here, here.ids[:count], "here")
    others = bench.boards.edited(there, here.ids[count:2 * count], "there")
    bench.git(there.folder, "push", "-q", "origin", f"{others}:{REF}")
    bench.git(here.folder, "fetch", "-q")
    work_tree = bench.boards.new_folder("work-tree")
    bench.git(work_tree, "clone", "-q", "-b", BRANCH, str(remote), ".")
    bench.git(here.folder, "update-ref", REF, mine)
    bench.git(work_tree, "fetch", "-q", str(here.folder), BRANCH)
    # Before each run, the fetched commit becomes new again.
    fetched = f"git update-ref {TRACKING} {base}\n"
    before = machine.script(here.folder / ".git" / "before", f"git update-ref {REF} {mine}\n{fetched}")
    git_before = machine.script(work_tree / ".git" / "before", f"git reset -q --hard {mine}\n{fetched}")
    ours = bench.case(["sync", "--pull", "-q"], here, prepare=(str(before),))
    git = Case("`git pull` in a work tree", ("git", "pull", "-q", "--no-rebase", "--no-edit"), work_tree,
               (str(git_before),))
    return [Row(f"`sync --pull`, {count:,} edits on each side, {plans:,} plans", ours, git, Times(1))]
