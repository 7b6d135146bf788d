"""Changes by others while a page is open: from terminals, other pages and other clones."""

import json

from browser import ActionChains, By, Keys
from page import PageCase


class Live(PageCase):
    def test_changes_from_a_terminal_keep_focus_and_nodes(self):
        page = self.page
        page.focus("Beta")
        page.run("window.node = document.activeElement")
        self.one.pmgit("edit", self.plans["Beta"], "--label", "bug")
        self.one.pmgit("add", "Delta")
        page.wait(lambda: "Delta" in page.column("todo") and page.texts(".card .label") == ["bug"])
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
        self.page.wait(lambda: self.page.column("doing") == ["Alpha"])
        self.page.wait(lambda: self.page.run("return window.travelled") == self.plans["Alpha"])

    def test_what_only_this_machine_has_is_told(self):
        page = self.page
        page.wait(lambda: "only here" in page.card("Alpha").get_attribute("aria-label"))
        page.press("S")
        page.wait(lambda: "only here" not in page.card("Alpha").get_attribute("aria-label") and not page.all(".card .here"))
        page.wait(lambda: "Shared" in page.text("#top"))

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
        page.wait(lambda: page.all("#side .conflict"))
        plan = self.one.plan(self.plans["Alpha"])
        self.assertEqual({value["value"] for value in plan["conflicts"][0]["values"]}, {"From the page", "From the terminal"})

    def test_a_title_is_saved_once(self):
        """Enter saves it; leaving the field must not save again over later changes."""
        page, plan = self.page, self.plans["Alpha"]
        page.open_plan("Alpha")
        self.slowly(0.7)
        page.write("#side textarea.title", Keys.CONTROL, "a")
        page.write("#side textarea.title", "Of the page", Keys.ENTER, Keys.TAB)
        page.wait(lambda: self.one.plan(plan)["title"] == "Of the page")
        self.one.pmgit("edit", plan, "--title", "Of the terminal")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Of the terminal")
        # The page makes its changes in order, so a second save would be done after this one.
        page.write("[data-part=new-comment] textarea", "Seen", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: "Seen" in page.text("#side .comment"))
        self.assertEqual((self.one.plan(plan)["title"], self.one.plan(plan)["conflicts"]), ("Of the terminal", []))

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


    def test_several_fields_in_conflict_are_one_line_of_the_card(self):
        page, one, two, plan = self.page, self.one, self.team.two, self.plans["Alpha"]
        one.pmgit("sync", "--quiet")
        two.pmgit("sync", "--quiet")
        for clone, title, priority in [(one, "Ours", "low"), (two, "Theirs", "high")]:
            clone.pmgit("edit", plan, "--title", title, "-p", priority)
        two.pmgit("sync", "--quiet")
        one.pmgit("sync", "--quiet")
        page.wait(lambda: page.texts(".card .decide") == ["2 fields to decide"])
        self.assertEqual(page.all(".card .value"), [])
        page.click(".card .decide")
        page.wait(lambda: page.texts("#side .conflict legend") == ["Priority: to decide", "Title: to decide"])
        self.assertEqual(len(page.texts("#side .conflict .keep")), 4)
        page.click("#side .conflict .value")
        page.wait(lambda: page.texts("#side .conflict legend") == ["Title: to decide"])

    def test_a_message_does_not_cover_the_card_with_the_focus(self):
        page, title = self.page, "검토 대기열을 다시 만들고 오래된 항목을 정리하기"
        for name in [*(f"Plan {number}" for number in range(6)), title]:
            self.one.pmgit("add", name)
        page.wait(lambda: title in page.column("todo"))
        page.resize(1000, 2000)
        # Korean breaks between words only.
        self.assertEqual(page.run("return getComputedStyle(arguments[0].querySelector('.title')).wordBreak", page.card(title)), "keep-all")
        box = lambda node: page.run("const box = arguments[0].getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]", node)
        page.resize(1000, int(box(page.card(title))[3]) + 20)
        page.focus(title)
        page.press("g")
        page.write("dialog.pop input", "ui", Keys.ENTER, Keys.ESCAPE)
        page.wait(lambda: page.all(".toast") and page.run("return document.activeElement.matches('.card')"))

        def is_apart():
            message, card = box(page.one("#toasts")), box(page.card(title))
            return message[0] >= card[2] or message[3] <= card[1]

        page.wait(is_apart)

    def test_messages_are_short_and_stay_under_the_pointer(self):
        page = self.page
        toasts = lambda: page.texts(".toast .words > p:first-child")
        point = lambda node: ActionChains(page.driver).move_to_element(node).perform()
        page.focus("Gamma")
        page.press("K")
        page.wait(lambda: len(toasts()) == 1 and "2 of 3" in toasts()[0])
        # The key of the button is shown, but is not a part of its name.
        undo = page.one(".toast button")
        self.assertEqual((undo.accessible_name, undo.text), ("Undo", "Undo"))
        self.assertEqual(undo.get_attribute("data-key"), "z")
        self.assertIn("Moved “Gamma”", page.text("#said"))
        # The newest message replaces the one before, unless the pointer is on that one.
        point(page.one(".toast"))
        for place in ["1 of 3", "2 of 3", "3 of 3"]:
            page.press("K" if place == "1 of 3" else "J")
            page.wait(lambda: place in toasts()[-1], place)
            page.settle()
        self.assertEqual([each.split(", ")[-1] for each in toasts()], ["2 of 3", "3 of 3"])
        point(page.card("Alpha"))
        page.press("K")
        page.wait(lambda: len(toasts()) == 1)
        # A long text has one line.
        self.one.pmgit("edit", self.plans["Gamma"], "--title", "Gamma " + "words " * 40)
        page.wait(lambda: "words words" in page.text(".lanes"))
        page.press("J")
        page.wait(lambda: "words" in page.text("#toasts"))
        self.assertLess(page.run("return document.querySelector('.toast').offsetHeight"), 48)

    def test_a_message_does_not_cover_a_row_as_wide_as_the_window(self):
        page = self.page
        for number in range(30):
            self.one.pmgit("add", f"Plan {number}")
        page.resize(1200, 700)
        page.click("[data-view=List]")
        page.wait(lambda: len(page.all("tr[data-id]")) > 30)
        row = lambda: page.run("return document.activeElement.closest('tr')?.getBoundingClientRect().toJSON()")
        page.press("End")
        page.wait(lambda: (row() or {"bottom": 0})["bottom"] > 620)
        page.press("i")
        page.wait(lambda: "Took" in page.text("#toasts"))
        page.settle()
        message = page.run("return document.getElementById('toasts').getBoundingClientRect().toJSON()")
        self.assertLess(message["bottom"], row()["top"])
        self.assertGreater(message["top"], 48)

    def test_texts_and_settings_in_conflict_are_decided(self):
        """A description whose first lines are equal, and the title of the board."""
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
        # Each value is shown in full, with its own lines marked, and the current one labelled.
        page.wait(lambda: page.texts(".value mark") == ["theirs", "ours"], page.text(".conflict-of"))
        values = page.texts(".value:has(mark)")
        self.assertEqual([value.split("\n")[:2] for value in values], [["first", "theirs"], ["first", "ours"]])
        self.assertEqual(["shown now" in value for value in values], [True, False])
        for title in ["Beta", "The board’s settings"]:
            page.click(lambda: next(each for each in page.all(".conflict-of") if each.text.startswith(title))
                       .find_element(By.CSS_SELECTOR, ".value"))
            page.wait(lambda: title not in page.text(".conflict-of"))
        page.wait(lambda: page.text(".page h2") == "Nothing to decide")
        self.assertEqual(json.loads(self.one.pmgit("resolve", "--list", "--json"))["conflicts"], [])


    def test_undo_beside_a_message_is_of_that_change(self):
        page = self.page
        page.focus("Alpha")
        page.press("L")
        self.said("Moved")
        self.one.pmgit("edit", self.plans["Beta"], "--due", "2027-01-02")
        page.wait(lambda: "Jan" in page.text("[data-column=todo] .card") or "2027" in page.text("[data-column=todo] .card"))
        page.click_button("#toasts", "Undo")
        page.wait(lambda: self.state("Alpha") == "todo")
        self.assertEqual(self.one.plan(self.plans["Beta"])["due"], "2027-01-02")

    def test_undo_beside_a_message_says_what_changed_the_plan_again(self):
        page = self.page
        page.focus("Alpha")
        page.press("L")
        self.said("Moved")
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Alpha again")
        page.wait(lambda: "Alpha again" in page.text("[data-column=doing]"))
        page.click_button("#toasts", "Undo")
        self.said("later change of yours stands in the way")
        self.assertEqual(self.state("Alpha"), "doing")

    def test_a_title_is_decided_on_what_was_there_when_its_editor_was_opened(self):
        page, plan = self.page, self.plans["Alpha"]
        page.focus("Alpha")
        page.press("e")
        page.wait(lambda: page.all(".card .editing"))
        self.one.pmgit("edit", plan, "--title", "Of the terminal")
        page.wait(lambda: "Of the terminal" in page.text(".card .editing .meanwhile"))
        page.write(".card .editing textarea", Keys.CONTROL, "a")
        page.write(".card .editing textarea", "Of the page", Keys.ENTER)
        page.wait(lambda: self.one.plan(plan)["conflicts"])
        self.assertEqual({value["value"] for value in self.one.plan(plan)["conflicts"][0]["values"]}, {"Of the page", "Of the terminal"})

    def test_a_sync_stands_in_nobodys_way(self):
        page = self.page
        self.slowly(4, "/sync")
        page.press("S")
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: self.state("Alpha") == "doing")
        self.one.pmgit("add", "Meanwhile")
        page.wait(lambda: "Meanwhile" in page.column("todo"))
        self.assertTrue(page.all("body.syncing"))
        page.wait(lambda: not page.all("body.syncing"))

    def test_flow_follows_the_query_and_the_board(self):
        page = self.page
        self.one.pmgit("done", self.plans["Alpha"])
        page.click("[data-view=Flow]")
        page.wait(lambda: "Finished\n1" in page.text(".tiles"))
        self.one.pmgit("done", self.plans["Beta"])
        page.wait(lambda: "Finished\n2" in page.text(".tiles"))
        page.write("#query", "Beta")
        page.wait(lambda: "Finished\n1" in page.text(".tiles"))
