"""Pictures of each view, compared with stored ones. Texts are blocks of one width, and what depends on the time is hidden.

PMGIT_RECORD_SHOTS=1 stores the pictures anew; look at them, and commit them."""

import base64
import os
import pathlib
import unittest

from block_font import block_font
from browser import Keys
from page import PageCase

STORED = pathlib.Path(__file__).with_name("shots")
# Where pictures that differ are put.
FOUND = pathlib.Path(__file__).parents[2] / ".build" / "shots"
RECORDS = bool(os.environ.get("PMGIT_RECORD_SHOTS"))
SCALE = 0.5
# The side of the squares whose mean colours are compared.
SQUARE = 8
# How much a colour differs (of 255), and how many squares may differ that much: few by much, more by little.
LIMITS = [(2.5, 2), (0.5, 20)]

STYLE = """* { font-family: Blocks !important; caret-color: transparent !important; animation: none !important; transition: none !important; }
    * { scrollbar-width: none !important; } .toast { display: none !important; }
    :is(.road .head .time, .road .until, .plot) { visibility: hidden !important; }
    .sheet { --weekend: 0px !important; }"""

# Texts that have another length on another day, or after a minute.
TIMES = ".byline, time, .by small, .milestones tbody td:nth-child(n + 3)"

PREPARE = """const [font, style, times, done] = arguments;
    const bytes = Uint8Array.from(atob(font), each => each.charCodeAt(0));
    const sheet = new CSSStyleSheet(); sheet.replaceSync(style); document.adoptedStyleSheets = [sheet];
    for (const each of document.querySelectorAll(times)) each.textContent = '--------';
    for (const each of document.querySelectorAll('.conflict .value small')) each.lastChild.textContent = '--------';
    for (const each of document.querySelectorAll('.chip.due')) each.lastChild.textContent = '--------';
    document.activeElement?.blur();
    new FontFace('Blocks', bytes, { weight: '100 900' }).load().then(face => { document.fonts.add(face); requestAnimationFrame(() => requestAnimationFrame(() => done(true))); },
        problem => done(String(problem)));"""

# Returns how many squares differ by more than each limit, or the sizes if they do.
COMPARE = """const [one, other, square, limits, done] = arguments;
    const read = async data => {
        const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(data), each => each.charCodeAt(0))], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        canvas.drawImage(picture, 0, 0);
        return canvas.getImageData(0, 0, picture.width, picture.height);
    };
    Promise.all([read(one), read(other)]).then(([a, b]) => {
        if (a.width !== b.width || a.height !== b.height) return done({ sizes: [a.width, a.height, b.width, b.height] });
        const columns = Math.ceil(a.width / square), sums = new Float64Array(columns * Math.ceil(a.height / square));
        for (let y = 0; y < a.height; y += 1) for (let x = 0; x < a.width; x += 1) {
            const at = 4 * (y * a.width + x);
            for (let part = 0; part < 3; part += 1) sums[Math.floor(y / square) * columns + Math.floor(x / square)] += Math.abs(a.data[at + part] - b.data[at + part]);
        }
        done({ squares: limits.map(limit => sums.filter(each => each > limit * 3 * square * square).length) });
    }, problem => done({ problem: String(problem) }));"""


