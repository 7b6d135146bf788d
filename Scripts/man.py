#!/usr/bin/env python3
"""Makes the manual pages: man.py PROGRAM FOLDER, which gets man1, man5 and man7.

A page of section 1 is what the program says of a command, in mdoc; so it is never others than '--help'. The pages
of sections 5 and 7 are pages of docs/, converted by lowdown; where that is missing, they are left out.
SOURCE_DATE_EPOCH is their date, in seconds since 1970.
"""

import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"

# Pages of docs/ beside the name and the section that they get, and what they are about.
GUIDES = {
    "tutorial.md": ("pmgit-tutorial", 7, "a board in ten minutes"),
    "query.md": ("pmgit-query", 7, "how plans are chosen and sorted"),
    "scripts.md": ("pmgit-scripts", 7, "output, exit codes and settings for scripts"),
    "hooks.md": ("pmgit-githooks", 7, "how a board follows the code"),
    "history.md": ("pmgit-history", 7, "what the past, the statistics and the charts say"),
    "web.md": ("pmgit-browser", 7, "the board in a browser, and its interface"),
    "merge.md": ("pmgit-merging", 7, "how changes that were made apart are merged"),
    "data-format.md": ("pmgit-format", 5, "the files of a board"),
}

# Signs that roff would take for others, or for the beginning of a request.
SIGNS = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}

EXITS = [
    ("0", "done"), ("1", "failed"), ("64", "wrong usage"), ("70", "a fault of pmgit"),
    ("75", "try again: others were faster, or the network failed"), ("130", "interrupted"),
]


def escaped(text):
    """A text that roff shows as it is: with straight quotes, and hyphens that can be pasted."""
    text = "".join(SIGNS.get(sign, sign) for sign in text)
    return "\\&" + text if text.startswith(".") else text


def filled(text):
    """Lines of prose, for roff to fill; each sentence ends one, as mdoc wants it."""
    for file, (page, section, _) in GUIDES.items():
        text = re.sub(rf"'?docs/{file}'?", f"{page}({section})", text)
    sentences = re.split(r"(?<=[.?!])\s+(?=[A-Z'])", " ".join(text.split()))
    return [line for text in sentences for line in wrapped(escaped(text))]


def wrapped(text):
    """The lines of a text that is escaped, of at most 80 bytes; roff writes a letter beyond ASCII as eight of them."""
    lines, room = [], 0
    for word in text.split():
        length = 1 + sum(1 if letter.isascii() else 8 for letter in word)
        if length > room:
            word = "\\&" + word if word.startswith((".", "'")) else word
            lines.append(word)
            room = 80 - length
        else:
            lines[-1] += " " + word
            room -= length
    return lines


def literal(lines):
    return [".Bd -literal -offset indent", *map(escaped, textwrap.dedent("\n".join(lines)).splitlines()), ".Ed"]


def prose(discussion):
    """The paragraphs of a discussion: lines that are indented are examples and tables, which stay as they are.

    Returns what describes the command, and what stands below 'Examples:'.
    """
    description, examples = [], []
    goes_to = description
    for block in filter(None, discussion.split("\n\n")):
        lines = block.splitlines()
        if lines[0] == "Examples:":
            goes_to = examples
            lines = lines[1:]
        else:
            if not lines[0].startswith(" "):
                goes_to = description
            goes_to.append(".Pp")
        while lines:
            is_example = lines[0].startswith(" ")
            count = next((i for i, line in enumerate(lines) if line.startswith(" ") != is_example), len(lines))
            goes_to += literal(lines[:count]) if is_example else filled("\n".join(lines[:count]))
            lines = lines[count:]
    return [without_needless_breaks(part) for part in (description, examples)]


def without_needless_breaks(lines):
    """A list or an example breaks the line by itself, and so does the beginning of a section."""
    kept = [line for line, after in zip(lines, lines[1:] + [""]) if line != ".Pp" or not after.startswith(".Bd")]
    return kept[1:] if kept[:1] == [".Pp"] else kept


