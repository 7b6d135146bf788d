"""The page in a real browser: what people do with keys, a mouse and a finger, and what others do meanwhile."""

import base64
import json
import re
import time
import unittest

from board import Server, Team
from browser import Browser, Keys


class PageCase(unittest.TestCase):
    options = ()

    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)
        self.one = self.team.one
        self.plans = {title: self.one.pmgit("add", title) for title in ["Alpha", "Beta", "Gamma"]}
        self.prepare()
        self.server = Server(self.one, *self.options)
        self.addCleanup(self.server.stop)
        self.page = self.look()

    def prepare(self):
        pass

    def look(self, address=None, **options):
        page = Browser(**options)
        self.addCleanup(page.close)
        page.open(address or self.server.address)
        return page

    def another(self, page=None):
        """Opens one more page of this server in the browser of the first."""
        page = page or self.page
        page.driver.switch_to.new_window("tab")
        page.open(self.server.origin + "/b/main")
        return page.driver.current_window_handle

    def state(self, title):
        return self.one.plan(self.plans[title])["state"]

    def said(self, text):
        return self.page.wait(lambda: text in self.page.text("#toasts"), text)


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
        self.assertEqual(page.column("done"), ["Alpha"])
        self.assertEqual(self.one.pmgit("conflicts"), "")

    def test_cards_move_and_keep_the_focus(self):
        page = self.page
        page.focus("Alpha")
        for key, column in [("L", "doing"), ("<", "todo"), (">", "doing"), ("H", "todo"),
                            ("Shift+arrow_right", "doing"), ("Shift+arrow_left", "todo")]:
            page.press(key)
            page.wait(lambda: "Alpha" in page.column(column), key)
            page.wait(lambda: self.state("Alpha") == column, key)
            page.wait(lambda: page.focused() == "Alpha", key)
        page.wait(lambda: page.column("todo") == ["Beta", "Gamma", "Alpha"])
        for key, order in [("K", "Beta Alpha Gamma"), ("J", "Beta Gamma Alpha"), ("Shift+arrow_up", "Beta Alpha Gamma"),
                           ("Shift+arrow_down", "Beta Gamma Alpha")]:
            page.press(key)
            page.wait(lambda: page.column("todo") == order.split(), key)
            page.wait(lambda: re.findall("Alpha|Beta|Gamma", self.one.pmgit("list", "state:todo")) == order.split(), key)
        self.assertRegex(page.run("return document.getElementById('said').textContent"), "Moved “Alpha” to Todo, 3 of 3")

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
        ask("e", "Alpha again")
        page.wait(lambda: plan()["title"] == "Alpha again")

    def test_new_plan_and_delete(self):
        page = self.page
        for key, title in [("n", "로그인 고치기"), ("c", "Second")]:
            page.focus("Beta")
            page.press(key)
            page.wait(lambda: page.all("dialog[open]"))
            page.press(*title, Keys.ENTER)
            page.wait(lambda: title in page.column("todo"))
            page.wait(lambda: page.focused() == title)
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
        page.wait(lambda: "No plan matches" in page.text(".problem"))
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

    def test_help_palette_and_letters(self):
        page = self.page
        page.press("?")
        page.wait(lambda: page.all("dialog[open]"))
        listed = page.text("dialog[open]")
        for says in page.run("return import('/keys.js').then(keys => keys.KEYS.map(row => row.says))"):
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
        page.press(*"show: list", Keys.ENTER)
        page.wait(lambda: page.all("table.list"))

    def test_every_key_does_something(self):
        acts, known = self.page.run("""return Promise.all([import('/keys.js'), import('/commands.js')])
            .then(([keys, commands]) => [keys.KEYS.map(row => row.act), commands.ACTS])""")
        self.assertEqual(sorted(acts), sorted(known))


