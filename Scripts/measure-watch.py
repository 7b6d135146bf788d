#!/usr/bin/env python3
"""Measures how soon 'pmgit watch' prints a change: measure-watch.py [CHANGES].

It imports the plans of PMGIT_REAL_BACKLOG, or makes 704, edits one of them again and again, and compares the time at
which each line arrives with the time stamp of the branch's file. PMGIT is the program (default: the release build).
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PMGIT = os.environ.get("PMGIT", os.path.join(ROOT, ".build/release/pmgit"))


def memory(process):
    """Returns the memory of a process in kB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory() as folder:
        def run(*command):
            return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout

        run("git", "init", "-q")
        run("git", "config", "user.name", "Dev One")
        run("git", "config", "user.email", "one@example.com")
        run(PMGIT, "init", "-q")
        backlog = os.environ.get("PMGIT_REAL_BACKLOG")
        if not backlog:
            backlog = os.path.join(folder, ".git", "plans.jsonl")
            with open(backlog, "w", encoding="utf-8") as file:
                file.writelines(json.dumps({"title": f"Plan {number}"}) + "\n" for number in range(704))
        run(PMGIT, "import", "-q", backlog)
        plan = run(PMGIT, "add", "-q", "Watched").strip()
        branch = os.path.join(folder, ".git/refs/heads/pmgit/main")
        watch = subprocess.Popen(
            [PMGIT, "watch", "--json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        time.sleep(1)
        times, before = [], memory(watch)
        for number in range(count):
            run(PMGIT, "edit", "-q", plan, "--title", f"Watched {number}")
            line = json.loads(watch.stdout.readline())
            arrived = time.time()
            assert line["title"] == f"Watched {number}", line
            times.append(1000 * (arrived - os.stat(branch).st_mtime))
        after = memory(watch)
        watch.kill()
        watch.wait()
    times.sort()
    print(f"{count} changes: median {statistics.median(times):.0f} ms, 95 of 100 within "
          f"{times[int(0.95 * count)]:.0f} ms, at most {times[-1]:.0f} ms; "
          f"memory {before // 1024} MB before, {after // 1024} MB after")


main()
