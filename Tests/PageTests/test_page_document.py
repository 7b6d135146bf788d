"""The open plan as a document: tasks, the checklist, files and comments."""

import base64
import os

from browser import ActionChains, Keys
from page import PageCase

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")


class DocumentCase(PageCase):
    def plan(self):
        return self.one.plan(self.plans["Alpha"])

    def name_in_focus(self):
        return self.page.run("return document.activeElement?.dataset.name")


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


class Checklist(DocumentCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], *[word for text in ["one", "two", "three", "four"] for word in ("--check", text)])

    def lines(self):
        return [line["text"] for line in self.plan()["checklist"]]

    def shown(self):
        return self.page.run("return [...document.querySelectorAll('.checklist textarea')].map(each => each.value)")

    def drag(self, line, to, release=True, kind="mouse"):
        page = self.page
        grips = page.all(".checklist .grip")
        x, y = page.middle(page.all(".checklist li")[to - 1])
        page.pointer(kind, page.middle(grips[line - 1]), (x, y + (8 if to > line else -8 if to < line else 0)), release=release)

    def test_lines_are_sorted_by_drag(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        self.drag(1, 3)
        page.wait(lambda: self.lines() == ["two", "three", "one", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["two", "three", "one", "four"])
        self.said("Moved “one”, 3 of 4")
        self.drag(4, 1)
        page.wait(lambda: self.lines() == ["four", "two", "three", "one"])
        page.wait(lambda: self.shown() == ["four", "two", "three", "one"])
        page.settle()
        before = self.one.tip()
        self.drag(2, 2)
        self.drag(2, 4, release=False)
        page.wait(lambda: self.shown() == ["four", "three", "one", "two"])
        page.press("Escape")
        page.wait(lambda: self.shown() == ["four", "two", "three", "one"])
        self.assertEqual((self.one.tip(), page.all("#side[hidden]")), (before, []))

    def test_lines_are_moved_by_their_ids_while_another_is_written(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        # The list is not drawn again while a line has unsaved text.
        page.write("[aria-label='Line 4']", " more")
        self.drag(1, 3)
        page.wait(lambda: self.lines() == ["two", "three", "one", "four"], str(self.lines()))
        self.drag(1, 2)
        page.wait(lambda: self.lines() == ["three", "two", "one", "four"], str(self.lines()))
        self.assertEqual(self.shown(), ["three", "two", "one", "four more"])
        # Others have removed a line and added one above.
        self.one.pmgit("check", self.plans["Alpha"], "three", "--remove")
        page.wait(lambda: page.text("[data-part=checklist] .meanwhile"))
        self.drag(3, 2)
        page.wait(lambda: self.lines() == ["one", "two", "four"], str(self.lines()))
        page.run("document.querySelectorAll('.checklist li')[1].querySelector('[aria-label$=down]').click()")
        page.wait(lambda: self.lines() == ["two", "one", "four"], str(self.lines()))
        self.assertEqual(self.shown(), ["three", "two", "one", "four more"])

    def test_a_drag_that_failed_is_taken_back(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        self.server.process.kill()
        self.drag(1, 3)
        page.wait(lambda: page.all(".toast.problem") and self.shown() == ["one", "two", "three", "four"])

    def test_lines_are_sorted_by_keys(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: len(self.shown()) == 4)
        page.click("[aria-label='Line 1']")
        page.write("[aria-label='Line 1']", Keys.ALT, Keys.ARROW_DOWN, Keys.NULL)
        page.wait(lambda: self.lines() == ["two", "one", "three", "four"])
        # The focus goes with the line.
        page.wait(lambda: page.run("return document.activeElement.value") == "one" and self.shown()[1] == "one")
        page.write("[aria-label='Line 2']", " more", Keys.ALT, Keys.ARROW_DOWN, Keys.NULL)
        page.wait(lambda: self.lines() == ["two", "three", "one more", "four"], str(self.lines()))
        page.wait(lambda: self.shown() == ["two", "three", "one more", "four"])

    def test_pasted_lines_become_lines(self):
        page = self.page
        page.open_plan("Alpha")
        page.click("[data-part=new-line] textarea")
        page.run("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
            const field = document.activeElement;
            if (field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))) document.execCommand('insertText', false, arguments[0])""",
                 "- [ ] five\n* six\n\n  3. seven\neight - not a mark\n")
        page.wait(lambda: "Enter adds 4 lines" in page.text("[data-part=new-line]"))
        page.press(Keys.ENTER)
        page.wait(lambda: self.lines()[4:] == ["five", "six", "seven", "eight - not a mark"], str(self.lines()))
        page.wait(lambda: page.one("[data-part=new-line] textarea").get_attribute("value") == "")
        page.press("n", "i", "n", "e", Keys.ENTER)
        page.wait(lambda: self.lines()[-1] == "nine")

    def test_typed_lines_keep_what_looks_like_a_mark(self):
        page = self.page
        page.open_plan("Alpha")
        page.click("[data-part=new-line] textarea")
        page.press(*"3. Oktober", Keys.ENTER)
        page.wait(lambda: self.lines()[-1] == "3. Oktober", str(self.lines()))
        page.wait(lambda: page.one("[data-part=new-line] textarea").get_attribute("value") == "")
        page.write("[data-part=new-line] textarea", "- 4", Keys.SHIFT + Keys.ENTER + Keys.NULL, "- 5", Keys.ENTER)
        page.wait(lambda: self.lines()[-2:] == ["- 4", "- 5"], str(self.lines()))


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
