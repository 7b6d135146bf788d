#!/usr/bin/env python3
"""Makes the pictures of docs/screen.md, light and dark, from what 'pmgit screen' draws on the board of 'pmgit init --demo'.

PMGIT is the program (default: the release build). It needs pyte, as the tests of the screen do.
"""

import html
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "Tests", "ScreenTests"))
os.environ.setdefault("PMGIT", os.path.join(ROOT, ".build/release/pmgit"))

from terminal import PMGIT, Terminal, environment  # noqa: E402

COLUMNS, ROWS = 120, 34
WIDTH, HEIGHT = 8.4, 18
PLAIN = {"light": ("#1f2328", "#ffffff"), "dark": ("#e6edf3", "#0d1117")}


def color(name, usual):
    return usual if name == "default" else f"#{name}"


def picture(screen, theme):
    """The cells of a terminal as SVG: grounds as rectangles, and runs of one style as texts."""
    ink, ground = PLAIN[theme]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH:.0f} {ROWS * HEIGHT}" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
        f'<rect width="100%" height="100%" rx="6" fill="{ground}"/>',
    ]
    for row in range(ROWS):
        column = 0
        while column < COLUMNS:
            first = screen.buffer[row][column]
            style = first[1:]
            end, text, cells = column, "", 0
            while end < COLUMNS and screen.buffer[row][end][1:] == style:
                text += screen.buffer[row][end].data
                end += 1
                # The second cell of a wide character has no text.
                if screen.buffer[row][end - 1].data != " ":
                    cells = end - column
            front, back = color(first.fg, ink), color(first.bg, ground)
            if first.reverse:
                front, back = back, front
            x, y, width = column * WIDTH, row * HEIGHT, (end - column) * WIDTH
            if back != ground:
                parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{HEIGHT}" fill="{back}"/>')
            shown = text.rstrip(" ")
            if shown:
                lead = len(shown) - len(shown.lstrip(" "))
                weight = ' font-weight="bold"' if first.bold else ""
                line = ' text-decoration="underline"' if first.underscore else ""
                length = (cells - lead) * WIDTH
                parts.append(
                    f'<text x="{x + lead * WIDTH:.1f}" y="{y + 13.5}" fill="{front}"{weight}{line} xml:space="preserve" '
                    f'textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs">{html.escape(shown.lstrip(" "))}</text>')
            column = end
    return "\n".join(parts + ["</svg>", ""])


def main():
    with tempfile.TemporaryDirectory(prefix="pmgit-pictures-") as home:
        made = os.path.join(home, "demo")
        subprocess.run([PMGIT, "init", "--demo", "-q", made], check=True, stdout=subprocess.DEVNULL, env=environment(home))
        for theme in PLAIN:
            terminal = Terminal(
                [PMGIT, "screen", "--theme", theme], os.path.join(made, "one"), environment(home, COLORTERM="truecolor"),
                COLUMNS, ROWS)
            terminal.shows("Todo")
            terminal.type("lj\r")
            terminal.shows("Esc close")
            terminal.hides("reading the plan")
            terminal.until(lambda: terminal.output.endswith(b"\x1b[?2026l"), "a whole update")
            with open(os.path.join(ROOT, "docs", "pictures", f"screen-{theme}.svg"), "w", encoding="utf-8") as file:
                file.write(picture(terminal.screen, theme))
            terminal.type("q")
            terminal.ends()
            terminal.close()


main()
