"""The page of 'pmgit export --site': opened as a file and from a server of plain files, without a request to anything else."""

import functools
import http.server
import pathlib
import shutil
import threading
import unittest
import urllib.parse

from board import Server, Team
from browser import Browser, Keys
from publish import PNG


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and notes what is requested."""
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_):
        pass


class PublishedCase(unittest.TestCase):
    options = ()

    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)
        self.one = self.team.one
        self.folder = pathlib.Path(self.team.folder, "site")
        self.fill()
        self.one.pmgit("export", "--site", str(self.folder), *self.options)

    def fill(self):
        pmgit = self.one.pmgit
        pmgit("milestone", "add", "v1", "--due", "+30d")
        pmgit("view", "add", "bugs", "#bug sort:-priority")
        self.plans = {"Alpha": pmgit(
            "add", "Alpha", "--label", "bug", "--priority", "high", "--due", "2020-01-01", "--milestone", "v1", "--assign", "@me",
            "--body", "Some *text*\n\n- [ ] a task", "--check", "one", "--check", "two")}
        self.plans["Beta"] = pmgit("add", "Beta", "--label", "ui", "--link", f"blocked-by:{self.plans['Alpha']}")
        self.plans["Gamma"] = pmgit("add", "Gamma", "--label", "bug", "--priority", "low", "--state", "doing")
        pmgit("comment", self.plans["Alpha"], "-m", "A remark for @ghost and @Dev")
        pmgit("move", self.plans["Gamma"], "done")
        picture = pathlib.Path(self.one.folder, "shot.png")
        picture.write_bytes(PNG)
        pmgit("attach", self.plans["Alpha"], str(picture))

    def look(self, address=None, **options):
        page = Browser(**options)
        self.addCleanup(page.close)
        page.open(address or (self.folder / "index.html").as_uri())
        return page

    def serve(self):
        """Serves the folder under /a/b/; returns its address."""
        root = pathlib.Path(self.team.folder, "root")
        shutil.copytree(self.folder, root / "a" / "b")
        Quiet.asked = []
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/a/b/"

    def go(self, page, view):
        page.click(f"[data-view='{view}']")
        page.wait(lambda: page.all(f"[data-view='{view}'][aria-current]"))

    def open_plan(self, page, title):
        page.click(lambda: page.card(title).find_element("css selector", ".title"))
        page.wait(lambda: title in page.text("#side h2.title"))


class Published(PublishedCase):
    def test_a_file_shows_what_the_server_shows(self):
        server = Server(self.one, "--read-only")
        self.addCleanup(server.stop)
        served, page = self.look(server.address), self.look(width=1301)
        for column in ["todo", "doing", "done"]:
            self.assertEqual(page.column(column), served.column(column))
        strip = ".card"
        self.assertEqual(page.texts(strip), served.texts(strip))
        for view, what in [("List", "table.list tbody tr"), ("Roadmap", ".road .line .title"), ("Flow", ".tiles, .chart tbody")]:
            self.go(page, view)
            self.go(served, view)
            served.wait(lambda: served.all(what))
            page.wait(lambda: page.all(what))
            self.assertEqual(page.texts(what), [text for text in served.texts(what)], view)
        for each in [page, served]:
            self.go(each, "Roadmap")
            each.click_button(".road .tools", "Milestones")
            each.one(".milestones tbody tr")
        self.assertEqual(page.texts(".milestones tbody tr"), served.texts(".milestones tbody tr"))
        self.assertEqual(page.complaints(), [])

    def test_a_plan(self):
        page = self.look()
        self.open_plan(page, "Alpha")
        page.wait(lambda: page.run("return document.querySelector('#side img')?.naturalWidth") == 1)
        said = page.text("#side")
        for words in ["Some text", "A remark", "one", "two", "Blocks", "Beta", "shot.png", "High", "v1", "added it just now"]:
            self.assertIn(words, said)
        # The history is open, and is read when it comes into view.
        page.run("document.querySelector('[data-part=history]').scrollIntoView()")
        page.wait(lambda: page.texts(".comment .mention") == ["@Dev"])
        page.wait(lambda: "A remark" in page.text(".events"))
        self.assertEqual(page.complaints(), [])

    def test_nothing_can_be_changed(self):
        page = self.look()
        self.open_plan(page, "Alpha")
        labels = page.run("""return [...document.querySelectorAll('button, input, textarea, select, [contenteditable], [draggable=true]')]
            .filter(each => each.checkVisibility()).map(each => each.getAttribute('aria-label') ?? each.textContent)""")
        for label in labels:
            self.assertNotRegex(label, r"(?i)new|edit|save|attach|delete|remove|take|undo|sync|comment|assign|move|merge|title|write")
        # Also the texts beyond the edges of the window, which is wider for the board without the plan.
        texts = lambda: page.run("return document.getElementById('main').textContent")
        before = texts()
        page.press("Escape")
        for key in "ncezipgdma!S[]t ":
            page.focus("Alpha")
            page.press(key)
        page.press("Shift+ARROW_RIGHT", "Delete")
        self.assertEqual((page.all("dialog[open]"), page.text("#toasts")), ([], ""))
        self.assertEqual(texts(), before)
        alpha, done = page.card("Alpha"), page.one(".lane[data-column=done]")
        page.pointer("mouse", page.middle(alpha), page.middle(done))
        self.assertEqual(page.column("done"), ["Gamma"])

    def test_the_past_is_that_of_the_server(self):
        server = Server(self.one, "--read-only")
        self.addCleanup(server.stop)
        served, page = self.look(server.address), self.look()
        count = (self.folder / "data/past.js").read_text().count('"subject"')
        self.assertGreater(count, 5)
        told = subject = ""
        for _ in range(count - 1):
            for each in [served, page]:
                each.press("[")
            served.wait(lambda: served.text("#past .told") not in ("", told))
            told = served.text("#past .told")
            # Without a server, the words are those of the commit.
            page.wait(lambda: page.text("#past .told") not in ("", subject))
            subject = page.text("#past .told")
            for column in ["todo", "doing", "done"]:
                self.assertEqual(page.column(column), served.column(column), told)
            self.assertEqual(page.texts(".card .title, .card .due"), served.texts(".card .title, .card .due"), told)
        self.assertEqual(page.texts(".card"), [])
        page.press("t")
        page.wait(lambda: page.column("done") == ["Gamma"])
        self.assertEqual(page.complaints(), [])

    def test_in_the_past(self):
        page = self.look()
        page.press("[")
        page.press("[")
        page.wait(lambda: "move" in page.text(".differences") or "Todo" in page.text(".differences") or "Doing" in page.text(".differences"))
        page.wait(lambda: "at=" in page.run("return location.hash"))
        page.driver.refresh()
        page.wait(lambda: page.all("#past .words") and "Back to now" in page.text("#past"))
        page.click(lambda: page.card("Alpha").find_element("css selector", ".title"))
        page.wait(lambda: "as they are now" in page.text("#side"))
        page.press("Escape")
        page.click("[data-find='#ui']")
        page.wait(lambda: page.column("todo") == ["Beta"])
        self.assertEqual(page.complaints(), [])
        self.assertEqual(page.violations(), [])

    def test_filters_views_and_order(self):
        page = self.look()
        page.click_button("#filters .tabs", "Bugs")
        page.wait(lambda: page.column("todo") == ["Alpha"] and page.column("done") == ["Gamma"])
        page.click_button("#filters .tabs", "Overdue")
        page.wait(lambda: page.column("done") == [] and page.column("todo") == ["Alpha"])
        page.click_button("#filters .tabs", "All")
        page.click("[data-find='#ui']")
        page.wait(lambda: page.column("todo") == ["Beta"])
        page.click("[aria-label='Remove the filter Label: ui']")
        page.wait(lambda: "Alpha" in page.column("todo"))
        self.go(page, "List")
        page.click_button("thead", "Title")
        page.click_button("thead", "Title")
        page.wait(lambda: page.texts("td.c-title a") == ["Beta", "Alpha", "Gamma"])
        page.driver.refresh()
        page.wait(lambda: page.texts("td.c-title a") == ["Beta", "Alpha", "Gamma"])
        self.assertEqual(page.complaints(), [])

    def test_a_query_that_needs_pmgit(self):
        page = self.look((self.folder / "index.html").as_uri() + "#?q=alpha+OR+beta")
        self.assertEqual(len(page.all(".card")), 3)
        self.assertEqual(page.all("#query"), [])
        self.assertIn("All", page.text("#filters [aria-current]"))

    def test_keys(self):
        page = self.look()
        page.press("j", "j")
        self.assertEqual(page.focused(), "Beta")
        page.press("Enter")
        page.wait(lambda: page.text("#side h2.title") == "Beta")
        page.press("Escape")
        page.wait(lambda: not page.text("#side"))
        page.click_button("header", "Find a plan\nCtrl+k")
        page.write("dialog input", "gam", Keys.ENTER)
        page.wait(lambda: page.text("#side h2.title") == "Gamma")
        page.driver.back()
        page.wait(lambda: page.text("#side") == "")

    def test_no_request_leaves_the_folder(self):
        address = self.serve()
        page = self.look(address)
        self.open_plan(page, "Alpha")
        page.click("[data-part=history] summary")
        for view in ["List", "Roadmap", "Flow", "Board"]:
            self.go(page, view)
        page.wait(lambda: "/a/b/data/charts.js" in Quiet.asked)
        page.settle()
        loaded = page.run("return performance.getEntriesByType('resource').map(each => each.name)")
        self.assertTrue(all(name.startswith((address, "blob:")) for name in loaded), loaded)
        self.assertTrue(all(urllib.parse.urlsplit(path).path.startswith("/a/b/") for path in Quiet.asked), Quiet.asked)
        self.assertEqual(page.complaints(), [])
        # The address of a plan leads to it.
        page.open(page.run("return location.href.split('#')[0]") + "#" + self.one.plan(self.plans["Beta"])["id"])
        page.wait(lambda: page.text("#side h2.title") == "Beta")

    def test_for_all(self):
        for width, dark in [(1440, False), (390, True)]:
            page = self.look(width=1440)
            page.resize(width, 900)
            if dark:
                page.darken()
            self.assertEqual(page.violations(), [], "Board")
            for view in ["List", "Roadmap", "Flow"]:
                self.go(page, view)
                page.settle()
                self.assertEqual(page.violations(), [], view)
            self.go(page, "Board")
            self.open_plan(page, "Alpha")
            self.assertEqual(page.violations(), [], "plan")
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
            page.press("Escape")


class Hostile(PublishedCase):
    TEXT = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"

    def fill(self):
        body = "\n".join([self.TEXT, "[link](javascript:alert(1))", "![x](http://127.0.0.1:9/x.png)", "<b>bold</b>", "`</script>`"])
        self.hostile = self.one.pmgit("add", self.TEXT, "--label", self.TEXT[:40], "--body", body, "--assign", '"><b>x</b>')
        self.one.pmgit("comment", self.hostile, "-m", body)
        self.one.pmgit("config", "title", self.TEXT)
        self.one.pmgit("column", "edit", "todo", "--title", self.TEXT)

    def test_hostile_texts_are_texts(self):
        page = self.look()
        self.assertEqual(page.column("todo"), [self.TEXT])
        self.open_plan(page, self.TEXT)
        page.wait(lambda: "bold" in page.text("#side .text"))
        page.click("[data-part=history] summary")
        page.one(".events li")
        self.go(page, "List")
        self.assertEqual(page.all("#main img, #side img, #main b, #side b, #side [href^='javascript'], body script"), [])
        self.assertEqual(page.driver.title.split(" – ")[0], self.TEXT)
        self.assertEqual(page.complaints(), [])


if __name__ == "__main__":
    unittest.main()
