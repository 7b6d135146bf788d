"""Ways to find, add and decide without the query language and without ids."""

import json

from browser import Keys
from page import PageCase


class Ways(PageCase):
    def query(self):
        return self.page.one("#query").get_attribute("value")

    def test_a_press_on_a_label_finds_and_one_more_does_not(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "two words", "--owner", "@me")
        page.click(".card .label")
        page.wait(lambda: page.column("todo") == ["Alpha"])
        self.assertEqual(self.query(), '#"two words"')
        page.click(".card .label")
        page.wait(lambda: len(page.column("todo")) == 3)
        self.assertEqual((self.query(), page.all("#side textarea")), ("", []))

    def test_heads_of_the_list_sort(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Gamma"], "--due", "2027-01-02")
        self.one.pmgit("edit", self.plans["Beta"], "--due", "2027-01-03")
        page.click("[data-view=List]")
        titles = lambda: page.texts("main tbody a")
        for order in [["Gamma", "Beta", "Alpha"], ["Beta", "Gamma", "Alpha"], ["Alpha", "Beta", "Gamma"]]:
            page.click("[aria-label=Due]")
            page.wait(lambda: titles() == order, str(order))
        page.click("[aria-label=Due]")
        page.wait(lambda: page.all("th[aria-sort=ascending] [aria-label=Due]"))
        self.assertEqual(page.run("return document.activeElement.getAttribute('aria-label')"), "Due")

    def test_a_query_is_saved_where_it_is_written(self):
        page = self.page
        self.assertNotIn("Save view", page.text("#filters"))
        page.press("/", *"Alp")
        page.wait(lambda: page.column("todo") == ["Alpha"])
        page.click_button("#filters", "Save view")
        page.press("first", Keys.ENTER)
        self.said("Saved the view “first”: Alp")
        self.assertIn("Alp", self.one.pmgit("list", "view:first"))
        page.write("#query", "h")
        page.click_button("#filters", "Save view")
        page.press(Keys.ENTER)
        page.wait(lambda: page.text("dialog .said"))
        self.assertEqual(page.run("return document.activeElement.tagName"), "INPUT")

    def test_a_new_plan_in_a_column_of_a_row(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "ui")
        page.click("[data-column=doing] [aria-label='New plan in Doing']")
        page.wait(lambda: page.all("[data-column=doing] .composer"))
        page.press(*"Here", Keys.ENTER)
        page.wait(lambda: page.column("doing") == ["Here"])
        page.open(self.server.origin + "/b/main?group=label")
        page.click(".lane[data-row=ui][data-column=done] .add")
        page.wait(lambda: page.texts("[data-row=ui][data-column=done] .composer .chips .pill") == ["ui"])
        page.press(*"There", Keys.ENTER)
        page.wait(lambda: "There" in page.text(".lane[data-row=ui][data-column=done]"))
        there = next(plan for plan in json.loads(self.one.pmgit("list", "--all", "There", "--json"))["plans"])
        self.assertEqual((there["state"], there["labels"]), ("done", ["ui"]))

    def test_a_link_by_a_title(self):
        page, plan = self.page, self.plans["Alpha"]
        page.open_plan("Alpha")
        self.one.pmgit("edit", self.plans["Gamma"], "--title", "Gamma rays are bright")
        page.wait(lambda: "Gamma rays are bright" in page.column("todo"))
        field = "[aria-label='The plan to link to']"
        # Words in any order, as in the palette.
        page.write(field, "bright gam")
        page.wait(lambda: page.texts(".linking [role=option] .grow") == ["Gamma rays are bright"])
        self.assertEqual(page.texts(".linking [role=option] small"), [self.one.plan(self.plans["Gamma"])["id"][:len(page.texts(".linking [role=option] small")[0])]])
        self.assertEqual(len(page.all(".linking [role=option] svg.state")), 1)
        self.assertEqual([page.one(field).get_attribute(each) for each in ["role", "aria-expanded", "aria-controls"]],
                         ["combobox", "true", page.one(".linking [role=listbox]").get_attribute("id")])
        self.assertEqual(page.one(field).get_attribute("aria-activedescendant"), page.one(".linking [aria-selected=true]").get_attribute("id"))
        # Escape closes the list alone, and the text is kept; an arrow chooses.
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.texts(".linking [role=option]"))
        self.assertEqual(page.one(field).get_attribute("value"), "bright gam")
        page.write(field, "m")
        page.wait(lambda: page.all(".linking [role=option]"))
        page.write(field, Keys.ARROW_DOWN, Keys.ENTER)
        page.wait(lambda: self.one.plan(plan)["links"] == [f"blocked-by:{self.plans['Gamma']}"])
        page.wait(lambda: "Gamma" in page.text(".links"))
        self.assertIn("Blocked by", page.text(".links"))
        # Words that match several plans are refused, even if they are the prefix of an id.
        page.write(field, "a", Keys.ENTER)
        self.said("plans fit “a”")
        self.assertEqual(page.one(field).get_attribute("value"), "a")
        page.write(field, " plan of another board", Keys.ENTER)
        self.said("no title contains these words")
        self.assertEqual(len(self.one.plan(plan)["links"]), 1)

    def test_a_second_link_while_the_first_is_saved(self):
        page, plan = self.page, self.plans["Alpha"]
        page.open_plan("Alpha")
        self.slowly(0.7)
        page.write("[aria-label='The plan to link to']", "Gamma", Keys.ENTER, " Beta", Keys.ENTER)
        page.wait(lambda: len(self.one.plan(plan)["links"]) == 2)
        self.assertEqual(sorted(self.one.plan(plan)["links"]), sorted(f"blocked-by:{self.plans[each]}" for each in ["Beta", "Gamma"]))

    def test_relations_are_rows_with_what_matters(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", self.plans["Beta"], "--link", f"parent:{plan}", "--due", "2027-03-04", "--assign", "Ana Lee <ana@example.org>")
        self.one.pmgit("edit", self.plans["Gamma"], "--link", f"parent:{plan}")
        self.one.pmgit("done", self.plans["Gamma"])
        self.one.pmgit("edit", plan, "--link", f"blocked-by:{self.plans['Beta']}")
        page.open_plan("Alpha")
        page.wait(lambda: page.texts("[data-part=links] h3 small") == ["1 of 2"], page.text("[data-part=links]"))
        rows = page.run("return [...document.querySelectorAll('.links li')].map(row => [...row.children].map(each => each.ariaLabel ?? each.innerText))")
        self.assertIn(["Beta", "Mar 4, 2027"], [[row[1], row[3]] for row in rows if len(row) > 3])
        self.assertIn(["Blocked by", "Beta"], [[row[0], row[2]] for row in rows if len(row) > 3])
        self.assertEqual(page.run("return document.querySelector('.links .face').ariaLabel"), "Ana Lee")
        self.assertEqual(page.violations(), [])
        # A click beside the title opens the plan, too.
        beside = page.middle(page.one(".links .state"))
        page.pointer("mouse", beside, beside)
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") in ("Beta", "Gamma"))

    def test_the_open_plan_follows_the_keys(self):
        page = self.page
        page.open_plan("Alpha")
        title = lambda: page.run("return document.querySelector('#side textarea.title')?.value")
        page.press("j")
        page.wait(lambda: title() == "Beta")
        # The focus stays on the card, and the next key acts on the plan that is seen.
        self.assertEqual(page.focused(), "Beta")
        page.press("j", "j", "k")
        page.wait(lambda: title() == "Beta" and page.focused() == "Beta")
        page.press("Escape")
        page.wait(lambda: not page.all("#side .title") and page.focused() == "Beta")
        page.press("j")
        page.wait(lambda: page.focused() == "Gamma")
        page.settle()
        self.assertFalse(page.all("#side .title"))

    def test_the_open_card_is_marked(self):
        page = self.page
        page.open_plan("Beta")
        page.wait(lambda: page.texts(".card[aria-current=true] .title") == ["Beta"])
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".card[aria-current]"))

    def test_the_focus_stays_where_somebody_works(self):
        page = self.page
        page.press("n", *"Fourth", Keys.ENTER)
        page.wait(lambda: "Fourth" in page.column("todo"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.focused() == "Fourth")
        page.press("z")
        page.wait(lambda: page.focused() == "Gamma")
        page.press("n", Keys.ENTER)
        page.wait(lambda: "needs a title" in page.text(".composer"))
        page.press(*"Fifth", Keys.ENTER)
        page.wait(lambda: "Fifth" in page.column("todo"))
        page.open_plan("Alpha")
        page.write("#side textarea.title", Keys.CONTROL, "a", Keys.NULL, Keys.DELETE, Keys.ENTER)
        self.said("A plan needs a title")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Alpha")
        page.write("#side textarea.title", "!", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["title"] == "Alpha!")
        page.wait(lambda: page.run("return document.activeElement.className") == "title")

    def test_the_past_of_a_plan_is_told_in_words(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--label", "ui", "--check", "tests")
        self.one.pmgit("move", plan, "doing")
        page.open_plan("Alpha")
        # The history is open, and is read when it is seen.
        page.run("document.querySelector('[data-part=history]').scrollIntoView()")
        page.wait(lambda: page.texts(".events li p:not(.hint)") == ["moved from Todo to Doing", "added checklist line tests", "added label ui", "created in Todo"],
                  str(page.texts(".events li p")))
        self.assertIn("Dev One", page.texts(".events .hint")[0])
        self.assertEqual(page.run("return document.querySelector('.events .face').ariaLabel"), "Dev One")
        # What was read stays while the part is drawn again, and the new change is added.
        page.run("window.first = document.querySelector('.events').parentNode")
        self.one.pmgit("edit", plan, "--label", "bug")
        page.wait(lambda: page.texts(".events li p:not(.hint)")[:1] == ["added label bug"])
        self.assertTrue(page.run("return window.first.isConnected"))
        page.press("w")
        page.wait(lambda: page.run("return document.activeElement.textContent") == "History")
        # A person who closes it finds it closed after the next change.
        page.press(" ")
        page.wait(lambda: not page.all("details:has(.events)[open]"))
        self.one.pmgit("edit", plan, "--label", "later")
        page.wait(lambda: "later" in page.text("[data-part=fields]"))
        page.settle()
        self.assertEqual(page.all("details:has(.events)[open]"), [])

    def test_who_set_what_is_told_in_words(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--label", "ui", "--check", "tests", "--assign", "Ana Lee <ana@example.org>", "-p", "high",
                       "--link", f"blocked-by:{self.plans['Beta']}", "--body", "One\n\nTwo")
        self.one.pmgit("check", plan, "1")
        page.open_plan("Alpha")
        page.click(lambda: next(each for each in page.all("#side summary") if each.text == "Who set what"))
        page.wait(lambda: page.all(".setters tr"))
        rows = page.run("return [...document.querySelectorAll('.setters tr')].map(row => [row.cells[0].innerText, row.cells[1].innerText])")
        for row in (["Title", "Alpha"], ["Column", "Todo"], ["Priority", "High"], ["Label", "ui"], ["Assigned", "Ana Lee"],
                    ["Blocked by", "Beta"], ["Checklist line", "tests"], ["Ticked", "tests"], ["Description, line 3", "Two"]):
            self.assertIn(row, rows)
        self.assertNotIn("true", page.text(".setters"))
        heights = page.run("return [...document.querySelectorAll('.setters td:last-child')].map(each => each.clientHeight)")
        page.resize(390, 844)
        page.settle()
        self.assertEqual(page.run("return [...document.querySelectorAll('.setters time')].map(each => each.getClientRects().length)"), [1] * len(heights))
        self.assertEqual(page.violations(), [])


class OneTextOfTwo(PageCase):
    def prepare(self):
        plan = self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--body", "-", text="first\nsecond\nthird\n")
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")

    def apart(self, ours, theirs):
        for clone, text in [(self.one, ours), (self.team.two, theirs)]:
            clone.pmgit("edit", self.plans["Alpha"], "--body", "-", text=text)
        self.team.two.pmgit("sync")
        # A sync that pushes merges texts by itself.
        self.one.pmgit("sync", "--pull")
        self.page.click("[data-view=Conflicts]")
        self.page.click_button(".conflict-of", "Merge the texts")
        return self.page.wait(lambda: self.page.all(".conflict-of textarea"))[0]

    def body(self):
        return self.one.plan(self.plans["Alpha"])["body"]

    def test_changes_of_other_lines_are_both_in_it(self):
        page = self.page
        box = self.apart("FIRST\nsecond\nthird\n", "first\nsecond\nTHIRD\n")
        self.assertEqual(box.get_attribute("value").split(), ["FIRST", "second", "THIRD"])
        # Changes by others do not replace the editor.
        self.one.pmgit("edit", self.plans["Beta"], "--title", "Bet")
        box.send_keys(Keys.CONTROL, Keys.END, Keys.NULL, Keys.ENTER, "fourth")
        page.click_button(".conflict-of", "Save this text")
        page.wait(lambda: page.text(".page h2") == "Nothing to decide")
        self.assertEqual(self.one.plan(self.plans["Alpha"])["conflicts"], [])
        self.assertEqual(self.body().split(), ["FIRST", "second", "THIRD", "fourth"])

    def test_what_is_written_there_survives_the_page_and_other_decisions(self):
        page, plan = self.page, self.plans["Alpha"]
        for clone, priority in [(self.one, "low"), (self.team.two, "high")]:
            clone.pmgit("edit", plan, "-p", priority)
        self.apart("first\nours\nthird\n", "first\ntheirs\nthird\n")
        page.wait(lambda: page.text(".page h2") == "2 to decide")
        page.write(".conflict-of textarea", Keys.CONTROL, "a", Keys.NULL, "first\nboth\nthird")
        # Another field is decided beside it.
        page.run("[...document.querySelectorAll('.conflict-of button.value')].find(each => each.textContent.startsWith('low')).click()")
        page.wait(lambda: page.text(".page h2") == "1 to decide")
        self.assertEqual(page.run("return document.querySelector('.conflict-of textarea').value"), "first\nboth\nthird")
        page.driver.refresh()
        page.wait(lambda: page.all(".conflict-of"))
        page.click_button(".conflict-of", "Go on with your text")
        page.wait(lambda: page.run("return document.querySelector('.conflict-of textarea')?.value") == "first\nboth\nthird")
        self.assertIn("what you have written before", page.text(".conflict-of"))
        # Given up, the merged texts are back.
        page.click_button(".conflict-of", "Discard")
        page.click_button(".conflict-of", "Merge the texts")
        page.wait(lambda: "<<<<" in (page.run("return document.querySelector('.conflict-of textarea')?.value") or ""))
        page.write(".conflict-of textarea", Keys.CONTROL, "a", Keys.NULL, "first\nboth\nthird")
        page.press("Control+Enter")
        page.wait(lambda: page.text(".page h2") == "Nothing to decide")
        self.assertEqual(self.body().split(), ["first", "both", "third"])
        self.assertEqual(page.run("return Object.keys(localStorage).filter(each => each.includes('merged/'))"), [])

    def test_who_writes_decides_nothing_else_if_that_conflict_is_decided_elsewhere(self):
        page, plan = self.page, self.plans["Alpha"]
        for clone, priority in [(self.one, "low"), (self.team.two, "high")]:
            clone.pmgit("edit", self.plans["Beta"], "-p", priority)
        box = self.apart("first\nours\nthird\n", "first\ntheirs\nthird\n")
        page.wait(lambda: page.text(".page h2") == "2 to decide")
        box.send_keys(Keys.CONTROL, "a", Keys.NULL, "both")
        self.one.pmgit("resolve", plan, "body", "--take", "1")
        page.wait(lambda: page.text(".page h2") == "1 to decide")
        page.press(" ", "x", Keys.ENTER)
        self.assertEqual(page.run("return document.activeElement.value"), "both x\n")
        self.assertEqual(len(self.one.plan(self.plans["Beta"])["conflicts"]), 1)
        # What was written is not lost, and can be given up.
        page.click_button(".form", "Back")
        page.wait(lambda: "your text was not used" in page.text("main") and "both x" in page.text("main"))
        page.click_button(".conflict-of", "Discard")
        self.said("Discarded your text")
        page.wait(lambda: "your text was not used" not in page.text("main"))
        page.click_button("#toasts", "Restore it")
        page.wait(lambda: "both x" in page.text("main"))
        # One's own decision moves the focus to no button that decides.
        page.click(".conflict-of button.value")
        page.wait(lambda: page.text(".page h2") == "Nothing to decide")
        self.assertFalse(page.run("return document.activeElement.matches('button.value')"))

    def test_a_text_of_before_is_shown_with_the_values_of_now(self):
        page = self.page
        box = self.apart("first\nours\nthird\n", "first\ntheirs\nthird\n")
        box.send_keys(Keys.CONTROL, "a", Keys.NULL, "older")
        page.driver.refresh()
        page.wait(lambda: page.all(".conflict-of"))
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "-", text="new")
        self.one.pmgit("sync")
        self.team.two.pmgit("edit", self.plans["Alpha"], "--body", "-", text="newer\nstill")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")
        page.wait(lambda: "newer" in page.text(".conflict-of"))
        page.click_button(".conflict-of", "Go on with your text")
        page.wait(lambda: page.all(".conflict-of textarea"))
        self.assertIn("newer", page.text(".conflict-of .values"))

    def test_changes_that_overlap_are_put_right_first(self):
        page = self.page
        box = self.apart("first\nours\nthird\n", "first\ntheirs\nthird\n")
        page.click_button(".conflict-of", "Save this text")
        self.said("still has markers")
        self.assertEqual(len(self.one.plan(self.plans["Alpha"])["conflicts"]), 1)
        page.write(".conflict-of textarea", Keys.CONTROL, "a", Keys.NULL, "first\nboth\nthird")
        page.click_button(".conflict-of", "Save this text")
        page.wait(lambda: page.text(".page h2") == "Nothing to decide")
        self.assertEqual(self.body().split(), ["first", "both", "third"])
        self.assertEqual(page.all(".conflict-of textarea"), [])
