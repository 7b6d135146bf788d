"""What the screen shows and does: keys, changes of others, sizes, colours, hostile texts, and rest."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest

from terminal import KNOWN, LONGEST, PMGIT, ScreenTestCase, environment


class KeyTests(ScreenTestCase):
    def test_keys_work_on_the_board(self):
        terminal = self.open(columns=120)
        terminal.type("j")
        terminal.type("e")
        terminal.type("\x15Renamed on the screen\r")
        terminal.until(lambda: "Renamed on the screen" in self.pmgit("list"), "the new title")
        terminal.saved("edited")
        terminal.shows("Renamed on the screen")
        self.assertIn("Second plan", set(self.plans) - set(self.titles()))
        terminal.type("u")
        terminal.until(lambda: "Second plan" in self.titles(), "the undo")
        terminal.shows("Second plan")
        terminal.type("nA new plan #screen\r")
        terminal.until(lambda: "A new plan" in self.titles(), "the new plan")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    def titles(self):
        return self.pmgit("list", "--fields", "title").split("\n")

    def test_a_paste_is_no_key(self):
        terminal = self.open()
        terminal.type("\x1b[200~\x03Dyq\rdd\x03Dy\x1b[201~")
        terminal.type("\x1b[200~q\rqq\x1b[201~")
        # A slow connection cuts its beginning.
        terminal.type("\x1b[20")
        terminal.read(0.3)
        time.sleep(0.3)
        terminal.type("0~Dy\x1b[201~")
        self.pmgit("add", "Added after the paste")
        terminal.shows("Added after")
        self.assertEqual(sorted(self.titles()), sorted(self.plans + ["Added after the paste", ""]))
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    def test_random_input_does_no_harm(self):
        terminal = self.open()
        noise = b"\x1b[<0;999;999M\xff\xfe\x9b\x1b[200~\x1b[201~\x1b[?1;2c\x1bP\x1b\\\x1b]11;rgb:zz\x07\xc3"
        for _ in range(20):
            terminal.type(noise)
        terminal.type("\x1b")
        self.pmgit("add", "Added after the noise")
        terminal.shows("Added after")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)
        self.assertPutBack(terminal)

    def test_the_mouse_selects_a_plan(self):
        terminal = self.open("--mouse")
        row, column = terminal.place("Third plan")
        terminal.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")
        terminal.type("e\x15Chosen by the mouse\r")
        terminal.until(lambda: "Chosen by the mouse" in self.titles(), "the change")
        self.assertNotIn("Third plan", self.titles())


class SecondBoardTests(ScreenTestCase):
    def test_every_change_is_made_on_the_board_that_is_shown(self):
        self.pmgit("init", "-q", "--board", "team")
        plan = self.pmgit("add", "--board", "team", "Of the team").strip()
        editor = pathlib.Path(self.home, "editor")
        editor.write_text('#!/bin/sh\ntext=$(cat "$1")\nprintf "%s\\n" "Written in the editor" "$text" >"$1"\n')
        editor.chmod(0o755)
        main = self.git("rev-parse", "refs/heads/pmgit/main")
        terminal = self.open("--board", "team", shown="Of the team", columns=120, GIT_EDITOR=str(editor))

        def titles():
            return self.pmgit("list", "--board", "team", "--fields", "title").split("\n")

        def becomes(condition, what):
            terminal.until(condition, what)
            self.assertEqual(self.git("rev-parse", "refs/heads/pmgit/main"), main, what)

        terminal.type("C")
        becomes(lambda: "Written in the editor" in self.pmgit("show", "--board", "team", plan), "the comment")
        terminal.shows("commented on")
        terminal.type("i")
        becomes(lambda: plan in self.pmgit("list", "--board", "team", "--fields", "id", "@me"), "the claim")
        terminal.shows("took")
        terminal.type("nAdded on the screen\r")
        becomes(lambda: "Added on the screen" in titles(), "the new plan")
        terminal.saved("added")
        terminal.type("u")
        becomes(lambda: "Added on the screen" not in titles(), "the undo")
        terminal.saved("undid")
        terminal.type("U")
        becomes(lambda: "Added on the screen" in titles(), "the redo")
        terminal.saved("redid")
        team = self.git("rev-parse", "refs/heads/pmgit/team")
        terminal.type("E")
        becomes(lambda: self.git("rev-parse", "refs/heads/pmgit/team") != team, "the edit")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)


class TakeTests(ScreenTestCase):
    def test_a_refusal_does_not_hide_what_was_taken(self):
        self.git("config", "user.name", "Bob")
        self.git("config", "user.email", "bob@example.org")
        self.pmgit("take", self.ids["Second plan"])
        self.git("config", "--unset", "user.name")
        self.git("config", "--unset", "user.email")
        terminal = self.open(columns=120)
        terminal.type("\x01i")
        terminal.shows("took 2 of 3 plans")
        self.assertEqual(
            sorted(self.pmgit("list", "--fields", "title", "@me").split("\n")), ["", "First plan", "Third plan"])


class UndoTests(ScreenTestCase):
    def test_undo_takes_back_only_what_was_shown(self):
        terminal = self.open(columns=120)
        # While it is stopped, it can show nothing.
        os.kill(terminal.pid, signal.SIGSTOP)
        self.pmgit("add", "Never shown")
        terminal.type("u")
        os.kill(terminal.pid, signal.SIGCONT)
        # What it showed last was made elsewhere, so it asks.
        asks = lambda title: terminal.until(
            lambda: re.search(rf"undo 1 change of 1 plan, made elsewhere: add \w+: {title}", terminal.text), title)
        asks("Third plan")
        time.sleep(0.5)
        terminal.type("n")
        self.assertIn("Never shown", self.pmgit("list"))
        self.assertIn("Third plan", self.pmgit("list"))
        terminal.shows("Never shown")
        terminal.type("u")
        asks("Never shown")
        # A question takes no keys that may have been typed before it was seen.
        time.sleep(0.5)
        terminal.type("u\ry")
        terminal.until(lambda: "Never shown" not in self.pmgit("list"), "the undo")
        terminal.saved("undid")
        self.assertEqual(sorted(self.titles()), sorted(self.plans + [""]))

    def test_redo_brings_back_only_what_was_shown(self):
        terminal = self.open(columns=120)
        terminal.type("e\x15One\r")
        terminal.saved("edited")
        os.kill(terminal.pid, signal.SIGSTOP)
        self.pmgit("undo")
        terminal.type("U")
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.shows("what you undid last")
        self.assertNotIn("One", self.titles())
        # The screen shows it now.
        terminal.hides("One")
        terminal.type("U")
        terminal.saved("redid")
        self.assertIn("One", self.titles())

    def titles(self):
        return self.pmgit("list", "--fields", "title").split("\n")

    def test_what_was_done_here_is_undone_at_once(self):
        terminal = self.open(columns=120)
        terminal.type("e\x15One\r")
        terminal.saved("edited")
        terminal.type("nTwo\r")
        terminal.saved("added")
        for _ in range(2):
            terminal.type("u")
            terminal.saved("undid")
            # The next message is another one.
            terminal.type("j")
            terminal.hides("undid")
        self.assertEqual(sorted(self.titles()), sorted(self.plans + [""]))
        terminal.type("u")
        terminal.shows("made elsewhere")

    def test_keys_wait_while_a_change_is_saved(self):
        terminal = self.open(columns=120)
        terminal.type("e\x15One\ruje\x15Two\rq")
        self.assertEqual(terminal.ends(), 0)
        self.assertEqual(sorted(self.titles()), ["", "First plan", "Third plan", "Two"])

    def test_many_plans_ask_first_in_both_directions(self):
        plans = "".join(json.dumps({"title": f"Imported {number}"}) + "\n" for number in range(11))
        file = pathlib.Path(self.home, "plans.jsonl")
        file.write_text(plans)
        self.pmgit("import", str(file))
        terminal = self.open(columns=120)
        for key, verb, words, count in [("u", "undo", "undid", 3), ("U", "redo", "redid", 14)]:
            terminal.type(key)
            terminal.shows(f"{verb} 1 change of 11 plans")
            terminal.type("\x1b")
            terminal.shows(f"nothing was {'undone' if key == 'u' else 'redone'}")
            terminal.type(key)
            terminal.shows("change of 11 plans")
            time.sleep(0.5)
            terminal.type("y")
            terminal.saved(words)
            self.assertEqual(len(self.titles()) - 1, count)


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class TmuxTests(ScreenTestCase):
    def tmux(self, *arguments, text=None):
        # A server of its own, without the configuration of the person who runs the tests.
        return subprocess.run(
            ["tmux", "-f", "/dev/null", "-S", os.path.join(self.home, "tmux"), *arguments], input=text, check=True,
            text=True, stdout=subprocess.PIPE, cwd=self.repository, env=environment(self.home)).stdout

    def shows(self, text):
        end = time.monotonic() + LONGEST
        while text not in self.tmux("capture-pane", "-p"):
            self.assertLess(time.monotonic(), end, self.tmux("capture-pane", "-p"))
            time.sleep(0.1)

    def test_keys_work_and_a_paste_is_no_key(self):
        self.tmux("new-session", "-d", "-x", "120", "-y", "30", PMGIT, "screen")
        self.addCleanup(self.tmux, "kill-server")
        self.shows("First plan")
        # tmux pastes control characters as they are.
        self.tmux("load-buffer", "-", text="hello \x03Dy\rDyq")
        self.tmux("paste-buffer", "-p")
        self.tmux("send-keys", "Down")
        self.tmux("send-keys", "e")
        self.tmux("send-keys", "C-u")
        self.tmux("send-keys", "-l", "Renamed in tmux")
        self.tmux("send-keys", "Enter")
        self.shows("edited")
        self.assertEqual(
            sorted(self.pmgit("list", "--fields", "title").split("\n")),
            ["", "First plan", "Renamed in tmux", "Third plan"])


class LiveTests(ScreenTestCase):
    def test_changes_of_others_appear_and_the_cursor_stays_on_its_plan(self):
        terminal = self.open()
        terminal.type("j")
        for number in range(3):
            self.pmgit("add", "--top", f"From elsewhere {number}")
            terminal.shows(f"From elsewhere {number}")
        terminal.type("e\x15Still the second\r")
        terminal.until(lambda: "Still the second" in self.pmgit("list"), "the change")
        self.assertNotIn("Second plan", self.pmgit("list"))

    def test_a_sync_brings_the_changes_of_a_clone(self):
        self.git("clone", "-q", "--bare", self.repository, os.path.join(self.home, "remote"))
        self.git("remote", "add", "origin", os.path.join(self.home, "remote"))
        self.pmgit("sync", "-q")
        other = os.path.join(self.home, "other")
        self.git("clone", "-q", os.path.join(self.home, "remote"), other)
        self.pmgit("add", "From another clone", cwd=other)
        self.pmgit("sync", "-q", cwd=other)
        terminal = self.open()
        terminal.type("S")
        terminal.shows("From another clone")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    def test_a_sync_that_fails_is_reported_with_what_to_do(self):
        self.git("remote", "add", "origin", os.path.join(self.home, "missing"))
        terminal = self.open(columns=120)
        terminal.type("S")
        terminal.shows("missing")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    def test_it_sleeps_when_nothing_happens(self):
        terminal = self.open()
        last = None

        def is_quiet():
            nonlocal last
            before, last = last, self.wakenings(terminal.pid)
            terminal.read(1)
            return before == last

        terminal.until(is_quiet, "rest")
        wakenings, used = self.wakenings(terminal.pid), self.processor_time(terminal.pid)
        time.sleep(3)
        after = self.wakenings(terminal.pid)
        # Each half minute one thread looks for changes of other machines.
        self.assertLessEqual(sum(after.values()) - sum(wakenings.values()), 1, f"{wakenings} {after}")
        # The runtime's pool of threads looks after itself once a second, which takes a few microseconds.
        self.assertLessEqual(self.processor_time(terminal.pid) - used, 1)
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    @staticmethod
    def wakenings(pid):
        """How often each thread of a process was switched to, without the one that looks after the runtime's threads."""
        counts = {}
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            if "qos" not in (task / "comm").read_text():
                status = (task / "status").read_text()
                counts[task.name] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)[1])
        return counts

    @staticmethod
    def processor_time(pid):
        """The processor time of a process in ticks of the system."""
        user, system = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[11:13]
        return int(user) + int(system)


