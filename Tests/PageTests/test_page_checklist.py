"""The checklist of the open plan."""

from browser import Keys
from page import DocumentCase


class Checklist(DocumentCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], *[word for text in ["one", "two", "three", "four"] for word in ("--check", text)])

    def lines(self):
        return [line["text"] for line in self.plan()["checklist"]]

    def shown(self):
        return self.page.run("return [...document.querySelectorAll('.checklist textarea')].map(each => each.value)")

    def drag(self, line, to, release=True, kind="mouse"):
        page = self.page
        grips = page.all(".checklist .grip")
        x, y = page.middle(page.all(".checklist li")[to - 1])
        page.pointer(kind, page.middle(grips[line - 1]), (x, y + (8 if to > line else -8 if to < line else 0)), release=release)

    def test_lines_are_sorted_by_drag(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        self.drag(1, 3)
        page.wait(lambda: self.lines() == ["two", "three", "one", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["two", "three", "one", "four"])
        self.said("Moved “one”, 3 of 4")
        self.drag(4, 1)
        page.wait(lambda: self.lines() == ["four", "two", "three", "one"])
        page.wait(lambda: self.shown() == ["four", "two", "three", "one"])
        page.settle()
        before = self.one.tip()
        self.drag(2, 2)
        self.drag(2, 4, release=False)
        page.wait(lambda: self.shown() == ["four", "three", "one", "two"])
        page.press("Escape")
        page.wait(lambda: self.shown() == ["four", "two", "three", "one"])
        self.assertEqual((self.one.tip(), page.all("#side[hidden]")), (before, []))

    def test_lines_are_moved_by_their_ids_while_another_is_written(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        # The list is not drawn again while a line has unsaved text.
        page.write("[aria-label='Line 4']", " more")
        self.drag(1, 3)
        page.wait(lambda: self.lines() == ["two", "three", "one", "four"], str(self.lines()))
        self.drag(1, 2)
        page.wait(lambda: self.lines() == ["three", "two", "one", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["three", "two", "one", "four more"], str(self.shown()))
        # Others have removed a line and added one above.
        self.one.pmgit("check", self.plans["Alpha"], "three", "--remove")
        page.wait(lambda: page.text("[data-part=checklist] .meanwhile"))
        self.drag(3, 2)
        page.wait(lambda: self.lines() == ["one", "two", "four"], str(self.lines()))
        page.run("document.querySelectorAll('.checklist li')[1].querySelector('[aria-label$=down]').click()")
        page.wait(lambda: self.lines() == ["two", "one", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["three", "two", "one", "four more"], str(self.shown()))

    def test_a_drag_that_failed_is_taken_back(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        page.run("const ask = fetch; window.fetch = (url, options) => options?.method === 'POST' ? Promise.reject(new TypeError('lost')) : ask(url, options)")
        self.drag(1, 3)
        page.wait(lambda: page.all(".toast.problem") and self.shown() == ["one", "two", "three", "four"])

    def test_lines_are_sorted_by_keys(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        page.click("[aria-label='Line 1']")
        page.write("[aria-label='Line 1']", Keys.ALT, Keys.ARROW_DOWN, Keys.NULL)
        page.wait(lambda: self.lines() == ["two", "one", "three", "four"])
        # The focus goes with the line.
        page.wait(lambda: page.run("return document.activeElement.value") == "one" and self.shown()[1] == "one")
        page.write("[aria-label='Line 2']", " more", Keys.ALT, Keys.ARROW_DOWN, Keys.NULL)
        page.wait(lambda: self.lines() == ["two", "three", "one more", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["two", "three", "one more", "four"])

    def test_lines_and_buttons_are_named_by_their_places(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        # The list is not drawn again while a line has unsaved text.
        page.write("[aria-label='Line 2']", " more")
        page.run("document.querySelector('[aria-label=\"Move line 4 up\"]').click()")
        page.wait(lambda: self.lines() == ["one", "two", "four", "three"])
        page.wait(lambda: self.shown() == ["one", "two more", "four", "three"], str(self.shown()))
        names = lambda part: page.run("return [...document.querySelectorAll(`.checklist ${arguments[0]}`)].map(each => each.ariaLabel)", part)
        self.assertEqual((names("textarea"), names("[aria-label$=up]")), ([f"Line {each}" for each in range(1, 5)], [f"Move line {each} up" for each in range(1, 5)]))
        ends = "return [...document.querySelectorAll('.checklist [aria-disabled]')].map(each => each.ariaLabel)"
        page.wait(lambda: page.run(ends) == ["Move line 1 up", "Move line 4 down"])
        page.run("document.querySelector('[aria-label=\"Move line 3 down\"]').click()")
        page.wait(lambda: self.lines() == ["one", "two", "three", "four"])
        # The ends of the list are no places to go to.
        before = self.one.tip()
        page.run("for (const name of ['Move line 1 up', 'Move line 4 down']) document.querySelector(`[aria-label='${name}']`).click()")
        page.settle()
        self.assertEqual((self.one.tip(), self.shown()), (before, ["one", "two more", "three", "four"]))

    def test_the_focus_stays_on_the_button_that_moves_a_line(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        for place in [1, 2]:
            self.assertTrue(page.wait(lambda: page.run("const node = document.querySelector(`[aria-label='Move line ${arguments[0]} down']`); if (arguments[0] === 1) node.focus(); return document.activeElement === node", place)))
            page.press(Keys.ENTER)
            page.wait(lambda: self.lines().index("one") == place and self.shown() == self.lines())

    def test_of_two_moves_the_first_fails(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        page.write("[aria-label='Line 4']", " more")
        self.fail_slowly("/check", "POST", 1)
        page.run("document.querySelector(\"[aria-label='Line 1']\").focus()")
        page.run("for (let time = 0; time < 2; time += 1) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true, cancelable: true }))")
        page.wait(lambda: self.shown() == ["two", "three", "one", "four more"])
        page.wait(lambda: self.lines() == ["two", "three", "one", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["two", "three", "one", "four more"], str(self.shown()))
        # A move that fails alone is taken back.
        self.fail_slowly("/check", "POST", 1)
        self.drag(1, 3)
        page.wait(lambda: self.shown() == ["three", "one", "two", "four more"], str(self.shown()))
        page.wait(lambda: self.shown() == ["two", "three", "one", "four more"], str(self.shown()))
        self.assertEqual(page.texts(".checklist textarea[aria-label='Line 4']"), page.texts(".checklist li:last-child textarea"))

    def test_a_paste_can_be_undone(self):
        page = self.page
        page.open_plan("Alpha")
        field = "[data-part=new-line] textarea"
        page.click(field)
        page.press("x")
        page.run("""const data = new DataTransfer(); data.setData('text/plain', '- five\\n- six');
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))""")
        page.wait(lambda: page.one(field).get_attribute("value") == "xfive\nsix", page.one(field).get_attribute("value"))
        page.press("Control+z")
        page.wait(lambda: page.one(field).get_attribute("value") == "x", page.one(field).get_attribute("value"))

    def test_pasted_lines_become_lines(self):
        page = self.page
        page.open_plan("Alpha")
        page.click("[data-part=new-line] textarea")
        page.run("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
            const field = document.activeElement;
            if (field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))) document.execCommand('insertText', false, arguments[0])""",
                 "- [ ] five\n* six\n\n  3. seven\neight - not a mark\n")
        page.wait(lambda: "Enter adds 4 lines" in page.text("[data-part=new-line]"))
        page.press(Keys.ENTER)
        page.wait(lambda: self.lines()[4:] == ["five", "six", "seven", "eight - not a mark"], str(self.lines()))
        page.wait(lambda: page.one("[data-part=new-line] textarea").get_attribute("value") == "")
        page.press("n", "i", "n", "e", Keys.ENTER)
        page.wait(lambda: self.lines()[-1] == "nine")

    def test_typed_lines_keep_what_looks_like_a_mark(self):
        page = self.page
        page.open_plan("Alpha")
        page.click("[data-part=new-line] textarea")
        page.press(*"3. Oktober", Keys.ENTER)
        page.wait(lambda: self.lines()[-1] == "3. Oktober", str(self.lines()))
        page.wait(lambda: page.one("[data-part=new-line] textarea").get_attribute("value") == "")
        page.write("[data-part=new-line] textarea", "- 4", Keys.SHIFT + Keys.ENTER + Keys.NULL, "- 5", Keys.ENTER)
        page.wait(lambda: self.lines()[-2:] == ["- 4", "- 5"], str(self.lines()))
