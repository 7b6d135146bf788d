"""A page in a browser that shows the board of the first of two clones."""

import unittest

from board import Server, Team
from browser import Browser

# A title that would run as a script.
SCRIPT = "<img src=x onerror=alert(1)>"


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
        """Opens another page of this server in the same browser."""
        page = page or self.page
        page.driver.switch_to.new_window("tab")
        page.open(self.server.origin + "/b/main")
        return page.driver.current_window_handle

    def state(self, title):
        return self.one.plan(self.plans[title])["state"]

    def slowly(self, seconds, part="/api/boards/", method="POST"):
        """Delays the page's requests; `window.late` counts those that have been answered, and `window.answered` lists them."""
        self.page.run("""const [milliseconds, part, method] = arguments; const send = window.fetch; window.late = 0; window.answered = [];
            window.fetch = async (address, options) => {
                if (!address.includes(part) || options.method !== method) return send(address, options);
                await new Promise(resolve => setTimeout(resolve, milliseconds));
                const answer = await send(address, options);
                await answer.clone().text();
                window.late += 1;
                window.answered.push(address);
                return answer; }""", seconds * 1000, part, method)

    def fail_slowly(self, part, method, count=1000):
        """Makes the next requests fail after a second, for which no test waits. `window.sent` is what sends them otherwise."""
        self.page.run("""const [part, method] = arguments; let count = arguments[2]; window.sent ??= window.fetch; window.late = window.asked = 0;
            window.fetch = async (address, options) => {
                if (!address.includes(part) || (options.method ?? 'GET') !== method || count === 0) return window.sent(address, options);
                window.asked += 1;
                count -= 1;
                await new Promise(resolve => setTimeout(resolve, 1000));
                window.late += 1;
                throw new TypeError('failed'); }""", part, method, count)

    def when_late(self, end=None):
        """Waits until a delayed answer, or the one for an address with this end, has arrived and the page has handled it."""
        self.page.wait(lambda: self.page.run("return window.late > 0 && (!arguments[0] || window.answered.some(each => each.endsWith(arguments[0])))", end))
        self.page.settle()

    def start_again(self, *options):
        """Restarts the server on its port."""
        self.server.stop()
        self.server = Server(self.one, "--port", str(self.server.port), *options)
        self.addCleanup(self.server.stop)

    def start_with_new_key(self):
        """Restarts the server with a new key, and opens its address in a tab, which shares the key."""
        self.start_again("--new-key")
        page = self.page
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open(self.server.address)
        page.driver.switch_to.window(first)

    def said(self, text):
        return self.page.wait(lambda: self.page.was_told(text), text)


class DocumentCase(PageCase):
    """A page with the plan Alpha, which the tests open."""

    def plan(self):
        return self.one.plan(self.plans["Alpha"])

    def name_in_focus(self):
        return self.page.run("return document.activeElement?.dataset.name")


class PopoverCase(PageCase):
    """A page with plans that have people and labels."""

    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--assign", "Ana <ana@example.org>", "--label", "ui", "-p", "low")
        self.one.pmgit("edit", self.plans["Beta"], "--assign", "Jin <jin@example.org>", "--label", "bug", "--label", "bug-fix")

    def plan(self, title="Alpha"):
        return self.one.plan(self.plans[title])

    def rows(self):
        return self.page.texts("dialog.pop [role=option] .grow")

    def chosen(self):
        return self.page.texts("dialog.pop [role=option][aria-selected=true] .grow")

    def name_in_focus(self):
        return self.page.run("return document.activeElement?.dataset.name")


class RoadCase(PageCase):
    """A page that shows the roadmap."""

    def prepare(self):
        self.one.pmgit("milestone", "add", "v1", "--due", "2w")
        self.one.pmgit("edit", self.plans["Alpha"], "--milestone", "v1", "--due", "+5d", "--title", f"Alpha {SCRIPT}")
        self.one.pmgit("edit", self.plans["Beta"], "--milestone", "v1", "--start", "+2d", "--due", "+6d")
        self.one.pmgit("move", self.plans["Gamma"], "done")

    def setUp(self):
        super().setUp()
        self.show("Roadmap", ".road .line[data-id]")

    def show(self, view, part):
        self.page.driver.get(f"{self.server.origin}/b/main?view={view.lower()}")
        self.page.wait(lambda: self.page.all(part))

    def dates(self, title):
        plan = self.one.plan(self.plans[title])
        return plan["start"], plan["due"]

    def end(self, title, end):
        """Returns a function that finds an end of a plan's span."""
        return lambda: self.page.one(f".line[data-id='{self.plans[title]}'] .end[data-end={end}]")

    def later(self, day, days):
        return self.page.run("return new Date(Date.parse(arguments[0]) + arguments[1] * 86400000).toISOString().slice(0, 10)", day, days)

    def drag(self, find, days):
        page = self.page
        width = page.run("return parseFloat(getComputedStyle(document.querySelector('.sheet')).getPropertyValue('--day'))")
        x, y = page.middle(find())
        page.pointer("mouse", (x, y), (int(x + days * width), y))

    def heard(self):
        """Waits until another page of this browser shows the newest change, and so this one has heard of it."""
        page = self.page
        first = page.driver.current_window_handle
        self.another()
        newest = self.one.git("log", "-1", "--format=%s", self.one.tip()).split(" ", 1)[1]
        page.wait(lambda: any(each in newest for each in page.column("todo")))
        page.driver.close()
        page.driver.switch_to.window(first)
        page.settle()
