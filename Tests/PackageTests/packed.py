"""The output of 'make dist' for the built programs, made once for all tests."""

import atexit
import functools
import os
import pathlib
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


def pack(umask=-1, **variables):
    """Packs the programs; skips the test if a tool for it is missing."""
    missing = needs("dpkg-deb", "objdump", "lowdown")
    if missing:
        raise unittest.SkipTest(missing)
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
    archive, = packed().glob("*.tar.gz")
    run("tar", "-xzf", archive, "--strip-components=1", "-C", path)
    return path


def needs(*programs):
    """Returns which programs are missing, or None; an error if they are required."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing and os.environ.get("PMGIT_REQUIRE_PACKAGING"):
        raise AssertionError(f"missing: {', '.join(missing)}")
    return f"missing: {', '.join(missing)}" if missing else None
