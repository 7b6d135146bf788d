"""The output of 'make dist' for the built programs, made once for all tests."""

import atexit
import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PMGIT = pathlib.Path(os.environ["PMGIT"]).resolve()
# An address that lintian accepts.
MAINTAINER = "pmgit developers <pmgit@lists.debian.org>"


def folder():
    path = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-package-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def run(*command, check=True, **options):
    """Returns the output of a command, including its errors."""
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout if check else done


@functools.cache
def too_new():
    """Returns why these programs can't be packed, or None: archives are promised to run with glibc 2.34."""
    if os.environ.get("PMGIT_REQUIRE_PACKAGING"):
        return None
    said = run("objdump", "-T", ROOT / ".build/release/pmgit", ROOT / ".build/release/pmgit-web")
    newest = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", said))
    return f"the programs need glibc 2.{newest}, and archives are for 2.34" if newest > 34 else None


def pack(umask=-1, **variables):
    """Packs the programs; skips the test if a tool for it is missing, or the system is too new for archives."""
    obstacle = needs("dpkg-deb", "objdump", "lowdown", "xz") or too_new()
    if obstacle:
        raise unittest.SkipTest(obstacle)
    path = folder()
    run(ROOT / "Scripts" / "dist.sh", path, env=dict(os.environ, MAINTAINER=MAINTAINER) | variables, umask=umask)
    return path


@functools.cache
def packed():
    return pack()


@functools.cache
def unpacked():
    """Returns the unpacked archive."""
    path = folder()
    archive, = packed().glob("*.tar.xz")
    run("tar", "-xJf", archive, "--strip-components=1", "-C", path)
    return path


def needs(*programs):
    """Returns which programs are missing, or None; an error if they are required."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing and os.environ.get("PMGIT_REQUIRE_PACKAGING"):
        raise AssertionError(f"missing: {', '.join(missing)}")
    return f"missing: {', '.join(missing)}" if missing else None
