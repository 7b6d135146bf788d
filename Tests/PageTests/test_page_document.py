"""The open plan as a document: tasks, files and comments."""

import base64
import os

from browser import ActionChains, Keys
from page import DocumentCase

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")


class Tasks(DocumentCase):
    BODY = "Before\n\n- [ ] one\n  - [x] two\n\n> 1. [ ] three\n\n```\n- [ ] code\n```\n- [ ] - [ ] four\n- plain\n"

    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--body", self.BODY)

    def boxes(self):
        return self.page.run("return [...document.querySelectorAll('#side .text .task > input')].map(each => [each.ariaLabel, each.checked])")

    def tick(self, name):
        self.page.click(f"#side .text input[aria-label='{name}']")

    def body(self):
        return self.plan()["body"]

    def test_a_tick_changes_its_line_alone(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: self.boxes() == [["one", False], ["two", True], ["three", False], ["Task", False]], str(self.boxes()))
        wanted = self.body()
        for name, before, after in [("three", "1. [ ] three", "1. [x] three"), ("two", "- [x] two", "- [ ] two"), ("one", "- [ ] one", "- [x] one"),
                                    ("Task", "- [ ] - [ ] four", "- [x] - [ ] four")]:
            self.tick(name)
            wanted = wanted.replace(before, after)
            page.wait(lambda: self.body() == wanted, name)
        page.wait(lambda: self.boxes() == [["one", True], ["two", False], ["three", True], ["Task", True]], str(self.boxes()))
        page.wait(lambda: self.name_in_focus() == "task 10")
        page.press(" ")
        page.wait(lambda: self.body() == wanted.replace("- [x] - [ ] four", "- [ ] - [ ] four"))

    def test_ids_in_texts_lead_to_their_plans(self):
        page, beta, gamma = self.page, self.plans["Beta"], self.plans["Gamma"]
        self.one.pmgit("edit", self.plans["Alpha"], "--body", f"After `{beta}`, not {gamma}x, <b>{gamma}</b>\n\n```\n{beta}\n```\n\n[{gamma}](https://example.org)")
        self.one.pmgit("comment", self.plans["Alpha"], "-m", f"Like {gamma}.")
        page.open_plan("Alpha")
        # The plan may be drawn again meanwhile, so each look is one moment.
        links = lambda: page.run("return [...document.querySelectorAll(`#side .text a[href^='#']`)].map(each => [each.textContent, each.title])")
        page.wait(lambda: links() == [[beta, "Beta"], [gamma, "Gamma"], [gamma, "Gamma"]], str(links()))
        self.assertEqual((page.all("#side .text a a"), page.all("#side pre a"), page.all("#side .text b")), ([], [], []))
        self.assertEqual(page.violations(), [])
        page.click("#side .comment .text a")
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Gamma")
        page.wait(lambda: page.driver.current_url.endswith(f"#{gamma}"))

    def test_ticks_in_a_row_are_each_made_on_the_last(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.boxes()) == 4)
        self.slowly(0.4)
        page.run("for (const name of ['one', 'two', 'three']) document.querySelector(`#side .text input[aria-label=${name}]`).click()")
        wanted = self.body().replace("[ ] one", "[x] one").replace("[x] two", "[ ] two").replace("[ ] three", "[x] three")
        page.wait(lambda: self.body() == wanted)
        page.wait(lambda: self.boxes()[:3] == [["one", True], ["two", False], ["three", True]])
        self.assertEqual(self.plan()["conflicts"], [])

    def test_a_double_click_ticks_once(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.boxes()) == 4)
        count = lambda: int(self.one.git("rev-list", "--count", self.one.tip()))
        before = count()
        ActionChains(page.driver).double_click(page.one("#side .text input[aria-label='one']")).perform()
        page.wait(lambda: "[x] one" in self.body())
        page.wait(lambda: self.boxes()[0] == ["one", True])
        page.settle()
        self.assertEqual((count(), page.all("#toasts .problem")), (before + 1, []))

    def test_what_others_wrote_meanwhile_is_kept(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.boxes()) == 4)
        # The page does not hear of the change before the tick.
        self.slowly(3, "/news", "GET")
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "Another text\n\n- [ ] one\n")
        self.tick("one")
        page.wait(lambda: self.plan()["conflicts"])
        texts = [each["value"] for each in self.plan()["conflicts"][0]["values"]]
        self.assertTrue(any("Another text" in text for text in texts) and any("[x] one" in text for text in texts), texts)

    def test_a_tick_that_failed_shows_what_the_board_has(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.boxes()) == 4)
        self.server.process.kill()
        for _ in range(2):
            self.tick("one")
            page.wait(lambda: page.all("[data-part=body] .failed") and self.boxes()[0] == ["one", False])
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        page.click_button("[data-part=body] .failed", "Try again")
        page.wait(lambda: "[x] one" in self.body() and self.boxes()[0] == ["one", True] and not page.all(".failed"))


