"""A board and the folder to which 'pmgit export --site' writes it."""

import base64
import json
import pathlib
import re
import subprocess
import unittest

from board import PMGIT, Team

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


class PublishCase(unittest.TestCase):
    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)
        self.one = self.team.one
        self.folder = pathlib.Path(self.team.folder, "site")

    def publish(self, *options, folder=None):
        return self.one.pmgit("export", "--site", str(folder or self.folder), *options)

    def refused(self, *options, folder=None, environment=None):
        """Returns what the command says when it publishes nothing."""
        done = subprocess.run(
            [PMGIT, "export", "--site", str(folder or self.folder), *options], cwd=self.one.folder,
            env=environment or self.one.environment, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return done.stderr

    def files(self, folder=None):
        folder = folder or self.folder
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def data(self, name):
        """Returns the document of a script with data."""
        text = (self.folder / "data" / f"{name}.js").read_text(encoding="utf-8")
        inner = re.fullmatch(rf"pmgitData\('{name}', '(.*)'\);\n", text)[1]
        return json.loads(re.sub(r"\\(u003c|.)", lambda found: "<" if found[1] == "u003c" else found[1], inner))
