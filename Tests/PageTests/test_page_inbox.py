"""The inbox of the page."""

from browser import Keys
from page import PageCase


class Inbox(PageCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--assign", "@me")
        self.one.pmgit("inbox", "--read")
        self.share()

    def share(self):
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")

    def comment(self, title, text):
        self.team.two.pmgit("comment", self.plans[title], "-m", text)
        self.share()

    def count(self):
        return self.page.text("#inbox-button b")

    def rows(self):
        return self.page.texts(".inbox li .link")

    def test_what_others_do_arrives_and_is_marked_as_read(self):
        page = self.page
        page.press("I")
        page.wait(lambda: "Nothing is new" in page.text(".inbox"))
        self.assertEqual((self.count(), page.all(".inbox [data-name=read]")), ("", []))
        self.comment("Alpha", "<b>Looks</b> good")
        page.wait(lambda: self.rows() == ["Alpha"])
        self.comment("Beta", "@dev.one and you?")
        page.wait(lambda: self.rows() == ["Beta", "Alpha"])
        self.assertEqual(self.count(), "2")
        self.assertEqual(page.texts(".inbox h3"), ["Mentions", "Changed by others"])
        self.assertEqual(page.one("#inbox-button").get_attribute("aria-label"), "Inbox, 2 new")
        events = page.texts(".inbox .event")
        self.assertIn("Dev Two", events[0])
        self.assertIn("<b>Looks</b> good", events[1])
        page.click(".inbox li .link")
        page.wait(lambda: "and you?" in page.text("#side"))
        page.press(Keys.ESCAPE)
        page.click(".inbox [data-name=read]")
        self.said("Marked as read")
        page.wait(lambda: "Nothing is new" in page.text(".inbox") and self.count() == "")
        self.assertEqual(self.one.pmgit("inbox"), "")
        # One's own changes are not news.
        self.one.pmgit("done", self.plans["Alpha"])
        page.press("1")
        page.wait(lambda: "Alpha" in page.column("done"))
        page.click("#inbox-button")
        page.wait(lambda: "Nothing is new" in page.text(".inbox"))

    def test_many_plans_of_one_commit_are_one_row_that_opens(self):
        page = self.page
        for number in range(6):
            self.one.pmgit("add", f"Many {number}", "--assign", "@me")
        self.share()
        self.team.two.pmgit("edit", "--where", "many", "--priority", "urgent")
        self.share()
        page.press("I")
        page.wait(lambda: page.texts(".inbox summary") == ["6 plans"])
        self.assertIn("priority", page.text(".inbox .event"))
        self.assertEqual(len([row for row in page.all(".inbox li .link") if row.is_displayed()]), 0)
        page.click(".inbox summary")
        page.wait(lambda: sorted(self.rows()) == [f"Many {number}" for number in range(6)])

    def test_it_has_no_past(self):
        page = self.page
        self.comment("Alpha", "news")
        page.press("[")
        page.wait(lambda: "at=" in page.driver.current_url)
        page.press("I")
        page.wait(lambda: self.rows() == ["Alpha"] and page.all(".inbox [data-name=read]"))
        self.assertNotIn("at=", page.driver.current_url)
        self.assertFalse(page.one("#past").is_displayed() or page.one("#past-button").is_enabled())
        page.press("1")
        page.wait(lambda: page.all(".card") and page.one("#past-button").is_enabled())

    def focused(self):
        return self.page.run("return document.activeElement.textContent")

    def test_rows_are_walked_by_keys_and_opened_by_clicks(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Gamma"], "--assign", "@me", "--due", "-3d")
        self.one.pmgit("inbox", "--read")
        self.comment("Alpha", "news")
        self.comment("Beta", "@dev.one and you?")
        page.press("I")
        page.wait(lambda: self.rows() == ["Beta", "Gamma", "Alpha"], str(self.rows()))
        # What only waits is not new.
        new = "return [...document.querySelectorAll('.inbox li:has(.unread) .link')].map(each => each.textContent)"
        self.assertEqual(page.run(new), ["Beta", "Alpha"])
        page.press("j")
        page.wait(lambda: self.focused() == "Beta")
        page.press("down", "k", "j", Keys.ENTER)
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Gamma")
        page.wait(lambda: page.texts(".inbox li[aria-current=true] .link") == ["Gamma"])
        # The open plan follows, and the focus stays in the rows.
        page.press("j")
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Alpha")
        self.assertEqual(self.focused(), "Alpha")
        self.assertEqual(page.violations(), [])
        page.press("Escape")
        page.wait(lambda: not page.all("#side .title") and self.focused() == "Alpha")
        page.click(".inbox li[data-id] .event p")
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Beta")

    def test_the_number_is_shown_on_the_board(self):
        page = self.page
        page.wait(lambda: page.all(".card"))
        self.comment("Alpha", "done?")
        page.wait(lambda: self.count() == "1")
        # What was read in a terminal is not new when the inbox is opened.
        self.one.pmgit("inbox", "--read")
        page.click("#inbox-button")
        page.wait(lambda: "Nothing is new" in page.text(".inbox") and self.count() == "")

    def test_what_waits_is_told_without_a_number(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--due", "-3d")
        page.driver.get(f"{self.server.origin}/b/main?view=inbox")
        page.wait(lambda: page.texts(".inbox h3") == ["Overdue"])
        self.assertIn("3 days", page.text(".inbox li small"))
        self.assertEqual((self.count(), page.all(".inbox [data-name=read]")), ("", []))


class ReadOnly(PageCase):
    options = ("--read-only",)

    def test_nothing_can_be_marked(self):
        page = self.page
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.team.two.pmgit("comment", self.plans["Alpha"], "-m", "hello")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")
        page.driver.get(f"{self.server.origin}/b/main?view=inbox")
        page.wait(lambda: page.texts(".inbox li .link") == ["Alpha"])
        self.assertEqual(page.all(".inbox > button"), [])
