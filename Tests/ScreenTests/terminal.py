"""Runs programs in a terminal that tests can read, and makes boards for them."""

import fcntl
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

import pyte

PMGIT = os.environ.get("PMGIT", str(pathlib.Path(__file__).resolve().parents[2] / ".build/debug/pmgit"))

LEAVE = b"\x1b[?1049l"
ENTER = b"\x1b[?1049h"

# All sequences that the screen may write: colours, moves, modes, synchronized updates, and the question for the background.
KNOWN = re.compile(
    rb"\x1b\[[0-9;]*m|\x1b\[[0-9]+;[0-9]+H|\x1b\[2J|\x1b\[\?(?:1049|2004|2026|25|7|1000|1002|1006)[hl]|\x1b\]11;\?\x1b\\\\?")

# In a background job of a shell, or under 'nohup', these signals may be ignored, and programs would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# A limit that only ends a failing test.
LONGEST = 120


def environment(home, **changes):
    """The variables of a program: nothing of the person who runs the tests."""
    own = {
        "HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TMPDIR": home,
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.path.join(home, "gitconfig"), "TZ": "UTC",
        # Swift would ask what to do after a crash.
        "SWIFT_BACKTRACE": "enable=no",
    }
    for name, value in changes.items():
        if value is None:
            own.pop(name, None)
        else:
            own[name] = value
    return own


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, arguments, cwd, env, columns=80, rows=24, background=None):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.background = background
        """What it answers when it is asked for its background, such as 'rgb:ffff/ffff/ffff'."""
        self.master, self.slave = os.openpty()
        self.set_size(columns, rows)
        self.before = self.modes()
        slave = self.slave

        def take_terminal():
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            arguments, cwd=cwd, env=env, stdin=slave, stdout=slave, stderr=slave, close_fds=True, preexec_fn=take_terminal)

    @property
    def pid(self):
        return self.process.pid

    def modes(self):
        return termios.tcgetattr(self.slave)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    def read(self, seconds=0.05):
        """Takes what the program has written."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.master, 1 << 16)
        except OSError:
            return False
        if self.background and b"\x1b]11;?" in part:
            os.write(self.master, b"\x1b]11;" + self.background.encode() + b"\x1b\\")
        self.output += part
        # pyte takes the end of the question for text.
        self.stream.feed(part.replace(b"\x1b]11;?\x1b\\", b""))
        return bool(part)

    def type(self, keys):
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def until(self, condition, what):
        """Reads until a condition holds."""
        end = time.monotonic() + LONGEST
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not happen; the terminal shows:\n{self.text}")
            self.read()

    def shows(self, text):
        self.until(lambda: text in self.text, f"'{text}'")

    def saved(self, text):
        """Waits for a message about a change, and for the board with the change."""
        self.until(lambda: text in self.text and "saving…" not in self.text, f"'{text}' and the board after it")

    def hides(self, text):
        self.until(lambda: text not in self.text, f"the end of '{text}'")

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def place(self, text):
        """The row and the column at which a text begins."""
        for row, line in enumerate(self.screen.display):
            if text in line:
                return row, line.index(text)
        raise AssertionError(f"'{text}' is not shown:\n{self.text}")

    def ends(self):
        """Waits until the program has ended, and returns its code."""
        self.until(lambda: self.process.poll() is not None, "the end of the program")
        while self.read(0.1):
            pass
        return self.process.returncode

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self.master, self.slave):
            if end is not None:
                os.close(end)
        self.master = self.slave = None


class ScreenTestCase(unittest.TestCase):
    """A repository with a board of three columns, and terminals that are closed at the end."""

    plans = ["First plan", "Second plan", "Third plan"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="pmgit-screen-", dir=place())
        self.addCleanup(folder.cleanup)
        self.home = os.path.realpath(folder.name)
        pathlib.Path(self.home, "gitconfig").write_text(
            "[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n[protocol \"file\"]\nallow = always\n")
        self.repository = os.path.join(self.home, "repository")
        self.git("init", "-q", self.repository, cwd=self.home)
        self.pmgit("init", "-q")
        self.ids = {title: self.pmgit("add", title).strip() for title in self.plans}

    def git(self, *arguments, cwd=None, text=None, **changes):
        return subprocess.run(
            ["git", *arguments], cwd=cwd or self.repository, env=environment(self.home, **changes), input=text,
            check=True, text=True, stdout=subprocess.PIPE).stdout

    def pmgit(self, *arguments, cwd=None):
        return subprocess.run(
            [PMGIT, *arguments], cwd=cwd or self.repository, env=environment(self.home), check=True, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL).stdout

    def open(self, *arguments, columns=80, rows=24, background=None, shown="First plan", cwd=None, **changes):
        """Opens the screen, and waits until it shows a text."""
        terminal = self.run_in_terminal(
            [PMGIT, "screen", *arguments], columns=columns, rows=rows, background=background, cwd=cwd, **changes)
        if shown:
            terminal.shows(shown)
        return terminal

    def run_in_terminal(self, arguments, columns=80, rows=24, background=None, cwd=None, **changes):
        terminal = Terminal(
            arguments, cwd or self.repository, environment(self.home, **changes), columns, rows, background)
        self.addCleanup(terminal.close)
        return terminal

    def column_of(self, title):
        return self.pmgit("list", "--fields", "title,state", "is:open,closed").split(title + "\t")[1].split("\n")[0]

    def assertPutBack(self, terminal):
        """The terminal has the modes of before, and shows what it showed before."""
        self.assertEqual(terminal.modes(), terminal.before)
        self.assertGreater(terminal.output.rfind(LEAVE), terminal.output.rfind(ENTER))
        last = terminal.output[terminal.output.rfind(ENTER):]
        for mode in (b"\x1b[?25h", b"\x1b[?7h", b"\x1b[?2004l"):
            self.assertIn(mode, last)


def place():
    """Where repositories are made: in memory, if there is room."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


__all__ = [
    "ENTER", "KNOWN", "LEAVE", "LONGEST", "PMGIT", "ScreenTestCase", "Terminal", "environment", "os", "signal",
]
