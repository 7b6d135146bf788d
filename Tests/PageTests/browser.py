"""A browser that shows a board, controlled by mouse and keyboard."""

import atexit
import json
import os
import re
import shutil
import time

from axe_playwright_python.base import AXE_FILE_PATH as AXE
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException,
    WebDriverException)
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from server import ROOT

PAGE = os.path.join(ROOT, "Sources/PlanWeb/Page")

# The largest number of checks, a twentieth of a second apart. Their number is limited, not the
# time, because both the checks and what they wait for are slower on a busy machine.
PATIENCE = 1000


# Without a screen, Chromium has the layout of a touch screen unless these are set: a mouse that hovers.
MOUSE = "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"


class Browser:
    # Running programs that no test uses, by window size and layout. Starting one takes longer than most tests.
    free = {}

    def __init__(self, width=1300, height=900, has_mouse=False):
        self.kept = self.free.setdefault((width, height, has_mouse), [])
        self.driver = self.kept.pop() if self.kept else self.start(width, height, has_mouse)

    @staticmethod
    def start(width, height, has_mouse):
        options = Options()
        options.binary_location = shutil.which("chromium")
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--window-size={width},{height}"]:
            options.add_argument(argument)
        if has_mouse:
            options.add_argument(MOUSE)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))

    def darken(self):
        """Switches the browser to dark colours."""
        self.look_as("dark")

    def look_as(self, theme, is_forced=False):
        """Switches the browser to light or dark colours, or to the few that a person has chosen for all pages."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": theme}, {"name": "forced-colors", "value": "active" if is_forced else "none"}]})

    def close(self):
        """Keeps the program for the next test, with one new tab. Emulations end with their tabs."""
        try:
            tabs = self.driver.window_handles
            self.driver.switch_to.window(tabs[-1])
            # A later server may get the same port, and would be the same origin.
            self.forget()
            self.driver.switch_to.new_window("tab")
            fresh = self.driver.current_window_handle
            for tab in tabs:
                self.driver.switch_to.window(tab)
                self.driver.close()
            self.driver.switch_to.window(fresh)
            self.driver.get_log("browser")
        except WebDriverException:
            self.driver.quit()
        else:
            self.kept.append(self.driver)

    def forget(self):
        """Removes what the browser keeps for the page, with its key."""
        self.run("try { localStorage.clear(); indexedDB.deleteDatabase('pmgit') } catch {}")

    @classmethod
    def quit_all(cls):
        for kept in cls.free.values():
            while kept:
                kept.pop().quit()

    def resize(self, width, height=800):
        """Sets the size of the page; windows can't be as narrow as phones."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def slow_down(self, factor):
        """Makes the processor of this tab slower; 1 is its real speed."""
        self.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": factor})

    # Reading

    def open(self, address):
        self.driver.get(address)
        self.wait(lambda: self.all(".lane") or self.all("body.refused"))
        # Messages disappear after some seconds. A busy machine may check later, so they are
        # recorded.
        self.run("""const told = window.told = []; new MutationObserver(() => told.push(document.getElementById('toasts').innerText))
            .observe(document.getElementById('toasts'), { childList: true })""")

    def was_told(self, text):
        """Whether a message with this text is shown, or was shown since the last match."""
        return text in self.text("#toasts") or self.run(
            """const told = (window.told ?? []).some(each => each.includes(arguments[0]));
            if (told) window.told.length = 0; return told""", text)

    def module(self, name, expression, *arguments):
        """Returns the value of an expression with the names of a module of the page that imports no others."""
        with open(os.path.join(PAGE, name), encoding="utf-8") as file:
            source = re.sub("^export ", "", file.read(), flags=re.MULTILINE)
        return self.run(f"{source}\nreturn {expression}", *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.wait(lambda: self.all(selector))[0]

    def texts(self, selector):
        """Returns the texts of all matching elements at one moment, with spaces between cells."""
        return self.run("return [...document.querySelectorAll(arguments[0])]"
                        ".map(each => each.innerText.trim().replaceAll('\\t', ' '))", selector)

    def text(self, selector):
        return " ".join(self.texts(selector))

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, find, what=""):
        """Waits until a function returns something, and returns that."""
        for _ in range(PATIENCE):
            try:
                if found := find():
                    return found
            except (StaleElementReferenceException, ElementClickInterceptedException,
                    ElementNotInteractableException):
                # The element was drawn again or moved while the driver looked at it.
                pass
            time.sleep(0.05)
        said = self.text("#toasts, #trouble"), self.run("return window.told ?? []")
        raise AssertionError(f"waited in vain {what}; the page says {said[0]!r} after {said[1]!r}")

    def settle(self):
        """Waits until the page has drawn everything that it knows."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()))")

    def column(self, column):
        """Returns the titles of a column's cards, from top to bottom."""
        return self.run(
            "return [...document.querySelectorAll(`.lane[data-column='${arguments[0]}'] .card .title`)]"
            ".map(each => each.textContent)", column)

    def focused(self):
        """Returns the title of the focused card."""
        return self.run("return document.activeElement?.closest('.card')?.querySelector('.title').textContent")

    def selected(self):
        return self.run("return [...document.querySelectorAll('.card.selected .title')].map(each => each.textContent)")

    def complaints(self):
        """Returns the browser's errors, such as violations of the page's security policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]]

    def violations(self, *rules):
        """Returns the accessibility problems that axe-core finds when no colour is changing any more; by default of all rules."""
        self.wait(lambda: self.run("return document.getAnimations().every(each => each.playState !== 'running')"))
        if not self.run("return window.axe != null"):
            with open(AXE, encoding="utf-8") as file:
                self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": file.read()})
        options = {"runOnly": rules} if rules else {}
        found = self.driver.execute_cdp_cmd("Runtime.evaluate", {
            "expression": f"axe.run({json.dumps(options)})" ".then(found => JSON.stringify(found.violations.map(each =>"
                          " [each.id, each.nodes.map(node => node.html + ' ' + node.failureSummary)])))",
            "awaitPromise": True})
        return json.loads(found["result"]["value"])

    # Actions

    def press(self, *keys):
        """Presses keys at the focus: 'j', Keys.ENTER, or a combination such as 'Control+z'."""
        for key in keys:
            chain = ActionChains(self.driver)
            *held, last = key.split("+") if len(key) > 1 and "+" in key else [key]
            for each in held:
                chain.key_down({"Control": Keys.CONTROL, "Shift": Keys.SHIFT}[each])
            chain.send_keys(getattr(Keys, last.upper(), last) if len(last) > 1 else last)
            for each in held:
                chain.key_up({"Control": Keys.CONTROL, "Shift": Keys.SHIFT}[each])
            chain.perform()

    def focus(self, title):
        self.run("[...document.querySelectorAll('.card')].find(each =>"
                 " each.querySelector('.title').textContent === arguments[0]).focus()", title)

    def focus_row(self, title):
        """Focuses the title of a plan in the list."""
        self.wait(lambda: self.run("const found = [...document.querySelectorAll('.list tr[data-id] a')].find(each => each.textContent === arguments[0]);"
                                   " found?.focus(); return found === document.activeElement", title))

    def card(self, title):
        return self.wait(lambda: self.run(
            "return [...document.querySelectorAll('.card')].find(each =>"
            " each.querySelector('.title').textContent === arguments[0])", title))

    def click(self, target):
        """Clicks the element of a selector or a function."""
        find = target if callable(target) else lambda: self.one(target)
        self.wait(lambda: find().click() or True)

    def click_button(self, selector, label):
        """Clicks the button with this label in a part, as soon as it exists."""
        def found():
            return next((each for each in self.all(selector + " button") if each.text == label), None)
        self.wait(lambda: (button := found()) and (button.click() or True), f"for the button {label!r}")

    def open_plan(self, title):
        """Opens the plan beside the board with a click on the title of its card."""
        self.click(lambda: self.card(title).find_element(By.CSS_SELECTOR, ".title"))
        self.wait(lambda: self.all("#side textarea.title"))

    def field(self, name):
        """Returns a function that finds the row of the value with this name in the open plan."""
        return lambda: self.wait(lambda: self.run(
            "return [...document.querySelectorAll('#side .field')].find(each => each.firstChild.textContent === arguments[0])"
            "?.querySelector('.prop')", name), f"for the value {name!r}")

    def popover(self, name):
        """Opens the popover of a value in the open plan. A value that is not set may have no row yet."""
        self.wait(lambda: not self.all("dialog.pop"))
        self.wait(lambda: self.open_row(name) or self.add_row(name), f"for the value {name!r}")
        self.one("dialog.pop")

    def open_row(self, name):
        # The driver does not see that the top of the plan is over what is scrolled below it.
        row = self.run("const row = [...document.querySelectorAll('#side .field')].find(each => each.firstChild.textContent === arguments[0])"
                       "?.querySelector('.prop'); row?.scrollIntoView({ block: 'center' }); return row", name)
        return row and (row.click() or True)

    def add_row(self, name):
        if not self.all("dialog.menu"):
            self.run("document.querySelector('#side .add-field')?.scrollIntoView({ block: 'center' })")
            for button in self.all("#side .add-field"):
                button.click()
        option = self.run("return [...document.querySelectorAll('dialog.menu [role=option]')]"
                          ".find(each => each.querySelector('.grow').textContent === arguments[0])", name)
        if option:
            return option.click() or True
        if self.all("dialog.menu"):
            self.press("Escape")
        return False

    def fill(self, name, *text):
        """Types into the popover of a value in the open plan, and waits until it is closed."""
        self.popover(name)
        self.write("dialog.pop input", *text, Keys.ENTER)
        self.wait(lambda: not self.all("dialog.pop"), f"for the end of {name!r}")

    def pick(self, name, *labels):
        """Chooses values by their names in the popover of the open plan."""
        self.popover(name)
        for label in labels:
            self.click(lambda: self.option(label))
        if self.all("dialog.pop"):
            self.press("Escape")
        self.wait(lambda: not self.all("dialog.pop"))

    def option(self, label):
        """Returns the row of a popover with this text."""
        return self.wait(lambda: self.run(
            "return [...document.querySelectorAll('dialog.pop [role=option]')]"
            ".find(each => each.querySelector('.grow').textContent === arguments[0])", label), f"for the row {label!r}")

    def shown(self, name):
        """Returns the text of a value in the open plan."""
        return self.run("return arguments[0].innerText", self.field(name)())

    def choose(self, target, value):
        """Chooses a value in a list."""
        find = target if callable(target) else lambda: self.one(target)
        self.wait(lambda: self.run("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change')); return true",
                                   find(), value))

    def write(self, target, *text):
        """Types into the field of a selector or a function."""
        find = target if callable(target) else lambda: self.one(target)
        self.wait(lambda: find().send_keys(*text) or True)

    def pointer(self, kind, start, end, hold=0.0, steps=8, release=True):
        """Drags with a mouse or a finger from one point to another."""
        builder = ActionBuilder(self.driver, mouse=PointerInput(kind, kind))
        pointer = builder.pointer_action
        pointer.move_to_location(*start)
        pointer.pointer_down()
        if hold:
            pointer.pause(hold)
        for step in range(1, steps + 1):
            pointer.move_to_location(*[int(a + (b - a) * step / steps) for a, b in zip(start, end)])
        if release:
            pointer.pointer_up()
        builder.perform()

    def middle(self, node):
        box = self.run("const box = arguments[0].getBoundingClientRect();"
                       "return [box.left, box.top, box.width, box.height]", node)
        return int(box[0] + box[2] / 2), int(box[1] + box[3] / 2)


atexit.register(Browser.quit_all)
