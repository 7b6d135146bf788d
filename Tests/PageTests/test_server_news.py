"""What the answers say of changes, and the events."""

import json
import socket

from server import ServerCase


class News(ServerCase):
    def test_news_are_the_cards_that_changed(self):
        one = self.team.one
        (first, second) = (one.pmgit("add", "One"), one.pmgit("add", "Two"))
        seen = one.tip()
        one.pmgit("move", first, "doing")
        one.pmgit("delete", second)
        news = self.server.ask(f"news?from={seen}")
        self.assertEqual([(card["id"], card["state"]) for card in news["plans"]], [(first, "doing")])
        self.assertEqual(news["gone"], [second])
        self.assertEqual({change["by"] for change in news["changes"]}, {"Dev One <dev.one@example.org>"})
        self.assertIn(first, news["unshared"])

    def test_news_have_what_a_query_finds_and_the_open_plan(self):
        one = self.team.one
        plan = one.pmgit("add", "Open beside it", "--label", "news")
        seen = one.tip()
        one.pmgit("edit", plan, "--due", "2027-01-02")
        news = self.server.ask(f"news?from={seen}&q=%23news&plan={plan}")
        self.assertEqual(news["matches"]["plans"], [plan])
        self.assertEqual((news["plan"]["plan"]["due"], news["plan"]["commit"]), ("2027-01-02", one.tip()))
        news = self.server.ask(f"news?from={seen}")
        self.assertEqual((news["matches"], news["plan"]), (None, None))
        # Unreadable parts do not affect the others.
        news = self.server.ask(f"news?from={seen}&q=%28%28&plan=zzzzzz")
        self.assertIn("never closed", news["matches"]["error"]["message"])
        self.assertEqual(news["plan"]["error"]["code"], "unknown-plan")
        self.assertEqual([card["id"] for card in news["plans"]], [plan])

    def test_the_answer_to_a_change_brings_the_news(self):
        one = self.team.one
        plan = one.pmgit("add", "Moved by a page")
        seen = one.tip()
        other = one.pmgit("add", "Added meanwhile")
        answer = self.server.do("move", commit=seen, plans=[plan], column="doing",
                                news={"from": seen, "q": "state:doing", "plan": plan})
        self.assertEqual((answer["changed"], answer["plans"], answer["commit"]), (True, [plan], one.tip()))
        news = answer["news"]
        self.assertEqual(news["commit"], one.tip())
        self.assertEqual({card["id"]: card["state"] for card in news["plans"]}, {plan: "doing", other: "todo"})
        self.assertIn(plan, news["matches"]["plans"])
        self.assertEqual(news["plan"]["plan"]["state"], "doing")
        self.assertEqual(news, self.server.ask(f"news?from={seen}&q=state:doing&plan={plan}"))
        # The undo moves the branch back.
        answer = self.server.do("undo", news={"from": answer["commit"]})
        self.assertEqual({card["id"]: card["state"] for card in answer["news"]["plans"]}, {plan: "todo"})
        self.assertEqual(answer["lines"], [{"plan": plan, "title": "Moved by a page", "words": "Doing → Todo"}])

    def test_an_answer_has_no_more_than_the_page_reads(self):
        kept = {"format", "board", "commit", "notices"}
        for command, values, own in [
                ("edit", {"plans": [self.plan], "priority": "low"}, {"changed", "plans"}), ("undo", {}, {"changed", "plans", "lines"}),
                ("title", {"title": "Named by a page"}, {"changed", "plans", "message"}), ("sync", {}, {"message", "conflicts"})]:
            self.assertEqual(set(self.server.do(command, **values)), kept | own, command)

    def test_news_that_cant_be_read_fail_no_change(self):
        one = self.team.one
        answer = self.server.do("add", title="Made all the same", news={"from": "0" * 40})
        self.assertEqual(one.plan(answer["plans"][0])["title"], "Made all the same")
        self.assertIn("neither a moment nor a commit", answer["news"]["error"]["message"])
        # An invalid request for news is refused before anything is changed.
        before = one.tip()
        for news in [{}, {"from": "HEAD"}, {"from": "0" * 39}, {"from": before, "id": "x"}, {"from": before, "q": 1}, [], "x"]:
            status, document = self.server.post("/api/boards/main/add", {"title": "Refused", "news": news})
            self.assertEqual((status, document["error"]["code"]), (400, "usage"), news)
        self.assertEqual(one.tip(), before)

    def test_events_tell_each_commit(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as line:
            line.sendall((f"GET /api/boards/main/events HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                          f"Authorization: Bearer {self.server.bearer}\r\n\r\n").encode())
            lines = line.makefile("r", encoding="utf-8")

            def commit(after=None):
                for text in lines:
                    if text.startswith("data: ") and (found := json.loads(text[6:])["commit"]) != after:
                        return found
                return None

            first = commit()
            self.assertEqual(first, self.team.one.tip())
            # The commit is sent again, for a page that has meanwhile seen another one.
            self.assertEqual(commit(), first)
            self.team.one.pmgit("add", "News")
            second = commit(after=first)
            self.assertEqual(second, self.team.one.tip())
            self.team.one.git("pack-refs", "--all")
            self.team.one.pmgit("add", "More")
            self.assertEqual(commit(after=second), self.team.one.tip())
