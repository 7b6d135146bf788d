"""Without an optional tool its tests are skipped; with PMGIT_REQUIRE_PACKAGING they fail."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

from packed import folder

HERE = pathlib.Path(__file__).parent
PACKING = ["test_package.PackageTest", "test_package.ManualTest", "test_hosts.ActionTest", "test_hosts.PipelineTest"]
TESTS = {
    "lowdown": PACKING, "objdump": PACKING, "dpkg-deb": PACKING, "curl": ["test_hosts.ActionTest", "test_hosts.PipelineTest"],
    "jq": ["test_other_tools"],
}
# Runs tests, if need be without a module.
RUN = """
import sys, unittest
if sys.argv[1]: sys.modules[sys.argv[1]] = None
unittest.main(module=None, argv=sys.argv[1:])
"""


class MissingToolsTest(unittest.TestCase):
    def programs_without(self, tool):
        """Returns a folder with links to all programs but one."""
        links = folder()
        for place in reversed(os.environ["PATH"].split(":")):
            for program in pathlib.Path(place).glob("*"):
                link = links / program.name
                link.unlink(missing_ok=True)
                link.symlink_to(program)
        (links / tool).unlink(missing_ok=True)
        return links

    def run_tests(self, tests, module="", **variables):
        environment = {key: value for key, value in os.environ.items() if key != "PMGIT_REQUIRE_PACKAGING"} | variables
        return subprocess.run([sys.executable, "-B", "-c", RUN, module, *tests], cwd=HERE, env=environment, capture_output=True, text=True)

    def assert_skipped(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        count = int(re.search(r"skipped=(\d+)", done.stderr)[1])
        self.assertGreater(count, 0, done.stderr)

    def test_a_program(self):
        for tool, tests in TESTS.items():
            with self.subTest(tool):
                path = str(self.programs_without(tool))
                self.assert_skipped(self.run_tests(tests, PATH=path))
                self.assertNotEqual(self.run_tests(tests, PATH=path, PMGIT_REQUIRE_PACKAGING="1").returncode, 0)

    def test_a_newer_system(self):
        """Of what is built with a newer C library, as that of Debian 13, no archive is made."""
        path = self.programs_without("objdump")
        for program in ["dpkg-deb", "lowdown"]:
            (path / program).unlink(missing_ok=True)
            (path / program).symlink_to("/bin/false")
        (path / "objdump").write_text("#!/bin/sh\necho GLIBC_2.38\n")
        (path / "objdump").chmod(0o755)
        self.assert_skipped(self.run_tests(["test_package.PackageTest", "test_package.ManualTest"], PATH=str(path)))

    def test_a_library(self):
        self.assert_skipped(self.run_tests(["test_hosts.ActionTest", "test_hosts.PipelineTest"], module="yaml"))


if __name__ == "__main__":
    unittest.main()