class Pointer(PageCase):
    def drag(self, kind, hold=0.0):
        page = self.page
        card = page.card("Beta")
        page.pointer(kind, page.middle(card), page.middle(page.one(".lane[data-column=doing] .cards")), hold)
        page.wait(lambda: page.column("doing") == ["Beta"], kind)
        page.wait(lambda: self.state("Beta") == "doing")
        self.assertFalse(page.all("#side:not([hidden])"), "the end of a drag is no click")

    def test_mouse(self):
        self.drag("mouse")
        page = self.page
        page.pointer("mouse", page.middle(page.card("Gamma")),
                     tuple(a - b for a, b in zip(page.middle(page.card("Alpha")), (0, 15))))
        page.wait(lambda: page.column("todo") == ["Gamma", "Alpha"])
        page.wait(lambda: self.one.pmgit("list", "state:todo").index("Gamma") < self.one.pmgit("list", "state:todo").index("Alpha"))

    def test_finger_after_a_long_press(self):
        self.page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.drag("touch", hold=0.8)

    def test_a_finger_scrolls(self):
        page = self.page
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        start = page.middle(page.card("Beta"))
        page.pointer("touch", start, (start[0] + 350, start[1]))
        time.sleep(0.5)
        self.assertEqual(self.state("Beta"), "todo")
        self.assertEqual(page.all(".ghost"), [])

    def test_drop_below_all_cards_of_a_column(self):
        page = self.page
        lane = page.one(".lane[data-column=done]")
        x, y = page.middle(lane)
        page.pointer("mouse", page.middle(page.card("Alpha")), (x, y + 200))
        page.wait(lambda: self.state("Alpha") == "done")

    def test_escape_gives_a_drag_up(self):
        page = self.page
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(page.one(".lane[data-column=done]")), release=False)
        page.wait(lambda: page.all(".ghost"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".ghost"))
        page.pointer("mouse", (5, 5), (6, 6))
        self.assertEqual(self.state("Alpha"), "todo")

    def test_live_changes_wait_for_the_end_of_a_drag(self):
        page = self.page
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(page.one(".lane[data-column=doing]")), release=False)
        page.wait(lambda: page.all(".ghost"))
        self.one.pmgit("move", self.plans["Gamma"], "done")
        time.sleep(1)
        self.assertEqual(page.column("done"), [])
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.column("done") == ["Gamma"])

    def test_menu_of_a_card(self):
        page = self.page
        page.run("arguments[0].querySelector('.more').click()", page.card("Alpha"))
        page.wait(lambda: page.all("dialog[open]"))
        page.press(*"move to done", Keys.ENTER)
        page.wait(lambda: self.state("Alpha") == "done")


class Live(PageCase):
    def test_changes_from_a_terminal_keep_focus_and_nodes(self):
        page = self.page
        page.focus("Beta")
        page.run("window.node = document.activeElement")
        self.one.pmgit("edit", self.plans["Beta"], "--label", "bug")
        self.one.pmgit("add", "Delta")
        page.wait(lambda: "Delta" in page.column("todo") and "#bug" in page.card("Beta").text)
        self.assertTrue(page.run("return window.node === document.activeElement && window.node.isConnected"))

    def test_others_work_is_told_with_their_names(self):
        two = self.team.two
        self.one.pmgit("sync")
        two.pmgit("sync")
        two.pmgit("move", self.plans["Alpha"], "doing")
        two.pmgit("sync")
        self.page.run("new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(node => {"
                      " if (node.classList?.contains('traveller')) window.travelled = node.dataset.id })))"
                      ".observe(document.body, { childList: true })")
        self.page.press("S")
        self.page.wait(lambda: "Dev Two moved it here from Todo" in self.page.card("Alpha").text)
        self.assertEqual(self.page.column("doing"), ["Alpha"])
        self.assertEqual(self.page.run("return window.travelled"), self.plans["Alpha"])

    def test_what_only_this_machine_has_is_told(self):
        page = self.page
        page.wait(lambda: "only here" in page.card("Alpha").text)
        page.press("S")
        page.wait(lambda: "only here" not in page.card("Alpha").text)
        page.wait(lambda: "✓ shared" in page.text("#top"))

    def test_two_pages(self):
        page = self.page
        first = page.driver.current_window_handle
        second = self.another()
        page.focus("Alpha")
        page.press("L")
        page.driver.switch_to.window(first)
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.focus("Alpha")
        page.press("L")
        page.driver.switch_to.window(second)
        page.wait(lambda: page.column("done") == ["Alpha"])

    def test_an_open_form_is_not_replaced(self):
        page = self.page
        page.open_plan("Alpha")
        page.click("#side textarea.title")
        title = page.one("#side textarea.title")
        page.press("Control+a", *"From the page")
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "From the terminal")
        page.wait(lambda: "From the terminal" in page.text("#side .meanwhile"))
        self.assertEqual(title.get_attribute("value"), "From the page")
        page.press(Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["conflicts"])
        plan = self.one.plan(self.plans["Alpha"])
        self.assertEqual({value["value"] for value in plan["conflicts"][0]["values"]}, {"From the page", "From the terminal"})

    def test_a_conflict_is_decided_on_its_card(self):
        plan = self.plans["Beta"]
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.one.pmgit("edit", plan, "--title", "Ours")
        self.team.two.pmgit("edit", plan, "--title", "Theirs")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")
        page = self.page
        page.wait(lambda: len(page.all(".card .conflict .value")) == 2)
        self.assertIn("Dev Two", page.text(".card .conflict"))
        page.click(lambda: next(value for value in page.all(".card .conflict .value") if "Ours" in value.text))
        page.wait(lambda: not self.one.plan(plan)["conflicts"])
        self.assertEqual(self.one.plan(plan)["title"], "Ours")
        page.wait(lambda: not page.all(".card.conflict"))


    def test_texts_and_settings_in_conflict_are_decided(self):
        """A body whose first lines are equal, and the title of the board."""
        plan = self.plans["Beta"]
        self.one.pmgit("edit", plan, "--body", "-", text="first\nsecond\n")
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        for clone, word in [(self.one, "ours"), (self.team.two, "theirs")]:
            clone.pmgit("edit", plan, "--body", "-", text=f"first\n{word}\n")
            clone.pmgit("config", "title", word)
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")
        page = self.page
        page.click("[data-view=Conflicts]")
        page.wait(lambda: len(page.all(".conflict-of")) == 2)
        self.assertEqual([value.text.split("\n")[0] for value in page.all(".conflict-of:first-of-type .value")], ["theirs", "ours"])
        page.click(".conflict-of:first-of-type .value")
        page.wait(lambda: len(page.all(".conflict-of")) == 1)
        page.click(".conflict-of .value")
        page.wait(lambda: page.text(".page h2") == "Nothing to decide")
        self.assertEqual(json.loads(self.one.pmgit("conflicts", "--json"))["conflicts"], [])


