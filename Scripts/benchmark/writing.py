"""Adding, moving and editing a plan."""

from dataclasses import replace

from bench import SMALL
from peers import Fossil, Git, Taskwarrior
from table import Row, Times


def changes(bench, board):
    """Returns cases that add, move and edit a plan, by name. Each undoes the run before."""
    plan = board.ids[len(board.ids) // 2]

    def there_and_back(name, there, back):
        return bench.case([name, "-q", plan, *there], board, prepare=(bench.pmgit, name, "-q", plan, *back))

    return {
        "add": bench.case(["add", "-q", "Benchmark"], board),
        "move": there_and_back("move", ["doing"], ["todo"]),
        "edit": there_and_back("edit", ["-p", "high"], ["-p", "low"]),
    }


def writing(bench):
    board = bench.board(bench.middle, bench.less)
    fossil = Fossil(bench.boards).cases(board)[1]
    tasks = Taskwarrior(bench.boards).cases(board)[1]
    git = Git(bench.boards).write_plan(bench.boards.copy(board.plans, board.commits))
    rows = []
    for name, ours in changes(bench, board).items():
        what = f"`{name}`, {board.plans:,} plans"
        rows += [Row(what, ours, fossil, Times(1.2)), Row(what, ours, git)]
        if name == "add":
            rows.append(Row(what, ours, tasks))
    return rows


def writing_much(bench):
    large, small = bench.board(bench.large, bench.large), bench.board(SMALL, SMALL)
    few = changes(bench, small)
    rows = []
    for name, ours in changes(bench, large).items():
        what = f"`{name}`, {large.plans:,} plans, {large.commits:,} commits"
        rows.append(Row(what, ours, replace(few[name], name=f"`{name}`, {SMALL} plans"), Times(1.2)))
    return rows
