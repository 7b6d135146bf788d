"""A recipe of CONTRIBUTING.md, and an example that follows it: a file in recipes/.

The example lists files: 'new PATH', or 'change PATH' and hunks that are separated by '@@'. A hunk is
one of a diff without numbers: the lines that begin with ' ' or '-' are in the file exactly once, in
one piece; those that begin with '-' are removed, and those that begin with '+' are added.
"""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


class Recipe:
    def __init__(self, name, heading):
        self.name = name
        section = read("CONTRIBUTING.md").split(f"\n### {heading}")[1].split("\n### ")[0]
        # The steps are a list; what stands after it is about special cases.
        steps = re.search(r"\n1\. .*?\n\n", section, re.S)[0]
        self.named = sorted(sources(steps))
        # 'These are six source files.'
        self.count = NUMBERS.index(re.search(r"\bThese are (\w+) source files", section)[1])
        self.hunks = hunks(read(f"Tests/RecipeTests/recipes/{name}.diff"))

    @property
    def files(self):
        """The source files that the example adds or changes."""
        return sorted({path for path, _, _ in self.hunks if path.startswith("Sources/")})

    def forgotten(self):
        """Returns what differs between the recipe and its example: patterns and paths."""
        paths = {path for path in self.files if not any(fits(path, name) for name in self.named)}
        names = {name for name in self.named if not any(fits(path, name) for path in self.files)}
        return sorted(paths | names)

    def apply(self, folder, leaving_out=None):
        """Follows the recipe in a copy of the project."""
        for path, old, new in self.hunks:
            if path == leaving_out:
                continue
            place = os.path.join(folder, path)
            if old is None:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                text = new
            else:
                text = "\n" + read(place)
                if text.count(old) != 1:
                    raise ValueError(f"{self.name}: {path} has {text.count(old)} times:{old}")
                text = text.replace(old, new)[1:]
            with open(place, "w", encoding="utf-8") as file:
                file.write(text)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def sources(text):
    """Returns the source files that a text names: names in backticks of Swift or of the page."""
    names = re.findall(r"`([A-Za-z+/<>-]+\.(?:swift|js|css))`", text)
    return {name for name in names if "<" in name or find(name)}


def find(name):
    return any(fits(path, name) for path in all_sources())


def all_sources(folder="Sources"):
    return [os.path.relpath(os.path.join(parent, file), ROOT)
            for parent, _, files in os.walk(os.path.join(ROOT, folder)) for file in files]


def fits(path, name):
    """Whether a path is what a recipe calls 'Plan.swift', 'Sources/…/Plan.swift' or '<Name>.swift'."""
    pattern = "".join(r"[\w+]+" if part.startswith("<") else re.escape(part)
                      for part in re.split(r"(<\w+>)", name))
    return re.search(rf"(^|/){pattern}$", path) is not None


def hunks(text):
    """Returns the hunks as triples: the path, the old lines, and the new ones; of a new file None as the old ones."""
    found, path, is_new = [], None, False
    for part in re.split(r"^(?=new |change |@@$)", text, flags=re.M)[1:]:
        head, _, body = part.partition("\n")
        if head != "@@":
            kind, path = head.split(" ", 1)
            is_new = kind == "new"
        lines = [line for line in body.split("\n") if line]
        kept = ["".join(f"{line[1:]}\n" for line in lines if line[0] in signs) for signs in (" -", " +")]
        found.append((path, None, kept[1]) if is_new else (path, "\n" + kept[0], "\n" + kept[1]))
    return found