class NothingLost(PageCase):
    def test_a_text_survives_a_page_that_is_closed(self):
        page = self.page
        page.open_plan("Alpha")
        page.run("[...document.querySelectorAll('[data-part=body] button')][0].click()")
        page.write("#side textarea.body", "A long thought")
        page.driver.get(self.server.origin + "/b/main#" + self.plans["Alpha"])
        page.driver.refresh()
        page.wait(lambda: page.all("#side textarea.body"))
        self.assertEqual(page.one("#side textarea.body").get_attribute("value"), "A long thought")
        self.assertIn("Not saved yet", page.text("#side"))
        page.write("#side textarea.body", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["body"] == "A long thought")
        page.driver.refresh()
        page.wait(lambda: page.all("#side .text"))
        self.assertEqual(page.all("#side textarea.body"), [])

    def test_a_kept_text_that_was_saved_meanwhile_opens_no_editor(self):
        page = self.page
        page.open_plan("Alpha")
        page.click_button("[data-part=body]", "Write")
        page.write("#side textarea.body", "The same")
        page.driver.get("about:blank")
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "The same")
        page.driver.get(self.server.origin + "/b/main#" + self.plans["Alpha"])
        page.wait(lambda: "The same" in page.text("#side .text"))
        self.assertEqual(page.all("#side textarea.body"), [])

    def test_a_server_that_is_killed_and_started_anew(self):
        page = self.page
        page.open_plan("Alpha")
        comment = "[data-part=new-comment] textarea"
        page.write(comment, "Half a comment")
        port = self.server.port
        self.server.process.kill()
        page.wait(lambda: "No answer from the server" in page.text("#foot .line"))
        page.run("document.activeElement.blur()")
        page.write(comment, Keys.CONTROL, Keys.ENTER)
        self.said("the server does not answer")
        self.assertEqual(page.one(comment).get_attribute("value"), "Half a comment")
        self.server.stop()
        self.server = Server(self.one, "--port", str(port))
        self.addCleanup(self.server.stop)
        page.wait(lambda: "started anew" in page.text("#foot .line"))
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open(self.server.address)
        page.driver.switch_to.window(first)
        page.wait(lambda: page.text("#foot .line") == "")
        self.one.pmgit("add", "After all")
        page.wait(lambda: "After all" in page.column("todo"))
        self.assertEqual(page.one(comment).get_attribute("value"), "Half a comment")
        page.write(comment, Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["comments"])

    def test_an_answer_from_before_a_move_does_not_take_it_back(self):
        page = self.page
        page.run("const ask = window.fetch; window.fetch = async (path, options) => {"
                 "  const answer = await ask(path, options);"
                 "  if (path.includes('/news') && !window.slow) {"
                 "    window.slow = true; await new Promise(done => setTimeout(done, 2000)); window.slow = 'done';"
                 "  } return answer; }")
        self.one.pmgit("edit", self.plans["Alpha"], "--priority", "high")
        page.wait(lambda: page.run("return window.slow"))
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        # From now on it never stands elsewhere, also while the older answer comes.
        page.run("window.back = false; new MutationObserver(() => { if (!document.querySelector('[data-column=doing] .card'))"
                 " window.back = true; }).observe(document.getElementById('main'), { childList: true, subtree: true })")
        page.wait(lambda: page.run("return window.slow === 'done'"))
        page.wait(lambda: "high" in page.text(".lane[data-column=doing] .card"))
        self.assertFalse(page.run("return window.back"))

    def test_a_change_that_fails_is_told_and_not_shown(self):
        page = self.page
        self.one.pmgit("config", "column", "set", "done", "--from", "doing")
        page.focus("Alpha")
        page.press("m")
        page.wait(lambda: page.all("dialog[open]"))
        page.press(*"done", Keys.ENTER)
        page.wait(lambda: page.all(".toast.problem"))
        page.wait(lambda: "Alpha" in page.column("todo"))
        self.assertEqual(self.state("Alpha"), "todo")

    def test_a_page_without_the_key(self):
        page = self.look(self.server.origin + "/b/main")
        self.assertIn("pmgit web", page.text("main"))
        self.assertEqual(page.column("todo"), [])


