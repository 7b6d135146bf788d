"""What the docs cite of the proofs is there, and was checked.

A theorem is cited as `Module.name`. Scripts/proof.sh writes the theorems whose assumptions it printed to
.build/proofs/theorems.
"""

import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKED = os.path.join(ROOT, ".build/proofs/theorems")
MODULES = [os.path.basename(path)[:-2] for path in glob.glob(os.path.join(ROOT, "proofs/*.v"))]
# Files may have the names of modules, such as Undo.swift and Undo.v.
CITED = re.compile(r"`(%s)\.(?!swift`|v`)([a-z][a-z0-9_]*)`" % "|".join(MODULES))
DEFINED = re.compile(r"^ *(?:Definition|Fixpoint|Inductive|Record|with) ([A-Za-z0-9_]+)", re.M)
# Constructors and fields; in a 'match' there are names after bars, too.
TYPES = re.compile(r"^ *(?:Inductive|Record) .*?\.$", re.M | re.S)
PARTS = re.compile(r"^\| ([a-z][a-z0-9_]*)|(?:^|[{;]) *([a-z][a-z0-9_]*) :[> ]", re.M)


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def theorems():
    """Returns the theorems of proofs/, as pairs of a module and a name."""
    return [(module, name) for module in MODULES
            for name in re.findall(r"^Theorem ([A-Za-z0-9_]+)", text(f"proofs/{module}.v"), re.M)]


def definitions():
    """Returns what modules define, as pairs of a module and a name."""
    found = set()
    for module in MODULES:
        source = text(f"proofs/{module}.v")
        parts = [name for block in TYPES.findall(source) for names in PARTS.findall(block) for name in names if name]
        found |= {(module, name) for name in [*DEFINED.findall(source), *parts]}
    return found


class Citations(unittest.TestCase):
    def test_definitions_are_no_variables(self):
        found = definitions()
        for name in ["write", "keeps", "adds"]:
            self.assertIn(("History", name), found)
        self.assertIn(("Rest", "join_adopts"), found)
        self.assertIn(("Json", "read"), found)
        for name in ["a", "b", "_", "c"]:
            self.assertNotIn(("Json", name), found)

    def test_all_that_is_cited_exists(self):
        proved, defined = set(theorems()), definitions()
        for page in ["docs/proof.md", "docs/merge.md"]:
            cited = CITED.findall(text(page))
            self.assertTrue(cited, f"{page} cites nothing")
            for name in cited:
                self.assertTrue(name in proved or name in defined, f"{page}: there is no '{'.'.join(name)}'")

    def test_docs_proof_lists_each_theorem(self):
        cited = set(CITED.findall(text("docs/proof.md")))
        for name in theorems():
            self.assertIn(name, cited, f"docs/proof.md lacks {'.'.join(name)}")

    def test_a_name_is_in_one_module(self):
        names = [name for _, name in theorems()]
        self.assertEqual(sorted(names), sorted(set(names)))

    @unittest.skipUnless(os.path.exists(CHECKED), "'make proof' has not run")
    def test_the_assumptions_of_each_theorem_were_printed(self):
        checked = set(text(".build/proofs/theorems").split())
        self.assertEqual({".".join(name) for name in theorems()}, checked)


if __name__ == "__main__":
    unittest.main()