class Files(DocumentCase):
    GIVE = """const [kind, files] = arguments; const data = new DataTransfer();
        for (const [name, type, content] of files) data.items.add(new File([Uint8Array.from(atob(content), each => each.charCodeAt(0))], name, { type }));
        const target = kind === 'paste' ? document.activeElement : document.querySelector('#side .title');
        if (kind === 'drop') target.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
        target.dispatchEvent(kind === 'paste' ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))"""

    def give(self, kind, *files):
        self.page.run(self.GIVE, kind, [[name, type, base64.b64encode(content).decode()] for name, type, content in files])

    def names(self):
        return [file["name"] for file in self.plan()["files"]]

    def content(self, name):
        path = os.path.join(self.team.folder, "got")
        self.one.pmgit("attach", self.plans["Alpha"], "--get", name, "-o", path, "--force")
        with open(path, "rb") as file:
            return file.read()

    def test_files_are_dropped_and_pasted(self):
        page = self.page
        page.open_plan("Alpha")
        every = bytes(range(256)) * 3 + b"x"
        self.give("drop", ("all bytes.bin", "application/octet-stream", every), ("a.png", "image/png", PNG))
        page.wait(lambda: self.names() == ["all bytes.bin", "a.png"], str(self.names()))
        self.assertEqual((self.content("all bytes.bin"), self.content("a.png")), (every, PNG))
        page.run("document.querySelector('[data-part=files]').scrollIntoView()")
        page.wait(lambda: page.run("return document.querySelector('[data-part=files] img')?.naturalWidth") == 1)
        page.click("[data-part=new-comment] textarea")
        self.give("paste", ("image.png", "image/png", PNG + b"2"))
        page.wait(lambda: len(self.names()) == 3 and self.names()[2].startswith("pasted 20"), str(self.names()))
        page.wait(lambda: page.texts("[data-part=files] .link")[2:] == self.names()[2:])
        page.run("document.querySelector('[aria-label=\"Remove a.png\"]').click()")
        page.wait(lambda: "a.png" not in self.names())
        page.click_button(".toast", "Undo")
        page.wait(lambda: "a.png" in self.names())
        self.assertEqual(page.complaints(), [])

    def test_a_file_of_some_megabytes_and_one_that_is_too_large(self):
        page = self.page
        page.open_plan("Alpha")
        page.run("""const data = new DataTransfer(); for (const [name, size] of [['4.bin', 4e6], ['6.bin', 6e6], ['13.bin', 13e6]]) data.items.add(new File([new Uint8Array(size)], name));
            document.querySelector('#side').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))""")
        page.wait(lambda: self.names() == ["4.bin"])
        self.assertEqual(self.content("4.bin"), bytes(4_000_000))
        failed = "[data-part=files] .failed"
        page.wait(lambda: len(page.all(failed)) == 2)
        self.assertIn("6.bin is not attached: '6.bin' is larger than 5 MB, the board's limit", page.text(failed))
        self.assertIn("13.bin is not attached: it has more than 12 MB", page.text(failed))
        # They stay when the part is drawn again, and can be tried again or discarded.
        self.one.pmgit("config", "attachments", "--limit", "10MB")
        page.click_button(failed, "Try again")
        page.wait(lambda: self.names() == ["4.bin", "6.bin"])
        page.wait(lambda: len(page.all(failed)) == 1)
        page.click_button(failed, "Discard")
        page.wait(lambda: not page.all(failed))

    def test_a_picture_is_read_once_and_when_it_is_seen(self):
        page = self.page
        page.run("""window.read = []; const send = window.fetch;
            window.fetch = (address, options) => { if (address.includes('/file?')) window.read.push(address); return send(address, options); }""")
        path = os.path.join(self.team.folder, "content")
        for number in range(12):
            with open(path, "wb") as file:
                file.write(PNG + bytes([number]))
            self.one.pmgit("attach", self.plans["Alpha"], path, "--name", f"{number:02}.png")
        page.resize(1300, 600)
        page.open_plan("Alpha")
        page.wait(lambda: len(page.all("[data-part=files] li")) == 12)
        page.run("document.querySelector('[data-part=files] li').scrollIntoView()")
        page.wait(lambda: page.all("[data-part=files] img"))
        page.settle()
        self.assertLess(len(page.run("return window.read")), 12)
        for number in range(12):
            page.run("document.querySelectorAll('[data-part=files] li')[arguments[0]].scrollIntoView()", number)
            page.wait(lambda: page.run("return document.querySelectorAll('[data-part=files] li')[arguments[0]].querySelector('img')?.naturalWidth", number) == 1, str(number))
        before = page.run("return window.read")
        self.assertEqual((len(before), len(set(before))), (12, 12))
        # The part is drawn again, and the pictures stay.
        with open(path, "wb") as file:
            file.write(b"text")
        self.one.pmgit("attach", self.plans["Alpha"], path, "--name", "last.txt")
        page.wait(lambda: len(page.all("[data-part=files] li")) == 13)
        page.settle()
        self.assertEqual(page.run("return [...document.querySelectorAll('[data-part=files] img')].map(each => each.naturalWidth)"), [1] * 12)
        self.assertEqual(page.run("return window.read"), before)