class Plan(PageCase):
    def test_parts_are_changed_where_they_stand(self):
        page = self.page

        def plan():
            return self.one.plan(self.plans["Alpha"])

        page.open_plan("Alpha")
        page.write("[data-part=new-line] input", "A line", Keys.ENTER)
        page.wait(lambda: [line["text"] for line in plan()["checklist"]] == ["A line"])
        page.click("[data-part=checklist] input[type=checkbox]")
        page.wait(lambda: plan()["checklist"][0]["done"])
        page.write("[data-part=new-link] input", f"blocked-by:{self.plans['Beta']}", Keys.ENTER)
        page.wait(lambda: plan()["links"] == [f"blocked-by:{self.plans['Beta']}"])
        page.write("[data-part=new-comment] textarea", "First", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: [comment["text"] for comment in plan()["comments"]] == ["First"])
        page.click_button(".comment", "Edit")
        page.write(".comment textarea", " and more")
        page.click_button(".comment", "Save")
        page.wait(lambda: [comment["text"] for comment in plan()["comments"]] == ["First and more"])
        page.wait(lambda: "First and more" in page.text(".comment .text p"))
        page.click_button(".comment", "Delete")
        page.wait(lambda: plan()["comments"] == [])
        page.write("[data-part=fields] input[list=labels]", "bug, ui", Keys.ENTER)
        page.wait(lambda: plan()["labels"] == ["bug", "ui"])
        page.run("const select = document.querySelector('[data-part=fields] select'); select.value = 'done';"
                 "select.dispatchEvent(new Event('change'))")
        page.wait(lambda: plan()["state"] == "done")
        page.wait(lambda: page.column("done") == ["Alpha"])


    def lines(self):
        return [line["text"] for line in self.one.plan(self.plans["Alpha"])["checklist"]]

    def test_lines_of_a_checklist_are_changed_and_put_in_another_order(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--check", "one", "--check", "two", "--check", "three")
        page.open_plan("Alpha")
        page.wait(lambda: len(page.all(".checklist li")) == 3)
        page.write("[aria-label='Line 2']", " and a half", Keys.ENTER)
        page.wait(lambda: self.lines() == ["one", "two and a half", "three"])
        page.click("[aria-label='Move line 3 up']")
        page.wait(lambda: self.lines() == ["one", "three", "two and a half"])
        # The focus is where it was, so that a press more goes on from there.
        page.wait(lambda: page.run("return document.activeElement.getAttribute('aria-label')") == "Move line 3 up")
        page.click("[aria-label='Move line 1 down']")
        page.wait(lambda: self.lines() == ["three", "one", "two and a half"])
        self.said("Moved “one”, 2 of 3")

    def test_what_is_refused_stays_in_its_field(self):
        page = self.page
        page.open_plan("Alpha")
        due = "#side input[placeholder^='fri']"
        page.write(due, "2026-02-30", Keys.ENTER)
        page.wait(lambda: page.all(due + "[aria-invalid]"))
        self.one.pmgit("edit", self.plans["Alpha"], "--priority", "high", "--title", "Other")
        page.wait(lambda: page.run("return document.querySelector('#side .title').value") == "Other")
        self.assertEqual(page.one(due).get_attribute("value"), "2026-02-30")
        self.assertIn("high", page.wait(lambda: page.text("#side .meanwhile")))

    def test_a_change_names_the_commit_at_which_the_writing_began(self):
        page = self.page
        page.open_plan("Alpha")
        estimate = "#side input[inputmode=numeric]"
        page.write(estimate, "3")
        self.one.pmgit("edit", self.plans["Alpha"], "--estimate", "5")
        page.wait(lambda: "5" in page.text("#side .meanwhile"))
        page.write(estimate, Keys.ENTER)
        page.wait(lambda: self.one.pmgit("conflicts"))
        self.assertIn("estimate", page.wait(lambda: page.text("#side [data-part=conflicts] legend")))

    def slowly(self, seconds):
        """Lets every change of the page take so long on its way."""
        self.page.run("""const send = window.fetch; window.fetch = async (address, options) => {
            if (options?.method === 'POST') await new Promise(resolve => setTimeout(resolve, arguments[0]));
            return send(address, options); }""".replace("arguments[0]", str(seconds * 1000)))

    def test_what_is_typed_while_a_save_is_under_way_is_kept(self):
        plan, page = self.plans["Alpha"], self.page
        page.open_plan("Alpha")
        page.click_button("#side [data-part=body]", "Write")
        self.slowly(0.7)
        page.write("textarea.body", "first", Keys.CONTROL, Keys.ENTER)
        page.write("textarea.body", " and more")
        page.wait(lambda: self.one.plan(plan)["body"] == "first")
        self.said("Changed the description")
        self.assertEqual(page.one("textarea.body").get_attribute("value"), "first and more")
        self.assertFalse(page.all("#side .meanwhile"))
        page.write("textarea.body", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(plan)["body"] == "first and more")
        page.wait(lambda: not page.all("textarea.body"))
        self.assertEqual(self.one.plan(plan)["conflicts"], [])

    def test_a_comment_is_sent_once(self):
        plan, page = self.plans["Alpha"], self.page
        page.open_plan("Alpha")
        self.slowly(0.7)
        box = "[aria-label^='A new comment']"
        page.write(box, "hello", Keys.CONTROL, Keys.ENTER, Keys.ENTER)
        page.write(box, Keys.NULL, "second thought")
        page.wait(lambda: page.all("#side article.comment"))
        page.wait(lambda: page.one(box).get_attribute("value") == "second thought")
        self.assertEqual([comment["text"] for comment in self.one.plan(plan)["comments"]], ["hello"])
        page.write(box, Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: len(self.one.plan(plan)["comments"]) == 2)

    def test_a_field_that_is_left_while_it_is_saved_is_saved_again(self):
        plan, page = self.plans["Alpha"], self.page
        page.open_plan("Alpha")
        self.slowly(0.7)
        page.write("#side textarea.title", "!", Keys.ENTER)
        page.write("#side textarea.title", "?", Keys.ENTER)
        page.wait(lambda: self.one.plan(plan)["title"] == "Alpha!?")
        self.assertEqual(self.one.plan(plan)["conflicts"], [])

    def test_a_plan_that_is_deleted_meanwhile_says_so(self):
        page = self.page
        page.open_plan("Alpha")
        page.click_button("[data-part=body]", "Write")
        page.write("textarea.body", "Unsaved words")
        self.one.pmgit("delete", self.plans["Alpha"])
        page.wait(lambda: "This plan is deleted" in page.text("#side"))
        self.assertEqual(page.one("textarea.body").get_attribute("value"), "Unsaved words")
        self.assertTrue(page.run("return document.querySelector('#side textarea.title').readOnly"))
        page.click_button("[data-part=head]", "Restore")
        page.wait(lambda: "Alpha" in page.column("todo"))
        page.wait(lambda: "This plan is deleted" not in page.text("#side"))
        page.click_button("[data-part=body]", "Save")
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["body"] == "Unsaved words")

    def test_an_open_editor_stays_open(self):
        page = self.page
        page.open_plan("Alpha")
        page.click_button("[data-part=body]", "Write")
        page.wait(lambda: page.all("textarea.body"))
        page.click("#side .id")
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "From a terminal")
        self.assertIn("From a terminal", page.wait(lambda: page.text("[data-part=body] .meanwhile")))
        self.assertEqual(len(page.all("textarea.body")), 1)

    def test_a_comment_that_is_being_changed_survives_what_others_do(self):
        page = self.page
        self.one.pmgit("comment", self.plans["Alpha"], "-m", "First")
        page.open_plan("Alpha")
        page.click_button(".comment", "Edit")
        page.write(".comment textarea", " and half")
        page.click("#side h3")
        self.one.pmgit("comment", self.plans["Alpha"], "-m", "Second")
        self.assertIn("Second", page.wait(lambda: page.text("[data-part=comments] .meanwhile")))
        self.assertEqual(page.one(".comment textarea").get_attribute("value"), "First and half")
        page.driver.refresh()
        page.wait(lambda: page.all(".comment textarea"))
        page.click_button(".comment", "Save")
        page.wait(lambda: {each["text"] for each in self.one.plan(self.plans["Alpha"])["comments"]} == {"First and half", "Second"})

    def test_another_field_that_is_being_written_is_left_alone(self):
        page = self.page
        page.open_plan("Alpha")
        page.write("#side input[placeholder^='fri']", "fri", Keys.TAB)
        page.press(Keys.TAB)
        page.press("Somebody")
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["due"])
        time.sleep(0.5)
        self.assertEqual(page.run("return document.activeElement.value"), "Somebody")


