"""Runs the tests of the page. One that fails is run once more, and that is said: a browser that is driven from outside
loses a press of a key now and then. Two failures of one test are a failure."""

import sys
import unittest

MOST = 3


def run(suite):
    """Returns the tests that failed."""
    result = unittest.TextTestRunner().run(suite)
    return [test for test, _ in result.failures + result.errors]


failed = run(unittest.defaultTestLoader.discover("Tests/PageTests", pattern="test_page_*.py"))
if 0 < len(failed) <= MOST:
    print(f"{len(failed)} failed; each is run once more", file=sys.stderr)
    names = [test.id() for test in failed]
    failed = run(unittest.defaultTestLoader.loadTestsFromNames(names))
sys.exit(1 if failed else 0)