class Description(DocumentCase):
    FIELD = "[data-part=body] textarea.text"

    def test_a_button_saves_and_names_are_completed(self):
        page = self.page
        page.open_plan("Alpha")
        self.assertFalse(page.one("[data-part=body] .foot").is_displayed())
        page.click(self.FIELD)
        page.wait(lambda: page.one("[data-part=body] .foot").is_displayed())
        page.press(*"Ask @de")
        page.wait(lambda: page.texts(".mentions:not([hidden]) li span:last-child") == ["Dev One"])
        # Escape closes the list alone.
        page.press("Escape")
        page.wait(lambda: not page.all(".mentions:not([hidden])"))
        page.press("v", Keys.ENTER)
        page.wait(lambda: page.one(self.FIELD).get_attribute("value") == "Ask @Dev One ")
        self.assertEqual(page.violations(), [])
        page.click_button("[data-part=body]", "Save")
        page.wait(lambda: self.plan()["body"].strip() == "Ask @Dev One")
        page.wait(lambda: page.texts("[data-part=body] .mention") == ["@Dev One"])
        # A click saves once.
        page.settle()
        self.assertEqual(self.one.git("log", "-1", "--format=%s", self.one.tip() + "^").split(":")[0].split()[0], "add")

    def test_the_buttons_of_a_draft_are_in_one_line(self):
        page = self.page
        page.resize(390, 844)
        page.open_plan("Alpha")
        page.write(self.FIELD, "A thought", Keys.ESCAPE)
        page.wait(lambda: "Draft, not saved" in page.text("[data-part=body] .kept"))
        tops = page.run("return [...document.querySelectorAll('[data-part=body] .kept button')].map(each => each.offsetTop)")
        self.assertEqual((len(tops), len(set(tops))), (2, 1))