class Steps(PageCase):
    """What a person does without thinking: a double click, a step back."""

    def test_the_way_back(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: self.plans["Alpha"] in page.driver.current_url)
        page.click("[data-view=List]")
        page.wait(lambda: "view=list" in page.driver.current_url)
        page.driver.refresh()
        page.wait(lambda: page.all("main table.list"))
        page.driver.back()
        page.wait(lambda: page.all(".lane") and page.all("#side textarea.title"))
        page.driver.back()
        page.wait(lambda: page.all(".lane") and not page.all("#side textarea.title"))
        page.driver.forward()
        page.wait(lambda: page.all("#side textarea.title"))

    def test_double_clicks(self):
        page = self.page
        from selenium.webdriver import ActionChains
        ActionChains(page.driver).double_click(page.one("#top .primary")).perform()
        page.wait(lambda: page.all("dialog[open] input"))
        page.press("Once", Keys.ENTER)
        page.wait(lambda: page.column("todo").count("Once") == 1)
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        for clone, title in [(self.one, "Ours"), (self.team.two, "Theirs")]:
            clone.pmgit("edit", self.plans["Alpha"], "--title", title)
            clone.pmgit("sync")
        self.one.pmgit("sync")
        value = page.wait(lambda: page.all(".card .conflict .value"))[0]
        ActionChains(page.driver).double_click(value).perform()
        page.wait(lambda: not page.all(".card .conflict .value"))
        time.sleep(0.5)
        self.assertEqual(page.all(".toast.problem"), [])

    def test_nothing_is_found_and_nothing_is_there(self):
        page = self.page
        page.press("/")
        page.press("xyzzy")
        page.wait(lambda: "No plan matches" in page.text(".query .problem"))
        page.click_button(".query", "Clear the query")
        page.wait(lambda: "Alpha" in page.column("todo"))
        page.driver.get(self.server.origin + "/b/nothing")
        page.wait(lambda: page.all("main a[href='/b/main']"))


