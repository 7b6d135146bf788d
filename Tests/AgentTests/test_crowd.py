"""Ten programs empty a board together: in work trees of three clones, with leases, while some of them
are killed. 'make crowd' runs it alone.

CROWD_PLANS (200) is the number of plans, CROWD_SEED the seed of the times at which programs die.
"""

import glob
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PMGIT = os.environ["PMGIT"]
PLANS = int(os.environ.get("CROWD_PLANS", "200"))
SEED = int(os.environ.get("CROWD_SEED", str(random.randrange(1 << 30))))
PROGRAMS = 10
CLONES = 3
DEATHS = 12
# The shortest lease. It is longer than a program needs from 'take' to 'sync', also on a busy machine.
LEASE = "1m"
MOST_SECONDS = 1200
# The age of a lock file of git that no living program can have.
LEFT_SECONDS = 30


def work():
    """The program of one worker: takes plans and finishes them until none is open.

    It prints a line for each plan that was finished, after pmgit said so.
    """

    def pmgit(*arguments):
        return subprocess.run([PMGIT, *arguments], capture_output=True, text=True)

    while True:
        taken = pmgit("take", "--next", "--lease", LEASE, "--json")
        if taken.returncode == 0:
            plan = json.loads(taken.stdout)["plan"]["id"]
            pmgit("comment", plan, "-m", "Found the reason.")
            # On a busy machine the lease may be over by now, and another program may have the plan.
            if pmgit("take", "--renew", plan, "-q").returncode != 0:
                continue
            finished = pmgit("done", plan, "--brief")
            if finished.returncode == 0:
                # If another program was faster, there was nothing to change.
                if finished.stdout:
                    print(plan, flush=True)
            else:
                print(finished.stdout, finished.stderr, file=sys.stderr, flush=True)
            pmgit("sync", "-q")
            continue
        pmgit("sync", "-q")
        if pmgit("list", "is:open").stdout == "":
            return
        time.sleep(0.2)


class Crowd:
    def __init__(self, folder):
        self.folder = folder
        self.random = random.Random(SEED)
        self.environment = {
            "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"],
            "PMGIT": PMGIT, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }
        self.trees = self.make_trees()
        self.running = {}
        self.started = 0
        self.outputs = []

    def run(self, *command):
        return subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def make_trees(self):
        """Makes a hub with the plans, clones of it, and a work tree for each program."""
        hub = os.path.join(self.folder, "hub.git")
        self.run("git", "init", "-q", "--bare", hub)
        clones = self.clones = [os.path.join(self.folder, f"clone{number}") for number in range(CLONES)]
        lines = os.path.join(self.folder, "plans.jsonl")
        with open(lines, "w", encoding="utf-8") as file:
            for number in range(PLANS):
                file.write(json.dumps({"title": f"Plan {number}"}) + "\n")
        for number, clone in enumerate(clones):
            self.run("git", "clone", "-q", hub, clone)
            self.run("git", "-C", clone, "commit", "-q", "--allow-empty", "-m", "begin")
            self.run(PMGIT, "-C", clone, "init", "-q")
            if number == 0:
                self.run(PMGIT, "-C", clone, "import", "-q", lines)
            self.run(PMGIT, "-C", clone, "sync", "-q")
        trees = []
        for number in range(PROGRAMS):
            tree = os.path.join(self.folder, f"tree{number}")
            clone = clones[number % CLONES]
            self.run("git", "-C", clone, "worktree", "add", "-q", "--detach", tree)
            trees.append(tree)
        return trees

    def start(self, tree):
        """Starts a program with a new name, in a process group of its own."""
        name = f"agent-{self.started}"
        self.started += 1
        output = open(os.path.join(self.folder, f"{name}.out"), "w+", encoding="utf-8")
        self.outputs.append((name, output))
        self.running[tree] = subprocess.Popen(
            [sys.executable, "-B", __file__, "work"], cwd=tree, stdout=output,
            env={**self.environment, "PMGIT_AGENT": name}, start_new_session=True)

    def kill(self, tree):
        process = self.running[tree]
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def remove_left_locks(self):
        """Removes lock files that killed programs have left. 'pmgit doctor --unlock' does not while others are at
        work, and here they always are."""
        for clone in self.clones:
            for path in glob.glob(os.path.join(clone, ".git/refs/*/**/*.lock"), recursive=True):
                try:
                    if time.time() - os.stat(path).st_mtime > LEFT_SECONDS:
                        os.remove(path)
                except FileNotFoundError:
                    pass

    def empty_the_board(self):
        for tree in self.trees:
            self.start(tree)
        deaths = sorted(self.random.uniform(0.3, 12) for _ in range(DEATHS))
        begin = time.monotonic()
        try:
            while any(process.poll() is None for process in self.running.values()):
                passed = time.monotonic() - begin
                if passed > MOST_SECONDS:
                    raise AssertionError(f"not finished after {MOST_SECONDS} s; seed {SEED}")
                if deaths and deaths[0] < passed:
                    deaths.pop(0)
                    tree = self.random.choice(self.trees)
                    self.kill(tree)
                    self.start(tree)
                self.remove_left_locks()
                time.sleep(0.05)
        finally:
            for tree in self.trees:
                self.kill(tree)

    def acknowledged(self):
        """Returns the plans that each program was told to have finished."""
        found = []
        for name, output in self.outputs:
            output.seek(0)
            found += [(name, line.strip()) for line in output]
            output.close()
        return found


class CrowdTest(unittest.TestCase):
    def test_ten_programs_empty_a_board_while_some_are_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            crowd = Crowd(folder)
            crowd.empty_the_board()
            acknowledged = crowd.acknowledged()
            for tree in crowd.trees[:CLONES]:
                crowd.run(PMGIT, "-C", tree, "sync", "-q")
            tree = crowd.trees[0]
            crowd.run(PMGIT, "-C", tree, "sync", "-q")
            tips = {crowd.run("git", "-C", tree, "rev-parse", "pmgit/main"),
                    crowd.run("git", "-C", os.path.join(folder, "hub.git"), "rev-parse",
                              "pmgit/main")}
            self.assertEqual(len(tips), 1, f"seed {SEED}")
            plans = json.loads(crowd.run(PMGIT, "-C", tree, "list", "--all", "--json"))["plans"]
            self.assertEqual(len(plans), PLANS)
            self.assertEqual({plan["state"] for plan in plans}, {"done"}, f"seed {SEED}")
            self.assertEqual([plan for plan in plans if plan["conflicts"]], [], f"seed {SEED}")
            self.assertTrue(all(plan["comments"] for plan in plans))
            self.check_history(crowd, tree, acknowledged)
            crowd.run(PMGIT, "-C", tree, "doctor", "--offline")

    def check_history(self, crowd, tree, acknowledged):
        """No plan was finished twice, and each that a program was told of is finished by it."""
        events = json.loads(crowd.run(PMGIT, "-C", tree, "log", "--json"))["events"]
        finished = [
            (event["agent"], event["plan"]) for event in events
            if event["field"] == "state" and event["new"] == "done"]
        twice = {plan: [name for name, other in finished if other == plan] for _, plan in finished}
        twice = {plan: names for plan, names in twice.items() if len(names) > 1}
        self.assertEqual(twice, {}, f"seed {SEED}")
        self.assertEqual(set(acknowledged) - set(finished), set(), f"seed {SEED}")
        self.assertEqual(len(finished), PLANS)


if __name__ == "__main__":
    if sys.argv[1:] == ["work"]:
        work()
    else:
        unittest.main()
