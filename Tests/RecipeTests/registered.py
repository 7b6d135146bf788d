"""Finds what the sources define and do not list where the programs look for it.

The compiler accepts a command that is in no group, or a format that no import looks for.
"""

import glob
import os
import re

# Every plan has these fields, or the program writes them; the others are properties.
NO_PROPERTIES = {"title", "body", "state", "rank", "created", "deleted"}


class Sources:
    def __init__(self, folder):
        self.folder = os.path.join(folder, "Sources")

    def text(self, *patterns):
        """Returns the files of these patterns as one text."""
        paths = [path for pattern in patterns
                 for path in sorted(glob.glob(os.path.join(self.folder, pattern), recursive=True))]
        texts = []
        for path in paths:
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
        return "\n".join(texts)

    def unlisted(self):
        """Returns what is missing in lists, in words; empty if nothing is."""
        return [*self.fields(), *self.commands(), *self.formats(), *self.requests()]

    def fields(self):
        cases = self.text("PlanModel/Plan/PlanField.swift").split("/// Finds a field")[0]
        rows = self.text("PlanModel/Plan/PlanProperty.swift")
        options = self.text("PmgitCommands/Parsing/FieldOptions.swift")
        help_text = self.text("PmgitCommands/Commands/Help/HelpTopic.swift")
        for line in re.findall(r"^  case (.*)", cases, re.M):
            for name in set(line.replace("`", "").split(", ")) - NO_PROPERTIES:
                for text, sign, file in [
                    (rows, rf"field: \.{name},", "PlanProperty.swift"),
                    (options, rf"\(\.{name}, ", "FieldOptions.swift"), (help_text, rf"\b{name}:", "HelpTopic.swift"),
                ]:
                    if not re.search(sign, text):
                        yield f"{file} lacks the field '{name}'"

    def commands(self):
        text = self.text("PmgitCommands/**/*.swift")
        for name in re.findall(r"struct (\w+Command): (?:Pmgit|Named|Session|Writing|Changing)Command", text):
            if not re.search(rf"\b{name}\.self", text):
                yield f"no group of commands has '{name}'"

    def formats(self):
        listed = self.text("PlanFormats/TrackerFormat.swift").split("let all: ")[1].split("\n  ]\n")[0]
        for name in re.findall(r"static let (\w+) = TrackerFormat\(", self.text("PlanFormats/Formats/*.swift")):
            if not re.search(rf"\.{name}\b", listed):
                yield f"TrackerFormat.all lacks '{name}'"

    def requests(self):
        verbs = re.search(r"enum Verb: .*\n    case (.*)", self.text("PlanActions/Batch/Batch.swift"))[1].split(", ")
        actions = re.findall(r'^    "([a-z-]+)": \{', self.text("PlanWeb/API/Actions.swift"), re.M)
        page = self.text("PlanWeb/Page/**/*.js")
        for name in sorted(set(re.findall(r"\bchange\([a-z.]*state, '([a-z-]+)'", page))):
            if name not in verbs + actions:
                yield f"the page sends '{name}', which Actions.swift lacks"
