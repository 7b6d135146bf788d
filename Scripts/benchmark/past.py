"""Commands that read the history."""

from boards import BRANCH, file_of
from table import Row, Times
from timing import Case
from whole import imported


def past(bench):
    board = bench.board(bench.middle, bench.large)
    # The plan with the most changes.
    plan = board.busiest
    rows = []
    for words in [["log", "-n", "20"], ["log", plan], ["show", plan], ["show", "--blame", plan]]:
        command = " ".join(words).replace(plan, "ID")
        what = f"`{command}`, {board.commits:,} commits"
        rows.append(Row(what, bench.case(words, board, 1), bench.start(), Times(4)))
    git = Case("`git log -- FILE`", ("git", "log", BRANCH, "--", file_of(plan)), board.folder, lines=1)
    rows.insert(2, Row(rows[1].what, rows[1].ours, git))
    return rows


def past_of_import(bench):
    """The history whose newest commit brought all plans, as a terminal shows it."""
    folder = imported(bench, bench.large)
    words = ["log", "-n", "20", "--color=always"]
    ours = Case("`pmgit log`", (bench.pmgit, *words), folder, lines=1)
    what = f"`log -n 20` for people, after an import of {bench.large:,} plans"
    return [Row(what, ours, bench.start(), Times(10))]


def building_past(bench):
    board = bench.board(bench.middle, bench.large)
    ours = bench.cold(["log", "-n", "1"], board, lines=1)
    git = Case("`git log --raw`", ("git", "log", "--raw", BRANCH), board.folder, lines=board.commits)
    what = f"`log -n 1`, {board.plans:,} plans, {board.commits:,} commits, no index"
    return [Row(what, ours, git, Times(3))]
