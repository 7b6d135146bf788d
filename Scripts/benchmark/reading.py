"""Listing and counting plans, with the index and without."""

from bench import on_plans
from peers import Fossil, Git, Taskwarrior
from table import Row, Times
from timing import Case


def start(bench):
    git = Case("`git --version`", ("git", "--version"), bench.boards.work)
    return [Row("`pmgit --version`", bench.start(), git, Times(1.5))]


def reading(bench):
    board = bench.board(bench.middle, bench.less)
    fossil = Fossil(bench.boards).cases(board)[0]
    tasks = Taskwarrior(bench.boards).cases(board)[0]
    git = Git(bench.boards).read_plans(board)
    rows = []
    for name, lines in [("list --all", board.plans), ("board", board.plans), ("status", 1)]:
        ours = bench.case(name.split(), board, lines)
        what = f"`{name}`, {board.plans:,} plans"
        rows += [Row(what, ours, fossil, Times(1.2)), Row(what, ours, git)]
        if name == "list --all":
            rows.append(Row(what, ours, tasks))
    for words, beside, factor in [
        (["list", "--all", "fix login"], git, 0.4), (["list", "--all", "--json"], git, 2),
        (["next"], bench.start(), 6), (["list", "limit:20"], bench.start(), 6),
    ]:
        what = f"`{' '.join(words)}`, {board.plans:,} plans"
        rows.append(Row(what, bench.case(words, board, 1), beside, Times(factor)))
    return rows


def reading_much(bench):
    large, middle = bench.board(bench.large, bench.less), bench.board(bench.middle, bench.less)
    beside = on_plans(bench.case(["list", "--all"], middle, middle.plans), middle)
    rows = []
    # Ten times as many plans may take a little more than ten times as long.
    for name in ["list --all", "board"]:
        ours = bench.case(name.split(), large, large.plans)
        what = f"`{name}`, {large.plans:,} plans"
        rows.append(Row(what, ours, beside, Times(10.5)))
        if name == "list --all":
            rows.append(Row(what, ours, Git(bench.boards).read_plans(large)))
    return rows


def reading_cold(bench):
    rows = []
    for plans in [bench.middle, bench.large]:
        board = bench.board(plans, bench.less)
        git = Git(bench.boards).read_plans(board)
        ours = bench.cold(["board"], board, plans)
        rows.append(Row(f"`board`, {plans:,} plans, no index", ours, git, Times(2.5)))
    return rows
