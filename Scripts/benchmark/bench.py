"""What every measure needs: the program, boards of all sizes, and commands as cases."""

import shlex
from dataclasses import replace

import machine
from timing import Case

# The plans and commits of the board that larger ones are compared with.
SMALL = 100


class Bench:
    """Sizes of boards go in steps of ten: `less`, `middle`, `large`."""

    def __init__(self, boards, large):
        self.boards = boards
        self.pmgit = str(boards.pmgit)
        self.run, self.git = boards.run, boards.git
        self.large, self.middle, self.less = large, large // 10, large // 100
        self.copies = {}
        self.shares = {}

    def board(self, plans, commits):
        """A board that may be changed a little: one for all that is measured on that size."""
        key = (plans, commits)
        if key not in self.copies:
            self.copies[key] = self.boards.copy(plans, commits)
        return self.copies[key]

    def shared(self, plans, commits):
        """The same of a board that is shared: here, there, and the remote between them."""
        key = (plans, commits)
        if key not in self.shares:
            self.shares[key] = self.boards.shared(plans, commits)
        return self.shares[key]

    def case(self, words, board, lines=0, prepare=None):
        name = " ".join(["pmgit", *words])
        return Case(f"`{name}`", (self.pmgit, *words), board.folder, prepare, lines)

    def cold(self, words, board, lines=0):
        """The case without the index, which is removed before each run."""
        index = shlex.quote(str(board.folder / ".git" / "pmgit"))
        program = machine.script(board.folder / ".git" / "forget", f"rm -f {index}/index-*\n")
        return self.case(words, board, lines, (str(program),))

    def start(self):
        """What every command costs at least."""
        return Case("`pmgit --version`", (self.pmgit, "--version"), self.boards.work)


def on_plans(case, board):
    """The case as a reference, named by the size of its board."""
    return replace(case, name=f"{case.name}, {board.plans:,} plans")
