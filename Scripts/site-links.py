"""A hook of mkdocs: links of the pages that leave docs/ lead to the project's files, wherever it is kept.

PMGIT_HOME is the address at which a host shows the files of the project; without it such links become plain text.
"""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


def on_page_markdown(markdown, page, **_):
    folder = (ROOT / "docs" / page.file.src_uri).parent

    def target(found):
        words, link = found[1], found[2]
        path, _, _ = link.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        file = (folder / path).resolve()
        if not file.exists():
            return found[0]  # mkdocs says so.
        if file.is_relative_to(ROOT / "docs") and file.is_file():
            return found[0]
        home = os.environ.get("PMGIT_HOME")
        return f"[{words}]({home}/{file.relative_to(ROOT)})" if home else words

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", target, markdown)
