"""The look of the page: with hostile texts, in all sizes, and on paper."""

import base64
import re
import time
import unittest

from browser import Keys
from page import PageCase


class Hostile(PageCase):
    TEXT = "<img src=x onerror=alert(1)><script>alert(2)</script>"

    def prepare(self):
        body = f"{self.TEXT}\n\n[a](javascript:alert(3)) [b](https://example.org) ![c](https://example.org/x.png)\n\n<b>no</b>\n"
        self.hostile = self.one.pmgit("add", self.TEXT, "--label", self.TEXT[:40], "--body", body, "--assign", '"><b>x</b>')
        self.one.pmgit("comment", self.hostile, "-m", body)

    def test_texts_stay_texts(self):
        page = self.page
        page.open_plan(self.TEXT)
        page.wait(lambda: self.TEXT in page.text("#side .text"))
        self.assertEqual(page.all("main img, #side img, main script, #side script, #side .text b"), [])
        self.assertEqual([link.get_attribute("href") for link in page.all("#side .text a")],
                         ["https://example.org/", "https://example.org/x.png"] * 2)
        for view in ["List", "Roadmap", "Conflicts", "Flow", "Settings"]:
            page.click(f"[data-view={view}]")
            time.sleep(0.3)
        self.assertEqual(page.complaints(), [])


class Sizes(PageCase):
    def prepare(self):
        lines = "".join(f'{{"title":"Plan {n} 계획","state":"todo","labels":["l{n % 7}"]}}\n' for n in range(2000))
        self.one.pmgit("import", "-", text=lines)

    def test_two_thousand_cards(self):
        page = self.page
        page.wait(lambda: page.all(".rest button"))
        self.assertEqual(len(page.all(".lane[data-column=todo] .card")), 200)
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.wait(lambda: self.state("Alpha") == "doing")
        page.click(".rest button")
        page.wait(lambda: len(page.all(".lane[data-column=todo] .card")) == 400)

    def test_widths(self):
        page = self.page
        for width in [320, 768, 1300, 3000]:
            page.resize(width)
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
            page.open_plan("Beta")
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
            page.click("#side .close")


    def test_four_times_as_large(self):
        page = self.page
        page.resize(320, 256)
        page.wait(lambda: page.run("return document.getElementById('main').offsetHeight") > 150)
        page.click("#past-button")
        # The page scrolls as a whole, and nothing is wider than the screen.
        self.assertGreater(page.run("return document.scrollingElement.scrollHeight"), 400)
        self.assertLessEqual(page.run("return document.scrollingElement.scrollWidth"), 320)

    def test_what_a_plan_covers_is_out_of_reach(self):
        page = self.page
        page.resize(700)
        page.run("document.querySelector('.card').click()")
        page.wait(lambda: page.all("#side textarea.title"))
        for _ in range(60):
            page.press(Keys.TAB)
            self.assertTrue(page.run("return document.activeElement === document.body || document.activeElement.closest('#side, #toasts') != null"))
        page.resize(1300)
        page.wait(lambda: not page.run("return document.getElementById('main').inert"))


