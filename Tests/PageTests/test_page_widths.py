"""No view is wider than the window, and no text is cut off, in all widths from a small phone to a large screen, with a wide and a narrow font."""

import base64
import json
import os
import time

from block_font import block_font
from page import PageCase

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
KOREAN = "결제 화면의 오래된 오류를 고치고 다음 배포 전까지 모든 브라우저에서 다시 확인하기"
PERSON = "Maximiliane Alexandrowna von Hohenstein-Wittgenstein <max@example.org>"

VIEWS = ["", "?group=assignee", "?view=list", "?view=calendar", "?view=roadmap", "?view=milestones", "?view=conflicts", "?view=flow",
         "?view=settings", "?view=deleted", "?view=inbox"]

# Defines `faults(font)`, which returns what is wrong at the present width, and where the parts of the header are.
CHECK = """window.faults = font => {
  document.documentElement.style.setProperty('--font', font);
  const found = [], wide = innerWidth + 0.5, say = (what, node) => found.push(what + ': ' + node.tagName + '.' + node.className + ' ' + node.textContent.slice(0, 40));
  if (document.scrollingElement.scrollWidth > innerWidth) found.push('the page scrolls sideways: ' + document.scrollingElement.scrollWidth);
  for (const each of document.querySelectorAll('#main, #side, .page, .listing')) if (each.scrollWidth > each.clientWidth + 1) say('scrolls sideways', each);
  // The part that hides what does not fit in it.
  const clipOf = node => { for (let each = node; each && each !== document.body; each = each.parentElement) if (getComputedStyle(each).overflowX !== 'visible') return each; return null; };
  const top = [...document.querySelectorAll('#top > *, #top nav > *')].filter(node => !node.matches('nav, .grow') && node.getClientRects().length > 0);
  const boxes = top.map(node => node.getBoundingClientRect());
  boxes.forEach((box, index) => { if (box.left < -0.5 || box.right > wide || box.width < 24) say('not whole', top[index]); });
  const head = top.map((node, index) => [node, boxes[index]]).filter(([, box]) => box.top < 48).sort(([, one], [, other]) => one.left - other.left);
  head.forEach(([node, box], index) => { if (index > 0 && box.left < head[index - 1][1].right - 1) say('covers another', node); });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const node = text.parentElement, words = text.data.trim();
    if (words.length < 3 || node.closest('.unseen, .skip, option, [hidden], svg') || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect(), style = getComputedStyle(node), size = parseFloat(style.fontSize);
    if (box.width === 0) continue;
    if (box.width < 1.6 * size && box.height > 3 * size) say('one letter a line', node);
    const clip = clipOf(node), hides = clip && getComputedStyle(clip), edge = clip?.getBoundingClientRect();
    if (hides && (hides.clipPath !== 'none' || /auto|scroll/.test(hides.overflowX))) continue;
    if (hides?.textOverflow === 'ellipsis') { if (edge.width < 2 * size && box.width > edge.width + 1) say('hardly a letter', node); continue; }
    if (clip && (box.right > edge.right + 1 || box.left < edge.left - 1)) say('cut off', node);
    if (box.right > wide || box.left < -0.5) say('outside', node);
  }
  return { found: [...new Set(found)].slice(0, 5), places: top.map((node, index) => [node, boxes[index]]).filter(([node]) => !node.matches('.name')).map(([, box]) => `${Math.round(box.left)} ${Math.round(box.top)}`) };
}"""

# Each view is looked at in every third width; PMGIT_ALL_WIDTHS=1 looks at all of them.
STEP = 1 if os.environ.get("PMGIT_ALL_WIDTHS") else 3
# Fonts whose letters all have one width, in thousandths of their size: that of wide and of narrow fonts.
FONTS = {"Wide": 600, "Narrow": 430}
LOAD = """(async (name, data) => {
  const face = await new FontFace(name, Uint8Array.from(atob(data), each => each.charCodeAt(0)), { weight: '100 900' }).load();
  document.fonts.add(face); return 'loaded'; })"""


