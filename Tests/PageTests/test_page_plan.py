"""One plan beside the board; each of its parts is edited in place."""

import base64
import os
import time

from browser import Keys
from page import SCRIPT, PageCase


class Plan(PageCase):
    def test_parts_are_changed_where_they_stand(self):
        page = self.page

        def plan():
            return self.one.plan(self.plans["Alpha"])

        page.open_plan("Alpha")
        page.write("[data-part=new-line] textarea", "A line", Keys.ENTER)
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
        page.popover("Labels")
        page.write("dialog.pop input", "bug, ui", Keys.ENTER)
        page.wait(lambda: plan()["labels"] == ["bug", "ui"])
        page.press("Escape")
        page.pick("Column", "Done")
        page.wait(lambda: plan()["state"] == "done")
        page.wait(lambda: page.column("done") == ["Alpha"])

    def test_fields_of_the_board_are_edited_by_their_kinds_and_shown_on_cards(self):
        page = self.page
        for words in (["points", "--kind", "number", "--title", "Story points", "--card"],
                      ["size", "--kind", "choice", "--option", "S", "--option", "M", "--card"],
                      ["parts", "--kind", "choices", "--option", "server", "--option", "page"],
                      ["billable", "--kind", "yes-no"], ["spec", "--kind", "url"]):
            self.one.pmgit("field", "add", *words)

        def custom(name):
            return self.one.plan(self.plans["Alpha"])["custom"][name]

        page.open_plan("Alpha")
        page.fill("Story points", "3")
        page.wait(lambda: custom("points") == 3)
        page.pick("size", "M")
        page.wait(lambda: custom("size") == "M")
        page.pick("billable", "No")
        page.wait(lambda: custom("billable") is False)
        page.pick("parts", "page")
        page.wait(lambda: custom("parts") == ["page"])
        page.wait(lambda: "Story points 3" in page.card("Alpha").text and "M" in page.card("Alpha").text)
        page.pick("size", "None")
        page.wait(lambda: custom("size") is None)
        page.popover("spec")
        page.write("dialog.pop input", "javascript:alert(1)", Keys.ENTER)
        page.wait(lambda: "is not an address" in page.text("dialog.pop .said"))
        self.assertEqual(page.all("#side a.open"), [])
        page.write("dialog.pop input", Keys.CONTROL, "a", Keys.NULL, "https://example.org/x", Keys.ENTER)
        page.wait(lambda: [each.get_attribute("href") for each in page.all("#side a.open")] == ["https://example.org/x"])

    PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")

    def test_pictures_are_shown_and_other_files_are_only_named(self):
        page, plan = self.page, self.plans["Alpha"]
        page.open_plan("Alpha")
        self.assertFalse(page.all("[data-part=files] li"))
        script = "<svg xmlns='http://www.w3.org/2000/svg'><script>document.title='run'</script></svg>"
        for name, content in [("a.png", self.PNG), ("b.svg", script.encode()), ("c.html", b"<script>document.title='run'</script>")]:
            path = os.path.join(self.team.folder, "content")
            with open(path, "wb") as file:
                file.write(content)
            self.one.pmgit("attach", plan, path, "--name", name)
        page.wait(lambda: page.texts("[data-part=files] li button.link") == ["a.png", "b.svg", "c.html"])
        page.run("document.querySelector('[data-part=files]').scrollIntoView()")
        page.wait(lambda: page.run("return document.querySelector('[data-part=files] img')?.naturalWidth") == 1)
        self.assertEqual(len(page.all("[data-part=files] img")), 1)
        self.assertIn("70 bytes, Dev One", page.text("[data-part=files] li"))
        # Saving asks the server, and does not lead away from the page.
        page.run("URL.createObjectURL = blob => { document.body.dataset.saved = `${blob.type} ${blob.size}`; return '#'; }")
        page.click_button("[data-part=files]", "c.html")
        page.wait(lambda: page.run("return document.body.dataset.saved") == "application/octet-stream 37")
        self.assertNotIn("run", page.run("return document.title"))

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
        # The focus goes with the line, so that the key moves it on.
        page.wait(lambda: page.run("return document.activeElement.getAttribute('aria-label')") == "Move line 2 up")
        page.click("[aria-label='Move line 1 down']")
        page.wait(lambda: self.lines() == ["three", "one", "two and a half"])
        self.said("Moved “one”, 2 of 3")

    def test_a_text_is_saved_on_the_version_that_is_shown(self):
        page = self.page
        # The board on the page stays older than the plan that is opened.
        self.slowly(3, "/news", "GET")
        self.one.pmgit("edit", self.plans["Alpha"], "--check", "one", "--check", "two")
        page.open_plan("Alpha")
        page.wait(lambda: len(page.all(".checklist li")) == 2)
        page.write("[aria-label='Line 2']", " and a half", Keys.ENTER)
        page.wait(lambda: self.lines() == ["one", "two and a half"])

    def test_a_comment_is_not_replaced_that_somebody_changed_while_another_was_written(self):
        page, plan = self.page, self.plans["Alpha"]
        for text in ["one", "two"]:
            self.one.pmgit("comment", plan, "-m", text)
        page.open_plan("Alpha")
        page.wait(lambda: len(page.all("article.comment")) == 2)
        edit = "[data-part='comments'] article:nth-of-type({}) button"
        page.click(edit.format(1))
        # The comments are not drawn again while one of them is written.
        self.one.pmgit("comment", plan, "--edit", "2", "-m", "two, by another")
        page.wait(lambda: "conflict" in page.text("[data-part='comments']"))
        page.click(edit.format(2))
        page.write("article:nth-of-type(2) textarea", ", mine", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: sorted(each["text"] for each in self.one.plan(plan)["comments"])
                  == ["one", "two, by another", "two, mine"])

    def test_what_is_typed_while_a_save_is_under_way_is_kept(self):
        plan, page = self.plans["Alpha"], self.page
        page.open_plan("Alpha")
        self.slowly(0.7)
        page.write("textarea.text", "first", Keys.CONTROL, Keys.ENTER)
        page.write("textarea.text", " and more")
        page.wait(lambda: self.one.plan(plan)["body"] == "first")
        self.said("Changed the description")
        self.assertEqual(page.one("textarea.text").get_attribute("value"), "first and more")
        self.assertFalse(page.all("#side .meanwhile"))
        page.write("textarea.text", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(plan)["body"] == "first and more")
        page.wait(lambda: not page.all("textarea.text"))
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

    def test_escape_gives_a_line_up(self):
        page = self.page
        page.open_plan("Alpha")
        before = self.one.tip()
        page.write("#side textarea.title", "zzz", Keys.ESCAPE)
        self.assertEqual(page.one("#side textarea.title").get_attribute("value"), "Alpha")
        page.write("[data-part=new-line] textarea", "half", Keys.ESCAPE)
        self.assertEqual(self.one.tip(), before)

    def test_the_past_is_not_written_in(self):
        page = self.page
        page.open_plan("Alpha")
        page.write("textarea.text", "A thought", Keys.ESCAPE)
        page.wait(lambda: "Draft, not saved" in page.text("[data-part=body]"))
        page.press("[")
        page.wait(lambda: page.all("body.past"))
        before = self.one.tip()
        page.write("textarea.text", Keys.CONTROL, Keys.ENTER)
        self.said("The past can’t be changed")
        self.assertEqual(self.one.tip(), before)
        self.assertEqual(page.one("textarea.text").get_attribute("value"), "A thought")

    def test_an_answer_of_the_past_does_not_come_over_the_present(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Alpha now")
        page.wait(lambda: "Alpha now" in page.column("todo"))
        page.open_plan("Alpha now")
        page.run("""const send = window.fetch; window.late = 0; window.fetch = async (address, options) => {
            const answer = await send(address, options);
            if (!/plan\\?.*at=/.test(address)) return answer;
            await answer.clone().text();
            await new Promise(resolve => setTimeout(resolve, 1500));
            window.late += 1;
            return answer; }""")
        page.press("[")
        page.wait(lambda: page.all("body.past"))
        page.press("t")
        page.wait(lambda: not page.all("body.past"))
        self.when_late()
        page.wait(lambda: page.run("const title = document.querySelector('#side textarea.title');"
                                   "return title?.value === 'Alpha now' && !title.readOnly"))

    def test_a_plan_that_does_not_exist_can_be_searched_for(self):
        page = self.page
        page.driver.get(f"{self.server.origin}/b/main?x#zzzzzz")
        page.wait(lambda: "zzzzzz" in page.text("#side .gone h2"))
        self.assertGreater(page.run("return document.querySelector('.gone').getBoundingClientRect().left - document.getElementById('side').getBoundingClientRect().left"), 20)
        page.click_button("#side .gone", "Search for it")
        page.wait(lambda: page.run("return document.getElementById('query').value") == "zzzzzz" and page.run("return document.getElementById('side').hidden"))

    def test_a_plan_that_is_deleted_meanwhile_says_so(self):
        page = self.page
        page.open_plan("Alpha")
        page.write("textarea.text", "Unsaved words", Keys.ESCAPE)
        page.wait(lambda: "Draft, not saved" in page.text("[data-part=body]"))
        self.one.pmgit("delete", self.plans["Alpha"])
        page.wait(lambda: "This plan is deleted" in page.text("#side"))
        self.assertEqual(page.one("textarea.text").get_attribute("value"), "Unsaved words")
        self.assertTrue(page.run("return document.querySelector('#side textarea.title').readOnly"))
        # It is not brought back by what was written before.
        tip = self.one.tip()
        page.click_button("[data-part=body]", "Save")
        self.said("This plan is deleted. Restore it to save what you have written")
        self.assertEqual(self.one.tip(), tip)
        page.click_button("#toasts", "Restore")
        page.wait(lambda: "Alpha" in page.column("todo"))
        page.wait(lambda: "This plan is deleted" not in page.text("#side"))
        page.click_button("[data-part=body]", "Save")
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["body"] == "Unsaved words")

    def test_mentions_of_known_people_are_marked(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--assign", "Emma Other <emma@example.org>")
        self.one.pmgit("comment", plan, "-m", f"@emma and @Emma Other, not @ghost, a@emma, `@emma` or [@emma](https://x.org) {SCRIPT}")
        page.open_plan("Alpha")
        marks = lambda: [(each.text, each.get_attribute("title")) for each in page.all(".comment .mention")]
        person = "Emma Other <emma@example.org>"
        page.wait(lambda: marks() == [("@emma", person), ("@Emma Other", person)], str(marks()))
        self.assertIn(f"@emma and @Emma Other, not @ghost, a@emma, @emma or @emma {SCRIPT}", page.text(".comment .text"))
        # Its text is edited without the marks.
        page.click_button(".comment", "Edit")
        self.assertIn("@emma and @Emma Other", page.one(".comment textarea").get_attribute("value"))

    def open_body_field(self):
        """Opens the field of a plan's description, which is the word 'Before', and returns the page."""
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "Before")
        page.open_plan("Alpha")
        page.click("[data-part=body] p")
        page.wait(lambda: page.all("textarea.text"))
        return page

    def test_an_open_editor_stays_open(self):
        page = self.open_body_field()
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "From a terminal")
        page.wait(lambda: "From a terminal" in page.text("[data-part=body] .meanwhile"))
        self.assertEqual(page.one("textarea.text").get_attribute("value"), "Before")
        # Without a change of one's own, leaving it shows the new text.
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.texts("[data-part=body] .text p") == ["From a terminal"])

    def test_a_comment_that_is_being_changed_survives_what_others_do(self):
        page = self.page
        self.one.pmgit("comment", self.plans["Alpha"], "-m", "First")
        page.open_plan("Alpha")
        page.click_button(".comment", "Edit")
        page.write(".comment textarea", " and half")
        page.click("#side [data-part=comments] h3")
        self.one.pmgit("comment", self.plans["Alpha"], "-m", "Second")
        self.assertIn("Second", page.wait(lambda: page.text("[data-part=comments] .meanwhile")))
        self.assertEqual(page.one(".comment textarea").get_attribute("value"), "First and half")
        page.driver.refresh()
        page.wait(lambda: page.all(".comment textarea"))
        page.click_button(".comment", "Save")
        page.wait(lambda: {each["text"] for each in self.one.plan(self.plans["Alpha"])["comments"]} == {"First and half", "Second"})

    def test_what_was_discarded_can_be_taken_back(self):
        plan, page = self.plans["Alpha"], self.page
        page.open_plan("Alpha")
        page.write("textarea.text", "a day's work")
        self.one.pmgit("edit", plan, "--body", "From a terminal")
        page.wait(lambda: page.text("[data-part=body] .meanwhile"))
        page.press(Keys.ESCAPE)
        page.click_button("[data-part=body]", "Discard")
        page.wait(lambda: not page.all("textarea.text"))
        # Later drafts and plans that were opened since are unaffected.
        page.click("[aria-label='Edit the description']")
        page.write("textarea.text", "!", Keys.ESCAPE)
        page.open_plan("Beta")
        page.click_button(".toast", "Restore it")
        box = page.wait(lambda: page.one("textarea.text"))
        self.assertEqual(box.get_attribute("value"), "a day's work\n\nFrom a terminal!")
        page.click_button("[data-part=body]", "Save")
        # The text was begun before the other one was saved, so they are in conflict.
        page.wait(lambda: page.text("[data-part=conflicts] legend"))
        self.assertEqual([each["field"] for each in self.one.plan(plan)["conflicts"]], ["body"])

    TEXT = "# Plan\n\nOne **bold** word and [a link](https://example.org/word).\n\n- [ ] a task\n\nThe last line"

    def edited_at(self, selector, word):
        """Clicks after a word of the shown description; returns the text before the caret."""
        page = self.page
        x, y = page.run("""const [node] = [...document.querySelectorAll(arguments[0])];
            const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT); const range = document.createRange();
            while (texts.nextNode()) {
              const at = texts.currentNode.data.indexOf(arguments[1]); if (at < 0) continue;
              range.setStart(texts.currentNode, at); range.setEnd(texts.currentNode, at + arguments[1].length);
              const box = range.getBoundingClientRect(); return [box.right - 1, box.top + box.height / 2];
            }""", selector, word)
        page.pointer("mouse", (int(x), int(y)), (int(x), int(y)), steps=1)
        page.wait(lambda: page.run("return document.activeElement.matches('textarea.text')"))
        return page.run("const field = document.activeElement; return field.value.slice(0, field.selectionStart)")

    def test_a_description_becomes_a_field_where_it_is_clicked(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--body", self.TEXT)
        page.open_plan("Alpha")
        box = """const node = document.querySelector('[data-part=body] .text'); const box = node.getBoundingClientRect(), style = getComputedStyle(node);
            return [box.left, box.top, box.width, style.font, style.lineHeight, style.paddingLeft]"""
        page.wait(lambda: page.all("[data-part=body] .text a"))
        shown, height = page.run(box), page.run("return document.querySelector('[data-part=body] .text').offsetHeight")
        self.assertEqual(self.edited_at("[data-part=body] .text", "and"), "# Plan\n\nOne **bold** word and")
        self.assertEqual(page.run(box), shown)
        self.assertGreaterEqual(page.run("return document.activeElement.offsetHeight"), height)
        page.press(*" more")
        # A press elsewhere saves, and what was pressed is not missed although the text moves.
        page.click("[data-part=new-line] textarea")
        page.wait(lambda: self.one.plan(plan)["body"] == self.TEXT.replace("word and", "word and more"))
        page.wait(lambda: not page.all("textarea.text"))
        self.assertEqual(page.run("return document.activeElement.dataset.act"), "line")
        self.assertEqual(page.run("return Object.keys(localStorage).filter(each => each.endsWith('/body'))"), [])
        # By the keyboard the focus comes back.
        page.press(Keys.ESCAPE, "E", "!", "Control+enter")
        page.wait(lambda: self.one.plan(plan)["body"].endswith("The last line!"))
        page.wait(lambda: page.run("return document.activeElement.getAttribute('aria-label')") == "Edit the description")
        self.assertEqual(page.violations(), [])

    def test_what_is_in_a_description_can_be_clicked_and_selected(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--body", self.TEXT + f" of {self.plans['Beta']}")
        page.open_plan("Alpha")
        page.run("document.querySelector('[data-part=body] a').addEventListener('click', event => { event.preventDefault(); window.followed = true; })")
        page.click("[data-part=body] a")
        page.wait(lambda: page.run("return window.followed"))
        page.click("[data-part=body] input[type=checkbox]")
        page.wait(lambda: "- [x] a task" in self.one.plan(plan)["body"])
        page.wait(lambda: page.all("[data-part=body] .task.done"))
        last = page.all("[data-part=body] .text > p")[-1]
        left, top, height = page.run("const box = arguments[0].getBoundingClientRect(); return [box.left, box.top, box.height]", last)
        middle = int(top + height / 2)
        page.pointer("mouse", (int(left) + 2, middle), (int(left) + 60, middle))
        page.wait(lambda: page.run("return getSelection().toString().length > 3"))
        page.settle()
        self.assertEqual(page.all("textarea.text"), [])
        page.click("[data-part=body] .text > p:last-child a")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Beta")

    def test_escape_keeps_a_description_that_was_not_saved(self):
        page, plan = self.page, self.plans["Alpha"]
        self.one.pmgit("edit", plan, "--body", "Before")
        page.open_plan("Alpha")
        tip = self.one.tip()
        page.click("[data-part=body] .text")
        page.press(*"!", Keys.ESCAPE)
        page.wait(lambda: "Draft, not saved" in page.text("[data-part=body]"))
        self.assertEqual((page.one("textarea.text").get_attribute("value"), self.one.tip()), ("Before!", tip))
        page.click_button("[data-part=body]", "Discard")
        page.wait(lambda: page.texts("[data-part=body] .text") == ["Before"])
        page.click_button(".toast", "Restore it")
        page.wait(lambda: page.all("textarea.text"))
        page.click_button("[data-part=body]", "Save")
        page.wait(lambda: self.one.plan(plan)["body"] == "Before!")
        page.wait(lambda: page.texts("[data-part=body] .text") == ["Before!"])

    def test_a_field_in_which_nothing_was_written_is_left_without_a_word(self):
        page = self.open_body_field()
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("textarea.text"))
        self.assertFalse(page.all(".toast"))
