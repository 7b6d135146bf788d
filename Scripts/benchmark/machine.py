"""A machine of its own: no configuration and no identity of the person who measures."""

import os
import platform
import shutil
import subprocess
from pathlib import Path


class Failed(Exception):
    """A program that did not do its work; the text is what it said."""


def environment(home, pmgit):
    """The variables of every program of a run. Programs find pmgit by its name, as hooks do."""
    foreign = ("GIT_", "PMGIT_", "TASK", "FOSSIL")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    programs = home / "bin"
    programs.mkdir(parents=True)
    (programs / "pmgit").symlink_to(pmgit)
    kept |= {
        "HOME": str(home),
        "USER": "bench",
        "TASKRC": str(home / "taskrc"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "NO_COLOR": "1",
        "PATH": f"{programs}:{kept['PATH']}",
    }
    # Taskwarrior asks whether it may make this file if there is none.
    (home / "taskrc").touch()
    (home / ".gitconfig").write_text(GIT_CONFIGURATION, encoding="utf-8")
    return kept


# As pmgit does, git flushes what it writes to the disk: without that it would be measured doing less.
# Neither does upkeep, which would run beside whatever is measured next.
GIT_CONFIGURATION = """\
[user]
\tname = Bench
\temail = bench@example.org
[init]
\tdefaultBranch = main
[core]
\tfsync = all
[maintenance]
\tauto = false
[gc]
\tauto = 0
[advice]
\tdetachedHead = false
"""


def run(command, folder, variables, stdin=None, stdout=subprocess.DEVNULL):
    """Runs a program to its end and returns what it printed, if that was asked for."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=variables, stdin=stdin or subprocess.DEVNULL,
        stdout=stdout, stderr=subprocess.PIPE, check=False,
    )
    if done.returncode != 0:
        raise Failed(f"{Path(command[0]).name} ended with {done.returncode}: {last_words(done.stderr)}")
    return done.stdout.decode() if stdout == subprocess.PIPE else ""


def last_words(stderr):
    lines = [line.strip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    return " / ".join(lines[-3:]) or "without a word"


def script(path, text):
    """Writes a program for the shell; it ends where a line of it fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\nset -e\n" + text, encoding="utf-8")
    path.chmod(0o755)
    return path


def version_of(command, variables):
    """The first line that a program says about itself."""
    found = shutil.which(command[0], path=variables["PATH"])
    return run([found, *command[1:]], variables["HOME"], variables, stdout=subprocess.PIPE).splitlines()[0]


def description():
    """Processor, cores, memory and system, in a line."""
    processor = platform.processor() or platform.machine()
    for line in read_lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return f"{processor}, {os.cpu_count()} cores, {memory:.0f} GB, {system}, Linux {platform.release()}"


def read_lines(path):
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