class SizeTests(ScreenTestCase):
    def test_it_follows_the_size_of_the_terminal(self):
        terminal = self.open(columns=120, rows=30)
        for columns, rows in ((40, 15), (200, 50), (20, 5), (1, 1), (80, 24)):
            before = len(terminal.output)
            terminal.resize(columns, rows)
            terminal.until(lambda: b"\x1b[2J" in terminal.output[before:], f"the screen of {columns} × {rows}")
            if columns >= 40:
                terminal.shows("First plan")
            for row, column in re.findall(rb"\x1b\[(\d+);(\d+)H", terminal.output[before:]):
                # What was drawn before the new size was known may be larger.
                self.assertLessEqual(int(row), 50)
                self.assertLessEqual(int(column), 200)
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    def test_a_terminal_without_a_size_has_that_of_the_variables(self):
        terminal = self.open(columns=0, rows=0, shown=None, COLUMNS="60", LINES="20")
        terminal.screen.resize(20, 60)
        terminal.shows("First plan")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)


class LookTests(ScreenTestCase):
    def colors(self, *arguments, **changes):
        terminal = self.open(*arguments, **changes)
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)
        return b" ".join(re.findall(rb"\x1b\[([0-9;]*)m", terminal.output))

    def test_the_variables_say_which_colours_there_are(self):
        self.assertRegex(self.colors(COLORTERM="truecolor"), rb"[34]8;2;")
        self.assertRegex(self.colors(), rb"[34]8;5;")
        sixteen = self.colors(TERM="xterm")
        self.assertNotRegex(sixteen, rb"[34]8;")
        self.assertRegex(sixteen, rb"\b3[0-7]\b")
        for none in (self.colors(NO_COLOR="1"), self.colors("--color", "never", COLORTERM="truecolor")):
            self.assertNotRegex(none, rb"\b[34][0-9]\b")
            # The cursor is visible all the same.
            self.assertRegex(none, rb"\b7\b")

    LIGHT = rb"48;2;228;233;239"
    DARK = rb"48;2;34;42;53"

    def test_the_background_is_asked_for_and_can_be_chosen(self):
        self.assertRegex(self.colors("--theme", "light", COLORTERM="truecolor"), rb"48;2;2\d\d;2\d\d;2\d\d")
        self.assertNotRegex(self.colors("--theme", "dark", COLORTERM="truecolor"), rb"48;2;2\d\d;2\d\d;2\d\d")
        self.assertRegex(self.colors(COLORTERM="truecolor", COLORFGBG="0;15"), rb"48;2;2\d\d;2\d\d;2\d\d")
        terminal = self.open(COLORTERM="truecolor", background="rgb:ffff/ffff/ffff")
        terminal.until(
            lambda: re.search(rb"48;2;2\d\d;2\d\d;2\d\d", terminal.output), "the colours of a light background")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)
        self.assertPutBack(terminal)

    def test_a_terminal_that_does_not_answer_delays_nothing(self):
        terminal = self.open(COLORTERM="truecolor")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)


