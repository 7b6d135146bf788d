"""An environment without the configuration and identity of the person who measures."""

import os
import platform
import shutil
import subprocess
from pathlib import Path


class Failed(Exception):
    """A program failed; the text is its message."""


def environment(home, pmgit):
    """Returns the environment of all programs in a run. As in hooks, pmgit is on the PATH."""
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
    # Without this file, Taskwarrior asks whether to create it.
    (home / "taskrc").touch()
    (home / ".gitconfig").write_text(GIT_CONFIGURATION, encoding="utf-8")
    return kept


# git must flush its files to the disk, as pmgit does; otherwise it would do less work. Maintenance
# is off, because it would run during the next measurement.
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
    """Runs a program until it ends, and returns its output if `stdout` is a pipe."""
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
    """Writes a shell script, which ends at the first error."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\nset -e\n" + text, encoding="utf-8")
    path.chmod(0o755)
    return path


def version_of(command, variables):
    """Returns the first line that a program prints about its version."""
    found = shutil.which(command[0], path=variables["PATH"])
    return run([found, *command[1:]], variables["HOME"], variables, stdout=subprocess.PIPE).splitlines()[0]


def description():
    """Returns processor, cores, memory and system in one line."""
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
