"""The same commands on boards with more and more plans and commits."""

from sharing import sync_each_way


# The rows of the table.
NAMES = [
    "`list`", "`board`", "`status`", "`add`", "`log -n 20`", "`log ID`", "`show --blame ID`",
    "`sync` of an edit each way",
]


def sizes(bench):
    less, middle, large = bench.less, bench.middle, bench.large
    return [(less, less), (middle, less), (large, less), (middle, middle), (middle, large), (large, large)]


def cases(bench, plans, commits):
    """Returns the commands on one board, by the names of their rows."""
    board = bench.board(plans, commits)
    plan = board.busiest
    measured = [
        bench.case(["list", "--all"], board, plans),
        bench.case(["board"], board, plans),
        bench.case(["status"], board, 1),
        bench.case(["add", "-q", "Benchmark"], board),
        bench.case(["log", "-n", "20"], board, 1),
        bench.case(["log", plan], board, 1),
        bench.case(["show", "--blame", plan], board, 1),
        sync_each_way(bench, plans, commits),
    ]
    return dict(zip(NAMES, measured))
