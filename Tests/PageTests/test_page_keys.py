"""What people do with the keyboard alone."""

import re
import time

from browser import Keys
from page import PageCase


class Keyboard(PageCase):
    def test_focus_moves_by_arrows_and_letters(self):
        page = self.page
        page.focus("Alpha")
        for key, title in [("j", "Beta"), (Keys.ARROW_DOWN, "Gamma"), ("k", "Beta"), (Keys.ARROW_UP, "Alpha"), ("k", "Alpha")]:
            page.press(key)
            self.assertEqual(page.focused(), title, key)
        self.one.pmgit("move", self.plans["Gamma"], "doing")
        page.wait(lambda: page.column("doing") == ["Gamma"])
        for key, title in [("l", "Gamma"), ("h", "Alpha"), (Keys.ARROW_RIGHT, "Gamma"), (Keys.ARROW_LEFT, "Alpha")]:
            page.press(key)
            self.assertEqual(page.focused(), title, key)

    def test_keys_that_are_pressed_fast_are_each_made_on_the_last(self):
        page = self.page
        page.focus("Alpha")
        before = self.one.tip()
        page.press(*"LLHLHL")
        page.wait(lambda: self.state("Alpha") == "done")
        page.wait(lambda: self.one.git("rev-list", "--count", f"{before}..pmgit/main").strip() == "6")
        page.wait(lambda: page.column("done") == ["Alpha"])
        self.assertEqual(self.one.pmgit("resolve", "--list"), "")

    def test_cards_move_and_keep_the_focus(self):
        page = self.page
        page.focus("Alpha")
        for key, column in [("L", "doing"), ("<", "todo"), (">", "doing"), ("H", "todo"),
                            ("Shift+arrow_right", "doing"), ("Shift+arrow_left", "todo")]:
            page.press(key)
            page.wait(lambda: "Alpha" in page.column(column), key)
            page.wait(lambda: self.state("Alpha") == column, key)
        page.wait(lambda: page.column("todo") == ["Beta", "Gamma", "Alpha"])
        for key, order in [("K", "Beta Alpha Gamma"), ("J", "Beta Gamma Alpha"), ("Shift+arrow_up", "Beta Alpha Gamma"),
                           ("Shift+arrow_down", "Beta Gamma Alpha")]:
            page.press(key)
            page.wait(lambda: page.column("todo") == order.split(), key)
            page.wait(lambda: re.findall("Alpha|Beta|Gamma", self.one.pmgit("list", "state:todo")) == order.split(), key)
        page.wait(lambda: "Moved “Alpha” to Todo, 3 of 3" in page.run("return document.getElementById('said').textContent"))

    def test_the_ends_of_a_column(self):
        page = self.page
        page.focus("Beta")
        for key, title in [(Keys.END, "Gamma"), (Keys.HOME, "Alpha")]:
            page.press(key)
            self.assertEqual(page.focused(), title)
        page.press("Shift+end")
        page.wait(lambda: page.column("todo") == ["Beta", "Gamma", "Alpha"])
        page.wait(lambda: page.focused() == "Alpha")
        page.press("Shift+home")
        page.wait(lambda: page.column("todo") == ["Alpha", "Beta", "Gamma"])
        page.press("Shift+home")
        page.wait(lambda: re.findall("Alpha|Beta|Gamma", self.one.pmgit("list", "state:todo")) == ["Alpha", "Beta", "Gamma"])

    def test_a_key_leads_to_each_part_of_a_plan(self):
        page = self.page
        focus = "const at = document.activeElement; return [at.tagName, at.dataset.act ?? '']"
        # With the focus on a card, its plan is opened first.
        page.focus("Beta")
        page.press("C")
        page.wait(lambda: page.run(focus) == ["TEXTAREA", "comment"])
        self.assertIn(self.plans["Beta"], page.driver.current_url)
        page.press(*"Said by keys", "Control+enter")
        page.wait(lambda: [each["text"] for each in self.one.plan(self.plans["Beta"])["comments"]] == ["Said by keys"])
        page.press(Keys.ESCAPE, "+")
        page.wait(lambda: page.run(focus) == ["TEXTAREA", "line"])
        page.press(*"a line", Keys.ENTER)
        page.wait(lambda: [each["text"] for each in self.one.plan(self.plans["Beta"])["checklist"]] == ["a line"])
        page.press(Keys.ESCAPE, "b")
        page.wait(lambda: page.run(focus) == ["INPUT", "link"])
        page.press(Keys.ESCAPE, "w")
        page.wait(lambda: page.run(focus) == ["SUMMARY", "history"])
        page.wait(lambda: page.all("#side [data-part=history] details[open] .events li"))
        page.press("E")
        page.wait(lambda: page.run(focus) == ["TEXTAREA", "body"])
        # A letter in a field is text.
        page.press(*"bwC")
        self.assertEqual(page.one("#side textarea.text").get_attribute("value"), "bwC")
        self.assertEqual(page.one("#side [data-part=new-comment] textarea").get_attribute("title"), "Write a comment: C")

    def test_moves_by_the_name_of_a_column(self):
        page = self.page
        page.focus("Beta")
        page.press("m")
        page.wait(lambda: page.all("dialog[open]"))
        page.press("d", "o", "n", Keys.ENTER)
        page.wait(lambda: self.state("Beta") == "done")

    def test_undo_and_redo_are_the_command_lines(self):
        page = self.page
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: self.state("Alpha") == "doing")
        page.press("z")
        page.wait(lambda: self.state("Alpha") == "todo")
        page.press("Z")
        page.wait(lambda: self.state("Alpha") == "doing")
        self.one.pmgit("undo")
        page.wait(lambda: "Alpha" in page.column("todo"))
        page.press("Control+Shift+z")
        page.wait(lambda: self.state("Alpha") == "doing")
        page.press("Control+z")
        page.wait(lambda: self.state("Alpha") == "todo")

    def test_changes_of_one_card(self):
        page = self.page

        def ask(key, text):
            page.focus("Alpha")
            page.press(key)
            page.wait(lambda: page.all("dialog[open]"), key)
            page.press("Control+a", *text, Keys.ENTER)
            # Several labels and people can be chosen, so their lists stay open.
            if key in "ga":
                page.press("Escape")
            page.wait(lambda: not page.all("dialog[open]"), key)

        def plan():
            return self.one.plan(self.plans["Alpha"])

        ask("d", "2027-01-02")
        page.wait(lambda: plan()["due"] == "2027-01-02")
        ask("g", "bug, ui")
        page.wait(lambda: plan()["labels"] == ["bug", "ui"])
        ask("a", "@me")
        page.wait(lambda: plan()["assignees"] == ["Dev One <dev.one@example.org>"])
        ask("p", "urgent")
        page.wait(lambda: plan()["priority"] == "urgent")
        page.focus("Alpha")
        page.press("i")
        page.wait(lambda: plan()["owner"] == "Dev One <dev.one@example.org>")
        page.wait(lambda: "Alpha" in page.column("doing"))
        page.focus("Alpha")
        page.press("e")
        page.wait(lambda: page.all(".card .editing textarea"))
        page.press("Control+a", *"Alpha again", Keys.ENTER)
        page.wait(lambda: plan()["title"] == "Alpha again")

    def test_new_plan_and_delete(self):
        page = self.page
        for key, title in [("n", "로그인 고치기"), ("c", "Second")]:
            page.focus("Beta")
            page.press(key)
            page.wait(lambda: page.all("[data-column=todo] .composer"))
            page.press(*title, Keys.ENTER)
            page.wait(lambda: title in page.column("todo"))
            # The composer stays open; Escape closes it, and the new card has the focus.
            page.press(Keys.ESCAPE)
            page.wait(lambda: page.focused() == title and not page.all(".composer"))
        page.press(Keys.DELETE)
        page.wait(lambda: "Second" not in page.column("todo"))
        self.assertNotIn("Second", self.one.pmgit("list"))

    def test_selection_is_changed_together(self):
        page = self.page
        page.focus("Alpha")
        page.press(" ", "j", "j", "v")
        self.assertEqual(page.selected(), ["Alpha", "Beta", "Gamma"])
        before = int(self.one.git("rev-list", "--count", "pmgit/main"))
        page.press("L")
        page.wait(lambda: page.column("doing") == ["Alpha", "Beta", "Gamma"])
        page.wait(lambda: self.state("Gamma") == "doing")
        self.assertEqual(int(self.one.git("rev-list", "--count", "pmgit/main")), before + 1)
        page.press(Keys.ESCAPE)
        self.assertEqual(page.selected(), [])
        page.press("Control+a")
        self.assertEqual(len(page.selected()), 3)

    def test_query(self):
        page = self.page
        page.press("/")
        page.wait(lambda: page.run("return document.activeElement.id") == "query")
        page.press(*"jlBeta", Keys.BACKSPACE * 6, *"beta", Keys.ENTER)
        page.wait(lambda: page.column("todo") == ["Beta"])
        page.wait(lambda: page.focused() == "Beta")
        self.assertIn("q=beta", page.driver.current_url)
        page.press("x")
        page.wait(lambda: len(page.column("todo")) == 3)
        page.press("q")
        page.wait(lambda: page.column("todo") == [])
        page.press("q")
        page.wait(lambda: len(page.column("todo")) == 3)
        page.press("f", *"due:<((")
        page.wait(lambda: page.one(".query .problem").is_displayed())
        page.press(Keys.ESCAPE, Keys.ESCAPE)

    def test_the_box_keeps_what_is_typed_whatever_is_answered_meanwhile(self):
        page = self.page
        page.press("/")
        for letter in "alphabetagamma":
            page.press(letter)
            time.sleep(0.21)
        self.assertEqual(page.one("#query").get_attribute("value"), "alphabetagamma")
        page.wait(lambda: "No plan matches" in page.text("#main .void"))
        page.press(Keys.ESCAPE)
        self.assertEqual(page.one("#query").get_attribute("value"), "alphabetagamma")
        page.press("x")
        page.wait(lambda: len(page.all(".card")) == 3)
        self.assertEqual(page.one("#query").get_attribute("value"), "")

    def test_the_words_of_the_language_are_offered(self):
        page = self.page
        page.press("/", *"stat")
        page.wait(lambda: "state:" in page.text("#offers"))
        page.press(Keys.ARROW_DOWN, Keys.ENTER)
        page.wait(lambda: page.one("#query").get_attribute("value") == "state:")

    def test_a_word_that_was_chosen_stays_chosen_when_a_late_answer_comes(self):
        page = self.page
        page.press("/", *"sta")
        page.wait(lambda: "state:" in page.text("#offers"))
        self.slowly(1, "/complete", "GET")
        page.press("t", Keys.ARROW_DOWN)
        chosen = page.texts("#offers [aria-selected=true] .grow")
        self.assertEqual(len(chosen), 1)
        self.when_late("q=stat")
        self.assertEqual(page.texts("#offers [aria-selected=true] .grow"), chosen)
        page.press(Keys.ENTER)
        page.wait(lambda: page.one("#query").get_attribute("value") == chosen[0])
        # What is typed after a choice is another word.
        page.write("#query", Keys.CONTROL + "a" + Keys.NULL, "sta")
        self.when_late("q=sta")
        page.press(Keys.ARROW_DOWN, "r", Keys.ENTER)
        page.wait(lambda: "q=star" in page.driver.current_url)
        self.assertEqual(page.one("#query").get_attribute("value"), "star")
        page.write("#query", Keys.CONTROL + "a" + Keys.NULL, "start")
        self.when_late("q=start")
        self.assertEqual(page.texts("#offers [aria-selected=true]"), [])

    def test_help_palette_and_letters(self):
        page = self.page
        page.press("?")
        page.wait(lambda: page.all("dialog[open]"))
        listed = page.text("dialog[open]")
        for says in page.module("commands/keys.js", "KEYS.map(row => row.says)"):
            self.assertIn(says, listed)
        page.click("dialog[open] input[type=checkbox]")
        page.press(Keys.ESCAPE)
        page.focus("Alpha")
        page.press("L")
        page.press(Keys.ARROW_DOWN)
        self.assertEqual(page.focused(), "Beta")
        self.assertEqual(self.state("Alpha"), "todo")
        page.press("Control+k")
        page.wait(lambda: page.all("dialog[open]"))
        page.press(*"list", Keys.ENTER)
        page.wait(lambda: page.all("table.list"))

    def test_letters_that_somebody_types_are_no_commands(self):
        page = self.page
        self.slowly(0.5)
        page.focus("Alpha")
        page.press("L", "/", *"state:doing")
        page.wait(lambda: self.state("Alpha") == "doing")
        self.said("Moved")
        time.sleep(0.3)
        self.assertEqual(page.one("#query").get_attribute("value"), "state:doing")
        self.assertEqual(page.run("return document.activeElement.id"), "query")
        self.assertEqual(page.all("dialog"), [])

    def test_keys_are_about_what_is_seen(self):
        page = self.page
        page.focus("Alpha")
        page.click("[data-view=Settings]")
        page.press(Keys.DELETE, "d")
        self.assertEqual(page.all("dialog"), [])
        page.click("[data-view=Board]")
        page.focus("Alpha")
        page.run("document.querySelector('#query').value = 'Beta'; document.querySelector('#query').dispatchEvent(new Event('input'))")
        page.wait(lambda: page.column("todo") == ["Beta"])
        page.press(Keys.DELETE, "d", "K", "L")
        self.assertEqual(page.all("dialog"), [])
        page.press("x")
        # In the open plan, keys apply to that plan.
        page.open_plan("Beta")
        page.focus("Gamma")
        page.run("document.querySelector('#side .close').focus()")
        page.press("L")
        page.wait(lambda: self.state("Beta") == "doing")
        self.assertEqual([self.state(title) for title in ["Alpha", "Gamma"]], ["todo", "todo"])
        self.assertEqual(len(page.all(".card")), 3)

    def test_the_palette_gives_the_focus_to_its_command(self):
        page = self.page
        page.focus("Alpha")
        page.press("Control+k")
        page.write("dialog input", "to the query", Keys.ENTER)
        page.wait(lambda: page.run("return document.activeElement.id") == "query")
        time.sleep(0.2)
        self.assertEqual(page.run("return document.activeElement.id"), "query")

    def test_the_focus_goes_to_the_neighbour_of_a_plan_that_is_deleted(self):
        page = self.page
        page.focus("Beta")
        page.press(Keys.DELETE)
        page.wait(lambda: page.focused() == "Gamma")
        page.press(Keys.DELETE)
        page.wait(lambda: page.focused() == "Alpha")

    def test_a_range_whose_begin_is_gone(self):
        page = self.page
        page.focus("Alpha")
        page.press(" ")
        self.one.pmgit("delete", self.plans["Alpha"])
        page.wait(lambda: len(page.all(".card")) == 2)
        page.focus("Gamma")
        page.press("v")
        page.wait(lambda: page.selected() == ["Gamma"])

    def test_enter_that_ends_a_korean_word_ends_no_more(self):
        page = self.page
        page.press("Control+k")
        page.run("document.querySelector('dialog input').dispatchEvent(new KeyboardEvent('keydown',"
                 " { key: 'Enter', isComposing: true, bubbles: true }))")
        self.assertEqual(len(page.all("dialog")), 1)