def option(argument):
    """The line of a list that names an option or an argument."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f".It Ar {escaped(value)}"
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    flags = [f"Fl {'' if name['kind'] == 'short' else '-'}{name['name']}" for name in names]
    value = f" Ar {escaped(value)}" if argument["kind"] == "option" else ""
    return ".It " + " , ".join(flags) + value


def shown(command):
    """The arguments that the page of a command has: not those that every program has."""
    return [a for a in command.get("arguments", [])
            if a["shouldDisplay"] and (a["kind"] != "flag" or a["valueName"] not in ("version", "help"))]


def leaves(command):
    """The commands below a command that do something."""
    parts = command.get("subcommands", [])
    return [leaf for part in parts for leaf in leaves(part)] if parts else [command]


def options(arguments):
    """The sections of a command's arguments, in the order of its help."""
    sections = {}
    for argument in arguments:
        sections.setdefault(argument.get("sectionTitle", ""), []).append(argument)
    lines = []
    for title in sorted(sections, key=lambda title: title == ""):
        if len(sections) > 1:
            lines += [".Pp"] * bool(lines) + [f"{title or 'Other options'}:"]
        lines.append(".Bl -tag -width Ds")
        for argument in sections[title]:
            lines += [option(argument), *filled(argument.get("abstract", ""))]
            if argument.get("allValues") and argument["allValues"][0] not in argument.get("abstract", ""):
                lines += filled("One of " + ", ".join(argument["allValues"]) + ".")
        lines.append(".El")
    return lines


def synopsis(command, words):
    parts = []
    for argument in command.get("arguments", []):
        if argument["kind"] == "positional" and argument["shouldDisplay"]:
            dots = " ..." if argument["isRepeating"] else ""
            parts.append(f".{'Op ' if argument['isOptional'] else ''}Ar {escaped(argument['valueName'])}{dots}")
    parts.append(".Op Ar options")
    return [f".Nm {words}", *([".Ar command"] if command.get("subcommands") else []), *parts]


def inner(command, words, common):
    """The commands of a command, such as those of 'column', a subsection each, but for what all have in common."""
    for part in command.get("subcommands", []):
        name = f"{words} {part['commandName']}"
        description, examples = prose(part.get("discussion", ""))
        yield from [f".Ss {escaped(name)}", *filled(part["abstract"]), ".Pp", *synopsis(part, name)]
        yield from [".Pp", *description] if description else []
        yield from options([a for a in shown(part) if a not in common])
        yield from [".Pp", "Examples:", *examples] if examples else []
        yield from inner(part, name, common)


