"""The lists of the sources, the docs and the files of the page agree."""

import os
import re
import subprocess
import unittest

from server import ROOT


class Documentation(unittest.TestCase):
    """docs/web.md lists everything in the tables of the sources."""

    def text(self, path):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            return file.read()

    def test_addresses(self):
        docs = self.text("docs/web.md")
        for (file, verb) in [("Questions", "GET"), ("Actions", "POST")]:
            names = re.findall(r'^    "([a-z-]+)": [{a-z]', self.text(f"Sources/PlanWeb/API/{file}.swift"), re.MULTILINE)
            self.assertGreater(len(names), 10)
            table = docs.split(f"| {verb} |")[1].split("\n\n")[0]
            for name in names:
                self.assertIn(f"`{name}`", table)

    def test_keys(self):
        page = self.text("Sources/PlanWeb/Page/commands/keys.js")
        rows = re.findall(r"keys: \[(.*?)\],\s+act: '\w+',\s+says: '([^']*)'", page)
        self.assertGreater(len(rows), 40)
        table = self.text("docs/web.md").split("| keys | act |")[1].split("\n\n")[0]
        names = {" ": "Space", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc"}
        for keys, says in rows:
            self.assertIn(says, table)
            for key in re.findall(r"'([^']+)'", keys):
                name = "+".join(names.get(part, part) for part in key.split("+"))
                self.assertIn(name if len(name) > 1 or name in "←→↑↓" else f"`{name}`", table)

    def test_files_of_the_page_are_all_built_in(self):
        subprocess.run([os.path.join(ROOT, "Scripts/built-in-files.sh"), "--check"], check=True)

    def test_style_sheets_are_all_joined(self):
        joined = self.text("Sources/PlanWeb/Files/JoinedPage.swift")
        sheets = [name for name in os.listdir(os.path.join(ROOT, "Sources/PlanWeb/Page/styles")) if name.endswith(".css")]
        self.assertGreater(len(sheets), 10)
        for name in sheets:
            self.assertIn(f'"{name}"', joined)
