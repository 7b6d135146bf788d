"""Listing and counting plans, with the index and without."""

from bench import on_plans
from peers import Fossil, Git, Taskwarrior
from table import Row, Times
from timing import Case


def start(bench):
    git = Case("`git --version`", ("git", "--version"), bench.boards.work)
    return [Row("`pmgit --version`", bench.start(), git, Times(2.5))]


def reading(bench):
    board = bench.board(bench.middle, bench.less)
    fossil = Fossil(bench.boards).cases(board)[0]
    tasks = Taskwarrior(bench.boards).cases(board)[0]
    git = Git(bench.boards).read_plans(board)
    rows = []
    for name, lines in [("list --all", board.plans), ("board", board.plans), ("status", 1)]:
        ours = bench.case(name.split(), board, lines)
        what = f"`{name}`, {board.plans:,} plans"
        rows += [Row(what, ours, fossil, Times(1)), Row(what, ours, git, Times(0.4))]
        if name == "list --all":
            rows.append(Row(what, ours, tasks))
    return rows


def reading_much(bench):
    large, middle = bench.board(bench.large, bench.less), bench.board(bench.middle, bench.less)
    ours = bench.case(["board"], large, large.plans)
    beside = on_plans(bench.case(["list", "--all"], middle, middle.plans), middle)
    return [Row(f"`board`, {large.plans:,} plans", ours, beside, Times(3))]


def reading_cold(bench):
    rows = []
    for plans in [bench.middle, bench.large]:
        board = bench.board(plans, bench.less)
        git = Git(bench.boards).read_plans(board)
        ours = bench.cold(["board"], board, plans)
        rows.append(Row(f"`board`, {plans:,} plans, no index", ours, git, Times(2.5)))
    return rows
