"""A page of docs/ whose 'console' blocks are run on a terminal of 80×24: '$' begins a command, output is compared."""

import os
import pty
import re
import secrets
import select
import signal
import struct
import subprocess
import termios
import time
import fcntl

# The home folder on the pages, and the size of the terminal.
HOME = "/home/you"
COLUMNS, LINES = 80, 24
# A plan's short id, in the message of its creation.
PLAN = re.compile(r"^added ([a-hjkmnp-tv-z][0-9a-hjkmnp-tv-z]{3}) to ", re.MULTILINE)
# A plan's full id, on a separate line of 'show'.
WHOLE = re.compile(r"^([a-hjkmnp-tv-z][0-9a-hjkmnp-tv-z]{3})[0-9a-hjkmnp-tv-z]{8}$")
# Other text that differs between runs: commits, days, and relative times.
OTHERS = [
    # At the end of a line, a commit may be cut.
    (re.compile(r"\b[0-9a-f]{7}\b|\b[0-9a-f]{1,6}(?=…$)"), "0000000"),
    (re.compile(r"\b((Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?2[0-9]{3}-[0-9]{2}-[0-9]{2}\b"), "DAY"),
    # Shown if the plan entered the column more than a second after its creation.
    (re.compile(r", moved (just now|[0-9]+ minutes? ago)"), ""),
    (re.compile(r"(just now|[0-9]+ minutes? ago) *"), "NOW "),
]
# The end of a question that a person answers by Enter.
QUESTION = re.compile(rb"Press Enter to[^:]*: \Z")
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[()][A-Z0-9])")


def make_home():
    """Makes a home folder whose path is as long as that of the pages, because line breaks depend on it."""
    while True:
        path = "/tmp/" + secrets.token_hex(2)
        try:
            os.mkdir(path, mode=0o700)
        except FileExistsError:
            continue
        assert len(path) == len(HOME)
        return path


class Terminal:
    """A person's terminal of 80×24, with a home folder."""

    def __init__(self, home, programs):
        self.home = home
        self.folder = home
        self.environment = {
            "HOME": home, "PATH": programs + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm", "TZ": "UTC", "NO_COLOR": "1",
            "PAGER": "cat", "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true", "BROWSER": "true", "TMPDIR": home,
        }

    def run(self, command):
        """Returns what the terminal shows for a command."""
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        said = os.path.join(self.home, ".pwd")
        process = subprocess.Popen(
            ["bash", "-c", f"{command}\n__code=$?; pwd >'{said}'; exit $__code"], cwd=self.folder, env=self.environment,
            stdin=follower, stdout=follower, stderr=follower, start_new_session=True)
        os.close(follower)
        shown = self._shown(leader, process)
        os.close(leader)
        if process.wait() != 0:
            raise AssertionError(f"{command}: exit code {process.returncode}\n{shown}")
        with open(said, encoding="utf-8") as file:
            self.folder = file.read().strip()
        lines = ESCAPES.sub("", shown).replace("\r\n", "\n").split("\n")
        # Progress messages are overwritten.
        return [line.rsplit("\r", 1)[-1].rstrip() for line in lines[:-1] + [lines[-1]] * bool(lines[-1])]

    @staticmethod
    def _shown(leader, process):
        shown, end = b"", time.monotonic() + 120
        while True:
            if not select.select([leader], [], [], max(0, end - time.monotonic()))[0]:
                os.killpg(process.pid, signal.SIGKILL)
                raise AssertionError(f"no end of {process.args}: {shown.decode()}")
            try:
                part = os.read(leader, 65536)
            except OSError:
                break  # The other side is closed.
            if not part:
                break
            shown += part
            if QUESTION.search(shown):
                os.write(leader, b"\n")
        return shown.decode()


def common(line):
    """Returns the part of a line that is the same in every run."""
    line = WHOLE.sub(r"ID", line)
    for pattern, word in OTHERS:
        line = pattern.sub(word, line)
    return line.rstrip()


class Page:
    """A page, run in a terminal."""

    def __init__(self, text, terminal):
        self.text, self.terminal = text, terminal
        self.ids = {}

    def steps(self):
        """Yields each command with its output, and their position in the text."""
        for block in re.finditer(r"^```console\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL):
            for step in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block[1], re.MULTILINE):
                yield step[1], step[2].splitlines(), block.start(1) + step.start(2), block.start(1) + step.end(2)

    def typed(self, command):
        """Returns a command with the ids of this run."""
        for told, found in self.ids.items():
            command = re.sub(rf"\b{told}\b", found, command)
        return command

    def told(self, line):
        """Returns a line of this run with the ids of the page."""
        line = line.replace(self.terminal.home, HOME)
        for told, found in self.ids.items():
            line = re.sub(rf"\b{found}\b", told, line)
            if WHOLE.match(line) and line.startswith(found):
                line = told + line[len(found):]
        return line

    def learn(self, expected, shown):
        """Learns the ids of new plans, in the order in which they are shown."""
        new = [plan for plan in dict.fromkeys(PLAN.findall("\n".join(shown))) if plan not in self.ids.values()]
        told = [plan for plan in dict.fromkeys(PLAN.findall("\n".join(expected))) if plan not in self.ids]
        self.ids.update(zip(told, new))

    def check(self):
        """Runs all commands; the first difference is an error."""
        for command, expected, *_ in self.steps():
            shown = self.terminal.run(self.typed(command))
            self.learn(expected, shown)
            shown = [self.told(line) for line in shown]
            if [common(line) for line in shown] != [common(line) for line in expected]:
                raise AssertionError("\n".join([f"$ {command}", "shows", *shown, "and not", *expected]))

    def record(self):
        """Runs all commands, and returns the page with the new output."""
        parts, end = [], 0
        for command, expected, start, after in self.steps():
            shown = self.terminal.run(self.typed(command))
            # Ids in the page's commands are kept.
            self.learn(expected, shown)
            parts += [self.text[end:start], "".join(self.told(line) + "\n" for line in shown)]
            end = after
        return "".join(parts) + self.text[end:]