class List(PageCase):
    def test_rows_keep_the_focus_and_take_the_keys_of_cards(self):
        page = self.page
        page.click("[data-view=List]")
        page.wait(lambda: len(page.all("main tbody tr")) == 3)

        def focused():
            return page.run("return document.activeElement.closest('tr')?.querySelector('button').textContent")

        page.press("j", "j")
        self.assertEqual(focused(), "Beta")
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Other")
        self.one.pmgit("edit", self.plans["Beta"], "--title", "Bet")
        page.wait(lambda: "Other" in page.text("main tbody") and "Bet" in page.text("main tbody"))
        self.assertEqual(focused(), "Bet")
        page.press("L")
        page.wait(lambda: self.state("Beta") == "doing")
        page.press(Keys.ENTER)
        page.wait(lambda: page.all("#side textarea.title"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: focused() == "Bet")
        page.press(" ")
        page.press("k")
        self.assertEqual(focused(), "Gamma")


class Settings(PageCase):
    def columns(self):
        found = json.loads(self.one.pmgit("config", "--json"))["columns"]
        return {column["title"]: column["id"] for column in found}

    def test_a_column_needs_a_title_alone(self):
        page = self.page
        page.click("[data-view=Settings]")
        for title in ["In Review!", "Zurück", "검토", "In review?"]:
            page.wait(lambda: page.all("[aria-label='Title of a new column']"))
            page.one("[aria-label='Title of a new column']").send_keys(title, Keys.ENTER)
            page.wait(lambda: title in self.columns() and page.all(f"[aria-label='Title of {title}']"))
        columns = self.columns()
        self.assertEqual([columns[title] for title in ["In Review!", "Zurück", "검토", "In review?"]],
                         ["in-review", "zuruck", "column", "in-review-2"])

    def test_removing_a_column_with_plans_is_asked(self):
        page = self.page
        page.click("[data-view=Settings]")
        page.click("[aria-label='Remove Todo']")
        page.wait(lambda: "3 plans stand in it" in page.text("dialog"))
        page.click_button("dialog", "Cancel")
        page.wait(lambda: not page.all("dialog"))
        self.assertIn("Todo", self.columns())
        page.click("[aria-label='Remove Todo']")
        page.click_button("dialog", "Remove")
        page.wait(lambda: "Todo" not in self.columns())
        page.click("[aria-label='Remove Done']")
        page.wait(lambda: "Done" not in self.columns())


class Past(PageCase):
    def prepare(self):
        # What follows is at another second than the beginning.
        time.sleep(1.1)
        self.one.pmgit("move", self.plans["Alpha"], "doing")
        self.one.pmgit("move", self.plans["Alpha"], "done")

    def test_back_and_forward(self):
        page = self.page
        page.focus("Beta")
        page.press("[")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        self.assertIn("1 plan differs from now", page.wait(lambda: page.text(".differences")))
        page.press("[")
        page.wait(lambda: "Alpha" in page.column("todo"))
        self.assertIn("at=", page.driver.current_url)
        before = self.one.tip()
        page.focus("Beta")
        page.press("L", "z", Keys.DELETE)
        page.pointer("mouse", page.middle(page.card("Beta")), page.middle(page.one(".lane[data-column=done]")))
        time.sleep(0.5)
        self.assertEqual(self.one.tip(), before)
        page.press("]")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.press("t")
        page.wait(lambda: page.column("done") == ["Alpha"])
        self.assertNotIn("at=", page.driver.current_url)

    def is_beginning(self):
        """Whether the board is shown as it began; all of its first second is one moment."""
        page = self.page
        return page.all("body.past") and "Alpha" in page.column("todo")

    def test_by_the_clock_and_the_slider(self):
        page = self.page
        page.click("#past-button")
        page.wait(lambda: page.all("#past polygon"))
        page.click_button("#past", "a week ago")
        # Before the board began there is its beginning.
        page.wait(self.is_beginning)
        self.assertIn("at=20", page.driver.current_url)
        slider = page.one("#past input[type=range]")
        while page.column("doing") != ["Alpha"]:
            slider.send_keys(Keys.ARROW_RIGHT)
            time.sleep(0.2)
            self.assertNotEqual(page.column("done"), ["Alpha"])
        slider.send_keys(Keys.END)
        page.wait(lambda: page.column("done") == ["Alpha"] and not page.all("body.past"))
        page.run("const clock = document.querySelector('#past [type=datetime-local]'); clock.value = '2020-01-01T10:00';"
                 "clock.dispatchEvent(new Event('change'))")
        page.wait(self.is_beginning)

    def test_two_moments_of_the_past(self):
        page = self.page
        page.press("[")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.click_button("#past", "compare with this")
        page.press("[")
        page.wait(lambda: "1 plan differs from" in page.text(".differences") and "Todo → Doing" in page.text(".differences"))
        self.assertNotIn("differs from now", page.text(".differences"))
        page.press("[")
        page.wait(lambda: "2 plans differ from" in page.text(".differences") and "Gamma: added" in page.text(".differences"))
        page.press("t")
        page.press("[")
        page.wait(lambda: "1 plan differs from now" in page.text(".differences") and "Doing → Done" in page.text(".differences"))

    def test_steps_go_on_behind_the_changes_that_were_read_first(self):
        page = self.page
        for n in range(520):
            self.one.pmgit("add", "--quiet", f"Plan {n}")
        commit = self.one.git("rev-parse", "pmgit/main~521").strip()
        page.open(f"{self.server.origin}/b/main?at={commit}")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.press("]")
        page.wait(lambda: page.column("done") == ["Alpha"])
        page.press("[", "[")
        page.wait(lambda: "Alpha" in page.column("todo"))

    def test_an_address_of_no_group_has_none(self):
        self.page.open(self.server.origin + "/b/main?group=__proto__")
        self.page.wait(lambda: self.page.all(".card"))
        self.assertEqual(self.page.one("#grouping").get_attribute("value"), "")

    def test_an_address_of_no_moment_shows_the_present(self):
        page = self.page
        page.driver.get("about:blank")
        page.driver.get(f"{self.server.origin}/b/main?at=zzz")
        page.wait(lambda: page.column("done") == ["Alpha"])
        self.said("'zzz' is neither a moment nor a commit")
        self.assertEqual(page.complaints(), [])

    def test_an_address_of_the_past(self):
        commit = self.one.git("rev-parse", "pmgit/main~1").strip()
        page = self.page
        page.open(f"{self.server.origin}/b/main?at={commit}")
        page.wait(lambda: page.column("doing") == ["Alpha"])


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
        for view in ["List", "Conflicts", "Flow", "Settings"]:
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


class Elsewhere(PageCase):
    """On paper, and for people who read from right to left."""

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
        # So many cards fill ten sheets.
        self.assertGreater(len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(paper))), 7)
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        height = page.run("return document.querySelector('.lane .cards').scrollHeight")
        self.assertGreater(height, 5_000)
        self.assertGreaterEqual(page.run("return document.querySelector('.lane').clientHeight"), height)
        self.assertEqual([each for each in page.all("#top button, #foot, .card button") if each.is_displayed()], [])

    def test_a_finger_on_a_telephone(self):
        page = self.page
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.resize(390, 760)
        page.open(self.server.origin + "/b/main")
        small = page.run(
            "return [...document.querySelectorAll('#top button, #foot button, #foot select, .card button')]"
            ".filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect())"
            ".filter(box => box.height < 24 || box.width < 24).length")
        self.assertEqual(small, 0)
        page.click(f"[data-id='{self.plans['Alpha']}'] button.more")
        page.wait(lambda: page.all("dialog[open]"))
        page.click(lambda: next((each for each in page.all("dialog li") if each.text.startswith("Move to Doing")), None))
        page.wait(lambda: self.state("Alpha") == "doing")


