"""Bridges of the program itself, with a gh that keeps issues in a file, and that kills it at any command."""

import json
import os
import pathlib
import random
import subprocess
import unittest
import unittest.mock

from packed import PMGIT, folder, run

PROGRAMS = pathlib.Path(__file__).parent / "programs"
FIRST = "github:octo/app#1"


class Clone:
    """A clone with a board, and its own bridge to the issues of a file."""

    def __init__(self, home, name, hub):
        self.folder = home / name
        self.folder.mkdir()
        self.issues_file = home / "issues.json"
        self.environment = {
            "HOME": str(home), "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TZ": "UTC", "GH_LATE": os.environ.get("GH_LATE", "0"),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": f"{name}@example.com",
            "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": f"{name}@example.com", "GH_ISSUES": str(self.issues_file),
        }
        run("git", "init", "-q", self.folder, env=self.environment)
        run("git", "-C", self.folder, "remote", "add", "origin", hub, env=self.environment)
        self("init")
        self("bridge", "add", "hub", "github:octo/app")

    def __call__(self, *words, check=True, kill=None):
        environment = self.environment | ({"GH_KILL": kill} if kill else {})
        done = subprocess.run(
            [PMGIT, "-C", self.folder, *words], env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done if not check else done.stdout

    def plans(self):
        return json.loads(self("list", "is:any", "--json"))["plans"]


def issues(clone):
    state = json.loads(clone.issues_file.read_text())
    return state["issues"], state


def change(clone, edit):
    """Changes the issues as somebody else does."""
    found, state = issues(clone)
    edit(found)
    clone.issues_file.write_text(json.dumps(state))


class BridgeTest(unittest.TestCase):
    def setUp(self):
        self.home = folder()
        self.hub = self.home / "hub.git"
        run("git", "init", "-q", "--bare", self.hub)

    def made(self):
        """Returns a clone with an issue that a push has made of a plan."""
        clone = Clone(self.home, "one", self.hub)
        clone("add", "First", "--body", "Text", "--label", "public")
        clone("bridge", "push", "--new", "#public")
        return clone

    def test_wherever_a_push_is_killed_the_next_one_goes_on(self):
        for late in ("0", "86400"):
            with unittest.mock.patch.dict(os.environ, GH_LATE=late):
                self.kill_everywhere()

    def kill_everywhere(self):
        push = ["bridge", "push", "--new", "#public is:any"]
        count = 0
        is_killed = True
        while is_killed:
            for moment in ("before", "after"):
                self.setUp()
                clone = self.made()
                clone("edit", FIRST, "--title", "Mine", "--label", "ui")
                clone("comment", FIRST, "-m", "A note")
                plan = clone("add", "Second", "--body", "Body", "--label", "public").strip()
                clone("comment", plan, "-m", "Hello")
                clone("done", plan)
                _, state = issues(clone)
                done = clone(*push, check=False, kill=f"{state['calls'] + count}:{moment}")
                is_killed = done.returncode != 0
                if is_killed and moment == "after":
                    clone("edit", plan, "--label", "later")
                with self.subTest(count=count, moment=moment):
                    clone(*push)
                    found, _ = issues(clone)
                    self.assertEqual([issue["title"] for issue in found.values()], ["Mine", "Second"])
                    self.assertEqual([[note["body"] for note in issue["comments"]] for issue in found.values()], [["A note"], ["Hello"]])
                    self.assertEqual({label["name"] for label in found["1"]["labels"]}, {"public", "ui"})
                    expected = {"public", "later"} if is_killed and moment == "after" else {"public"}
                    self.assertEqual({label["name"] for label in found["2"]["labels"]}, expected)
                    self.assertEqual(found["2"]["state"], "CLOSED")
                    self.assertEqual(len(clone.plans()), 2)
                    self.assertEqual(clone("resolve", "--list"), "")
                    calm = clone(*push, check=False)
                    self.assertIn("nothing to send", calm.stderr)
            count += 1
        self.assertGreater(count, 6)

    def test_two_clones_and_the_tracker_agree_in_the_end(self):
        for seed in range(int(os.environ.get("PMGIT_BRIDGE_SEEDS", "2"))):
            with self.subTest(seed=seed):
                self.setUp()
                self.walk(random.Random(seed))

    def walk(self, choose):
        one = self.made()
        one("sync")
        two = Clone(self.home, "two", self.hub)
        two("sync")
        two("bridge", "pull")
        texts, plans = [], 1
        # What was changed here and nowhere else, and what was changed there: by the number of the issue.
        labels, titles, others = {}, {}, {}
        push = ["bridge", "push", "--new", "#public is:any"]
        for step in range(20):
            clone = choose.choice([one, two])
            number = choose.choice(list(issues(one)[0]))
            alias = f"github:octo/app#{number}"
            match choose.randrange(10):
                case 0:
                    if clone("edit", alias, "--label", f"here{step}", check=False).returncode == 0:
                        labels.setdefault(number, set()).add(f"here{step}")
                case 1:
                    if clone("edit", alias, "--title", f"Here {step}", check=False).returncode == 0:
                        titles.setdefault(number, {})[clone] = f"Here {step}"
                case 2:
                    if clone("comment", alias, "-m", f"Here {step}", check=False).returncode == 0:
                        texts.append(f"Here {step}")
                case 3:
                    clone("add", f"New {step}", "--label", "public", "--body", f"Body {step}")
                    plans += 1
                case 4:
                    change(one, lambda found: found[number].update(title=f"There {step}"))
                    others[number] = f"There {step}"
                case 5: change(one, lambda found: found[number].update(state=choose.choice(["OPEN", "CLOSED"])))
                case 6:
                    change(one, lambda found: found[number]["labels"].append({"name": f"there{step}"}))
                    labels.setdefault(number, set()).add(f"there{step}")
                case 7: clone("sync")
                case 8: clone("bridge", "pull")
                case 9:
                    kill = f"{issues(one)[1]['calls'] + choose.randrange(4)}:{choose.choice(['before', 'after'])}"
                    clone(*push, check=False, kill=choose.choice([None, kill]))
        for clone in [one, two] * 3:
            clone("sync")
            clone("bridge", "pull")
            clone("resolve", "--all", "--newest", check=False)
            clone(*push)
            clone("sync")
        found, _ = issues(one)
        self.assertEqual(len(found), plans, {key: issue["title"] for key, issue in found.items()})
        self.assertEqual(sorted(note["body"] for issue in found.values() for note in issue["comments"]), sorted(texts))
        for number, names in labels.items():
            self.assertLessEqual(names, {label["name"] for label in found[number]["labels"]})
        # Of the first issue both clones know what it said.
        if "1" in titles and "1" not in others:
            self.assertIn(found["1"]["title"], titles["1"].values())
        if "1" in others and "1" not in titles:
            self.assertEqual(found["1"]["title"], others["1"])
        for clone in [one, two]:
            clone("sync")
            self.assertIn("nothing to send", clone(*push, check=False).stderr)
            board = {alias: plan for plan in clone.plans() for alias in plan["aliases"]}
            self.assertEqual(len(clone.plans()), plans)
            for number, issue in found.items():
                plan = board[f"github:octo/app#{number}"]
                self.assertEqual(plan["title"], issue["title"])
                self.assertEqual(set(plan["labels"]), {label["name"] for label in issue["labels"]})
                self.assertEqual(plan["state"] == "done", issue["state"] == "CLOSED")
                self.assertEqual(sorted(note["text"] for note in plan["comments"]), sorted(note["body"] for note in issue["comments"]))


if __name__ == "__main__":
    unittest.main()
