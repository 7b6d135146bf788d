"""However the screen ends, the terminal is as it was before."""

import os
import pathlib
import signal
import subprocess
import termios
import time
import unittest

from terminal import ENTER, KNOWN, LEAVE, PMGIT, ScreenTestCase, environment


def runs(pid):
    """Whether a process has not ended, even if nobody has waited for it."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class EndTests(ScreenTestCase):
    def test_a_key_ends_it(self):
        for key in ("q", "\x03"):
            with self.subTest(key=key):
                terminal = self.open()
                self.assertNotEqual(terminal.modes(), terminal.before)
                terminal.type(key)
                self.assertEqual(terminal.ends(), 0)
                self.assertPutBack(terminal)

    def test_what_is_reported_after_the_end_names_commands(self):
        terminal = self.open(columns=120)
        terminal.type("e\x15One\r")
        terminal.saved("edited")
        terminal.type("uq")
        self.assertEqual(terminal.ends(), 0)
        self.assertIn("bring it back with 'pmgit redo'", terminal.text)

    def test_signals_end_it_as_every_program(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(signal=number.name):
                terminal = self.open()
                os.kill(terminal.pid, number)
                self.assertEqual(terminal.ends(), -number)
                self.assertPutBack(terminal)

    def test_a_crash_puts_the_terminal_back_first(self):
        crashes = (
            signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP, signal.SIGQUIT,
            signal.SIGUSR1, signal.SIGPIPE)
        for number in crashes:
            with self.subTest(signal=number.name):
                terminal = self.open()
                os.kill(terminal.pid, number)
                self.assertEqual(terminal.ends(), -number)
                self.assertPutBack(terminal)

    def test_an_ignored_signal_stays_ignored(self):
        terminal = self.run_in_terminal(["sh", "-c", f"trap '' HUP; exec '{PMGIT}' screen"])
        terminal.shows("First plan")
        os.kill(terminal.pid, signal.SIGHUP)
        self.pmgit("add", "Added after the signal")
        terminal.shows("Added after")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)

    def test_after_kill_9_stty_helps(self):
        terminal = self.open()
        terminal.process.kill()
        self.assertEqual(terminal.ends(), -signal.SIGKILL)
        self.assertFalse(terminal.modes()[3] & termios.ICANON)
        subprocess.run(["stty", "sane"], stdin=terminal.slave, check=True)
        self.assertTrue(terminal.modes()[3] & termios.ICANON)
        self.assertTrue(terminal.modes()[3] & termios.ECHO)

    def test_it_ends_with_its_terminal(self):
        terminal = self.open()
        os.close(terminal.slave)
        os.close(terminal.master)
        terminal.master, terminal.slave = os.openpty()
        self.assertIn(terminal.process.wait(60), (-signal.SIGHUP, 0))

    def test_a_change_before_the_end_is_made(self):
        terminal = self.open()
        before = self.column_of("First plan")
        terminal.type("Lq")
        self.assertEqual(terminal.ends(), 0)
        self.assertNotEqual(self.column_of("First plan"), before)

    def claiming(self):
        """A screen that claims a plan, and the process of a hook in the remote, which waits for the file 'go'."""
        hub = pathlib.Path(self.home, "hub.git")
        self.git("init", "-q", "--bare", str(hub))
        self.git("remote", "add", "origin", str(hub))
        self.pmgit("sync")
        hook, begun = hub / "hooks" / "pre-receive", pathlib.Path(self.home, "begun")
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(
            f"#!/bin/sh\necho $$ >'{begun}.new'; mv '{begun}.new' '{begun}'\n"
            f"until [ -e '{self.home}/go' ]; do sleep 0.05; done\n")
        hook.chmod(0o755)
        terminal = self.open()
        terminal.type("i")
        terminal.until(begun.exists, "the push")
        return terminal, int(begun.read_text())

    def test_a_claim_before_a_signal_is_made(self):
        terminal, _ = self.claiming()
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.until(lambda: LEAVE in terminal.output, "the end of the screen")
        pathlib.Path(self.home, "go").touch()
        self.assertEqual(terminal.ends(), -signal.SIGTERM)
        self.assertEqual(len(self.pmgit("list", "--fields", "id", "@me").split()), 1)

    def test_a_second_signal_ends_a_claim(self):
        for second in ("\x03", signal.SIGTERM):
            with self.subTest(second=second):
                self.setUp()
                terminal, hook = self.claiming()
                send = lambda way: terminal.type(way) if isinstance(way, str) else os.kill(terminal.pid, way)
                os.kill(terminal.pid, signal.SIGTERM)
                terminal.until(lambda: terminal.modes() == terminal.before, "the end of the screen")
                words = b"waiting until 'origin' has answered; Ctrl-C ends it at once"
                terminal.until(lambda: words in terminal.output, "the message")
                # It comes again, because the screen may still have its handlers.
                terminal.until(lambda: terminal.process.poll() is not None or send(second), "the end of the program")
                terminal.until(lambda: not runs(hook), "the end of the push")

    def test_a_second_key_ends_a_claim(self):
        for first, second in (("q", "q"), ("q", "\x03"), ("\x03", "q")):
            with self.subTest(first=first, second=second):
                self.setUp()
                terminal, hook = self.claiming()
                terminal.type(first)
                terminal.shows("waiting until 'origin' has answered")
                terminal.shows("q or Ctrl+c ends it at once")
                terminal.type(second)
                self.assertEqual(terminal.ends(), 1)
                self.assertPutBack(terminal)
                said = " ".join(terminal.output.decode(errors="replace").split())
                self.assertIn("whether the remote took the claim is not known", said)
                terminal.until(lambda: not runs(hook), "the end of the push")

    def test_after_a_key_a_claim_that_is_made_ends_it(self):
        terminal, _ = self.claiming()
        terminal.type("q")
        terminal.shows("waiting until 'origin' has answered")
        pathlib.Path(self.home, "go").touch()
        self.assertEqual(terminal.ends(), 0)
        self.assertIn(b"accepted it", terminal.output)
        self.assertEqual(len(self.pmgit("list", "--fields", "id", "@me").split()), 1)

    def test_a_change_that_fails_after_the_end_is_reported(self):
        terminal = self.open(columns=120)
        terminal.type("n^nonsense A thought\rq")
        self.assertEqual(terminal.ends(), 1)
        self.assertPutBack(terminal)
        self.assertIn("nonsense", terminal.text)

    def test_an_escape_ends_a_paste_whose_end_was_lost(self):
        terminal = self.open()
        terminal.type("\x1b[200~q")
        terminal.read(0.5)
        self.assertIsNone(terminal.process.poll())
        terminal.type("\x1b")
        time.sleep(2)
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)


class StartTests(ScreenTestCase):
    def test_without_a_terminal_it_says_what_else_to_type(self):
        done = subprocess.run(
            [PMGIT, "screen"], cwd=self.repository, env=environment(self.home), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("needs a terminal", done.stderr)
        self.assertIn("'pmgit board'", done.stderr)

    def test_a_terminal_without_a_screen_is_left_alone(self):
        for name in ("dumb", "", None):
            with self.subTest(name=name):
                terminal = self.open(shown=None, TERM=name)
                self.assertEqual(terminal.ends(), 64)
                self.assertNotIn(b"\x1b", terminal.output)
                self.assertEqual(terminal.modes(), terminal.before)
                self.assertIn("TERM", terminal.text)

    def test_a_board_that_is_not_there_opens_no_screen(self):
        terminal = self.open("--board", "none", shown=None)
        self.assertNotEqual(terminal.ends(), 0)
        self.assertNotIn(ENTER, terminal.output)
        self.assertIn("none", terminal.text)

    def test_a_query_with_a_mistake_opens_no_screen(self):
        terminal = self.open("state:nowhere", shown=None)
        self.assertNotEqual(terminal.ends(), 0)
        self.assertNotIn(ENTER, terminal.output)

    def test_the_mouse_is_left_to_the_terminal_unless_asked_for(self):
        for arguments, is_used in (((), False), (("--mouse",), True)):
            with self.subTest(arguments=arguments):
                terminal = self.open(*arguments)
                terminal.type("q")
                self.assertEqual(terminal.ends(), 0)
                self.assertEqual(b"\x1b[?1000h" in terminal.output, is_used)
                self.assertEqual(b"\x1b[?1000l" in terminal.output, is_used)


class StopTests(ScreenTestCase):
    """The screen as a job of a shell."""

    def shell(self):
        terminal = self.run_in_terminal(["bash", "--norc", "--noprofile", "-i"], PS1="ready> ", PMGIT=PMGIT)
        terminal.shows("ready>")
        terminal.type("stty -g >before\n")
        return terminal

    def stops(self, terminal):
        terminal.until(lambda: terminal.output.count(LEAVE) == terminal.output.count(ENTER), "the way out of the screen")
        terminal.until(lambda: b"Stopped" in terminal.output[terminal.output.rfind(LEAVE):], "the stop")
        # The shell sets modes of its own while a person types; those of a program are the terminal's.
        terminal.type("stty -g >after; cmp before after && echo usual''-modes\n")
        terminal.until(lambda: b"usual-modes" in terminal.output[terminal.output.rfind(LEAVE):], "the usual modes")

    def test_ctrl_z_and_fg(self):
        terminal = self.shell()
        terminal.type('"$PMGIT" screen\n')
        terminal.shows("First plan")
        for turn in (1, 2):
            terminal.type("\x1a")
            self.stops(terminal)
            self.pmgit("add", f"Added while it was stopped, {turn}")
            terminal.screen.reset()
            terminal.type("fg\n")
            terminal.until(lambda: terminal.output.count(ENTER) == turn + 1, "the way back to the screen")
            terminal.shows("First plan")
            terminal.shows(f"stopped, {turn}")
        terminal.type("q")
        terminal.until(lambda: terminal.output.count(LEAVE) == 3, "the end")
        terminal.type("echo ended $?\n")
        terminal.until(lambda: b"ended 0" in terminal.output, "the code")

    def test_a_signal_stops_it_as_well(self):
        terminal = self.shell()
        terminal.type('"$PMGIT" screen & echo number $!\n')
        terminal.until(lambda: b"number " in terminal.output, "the start")
        terminal.type("fg\n")
        terminal.shows("First plan")
        pid = int(terminal.output.split(b"number ")[-1].split()[0])
        os.kill(pid, signal.SIGTSTP)
        self.stops(terminal)
        terminal.type("fg\n")
        terminal.until(lambda: terminal.output.count(ENTER) > terminal.output.count(LEAVE), "the way back")
        terminal.type("q")
        terminal.until(lambda: terminal.output.count(ENTER) == terminal.output.count(LEAVE), "the end")

    def test_without_a_shell_that_continues_it_ctrl_z_does_nothing(self):
        terminal = self.open()
        terminal.type("\x1a")
        terminal.until(lambda: terminal.output.count(ENTER) == 2, "the way back")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)
        self.assertPutBack(terminal)


class EditorTests(ScreenTestCase):
    def editor(self, body):
        path = pathlib.Path(self.home, "editor")
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)
        return str(path)

    def test_a_comment_is_written_in_the_editor(self):
        editor = self.editor('stty -a | grep -o -w icanon\necho "the editor is open"\necho "Seen again" >"$1"\n')
        terminal = self.open(GIT_EDITOR=editor)
        terminal.type("C")
        terminal.until(lambda: b"the editor is open" in terminal.output, "the editor")
        terminal.until(lambda: terminal.output.count(ENTER) == 2, "the way back")
        opened = terminal.output.index(b"the editor is open")
        self.assertIn(b"icanon", terminal.output[:opened].split(LEAVE)[-1])
        terminal.until(lambda: "Seen again" in self.pmgit("show", self.ids["First plan"]), "the comment")
        terminal.shows("commented on")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)
        self.assertPutBack(terminal)

    def test_an_editor_that_fails_is_reported_on_the_screen(self):
        terminal = self.open(columns=120, GIT_EDITOR=self.editor("exit 3\n"))
        terminal.type("C")
        terminal.until(lambda: terminal.output.count(ENTER) == 2, "the way back")
        terminal.shows("failed; nothing was changed")
        terminal.type("q")
        self.assertEqual(terminal.ends(), 0)


if __name__ == "__main__":
    unittest.main()