class Shots(PageCase):
    def prepare(self):
        one = self.one
        one.pmgit("milestone", "add", "v1", "--due", "+20d")
        one.pmgit("column", "edit", "doing", "--limit", "1")
        one.pmgit("edit", self.plans["Alpha"], "--body", "# A head\n\nSome words, and `code`.\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
                  "-p", "high", "-l", "bug", "-l", "ui", "--due", "2999-12-31", "--check", "a line", "--check", "another", "--assign", "Ana <ana@example.org>", "--milestone", "v1")
        one.pmgit("edit", self.plans["Gamma"], "--link", f"blocked-by:{self.plans['Alpha']}", "-p", "urgent", "--due", "+9d", "--start", "+3d", "--milestone", "v1")
        one.pmgit("comment", self.plans["Alpha"], "-m", "Two words")
        one.pmgit("move", self.plans["Beta"], "doing")
        one.pmgit("add", "Delta", "--state", "done", "-p", "low", "--assign", "@me")
        one.pmgit("sync", "--quiet")
        self.team.two.pmgit("sync", "--quiet")
        for clone, title in [(one, "Ours"), (self.team.two, "Theirs")]:
            clone.pmgit("edit", self.plans["Beta"], "--title", title)
        self.team.two.pmgit("sync", "--quiet")
        one.pmgit("sync", "--quiet")

    def views(self):
        """Returns what pictures are taken of: a name, the address, what is there when it is drawn, and what is done there."""
        page = self.page
        plan = f"#{self.plans['Alpha']}"
        return [
            ("board", "", ".card .conflict .value", None),
            ("rows", "?group=assignee", ".band", None),
            ("list", "?view=list", "tr[data-id]", None),
            ("roadmap", "?view=roadmap", ".road .line", None),
            ("milestones", "?view=milestones", ".milestones table", None),
            ("conflicts", "?view=conflicts", ".conflict-of", None),
            ("flow", "?view=flow", ".plot svg", None),
            ("settings", "?view=settings", "table", None),
            ("plan", plan, "#side .text table", None),
            ("popover", plan, "#side .text table", lambda: page.popover("Labels")),
            ("composer", "", ".card", self.compose),
            ("keys", "", ".card", lambda: page.press("?")),
        ]

    def compose(self):
        self.page.press("n")
        # The draft of the picture before is replaced.
        self.page.write(".composer textarea", Keys.CONTROL + "a" + Keys.NULL, "Fix it #bug !high")
        self.page.wait(lambda: len(self.page.all(".composer .chips > *")) == 2)

    def shoot(self, width, height):
        """Returns a picture, half as large as the page."""
        page = self.page
        ready = page.driver.execute_async_script(PREPARE, base64.b64encode(block_font()).decode(), STYLE, TIMES)
        self.assertIs(ready, True, ready)
        return page.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": SCALE}})["data"]

    def compare(self, one, other):
        """Returns in which way two pictures differ; None if they are alike."""
        found = self.page.driver.execute_async_script(COMPARE, one, other, SQUARE, [colour for colour, _ in LIMITS])
        is_like = "squares" in found and all(count <= most for count, (_, most) in zip(found["squares"], LIMITS))
        return None if is_like else found

    def show(self, address, ready, act, theme, width, height):
        page = self.page
        page.look_as(theme)
        page.resize(width, height)
        page.driver.get("about:blank")
        page.driver.get(f"{self.server.origin}/b/main{address}")
        page.wait(lambda: page.all(ready), address)
        if act:
            act()
        page.settle()

    def test_every_view_looks_as_it_did(self):
        differing = []
        for theme, width, height in [("light", 1280, 800), ("dark", 390, 760)]:
            for name, *view in self.views():
                self.show(*view, theme, width, height)
                now = self.shoot(width, height)
                path = STORED / f"{name}-{width}.png"
                if RECORDS:
                    STORED.mkdir(exist_ok=True)
                    path.write_bytes(base64.b64decode(now))
                elif found := self.compare(now, base64.b64encode(path.read_bytes()).decode()):
                    FOUND.mkdir(parents=True, exist_ok=True)
                    (FOUND / path.name).write_bytes(base64.b64decode(now))
                    differing.append((path.name, found))
        self.assertEqual(differing, [], f"look at {FOUND}; PMGIT_RECORD_SHOTS=1 stores the pictures anew")

    def test_one_changed_token_is_found(self):
        page = self.page
        view = next(view for name, *view in self.views() if name == "board")
        self.show(*view, "light", 1280, 800)
        before = self.shoot(1280, 800)
        self.assertIsNone(self.compare(before, self.shoot(1280, 800)))
        for token, value in [("--accent", "oklch(0.5 0.19 268)"), ("--line", "oklch(0.87 0.005 265)"), ("--ground", "oklch(0.96 0.003 265)"), ("--r8", "4px"), ("--soon-soft", "oklch(0.965 0.034 60)")]:
            page.run("document.documentElement.style.setProperty(arguments[0], arguments[1])", token, value)
            self.assertIsNotNone(self.compare(before, self.shoot(1280, 800)), token)
            page.run("document.documentElement.style.removeProperty(arguments[0])", token)
        for rule in [".card { padding-top: 14px }", ".lanes { gap: 14px }", ".card .title { font-weight: 400; font-size: 15px }"]:
            page.run("const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]", rule)
            now = page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "clip": {"x": 0, "y": 0, "width": 1280, "height": 800, "scale": SCALE}})["data"]
            self.assertIsNotNone(self.compare(before, now), rule)
        self.assertIsNone(self.compare(before, self.shoot(1280, 800)))


if __name__ == "__main__":
    unittest.main()
