"""What all measurements need: the program, boards of all sizes, and commands as cases."""

import shlex
from dataclasses import replace

import machine
from timing import Case

# The number of plans and commits of the board that larger ones are compared with.
SMALL = 100


class Bench:
    """Boards of three sizes, each ten times the one before: `less`, `middle`, `large`."""

    def __init__(self, boards, large):
        self.boards = boards
        self.pmgit = str(boards.pmgit)
        self.run, self.git = boards.run, boards.git
        self.large, self.middle, self.less = large, large // 10, large // 100
        self.copies = {}
        self.shares = {}

    def board(self, plans, commits):
        """Returns a board that may be changed slightly; all cases of one size share it."""
        key = (plans, commits)
        if key not in self.copies:
            self.copies[key] = self.boards.copy(plans, commits)
        return self.copies[key]

    def shared(self, plans, commits):
        """Returns such a board, the clone of another person, and their remote."""
        key = (plans, commits)
        if key not in self.shares:
            self.shares[key] = self.boards.shared(plans, commits)
        return self.shares[key]

    def case(self, words, board, lines=0, prepare=None):
        name = " ".join(["pmgit", *words])
        return Case(f"`{name}`", (self.pmgit, *words), board.folder, prepare, lines)

    def cold(self, words, board, lines=0):
        """Returns the case without an index, which is removed before each run."""
        index = shlex.quote(str(board.folder / ".git" / "pmgit"))
        program = machine.script(board.folder / ".git" / "forget", f"rm -f {index}/index-*\n")
        return self.case(words, board, lines, (str(program),))

    def start(self):
        """Returns the case with the least work of any command."""
        return Case("`pmgit --version`", (self.pmgit, "--version"), self.boards.work)


def on_plans(case, board):
    """Returns the case as a reference, with the size of its board in the name."""
    return replace(case, name=f"{case.name}, {board.plans:,} plans")
