"""Every text that is typed is kept until it is saved or discarded, in whichever field of whichever view it was typed."""

import signal

from browser import Keys
from page import PageCase


class Texts(PageCase):
    # Fields below others that are not saved when the focus leaves them.
    AFTER_OTHERS = {"comment", "old comment", "new view", "new query", "new field", "new options", "new rule", "text of a new rule",
                    "day of a milestone"}

    def prepare(self):
        self.one.pmgit("milestone", "add", "v1", "--due", "2w")
        self.one.pmgit("edit", self.plans["Alpha"], "--due", "+0d", "--check", "a line", "--label", "ui", "--assign", "Ana <ana@example.org>")
        self.one.pmgit("field", "add", "size", "--title", "Size", "--kind", "choice", "--option", "S")
        self.one.pmgit("rule", "add", "tidy", "on done: due none")
        self.one.pmgit("comment", self.plans["Alpha"], "-m", "Two words")
        for clone in [self.one, self.team.two]:
            clone.pmgit("sync", "--quiet")
        for clone, text in [(self.one, "Ours\n\nA"), (self.team.two, "Theirs\n\nB")]:
            clone.pmgit("edit", self.plans["Gamma"], "--body", text)
            clone.pmgit("sync", "--quiet")
        self.one.pmgit("sync", "--quiet")

    def fields(self):
        """Returns for each field its address, what is there when it is drawn, what opens it, and its selector."""
        page, plan = self.page, "#" + self.plans["Alpha"]
        side = "#side [data-part=body]"
        press = lambda key: lambda: (page.focus("Alpha"), page.press(key))
        return {
            "title of a card": ("", ".card", press("e"), ".card .editing textarea"),
            "title in the list": ("?view=list", "tr[data-id]", lambda: (self.to("tr[data-id] a"), page.press("e")), ".list .editing textarea"),
            "title in the calendar": ("?view=calendar", ".due-plan", lambda: (self.to(".due-plan"), page.press("e")), "dialog.pop input"),
            "description": (plan, side, None, "#side textarea.text"),
            "line": (plan, side, None, ".checklist textarea"),
            "estimate": (plan, side, lambda: page.popover("Estimate"), "dialog.pop input"),
            "due day": (plan, side, lambda: page.popover("Due"), "dialog.pop input"),
            "new label": (plan, side, lambda: page.popover("Labels"), "dialog.pop input"),
            "new milestone": (plan, side, lambda: page.popover("Milestone"), "dialog.pop input"),
            "new line": (plan, side, None, ".new-line textarea"),
            "comment": (plan, side, None, "[data-part=new-comment] textarea"),
            "old comment": (plan, side, lambda: page.all(".comment textarea") or page.click_button(".comment", "Edit"), ".comment textarea"),
            "new plan": ("", ".card", lambda: page.press("n"), ".composer textarea"),
            "name of a view": ("?q=Alpha", ".card", self.save_view, "dialog.pop input"),
            "merged text": ("?view=conflicts", ".conflict", self.merge, ".conflict textarea"),
            "board": ("?view=settings", "table", None, "[aria-label='Title of the board']"),
            "column": ("?view=settings", "table", None, "[aria-label='Title of Doing']"),
            "limit": ("?view=settings", "table", None, "[aria-label='Limit of Doing']"),
            "label": ("?view=settings", ".of-labels", None, "[aria-label='Name of ui']"),
            "person": ("?view=settings", ".of-people", None, "[aria-label='Name of Ana']"),
            "field": ("?view=settings", ".of-fields", None, "[aria-label='Title of Size']"),
            "options": ("?view=settings", ".of-fields", None, "[aria-label='Options of Size']"),
            "rule": ("?view=settings", ".of-rules", None, "[aria-label='Rule tidy']"),
            "new column": ("?view=settings", "table", None, "[aria-label='Title of a new column']"),
            "new view": ("?view=settings", "table", None, "[aria-label='Name of a new view']"),
            "new query": ("?view=settings", "table", None, "[aria-label='Query of a new view']"),
            "new field": ("?view=settings", "table", None, "[aria-label='Title of a new field']"),
            "new options": ("?view=settings", "table", self.with_options, "[aria-label='Options of a new field']"),
            "new rule": ("?view=settings", "table", None, "[aria-label='Name of a new rule']"),
            "text of a new rule": ("?view=settings", "table", None, "[aria-label='Text of a new rule']"),
            "name of a milestone": ("?view=milestones", "td", None, "[aria-label='Name of a new milestone']"),
            "day of a milestone": ("?view=milestones", "td", None, "[aria-label='When it is due']"),
            "milestone": ("?view=milestones", "td", self.rename_milestone, "dialog.pop input"),
        }

    def to(self, selector):
        self.page.run("document.querySelector(arguments[0]).focus()", selector)

    def save_view(self):
        self.page.press("Control+k")
        self.page.write("dialog.choose input", "save the query", Keys.ENTER)

    def merge(self):
        page = self.page
        page.run("[...document.querySelectorAll('.conflict button')].find(each => /Merge|Go on/.test(each.textContent)).click()")

    def with_options(self):
        if self.page.all("[aria-label='Options of a new field'][hidden]"):
            self.page.choose("[aria-label='Kind of a new field']", "choices")

    def rename_milestone(self):
        self.page.click("[data-milestone] [data-edit=title]")
        self.page.click(lambda: next(each for each in self.page.all("dialog li") if "Change the title" in each.text))

    def show(self, name):
        """Shows a field, and returns it with its selector. The page is loaded anew, or the field before would be saved."""
        page, (address, ready, act, selector) = self.page, self.fields()[name]
        if name not in self.AFTER_OTHERS:
            page.driver.get("about:blank")
            page.driver.get(f"{self.server.origin}/b/main{address}")
        page.wait(lambda: page.all(ready), f"for {ready} at {address}")
        if act:
            act()
        return page.wait(lambda: page.all(selector), f"for {selector} at {address}")[0], selector

    def test_no_text_is_lost(self):
        page, first, tip = self.page, self.page.driver.current_window_handle, self.one.tip()
        for name in self.fields():
            page.write(self.show(name)[1], Keys.CONTROL, "a", Keys.NULL, f"My {name}")
        self.server.stop(signal.SIGKILL)
        self.start_again()
        # A text belongs to the tab in which it was typed.
        page.driver.switch_to.new_window("tab")
        self.assertEqual(self.show("title of a card")[0].get_attribute("value"), "Alpha")
        page.press(Keys.ESCAPE)
        second = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        page.driver.close()
        page.driver.switch_to.window(second)
        found = {name: self.show(name)[0].get_attribute("value") for name in self.fields()}
        # The title of a plan is one text, wherever it is typed.
        last = {"title of a card": "My title in the calendar", "title in the list": "My title in the calendar"}
        self.assertEqual(found, {name: last.get(name, f"My {name}") for name in found})
        self.assertEqual(self.one.tip(), tip)

    def test_texts_of_the_settings_are_discarded_saved_or_stay_to_be_corrected(self):
        page, drafts = self.page, "return Object.keys(localStorage).filter(each => each.includes('/settings/')).length"
        page.driver.get(self.server.origin + "/b/main?view=settings")
        for name, before in [("Name of ui", "ui"), ("Title of Doing", "Doing"), ("Rule tidy", "on done: due none"), ("Title of a new field", "")]:
            field = f"[aria-label='{name}']"
            value = lambda: page.one(field).get_attribute("value")
            page.wait(lambda: page.all(field))
            page.write(field, Keys.CONTROL, "a", Keys.NULL, "Mine", Keys.ESCAPE)
            page.wait(lambda: value() == before, name)
            page.click_button("#toasts", "Restore it")
            page.wait(lambda: value() == "Mine", name)
            page.write(field, Keys.ESCAPE)
            page.wait(lambda: value() == before, name)
        self.assertEqual(page.run(drafts), 0)
        page.write("[aria-label='Name of ui']", Keys.CONTROL, "a", Keys.NULL, "ux", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["labels"] == ["ux"] and page.all("[aria-label='Name of ux']"))
        self.assertEqual(page.run(drafts), 0)
        page.write("[aria-label='Limit of Doing']", "many", Keys.ENTER)
        page.wait(lambda: "Draft, not saved" in page.text("[data-part=columns] .notes:not(:empty)"))
        self.assertEqual(page.one("[aria-label='Limit of Doing']").get_attribute("value"), "many")
        tip = self.one.tip()
        page.write("[aria-label='Limit of Doing']", Keys.CONTROL, "a", Keys.NULL, "5")
        page.click_button("[data-part=columns] .notes", "Discard")
        page.wait(lambda: page.one("[aria-label='Limit of Doing']").get_attribute("value") == "")
        page.settle()
        self.assertEqual((self.one.tip(), page.run(drafts)), (tip, 0))


