"""Boards of a million plans that one import brought, with titles and labels. They need LARGE=1000000."""

import json
import shlex
from dataclasses import dataclass

import machine
from boards import BRANCH, TRACKING, Board
from table import Memory, Row, Times
from timing import Case

MILLION = 1_000_000


@dataclass(frozen=True)
class Imported:
    """The case of an import, the board that it made, and a clone of that board."""

    case: Case
    board: Board
    clone: Board


def lines(bench, count):
    """Returns the titles and labels of the texts, repeated, as JSON Lines."""
    if not bench.boards.texts:
        return (json.dumps({"title": f"Plan {number}", "labels": ["imported"]}) for number in range(count))
    with open(bench.boards.texts, encoding="utf-8") as texts:
        plans = [json.loads(line) for line in texts if line.strip()]
    plans = [{key: plan[key] for key in ["title", "labels"] if plan.get(key)} for plan in plans]
    kept = [json.dumps(plan, ensure_ascii=False) for plan in plans if plan.get("title")]
    return (kept[number % len(kept)] for number in range(count))


def imported(bench, plans):
    """Imports plans into an empty board, and clones it. The boards are made once."""
    if (plans, "imported") in bench.copies:
        return bench.copies[plans, "imported"]
    folder = bench.boards.new_folder("million")
    with open(folder / "plans.jsonl", "w", encoding="utf-8") as out:
        out.writelines(line + "\n" for line in lines(bench, plans))
    pmgit = shlex.quote(bench.pmgit)
    before = machine.script(
        folder / "before", f"rm -rf again\ngit init -q again\n{pmgit} -C again init -q\n")
    command = (bench.pmgit, "-C", "again", "import", "-q", str(folder / "plans.jsonl"))
    bench.run((str(before),), folder)
    bench.run(command, folder)
    (folder / "again").rename(folder / "board")
    bench.git(folder, "clone", "-q", "board", "clone")
    case = Case("`pmgit import`", command, folder, (str(before),))
    boards = [Board(folder / name, plans, 1, "", ()) for name in ["board", "clone"]]
    bench.copies[plans, "imported"] = Imported(case, *boards)
    return bench.copies[plans, "imported"]


def million(bench):
    """Compares each command with the same on a tenth of the plans."""
    if bench.large < MILLION:
        return []
    large, less = imported(bench, bench.large), imported(bench, bench.middle)
    rows = [Row(f"`import`, {large.board.plans:,} plans", large.case, less.case, Times(10.5))]
    for words, printed in [
        (["list", "--all"], large.board.plans), (["list", "limit:20"], 20), (["next"], 1), (["status"], 1),
    ]:
        ours = bench.case(words, large.board, printed)
        beside = bench.case(words, less.board, min(printed, less.board.plans))
        what = f"`{' '.join(words)}`, {large.board.plans:,} plans"
        rows.append(Row(what, ours, beside, Times(10.5)))
    first = [bench.cold(["list", "--all"], board.clone, board.clone.plans) for board in [large, less]]
    rows.append(Row(f"the first `list` of a clone, {large.board.plans:,} plans", *first, Times(10.5)))
    for where, board, branch in [("", large.board, BRANCH), (" of a clone", large.clone, TRACKING)]:
        ours = bench.case(["log", "-n", "20"], board, board.plans)
        git = Case(
            "`git log --stat`", ("git", "log", "-n", "20", "--stat", branch), board.folder, lines=board.plans)
        what = f"`log -n 20`{where} in a pipe, after an import of {board.plans:,} plans"
        rows.append(Row(what, ours, git, Times(1)))
    return rows


def memory(bench):
    """Returns the peak memory of the same commands."""
    large = imported(bench, bench.large)
    size = f"{large.board.plans:,} plans with titles and labels"
    return [
        Memory(f"`import`, {size}", large.case, 300),
        Memory(f"the first `list` of a clone, {size}", bench.cold(["list", "--all"], large.clone), 450),
        Memory(f"`list limit:20`, {size}", bench.case(["list", "limit:20"], large.board), 120),
        Memory(f"`list --all`, {size}", bench.case(["list", "--all"], large.board), 300),
        Memory(f"`status`, {size}", bench.case(["status"], large.board)),
    ]