class Comments(DocumentCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Beta"], "--assign", "Ana Lee <ana@example.org>", "--assign", "Jin <jin@example.org>")

    BOX = "[data-part=new-comment] textarea"

    def offered(self):
        return self.page.texts(".mentions:not([hidden]) li span:last-child")

    def test_people_are_completed_behind_an_at(self):
        page = self.page
        page.open_plan("Alpha")
        page.click(self.BOX)
        page.press(*"Ask @l")
        page.wait(lambda: self.offered() == ["Ana Lee"], str(self.offered()))
        page.press(Keys.ENTER)
        page.wait(lambda: page.one(self.BOX).get_attribute("value") == "Ask @Ana Lee ")
        page.press(*"or @")
        page.wait(lambda: len(self.offered()) == 3)
        page.press("down", "down", Keys.TAB)
        page.wait(lambda: page.one(self.BOX).get_attribute("value") == "Ask @Ana Lee or @Jin ")
        # Escape closes the list alone, and an address is none.
        page.press(*"@j")
        page.wait(lambda: self.offered() == ["Jin"])
        page.press("Escape")
        page.wait(lambda: self.offered() == [])
        page.press(*" a@j")
        page.settle()
        self.assertEqual(self.offered(), [])
        page.press("Control+Enter")
        page.wait(lambda: [each["text"] for each in self.plan()["comments"]] == ["Ask @Ana Lee or @Jin @j a@j"], str(self.plan()["comments"]))

    def test_the_list_is_accessible(self):
        page = self.page
        page.open_plan("Alpha")
        page.click(self.BOX)
        page.press("@")
        page.wait(lambda: self.offered())
        self.assertEqual(page.one(self.BOX).get_attribute("aria-activedescendant"), "mentions-0")
        self.assertEqual(page.violations(), [])


class Formats(DocumentCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "one two")

    def value(self, part):
        return self.page.run("return document.querySelector(`[data-part=${arguments[0]}] textarea`)?.value", part)

    def test_keys_and_buttons_format_the_selection_and_the_browser_undoes_them(self):
        page = self.page
        page.open_plan("Alpha")
        page.press("E")
        field = page.one("[data-part=body] textarea")
        select = lambda start, end: page.run("arguments[0].setSelectionRange(arguments[1], arguments[2])", field, start, end)
        select(4, 7)
        page.press("Control+b")
        self.assertEqual(self.value("body"), "one **two**")
        page.press("Control+i")
        self.assertEqual(self.value("body"), "one **_two_**")
        page.press("Control+z", "Control+z")
        self.assertEqual(self.value("body"), "one two")
        select(4, 7)
        page.press("Control+k", *"example.org")
        self.assertEqual((self.value("body"), page.all("dialog[open]")), ("one [two](example.org)", []))
        for name, text in [("Checklist", "- [ ] one [two](example.org)"), ("List", "- one [two](example.org)"), ("List", "one [two](example.org)")]:
            page.click(f"[data-part=body] .format [aria-label={name}]")
            self.assertEqual(self.value("body"), text)
        self.assertTrue(page.run("return document.activeElement === arguments[0]", field))
        self.assertEqual(page.violations(), [])
        page.press("Control+Enter")
        page.wait(lambda: self.plan()["body"].strip() == "one [two](example.org)")
        page.wait(lambda: not page.one("[data-part=body]").find_elements("css selector", ".format"))

    def test_an_empty_mark_of_a_comment_is_removed_and_undone(self):
        page = self.page
        page.open_plan("Alpha")
        page.press("C")
        page.click("[data-part=new-comment] .format [aria-label=Bold]")
        page.press("x", Keys.BACK_SPACE)
        self.assertEqual(self.value("new-comment"), "****")
        page.press("Control+b")
        self.assertEqual(self.value("new-comment"), "")
        page.press("Control+z")
        self.assertEqual(self.value("new-comment"), "****")