class ForAll(PageCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "# A head\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
                       "-p", "high", "-l", "bug", "--due", "2020-01-01", "--check", "a line", "--assign", "@me")
        self.one.pmgit("move", self.plans["Beta"], "doing")
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.one.pmgit("edit", self.plans["Beta"], "--title", "Ours")
        self.team.two.pmgit("edit", self.plans["Beta"], "--title", "Theirs")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")

    def look_through(self, page):
        page.wait(lambda: page.all(".card .conflict .value"))
        self.assertEqual(page.violations(), [])
        page.open_plan("Alpha")
        page.wait(lambda: page.all("#side .text table"))
        for details in page.all("#side details summary"):
            details.click()
        self.assertEqual(page.violations(), [])
        page.click("#side .close")
        page.press("[")
        page.wait(lambda: page.all("body.past"))
        self.assertEqual(page.violations(), [])
        page.press("t")
        for view, ready in [("List", "table.list"), ("Conflicts", ".conflict-of"), ("Flow", ".chart img"), ("Settings", "table")]:
            page.click(f"[data-view={view}]")
            page.wait(lambda: page.all("main " + ready), view)
            self.assertEqual(page.violations(), [], view)
        page.press("?")
        page.wait(lambda: page.all("dialog[open]"))
        self.assertEqual(page.violations(), [])
        self.assertEqual(page.complaints(), [])

    def test_light(self):
        self.look_through(self.page)

    def test_dark(self):
        self.page.darken()
        self.look_through(self.page)


if __name__ == "__main__":
    unittest.main()