class Manual:
    def __init__(self, program):
        said = subprocess.run([program, "--experimental-dump-help"], stdout=subprocess.PIPE, check=True).stdout
        version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
        said_of = lambda topic: subprocess.run(
            [program, "help", topic], stdout=subprocess.PIPE, check=True, text=True).stdout
        self.help, self.tutorial = said_of("--all"), said_of("tutorial")
        self.program = json.loads(said)["command"]
        self.version = version.split()[2]
        moment = int(os.environ.get("SOURCE_DATE_EPOCH") or datetime.datetime.now().timestamp())
        self.date = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
        self.commands = [c for c in self.program["subcommands"] if c["commandName"] != "help"]

    def head(self, name, section):
        return [f".Dd {self.date:%B} {self.date.day}, {self.date.year}", f".Dt {name.upper()} {section}", ".Os"]

    def page(self, command):
        name = f"pmgit-{command['commandName']}"
        words = f"pmgit {command['commandName']}"
        about = command["abstract"].rstrip(".")
        description, examples = prose(command.get("discussion", ""))
        lines = [*self.head(name, 1), ".Sh NAME", f".Nm {name}",
                 ".Nd " + escaped(about[0].lower() + about[1:]), ".Sh SYNOPSIS", *synopsis(command, words),
                 ".Sh DESCRIPTION", *(description or filled(command["abstract"]))]
        within = leaves(command)
        common = [a for a in shown(within[0]) if all(a in shown(part) for part in within)]
        lines += [".Sh OPTIONS", *options(common)]
        within = list(inner(command, words, common))
        lines += [".Sh COMMANDS", *within] if within else []
        lines += [".Sh EXAMPLES", *examples] if examples else []
        return [*lines, ".Sh SEE ALSO", ".Xr pmgit 1"]

    def groups(self):
        """The commands as the help groups them, a list each."""
        abstracts = {c["commandName"]: c["abstract"] for c in self.commands}
        for title, rows in re.findall(r"^([A-Z][a-z ]+):\n((?:  .*\n)+)", self.help, re.MULTILINE):
            yield f".Ss {title.capitalize()}"
            yield ".Bl -tag -width Ds"
            for name in re.findall(r"^  ([a-z-]+)", rows, re.MULTILINE):
                yield f".It Xr pmgit-{name} 1"
                yield from filled(abstracts[name])
            yield ".El"

    def first_page(self):
        lines = [*self.head("pmgit", 1), ".Sh NAME", ".Nm pmgit ,", ".Nm git-pm",
                 ".Nd a kanban board that lives in your git repository", ".Sh SYNOPSIS",
                 ".Nm pmgit", ".Ar command", ".Op Ar options", ".Nm git Cm pm", ".Ar command", ".Op Ar options",
                 ".Sh DESCRIPTION", *literal(self.tutorial.splitlines()), ".Sh COMMANDS", *self.groups()]
        lines += [".Sh GUIDES", ".Bl -tag -width Ds"]
        for name, section, about in GUIDES.values():
            lines += [f".It Xr {name} {section}", *filled(about.capitalize() + ".")]
        lines += [".El", ".Sh EXIT STATUS", ".Bl -tag -width Ds"]
        for code, meaning in EXITS:
            lines += [f".It {code}", *filled(meaning.capitalize() + ".")]
        return [*lines, ".El", ".Sh SEE ALSO", ".Xr git 1"]

    def guide(self, path, name, section, about):
        """A page of docs/ as lowdown converts it, with what mandoc would remark on put right."""
        options = ["-s", "-Tman", "--parse-no-super", "--nroff-nolinks"]
        said = subprocess.run(["lowdown", *options, path], stdout=subprocess.PIPE, check=True, text=True).stdout
        body = re.sub(r"\A.*?^\.SH\n.*?\n", "", said, flags=re.MULTILINE | re.DOTALL)
        body = body.replace("\\fC", "\\fB")
        for other, (page, number, _) in GUIDES.items():
            body = re.sub(rf"\\fB(docs/)?{other}\\fR", lambda _: f"{escaped(page)}({number})", body)
        body = re.sub(r"^\.if [nt] \\\n\.sp -.*\n", "", body, flags=re.MULTILINE)
        body = re.sub(r"^(\.S[SH])\n(.+)\n", lambda found: f"{found[1]} {found[2]}\n", body, flags=re.MULTILINE)
        body = re.sub(r"^(\.S[SH] .+\n)\.[LP]P\n", r"\1", body, flags=re.MULTILINE)
        body = re.sub(r"^\.[LP]P\n(?=\.(IP|SS|SH|TS|[LP]P)|\Z)", "", body, flags=re.MULTILINE)
        head = [f'.TH "{name.upper()}" "{section}" "{self.date:%Y-%m-%d}" "pmgit {self.version}"',
                ".nh", ".ad l", ".SH NAME", f"{escaped(name)} \\- {escaped(about)}", ".SH DESCRIPTION"]
        return [*head, *short_lines(re.sub(r"\A\s*\.[LP]P\n", "", body).splitlines())]


def short_lines(lines):
    """Breaks the lines of prose at 80 bytes; examples and tables stay as they are."""
    is_fixed = False
    for line in lines:
        if line.startswith((".EX", ".TS")):
            is_fixed = True
        elif line.startswith((".EE", ".TE")):
            is_fixed = False
        if is_fixed or line.startswith((".", "'")):
            yield line.rstrip()
        else:
            yield from wrapped(line)


def main(program, folder):
    manual = Manual(program)
    pages = {("pmgit", 1): manual.first_page()}
    pages |= {(f"pmgit-{c['commandName']}", 1): manual.page(c) for c in manual.commands}
    if shutil.which("lowdown"):
        for file, (name, section, about) in GUIDES.items():
            pages[name, section] = manual.guide(DOCS / file, name, section, about)
    else:
        print("lowdown is not installed: the pages of sections 5 and 7 are left out", file=sys.stderr)
    for (name, section), lines in pages.items():
        page = pathlib.Path(folder) / f"man{section}" / f"{name}.{section}"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("\n".join(lines) + "\n")
    link = pathlib.Path(folder) / "man1" / "git-pm.1"
    link.unlink(missing_ok=True)
    link.symlink_to("pmgit.1")


main(*sys.argv[1:])