class Titles(PageCase):
    EDITOR = ".card .editing textarea"

    def edit(self, text):
        self.page.focus("Alpha")
        self.page.press("e")
        self.page.write(self.EDITOR, Keys.CONTROL, "a", Keys.NULL, text)

    def title(self):
        return self.one.plan(self.plans["Alpha"])["title"]

    def test_a_title_is_edited_in_its_card(self):
        page = self.page
        self.edit("By Enter" + Keys.ENTER)
        page.wait(lambda: self.title() == "By Enter")
        page.wait(lambda: page.focused() == "By Enter" and not page.all("dialog, .editing"))
        page.press("e")
        page.write(self.EDITOR, "!")
        self.assertEqual(page.one(self.EDITOR).get_attribute("value"), "!")
        page.click("#main")
        page.wait(lambda: self.title() == "!" and not page.all(".editing"))
        self.assertFalse(page.run("return Object.keys(localStorage).some(each => each.includes('/title'))"))

    def test_escape_discards_a_title_which_can_be_restored(self):
        page = self.page
        self.edit("Not this" + Keys.ESCAPE)
        page.wait(lambda: page.focused() == "Alpha")
        page.click_button("#toasts", "Restore it")
        page.wait(lambda: page.one(self.EDITOR).get_attribute("value") == "Not this")
        page.press(Keys.ESCAPE)
        # The open plan does the same.
        page.open_plan("Alpha")
        page.write("#side textarea.title", " and more")
        # The card shows that a text is not saved, also to screen readers.
        self.assertEqual([each.accessible_name for each in page.wait(lambda: page.all(".card .draft"))], ["text not saved yet"])
        self.assertIn("text not saved yet", page.card("Alpha").accessible_name)
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".card .draft"))
        page.click_button("#toasts", "Restore it")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Alpha and more")
        self.assertEqual(self.title(), "Alpha")

    def test_with_the_plan_open_its_title_is_edited_there(self):
        page = self.page
        page.open_plan("Alpha")
        page.focus("Alpha")
        page.press("e")
        page.press("B")
        self.assertEqual(page.one("#side textarea.title").get_attribute("value"), "B")
        self.assertEqual(page.all(".editing"), [])

    def test_without_a_server_the_title_stays(self):
        page = self.page
        self.server.process.kill()
        page.wait(lambda: "No answer" in page.text("#trouble"))
        self.edit("Mine" + Keys.ENTER)
        self.said("The server does not answer")
        self.assertEqual(page.one(self.EDITOR).get_attribute("value"), "Mine")
        self.start_again()
        page.driver.refresh()
        page.wait(lambda: page.all(".card"))
        page.focus("Alpha")
        page.press("e")
        page.wait(lambda: "Draft, not saved" in page.text(".editing"))
        page.press(Keys.ENTER)
        page.wait(lambda: self.title() == "Mine")

    def test_what_was_changed_meanwhile_is_quoted(self):
        page, note = self.page, ".meanwhile.now blockquote"
        self.edit("Mine")
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Of the terminal")
        page.wait(lambda: page.texts(".card .meanwhile.now blockquote") == ["Of the terminal"])
        self.assertEqual(page.one(self.EDITOR).get_attribute("value"), "Mine")
        # Also after a reload, in the open plan, in the list, and where there is only a popover.
        page.driver.get(self.server.origin + "/b/main?x#" + self.plans["Alpha"])
        page.wait(lambda: page.texts("#side " + note) == ["Of the terminal"])
        page.driver.get(self.server.origin + "/b/main?view=list")
        page.wait(lambda: page.all("tr[data-id] a"))
        page.run("document.querySelector('tr[data-id] a').focus()")
        page.press("e")
        page.wait(lambda: page.texts(".list " + note) == ["Of the terminal"])
        page.press(Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["conflicts"])


if __name__ == "__main__":
    import unittest
    unittest.main()
