"""A page in a browser that shows the board of the first of two clones."""

import unittest

from board import Server, Team
from browser import Browser


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
        """Delays the page's requests; `window.late` counts those that have been answered."""
        self.page.run("""const [milliseconds, part, method] = arguments; const send = window.fetch; window.late = 0;
            window.fetch = async (address, options) => {
                if (!address.includes(part) || options.method !== method) return send(address, options);
                await new Promise(resolve => setTimeout(resolve, milliseconds));
                const answer = await send(address, options);
                await answer.clone().text();
                window.late += 1;
                return answer; }""", seconds * 1000, part, method)

    def when_late(self):
        """Waits until a delayed answer has arrived and the page has handled it."""
        self.page.wait(lambda: self.page.run("return window.late > 0"))
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
