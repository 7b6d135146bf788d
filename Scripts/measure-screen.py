#!/usr/bin/env python3
"""Measures 'pmgit screen' in a terminal: the answer to a key, the first screen beside 'pmgit board', and rest.

PLANS (10000) plans are imported, KEYS (200) keys are typed. A key is answered when the last byte of its update has
arrived: the end of a synchronized update. The program's own processor time for each key is printed too, because it does not
depend on how busy the machine is. PMGIT is the program (default: the release build). It needs pyte, as the tests do.
"""

import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "Tests", "ScreenTests"))
os.environ.setdefault("PMGIT", os.path.join(ROOT, ".build/release/pmgit"))

from terminal import PMGIT, Terminal, environment, place  # noqa: E402

PLANS = int(os.environ.get("PLANS", "10000"))
KEYS = int(os.environ.get("KEYS", "200"))
END = b"\x1b[?2026l"
# A limit that only ends a failing run, in seconds.
LONGEST = 60
TICK = 1000 / os.sysconf("SC_CLK_TCK")


def processor_time(pid):
    """The milliseconds of processor time that a process has used."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        user, system = file.read().rsplit(")")[1].split()[11:13]
    return (int(user) + int(system)) * TICK


def answer(terminal, key):
    """Types a key, and returns the milliseconds until the terminal has its update."""
    begin, update = time.perf_counter(), b""
    os.write(terminal.master, key)
    while END not in update:
        update += part(terminal)
    return 1000 * (time.perf_counter() - begin)


def part(terminal):
    """What a terminal shows next."""
    if not select.select([terminal.master], [], [], LONGEST)[0]:
        sys.exit(f"the program has drawn nothing for {LONGEST} seconds")
    return os.read(terminal.master, 1 << 16)


def drain(terminal):
    """Takes what is drawn, until nothing is for a second."""
    while select.select([terminal.master], [], [], 1)[0]:
        os.read(terminal.master, 1 << 16)


def words(times):
    times = sorted(times)
    return f"median {statistics.median(times):.1f} ms, 95 of 100 within {times[int(0.95 * len(times))]:.1f} ms"


def first_update(folder, home, arguments, whole):
    """Returns the milliseconds until a program in a terminal has drawn, and the terminal."""
    begin = time.perf_counter()
    terminal = Terminal([PMGIT, *arguments], folder, environment(home), 120, 40)
    terminal.raw = b""
    while not whole(terminal):
        terminal.raw += part(terminal)
    return 1000 * (time.perf_counter() - begin), terminal


def shows_plans(terminal):
    """Whether a whole update with plans has arrived."""
    return b"Plan " in terminal.raw and terminal.raw.endswith(END)


def printed_board(folder, home):
    """Returns the milliseconds until 'pmgit board' has printed the board in a terminal."""
    begin = time.perf_counter()
    terminal = Terminal([PMGIT, "board", "--no-pager"], folder, environment(home), 120, 40)
    while terminal.process.poll() is None:
        terminal.read(0.001)
    took = 1000 * (time.perf_counter() - begin)
    terminal.close()
    return took


def main():
    with tempfile.TemporaryDirectory(dir=place()) as home:
        folder = os.path.join(home, "repository")
        with open(os.path.join(home, "gitconfig"), "w", encoding="utf-8") as file:
            file.write("[user]\nname = Ada\nemail = ada@example.org\n")

        def run(*command, cwd=folder):
            subprocess.run(command, cwd=cwd, env=environment(home), check=True, stdout=subprocess.DEVNULL)

        run("git", "init", "-q", folder, cwd=home)
        run(PMGIT, "init", "-q")
        states = ["backlog", "todo", "doing", "review", "done"]
        path = os.path.join(home, "plans.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for number in range(PLANS):
                plan = {"title": f"Plan {number} of many, with a title of usual length", "state": states[number % 5],
                        "labels": [f"label-{number % 7}"], "priority": ["low", "high", "urgent"][number % 3]}
                file.write(json.dumps(plan) + "\n")
        run(PMGIT, "import", "-q", path, "--add-columns")
        run(PMGIT, "board", "--no-pager")

        boards, screens = [], []
        for _ in range(5):
            boards.append(printed_board(folder, home))
            took, terminal = first_update(folder, home, ["screen"], shows_plans)
            screens.append(took)
            terminal.close()
        board, screen = statistics.median(boards), statistics.median(screens)
        print(f"{PLANS} plans: the first screen after {screen:.0f} ms, 'pmgit board' {board:.0f} ms: {screen / board:.1f} times")

        _, terminal = first_update(folder, home, ["screen"], shows_plans)
        drain(terminal)
        # Each of these changes what is shown.
        keys = [b"j", b"l", b"j", b"h", b"G", b"g"]
        used, times = processor_time(terminal.pid), []
        for number in range(KEYS):
            times.append(answer(terminal, keys[number % len(keys)]))
        used = processor_time(terminal.pid) - used
        print(f"{KEYS} keys: {words(times)}; {used / KEYS:.1f} ms of processor time for each")
        medians = [f"{key.decode()} {statistics.median(times[place::len(keys)]):.1f}" for place, key in enumerate(keys)]
        print(f"medians of the keys in ms: {', '.join(medians)}")

        time.sleep(2)
        used = processor_time(terminal.pid)
        time.sleep(10)
        print(f"10 seconds of rest: {processor_time(terminal.pid) - used:.0f} ms of processor time")
        terminal.close()


main()