class Elsewhere(PageCase):
    """On paper, and in right-to-left languages."""

    ARABIC = "إصلاح تسجيل الدخول (iPad)"

    def prepare(self):
        self.arabic = self.one.pmgit("add", self.ARABIC, "--body", "وصف\n\n- واحد", "--check", "سطر")
        lines = "".join(f'{{"title":"Plan {n}","state":"todo"}}\n' for n in range(150))
        self.one.pmgit("import", "-", text=lines)

    def direction(self, selector):
        return self.page.run(
            "const node = document.querySelector(arguments[0]); const range = document.createRange();"
            "range.selectNodeContents(node); const text = range.getBoundingClientRect(), box = node.getBoundingClientRect();"
            "return box.right - text.right < text.left - box.left ? 'rtl' : 'ltr'", selector)

    def test_the_ring_of_a_long_word_is_on_its_first_line(self):
        page = self.page
        self.one.pmgit("add", "w" * 90, "--state", "doing")
        page.wait(lambda: page.run("return [...document.querySelectorAll('.card .title')]"
                                   ".some(each => each.textContent.startsWith('www') && each.querySelector('.here'))"))
        lines = page.run("""const title = [...document.querySelectorAll('.card .title')].find(each => each.textContent.startsWith('www'));
            const range = document.createRange(); range.selectNodeContents(title.lastChild);
            const [first] = range.getClientRects(), ring = title.querySelector('.here').getBoundingClientRect();
            return [first.top < ring.top, ring.bottom < first.bottom, ring.right < first.left]""")
        self.assertEqual(lines, [True] * 3)

    def test_titles_run_in_their_own_direction(self):
        page = self.page
        page.wait(lambda: self.ARABIC in page.column("todo"))
        self.assertEqual(self.direction(f"[data-id='{self.arabic}'] .title"), "rtl")
        self.assertEqual(self.direction(f"[data-id='{self.plans['Alpha']}'] .title"), "ltr")
        page.open_plan(self.ARABIC)
        self.assertEqual(self.direction("#side .text p"), "rtl")
        page.click("[data-view=List]")
        page.wait(lambda: page.all("main table"))
        self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 1300)

    def test_paper_has_every_card_of_the_page(self):
        page = self.page
        page.wait(lambda: len(page.column("todo")) == 154)
        paper = page.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]
        # This many cards fill ten sheets.
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(paper))), 7)
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        height = page.run("return document.querySelector('.lane .cards').scrollHeight")
        self.assertGreater(height, 5_000)
        self.assertGreaterEqual(page.run("return document.querySelector('.lane').clientHeight"), height)
        self.assertEqual([each for each in page.all("#top button, #bar, .card button") if each.is_displayed()], [])

    def test_a_finger_on_a_telephone(self):
        page = self.page
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.resize(390, 760)
        page.open(self.server.origin + "/b/main")
        small = page.run(
            "return [...document.querySelectorAll('#top button, #top select, #top input, .card button')]"
            ".filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect())"
            ".filter(box => box.height < 24 || box.width < 24).length")
        self.assertEqual(small, 0)
        page.click(f"[data-id='{self.plans['Alpha']}'] button.more")
        page.wait(lambda: page.all("dialog[open]"))
        page.click(lambda: next((each for each in page.all("dialog li") if each.text.startswith("Move to Doing")), None))
        page.wait(lambda: self.state("Alpha") == "doing")


    def test_twenty_columns_have_dots_on_a_phone(self):
        page = self.page
        for number in range(17):
            self.one.pmgit("column", "add", f"c{number}")
        for width in [390, 320]:
            page.resize(width, 760)
            page.wait(lambda: len(page.all(".dots button")) == 20)
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
            for end, name in [(1e6, "Done"), (0, "Todo")]:
                page.run("document.getElementById('lanes').scrollTo({ left: arguments[0], behavior: 'instant' })", end)
                page.wait(lambda: page.all(f".dots [aria-label={name}][aria-current]"), name)
                box = page.run("const box = document.querySelector('.dots [aria-current]').getBoundingClientRect(); return [box.left, box.right, box.width]")
                self.assertTrue(0 <= box[0] and box[1] <= width and box[2] == 24, (width, name, box))

    def test_dots_say_which_column_of_how_many_is_shown(self):
        page = self.page
        self.assertFalse(page.one(".dots").is_displayed())
        page.resize(390, 760)
        shown = lambda: page.run("return [...document.querySelectorAll('.dots button')].map(each => each.ariaLabel + (each.ariaCurrent === 'true' ? ' shown' : ''))")
        page.wait(lambda: shown() == ["Todo shown", "Doing", "Done"], str(shown()))
        page.click(".dots [aria-label=Done]")
        page.wait(lambda: shown() == ["Todo", "Doing", "Done shown"])
        page.wait(lambda: page.run("const box = document.querySelector('.lane[data-column=done]').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth"))
        page.run("document.getElementById('lanes').scrollLeft = 350")
        page.wait(lambda: shown() == ["Todo", "Doing shown", "Done"])
        box = page.run("const box = document.querySelector('.dots').getBoundingClientRect(); return [box.top, box.bottom, document.querySelector('#top nav').getBoundingClientRect().top]")
        self.assertTrue(box[0] < box[1] <= box[2] + 1, box)


if __name__ == "__main__":
    unittest.main()