class Widths(PageCase):
    def prepare(self):
        one, plans = self.one, self.plans
        one.git("config", "user.name", PERSON.split(" <", maxsplit=1)[0])
        one.pmgit("init", "--board", "a-second-board-with-a-long-name")
        one.pmgit("config", "title", "The board of everybody who works on the payment pages")
        one.pmgit("column", "add", "Waiting for an answer of the customer", "--before", "done")
        one.pmgit("milestone", "add", "The release before the winter holidays", "--due", "2w")
        note = os.path.join(self.team.folder, f"{LONG}.txt")
        with open(note, "w", encoding="utf-8") as file:
            file.write("x")
        one.pmgit("edit", plans["Alpha"], "--title", KOREAN, "--assign", PERSON, "--label", LONG[:60], "-p", "high", "--due", "+0d", "--start", "-9d",
                  "--body", f"{LONG} `{LONG}`\n\n| {LONG} | b |\n|---|---|\n| 1 | 2 |", "--check", LONG, "--check", KOREAN, "--link", f"blocked-by:{plans['Gamma']}")
        one.pmgit("attach", plans["Alpha"], note)
        one.pmgit("edit", plans["Gamma"], "--title", LONG, "--due", "+3d")
        one.pmgit("comment", plans["Alpha"], "-m", LONG)
        one.pmgit("delete", one.pmgit("add", LONG))
        one.pmgit("sync", "--quiet")
        self.team.two.pmgit("sync", "--quiet")
        for clone, text in [(one, f"Ours {LONG}"), (self.team.two, KOREAN)]:
            clone.pmgit("edit", plans["Beta"], "--title", text, "--assign", text)
        self.team.two.pmgit("sync", "--quiet")
        one.pmgit("sync", "--quiet")
        one.pmgit("edit", plans["Beta"], "--due", "+1d")

    def evaluate(self, expression):
        got = self.page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        return got["result"].get("value", got)

    def show(self, address):
        """Shows a view without loading the page again."""
        self.evaluate(f"history.pushState(null, '', '/b/main{address}'); dispatchEvent(new PopStateEvent('popstate')); 0")
        if address.startswith("#"):
            self.page.wait(lambda: self.page.all("#side .file"))
        self.page.settle()

    def lasting_faults(self, font):
        """Returns the faults that stay, as a busy machine draws a new width late."""
        for _ in range(40):
            found = self.evaluate(f"faults({json.dumps(font)})")
            if not found["found"]:
                break
            time.sleep(0.05)
        return found

    def test_every_width_of_every_view(self):
        wrong, places = {}, {}
        self.evaluate(CHECK)
        for name, width in FONTS.items():
            self.assertEqual(self.evaluate(f"{LOAD}('{name}', '{base64.b64encode(block_font(width)).decode()}')"), "loaded")
        for turn, view in enumerate([*VIEWS, f"#{self.plans['Alpha']}"]):
            self.show(view)
            for step, width in enumerate(range(320, 1601, 20)):
                # Each view is looked at in some widths, and so the header in all of them and in both fonts.
                if (step + turn) % STEP and width != 720:
                    continue
                self.page.resize(width, 900)
                font = list(FONTS)[(step + turn) // STEP % 2]
                found = self.lasting_faults(font)
                for each in found["found"]:
                    wrong.setdefault(f"{view} {each}", []).append(width)
                if not view.startswith("#") and width > 640:
                    places.setdefault((width, font), set()).add(tuple(found["places"]))
        self.assertEqual([f"{what} at {widths}" for what, widths in wrong.items()], [])
        # The buttons stay under the pointer when the view changes.
        self.assertEqual({each: found for each, found in places.items() if len(found) > 1}, {})

    def test_the_views_are_named_and_leave_the_title_its_space(self):
        self.evaluate(CHECK)
        for width in [1024, 1160, 1280, 1440, 1535, 1536, 1600]:
            self.page.resize(width, 900)
            for name, size in FONTS.items():
                self.evaluate(f"{LOAD}('{name}', '{base64.b64encode(block_font(size)).decode()}')")
                self.lasting_faults(name)
                found = self.evaluate("""(() => {
                  const whole = node => node.checkVisibility() && node.scrollWidth <= node.clientWidth + 1 && node.getClientRects().length > 0;
                  const words = [...document.querySelectorAll('#top nav .word')].map(node => [node.innerText, whole(node.closest('button')), Math.round(node.getBoundingClientRect().height)]);
                  return { words, title: document.querySelector('#top h1').getBoundingClientRect().width, main: document.getElementById('main').getBoundingClientRect().left,
                    rail: document.querySelector('#top nav').getBoundingClientRect().right }; })()""")
                about = f"{width} {name} {found}"
                self.assertEqual([word for word, _, _ in found["words"]], ["Board", "List", "Roadmap", "Calendar", "Decide 1", "Flow", "Settings"], about)
                self.assertTrue(all(is_whole and 8 < height < 20 for _, is_whole, height in found["words"]), about)
                self.assertGreaterEqual(found["title"], 64, about)
                self.assertEqual(found["main"], found["rail"], about)

    def test_the_end_of_a_chart_and_names_after_an_at_are_in_the_window(self):
        page = self.page
        page.resize(390, 780)
        self.show("?view=flow")
        chart = lambda: page.run("return document.querySelector('.plot svg')?.getBoundingClientRect().toJSON()")
        box = page.wait(lambda: (chart() or {}).get("width") and chart())
        self.assertTrue(0 <= box["left"] and box["right"] <= 390, box)
        # The field of a new comment is at the lower edge of the window.
        page.resize(1280, 720)
        self.show(f"#{self.plans['Alpha']}")
        page.write("[data-part=new-comment] textarea", "@dev")
        box = page.wait(lambda: page.run("return document.querySelector('[data-part=new-comment] .mentions:not([hidden])')?.getBoundingClientRect().toJSON()"))
        self.assertTrue(0 < box["top"] and box["bottom"] <= 720, box)


if __name__ == "__main__":
    import unittest
    unittest.main()