class HostileTests(ScreenTestCase):
    TITLE = "a\x1b]0;owned\x07\x1b[2J\x9b31m\r\n\u202eevil\x1b[?1049l\x1b]52;c;aGk=\x07"

    def test_texts_of_another_clone_reach_the_terminal_as_text(self):
        other = os.path.join(self.home, "other")
        self.git("clone", "-q", "--bare", self.repository, os.path.join(self.home, "remote"))
        self.git("remote", "add", "origin", os.path.join(self.home, "remote"))
        self.pmgit("sync", "-q")
        self.git("clone", "-q", os.path.join(self.home, "remote"), other)
        self.rewrite(other, self.ids["First plan"])
        self.pmgit("sync", "-q", cwd=other)
        terminal = self.open(columns=120, rows=40, shown="Second plan")
        terminal.type("S")
        terminal.shows(r"a\x1b]0;owned\x07")
        # The board may be shown before the sync reports, and its message hides the keys.
        terminal.shows("took 1 commit")
        # The plan itself, the list, the board as it was, and the help.
        for key, shown in (
            ("\r", "j/k lines"), ("\x1b", "HJKL move"), ("2", "HJKL move"), ("1", "HJKL move"), ("[", "read-only"),
            ("t", "HJKL move"), ("?", "j/k scroll"), ("\x1b", "HJKL move")):
            terminal.type(key)
            terminal.shows(shown)
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)
        rest = KNOWN.sub(b"", terminal.output).decode()
        self.assertEqual([character for character in rest if character < " " or character in "\x7f\x9b\u202e"], [])
        self.assertEqual(terminal.output.count(b"\x1b[?1049l"), 1)

    def rewrite(self, clone, plan):
        """Gives a plan a title that pmgit itself would refuse, as a program of a stranger can."""
        branch = "refs/remotes/origin/pmgit/main"
        path = f"plans/{plan[:2]}/{plan}.json"
        files = self.git("ls-tree", "-r", "--name-only", branch, cwd=clone).split()
        path = next(file for file in files if plan in file)
        document = json.loads(self.git("cat-file", "-p", f"{branch}:{path}", cwd=clone))

        def change(value):
            if isinstance(value, dict):
                return {key: change(item) for key, item in value.items()}
            if isinstance(value, list):
                return [change(item) for item in value]
            return self.TITLE if value == "First plan" else value

        text = json.dumps(change(document), indent=2) + "\n"
        index = os.path.join(self.home, "index")
        blob = self.git("hash-object", "-w", "--stdin", cwd=clone, text=text).strip()
        self.git("read-tree", branch, cwd=clone, GIT_INDEX_FILE=index)
        self.git("update-index", "--cacheinfo", f"100644,{blob},{path}", cwd=clone, GIT_INDEX_FILE=index)
        tree = self.git("write-tree", cwd=clone, GIT_INDEX_FILE=index).strip()
        commit = self.git("commit-tree", tree, "-p", branch, "-m", "edit", cwd=clone).strip()
        self.git("push", "-q", "origin", f"{commit}:refs/heads/pmgit/main", cwd=clone)


if __name__ == "__main__":
    unittest.main()
