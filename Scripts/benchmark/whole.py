"""Work on the whole board or beside it: checks, imports, publishing, and the hooks of a commit."""

import shlex

import machine
from boards import BRANCH
from table import Memory, Row, Times
from timing import Case


def checking(bench):
    board = bench.board(bench.middle, bench.large)
    what = f"`doctor --offline`, {board.plans:,} plans, {board.commits:,} commits"
    return [Row(what, bench.case(["doctor", "--offline"], board), check_by_git(board), Times(1))]


def check_by_git(board):
    return Case("`git fsck --strict`", ("git", "fsck", "--strict"), board.folder)


def publish_case(bench):
    """Returns the case of publishing a long history again, to the same folder."""
    board = bench.board(bench.less, bench.large)
    return bench.case(["export", "--site", str(board.folder / ".git" / "site")], board, lines=1)


def publishing(bench):
    ours = publish_case(bench)
    board = bench.board(bench.less, bench.large)
    git = Case("`git log --raw`", ("git", "log", "--raw", BRANCH), board.folder, lines=board.commits)
    return [Row(f"`export --site`, {board.plans:,} plans, {board.commits:,} commits", ours, git)]


def import_case(bench, plans):
    """Returns the case of importing all plans of a board into an empty one."""
    board = bench.board(plans, bench.less)
    folder = bench.boards.new_folder("import")
    with open(folder / "plans.jsonl", "wb") as out:
        bench.run([bench.pmgit, "export"], board.folder, stdout=out)
    pmgit = shlex.quote(bench.pmgit)
    before = machine.script(
        folder / "before", f"rm -rf fresh\ngit init -q fresh\n{pmgit} -C fresh init -q\n")
    command = (bench.pmgit, "-C", "fresh", "import", "-q", str(folder / "plans.jsonl"))
    return Case("`pmgit import`", command, folder, (str(before),))


def imported(bench, plans):
    """Returns a repository whose board got all its plans by one import."""
    case = import_case(bench, plans)
    bench.run(case.prepare, case.folder)
    bench.run(case.command, case.folder)
    return case.folder / "fresh"


def importing(bench):
    plans = bench.middle
    ours = import_case(bench, plans)
    folder = ours.folder
    bench.run(ours.prepare, folder)
    bench.run(ours.command, folder)
    with open(folder / "stream", "wb") as stream:
        bench.run(["git", "-C", "fresh", "fast-export", BRANCH], folder, stdout=stream)
    before = machine.script(folder / "git-before", "rm -rf again\ngit init -q again\n")
    program = machine.script(folder / "git-import", "exec git -C again fast-import --quiet < stream\n")
    git = Case("`git fast-import`", (str(program),), folder, (str(before),))
    return [Row(f"`import`, {plans:,} plans", ours, git, Times(1.5))]


def hooks(bench):
    board = bench.boards.copy(bench.middle, bench.less)
    bench.run([bench.pmgit, "hooks", "install", "-q"], board.folder)
    commit = ("commit", "-q", "--allow-empty", "-m", "Work")
    without = ("git", "-c", "core.hooksPath=/dev/null", *commit)
    alone = Case("`git commit` without hooks", without, board.folder)
    named = Case("`git commit`", ("git", *commit, "-m", f"Plan: {board.ids[0]}"), board.folder)
    unnamed = Case("`git commit`", ("git", *commit), board.folder)
    return [
        Row("`git commit` with hooks, which names a plan", named, alone, Times(4)),
        Row("`git commit` with hooks, which names none", unnamed, alone, Times(3)),
    ]


def memory(bench):
    """Returns the peak memory of the commands that need the most."""
    large = bench.board(bench.large, bench.less)
    past = bench.board(bench.middle, bench.large)
    both = bench.board(bench.large, bench.large)
    doctor = ["doctor", "--offline"]
    size = f"{large.plans:,} plans"
    history = f"{past.plans:,} plans, {past.commits:,} commits"
    all_of_it = f"{both.plans:,} plans, {both.commits:,} commits"
    return [
        Memory(f"`list`, {size}", bench.case(["list", "--all"], large), 150),
        Memory(f"`list`, {size}, no index", bench.cold(["list", "--all"], large)),
        Memory(f"`log -n 1`, {history}, no index", bench.cold(["log", "-n", "1"], past)),
        Memory(f"`import`, {size}", import_case(bench, bench.large), 300),
        Memory(f"`doctor --offline`, {history}", bench.case(doctor, past), 150),
        Memory(f"`git fsck --strict`, {history}", check_by_git(past)),
        Memory(f"`doctor --offline`, {all_of_it}", bench.case(doctor, both), 150),
        Memory(f"`export --site`, {bench.less:,} plans, {past.commits:,} commits", publish_case(bench), 150),
    ]
