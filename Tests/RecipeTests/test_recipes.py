"""The recipes of CONTRIBUTING.md are followed in a copy of the sources, and the result compiles."""

import os
import shutil
import subprocess
import tempfile
import unittest

from compiler import Modules
from recipe import ROOT, Recipe
from registered import Sources

# The beginning of each recipe's heading, and the most source files, by the name of the example.
RECIPES = {
    "property": ("A property", 6), "command": ("A command", 5), "format": ("A format for imports", 2),
    "page": ("An action on the page", 6),
}


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.modules = Modules()

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pmgit-recipe-")
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("Sources", "Tests/PageTests"):
            shutil.copytree(os.path.join(ROOT, name), os.path.join(self.folder, name))

    def follow(self, name):
        heading, most = RECIPES[name]
        recipe = Recipe(name, heading)
        self.assertEqual(recipe.forgotten(), [], "files that only the recipe or only its example has")
        self.assertEqual(recipe.count, len(recipe.files), "the number of files that the recipe gives")
        self.assertLessEqual(len(recipe.files), most)
        # RECIPE_WITHOUT=PATH forgets a file, to see that the test finds it.
        recipe.apply(self.folder, os.environ.get("RECIPE_WITHOUT"))
        self.assertEqual(Sources(self.folder).unlisted(), [])
        return recipe

    def compile(self, recipe):
        """Type-checks the modules that the recipe changes, and those that import them."""
        changed = {path.split("/")[1] for path in recipe.files if path.endswith(".swift")}
        for module in self.modules.depending(changed):
            errors = self.modules.errors(module, self.folder)
            self.assertFalse(errors, f"{recipe.name}: {module} does not compile:\n{errors}")

    def test_property(self):
        self.compile(self.follow("property"))

    def test_command(self):
        self.compile(self.follow("command"))

    def test_format(self):
        self.compile(self.follow("format"))

    def test_page(self):
        recipe = self.follow("page")
        self.page_works()
        self.compile(recipe)

    def page_works(self):
        """Runs the page's own test of its keys, if node is installed."""
        if not shutil.which("node"):
            return
        shown = subprocess.run(
            ["node", "--test", "Tests/PageTests/keys.test.mjs"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(shown.returncode, 0, shown.stdout + shown.stderr)


if __name__ == "__main__":
    unittest.main()
