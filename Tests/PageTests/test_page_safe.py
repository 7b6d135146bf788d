"""What people write is neither lost nor disclosed, whatever happens to the page and the server."""

import json
import re
import signal
import time

from browser import Keys
from page import PageCase
from recorder import Recorder


class NothingLost(PageCase):
    def test_a_text_survives_a_page_that_is_closed(self):
        page = self.page
        page.open_plan("Alpha")
        page.write("#side textarea.text", "A long thought")
        page.driver.get(self.server.origin + "/b/main#" + self.plans["Alpha"])
        page.driver.refresh()
        page.wait(lambda: page.all("#side textarea.text"))
        self.assertEqual(page.one("#side textarea.text").get_attribute("value"), "A long thought")
        self.assertIn("Draft, not saved", page.text("#side"))
        page.write("#side textarea.text", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["body"] == "A long thought")
        page.driver.refresh()
        page.wait(lambda: page.all("#side .text"))
        self.assertEqual(page.all("#side textarea.text"), [])

    def test_a_text_belongs_to_the_tab_that_writes_it_until_that_is_gone(self):
        page, plan = self.page, self.plans["Alpha"]
        first = page.driver.current_window_handle
        text = lambda: page.one("#side textarea.text").get_attribute("value")
        page.open_plan("Alpha")
        page.write("#side textarea.text", "Of the first tab")
        second = self.another()
        page.open_plan("Alpha")
        self.assertEqual(text(), "")
        page.write("#side textarea.text", "Of the second tab", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(plan)["body"] == "Of the second tab")
        # The first tab has its text after it was loaded again, also on a slow computer.
        page.driver.switch_to.window(first)
        page.slow_down(6)
        began = time.monotonic()
        page.driver.refresh()
        page.wait(lambda: page.all(".card"))
        seconds = time.monotonic() - began
        try:
            page.wait(lambda: page.all("#side textarea.text"))
        except AssertionError:
            # After ten seconds, as on a very busy machine, the second tab takes the first one for closed.
            self.assertGreater(seconds, 8)
            page.driver.switch_to.window(second)
            page.wait(lambda: page.all("#side textarea.text"))
            return self.assertEqual(text(), "Of the first tab")
        page.slow_down(1)
        self.assertEqual(text(), "Of the first tab")
        page.driver.switch_to.window(second)
        time.sleep(2)
        self.assertEqual(page.all("#side textarea.text"), [])
        # When it is closed, the second one offers the text.
        page.driver.switch_to.window(first)
        page.driver.close()
        page.driver.switch_to.window(second)
        page.wait(lambda: page.all("#side textarea.text"))
        self.assertEqual(text(), "Of the first tab")
        self.assertEqual(self.one.plan(plan)["conflicts"] if "conflicts" in self.one.plan(plan) else [], [])

    def test_a_kept_text_that_was_saved_meanwhile_opens_no_editor(self):
        page = self.page
        page.open_plan("Alpha")
        page.write("#side textarea.text", "The same")
        page.driver.get("about:blank")
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "The same")
        page.driver.get(self.server.origin + "/b/main#" + self.plans["Alpha"])
        page.wait(lambda: "The same" in page.text("#side .text"))
        self.assertEqual(page.all("#side textarea.text"), [])

    def test_a_server_that_is_killed_and_started_anew(self):
        page = self.page
        page.open_plan("Alpha")
        comment = "[data-part=new-comment] textarea"
        page.write(comment, "Half a comment")
        self.server.process.kill()
        page.wait(lambda: "No answer from the server" in page.text("#trouble"))
        page.run("document.activeElement.blur()")
        page.write(comment, Keys.CONTROL, Keys.ENTER)
        self.said("The server does not answer")
        self.assertEqual(page.one(comment).get_attribute("value"), "Half a comment")
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        self.one.pmgit("add", "After all")
        page.wait(lambda: "After all" in page.column("todo"))
        self.assertEqual(page.one(comment).get_attribute("value"), "Half a comment")
        page.write(comment, Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["comments"])

    def test_a_board_that_is_not_there_is_not_taken_for_a_server_that_does_not_answer(self):
        page = self.page
        page.driver.get(self.server.origin + "/b/none")
        page.wait(lambda: "There is no board called “none” here" in page.text("main h1"))
        self.assertIn("pmgit init --board none", page.text("main"))
        self.assertEqual([link.get_attribute("href") for link in page.all("main .places a")], [self.server.origin + "/b/main"])
        # There is nothing to add a plan to, and the server does answer.
        self.assertEqual([each for each in page.all("#top, #trouble, #top .primary") if each.is_displayed()], [])
        self.assertNotIn("No answer", page.text("body"))
        self.one.pmgit("init", "--board", "none")
        page.wait(lambda: len(page.all(".lane")) == 3 and page.one("#top .primary").is_displayed())

    def test_what_was_not_made_without_a_server_is_not_shown_behind_it(self):
        page = self.page
        self.server.process.kill()
        page.wait(lambda: "No answer" in page.text("#trouble"))
        page.focus("Alpha")
        page.press("L")
        self.said("The server does not answer")
        self.assertEqual(page.column("doing"), [])
        # The composer keeps its text.
        page.press("n")
        page.write(".composer textarea", "A thought", Keys.ENTER)
        page.wait(lambda: "does not answer" in page.text(".composer .problem"))
        self.assertEqual(page.one(".composer textarea").get_attribute("value"), "A thought")
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        page.write(".composer textarea", Keys.ENTER)
        page.wait(lambda: "A thought" in page.column("todo"))
        self.assertEqual(page.one(".composer textarea").get_attribute("value"), "")
        self.assertEqual(page.column("doing"), [])

    def test_pages_continue_after_a_restart(self):
        page = self.page
        page.open_plan("Alpha")
        page.write("[data-part=new-comment] textarea", "Half a comment")
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "" and self.server.process.poll() is None)
        page.write("[data-part=new-comment] textarea", Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["comments"])
        # A page that is loaded again, or opened by its plain address, continues too.
        self.start_again()
        page.driver.refresh()
        page.wait(lambda: len(page.all(".card")) == 3)
        self.another()
        self.assertEqual(len(page.all(".card")), 3)

    def test_scripts_cannot_read_the_key(self):
        found = self.page.driver.execute_async_script("""const [done] = arguments;
            const opening = indexedDB.open('pmgit'); opening.onsuccess = () => {
              const read = opening.result.transaction('keys').objectStore('keys').get('key');
              read.onsuccess = () => crypto.subtle.exportKey('raw', read.result.secret).then(() => done('read'), error => done(error.name));
            };""")
        self.assertEqual(found, "InvalidAccessError")
        kept = self.page.run("return JSON.stringify({ ...sessionStorage, ...localStorage })")
        self.assertNotIn(self.server.key(), kept)
        self.assertNotRegex(kept, "[0-9a-f]{64}")

    def test_a_browser_that_keeps_no_key_has_it_as_long_as_the_page_is_open(self):
        page = self.page
        page.forget()
        page.driver.switch_to.new_window("tab")
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": "indexedDB.open = () => { throw new Error('none'); }"})
        self.start_again()
        page.open(self.server.address)
        page.wait(lambda: len(page.all(".card")) == 3)
        self.start_again()
        page.focus("Alpha")
        page.wait(lambda: page.text("#trouble") == "")
        page.press("L")
        page.wait(lambda: self.state("Alpha") == "doing")

    def test_a_page_with_a_former_key_is_no_dead_end(self):
        page = self.page
        self.start_again("--new-key")
        page.driver.refresh()
        page.wait(lambda: page.all("body.refused"))
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.open(self.server.address)
        page.wait(lambda: len(page.all(".card")) == 3)
        second = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        page.wait(lambda: len(page.all(".card")) == 3)
        # The second page has not invalidated the first one's key.
        page.driver.switch_to.window(second)
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: self.state("Alpha") == "doing")

    def test_a_key_that_was_not_heard_is_asked_for_again(self):
        page = self.page
        self.start_again("--new-key")
        page.wait(lambda: "with a new key" in page.text("#trouble"))
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        # The first message with the key is lost.
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const send = BroadcastChannel.prototype.postMessage; let lost = 1;
            BroadcastChannel.prototype.postMessage = function (data) { if (!data.key || lost-- <= 0) send.call(this, data); };"""})
        page.open(self.server.address)
        page.driver.switch_to.window(first)
        page.wait(lambda: page.text("#trouble") == "")

    def test_a_server_that_stands_still_is_told(self):
        self.server.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.server.process.send_signal, signal.SIGCONT)
        self.page.wait(lambda: "No answer" in self.page.text("#trouble"))
        self.server.process.send_signal(signal.SIGCONT)
        self.page.wait(lambda: self.page.text("#trouble") == "")

    def test_many_pages_of_one_browser(self):
        """Browsers allow six connections to one server."""
        page = self.page
        pages = [page.driver.current_window_handle] + [self.another() for _ in range(7)]
        self.one.pmgit("add", "For all")
        for each in pages:
            page.driver.switch_to.window(each)
            page.wait(lambda: "For all" in page.column("todo"))
        # If the listening page is closed, another one takes over.
        page.driver.switch_to.window(pages[0])
        page.driver.close()
        page.driver.switch_to.window(pages[-1])
        self.one.pmgit("add", "Also for all")
        page.wait(lambda: "Also for all" in page.column("todo"))

    def test_an_answer_from_before_a_move_does_not_take_it_back(self):
        page = self.page
        page.run("const ask = window.fetch; window.fetch = async (path, options) => {"
                 "  const answer = await ask(path, options);"
                 "  if (path.includes('/news') && !window.slow) {"
                 "    window.slow = true; await new Promise(done => setTimeout(done, 2000)); window.slow = 'done';"
                 "  } return answer; }")
        self.one.pmgit("edit", self.plans["Alpha"], "--priority", "high")
        page.wait(lambda: page.run("return window.slow"))
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        # From now on the card must not move back, even when the older answer arrives.
        page.run("window.back = false; new MutationObserver(() => { if (!document.querySelector('[data-column=doing] .card'))"
                 " window.back = true; }).observe(document.getElementById('main'), { childList: true, subtree: true })")
        page.wait(lambda: page.run("return window.slow === 'done'"))
        page.wait(lambda: page.all(".lane[data-column=doing] [aria-label='priority high']"))
        self.assertFalse(page.run("return window.back"))

    def test_a_change_that_fails_is_told_and_not_shown(self):
        page = self.page
        self.one.pmgit("column", "edit", "done", "--from", "doing")
        page.focus("Alpha")
        page.press("m")
        page.wait(lambda: page.all("dialog[open]"))
        page.press(*"done", Keys.ENTER)
        page.wait(lambda: page.all(".toast.problem"))
        page.wait(lambda: "Alpha" in page.column("todo"))
        self.assertEqual(self.state("Alpha"), "todo")

    def test_a_page_without_the_key(self):
        page = self.look(self.server.origin + "/b/main")
        self.assertIn("pmgit web", page.text("main"))
        self.assertEqual(page.column("todo"), [])


class NothingGivenAway(PageCase):
    """A program that takes over the port of an ended server gets neither the key nor any text."""

    COMMENT = "[data-part=new-comment] textarea"

    def try_all(self, recorder):
        """Types, searches and moves; returns what the recorder must not have received."""
        page = self.page
        before = recorder.requests
        page.write(self.COMMENT, Keys.CONTROL, Keys.ENTER)
        page.write("#query", "private-words", Keys.ENTER)
        page.run("document.activeElement.blur()")
        page.focus("Beta")
        page.press("L")
        page.wait(lambda: recorder.requests > before + 3)
        time.sleep(2)
        return [self.server.bearer, self.server.key(), "Bearer", "Half a comment", "private-words", self.plans["Beta"]]

    def take_over(self, **answer):
        page, port = self.page, self.server.port
        page.open_plan("Alpha")
        page.write(self.COMMENT, "Half a comment")
        self.server.enter(self.server.key())
        self.server.process.kill()
        self.server.process.wait()
        recorder = Recorder(port, **answer)
        try:
            secrets = self.try_all(recorder)
        finally:
            recorder.close()
        received = recorder.received.decode(errors="replace")
        questions = re.findall(r"/api/proof\?question=([0-9a-f]{64}) ", received)
        self.assertEqual(len(set(questions)), len(questions))
        self.assertGreater(len(questions), 3)
        for secret in secrets:
            self.assertNotIn(secret, received)
        self.assertEqual(page.one(self.COMMENT).get_attribute("value"), "Half a comment")

    def test_a_program_that_agrees_to_everything(self):
        self.take_over()

    def test_a_program_that_answers_as_another_run_would(self):
        error = {"format": 1, "error": {"code": "forbidden", "message": "no", "hints": []}}
        self.take_over(status="403 Forbidden", body=json.dumps(error).encode())
        # The page continues when the server is back.
        self.start_again()
        self.page.wait(lambda: self.page.text("#trouble") == "")
        self.page.write(self.COMMENT, Keys.CONTROL, Keys.ENTER)
        self.page.wait(lambda: self.one.plan(self.plans["Alpha"])["comments"])

    def test_a_program_that_repeats_a_proof(self):
        _, proof = self.server.get(f"/api/proof?question={'0' * 64}")
        self.take_over(body=json.dumps(proof).encode())

    def test_a_program_that_is_no_server(self):
        self.take_over(status="200 OK", body=b"hello")

    def test_by_the_name_localhost_the_page_goes_to_the_address_itself(self):
        page = self.page
        page.driver.get(f"http://localhost:{self.server.port}/b/main?q=Alpha")
        page.wait(lambda: page.driver.current_url.startswith(self.server.origin + "/b/main?q=Alpha"))
