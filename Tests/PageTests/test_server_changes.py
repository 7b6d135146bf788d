"""What the requests for changes do."""

import json
import os
import re
import socket
from urllib.parse import urlencode

from board import Server, Team
from server import ROOT, ServerCase


class Changes(ServerCase):
    def test_two_changes_at_once_are_two_commits(self):
        one = self.team.one
        plans = [one.pmgit("add", f"Plan {number}") for number in range(8)]
        before = int(one.git("rev-list", "--count", "pmgit/main"))
        body = [json.dumps({"plans": [plan], "column": "doing"}) for plan in plans]
        lines = [socket.create_connection(("127.0.0.1", self.server.port), timeout=60) for _ in plans]
        for line, text in zip(lines, body):
            line.sendall((f"POST /api/boards/main/move HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                          f"Authorization: Bearer {self.server.bearer}\r\nContent-Type: application/json\r\n"
                          f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}").encode())
        for line in lines:
            self.assertTrue(line.makefile("rb").read().startswith(b"HTTP/1.1 200"))
            line.close()
        self.assertEqual(int(one.git("rev-list", "--count", "pmgit/main")), before + 8)
        self.assertEqual({one.plan(plan)["state"] for plan in plans}, {"doing"})
        self.assertEqual(one.git("fsck", "--strict", "--no-dangling", "--no-progress"), "")

    def test_what_was_decided_on_an_older_commit_merges(self):
        one = self.team.one
        plan = one.pmgit("add", "As it was")
        seen = one.tip()
        one.pmgit("edit", plan, "--title", "From the terminal", "--label", "bug")
        self.server.do("edit", commit=seen, plans=[plan], title="From the page", due="2027-01-02")
        found = one.plan(plan)
        self.assertEqual(found["labels"], ["bug"])
        self.assertEqual(found["due"], "2027-01-02")
        self.assertEqual([each["value"] for each in found["conflicts"][0]["values"]], ["From the page", "From the terminal"])
        self.server.do("undo")
        self.assertEqual(one.plan(plan)["title"], "From the terminal")
        self.assertIsNone(one.plan(plan)["due"])

    def test_a_decision_is_about_the_values_that_were_seen(self):
        one = self.team.one
        plan = one.pmgit("add", "As it was")
        base = one.tip()
        self.server.do("edit", commit=base, plans=[plan], title="First")
        self.server.do("edit", commit=base, plans=[plan], title="Second")
        seen = self.server.ask("conflicts")
        self.assertEqual([[value["words"] for value in field["values"]]
                          for each in seen["plans"] for field in each["conflicts"]], [["Second", "First"]])
        self.server.do("edit", commit=base, plans=[plan], title="Third")
        decision = {"plan": plan, "field": "title", "take": 2}
        status, refusal = self.server.post("/api/boards/main/resolve", decision | {"seen": seen["commit"]})
        self.assertEqual((status, refusal["error"]["code"]), (409, "changed-meanwhile"))
        self.assertEqual(len(one.plan(plan)["conflicts"][0]["values"]), 3)
        self.server.do("resolve", **decision, seen=self.server.ask("conflicts")["commit"])
        self.assertEqual((one.plan(plan)["title"], one.plan(plan)["conflicts"]), ("Second", []))

    def test_numbers_are_those_of_the_commit_that_was_seen(self):
        one = self.team.one
        plan = one.pmgit("add", "Numbers", "--check", "one", "--check", "two", "--check", "three")
        for text in ["first", "second"]:
            one.pmgit("comment", plan, "-m", text)
        seen = one.tip()
        self.server.do("check", plan=plan, item=3, to=1)
        self.server.do("comment", plan=plan, delete=1)
        self.server.do("check", commit=seen, plan=plan, item=1)
        self.server.do("check", commit=seen, plan=plan, item=2, text="2nd")
        self.server.do("comment", commit=seen, plan=plan, edit=2, text="2nd comment")
        found = one.plan(plan)
        self.assertEqual([(line["text"], line["done"]) for line in found["checklist"]],
                         [("three", False), ("one", True), ("2nd", False)])
        self.assertEqual([each["text"] for each in found["comments"]], ["2nd comment"])

    def test_dry_run_moves_nothing(self):
        one = self.team.one
        line = one.plan(self.plan)["checklist"] or one.pmgit("edit", self.plan, "--check", "a line")
        one.pmgit("comment", self.plan, "-m", "a comment")
        one.pmgit("edit", self.plan, "--title", "another")
        one.pmgit("milestone", "add", "v0")
        plan = one.plan(self.plan)
        refs = lambda: one.git("for-each-ref") + one.git("ls-remote", "origin")
        before = refs()
        plans = {"plans": [self.plan]}
        changes = [("check", {"plan": self.plan, "item": 1, "text": "x"}),
                   ("comment", {"plan": self.plan, "edit": plan["comments"][0]["id"], "text": "x"})]
        for command, values in changes + list({
                "add": {"title": "x"}, "edit": plans | {"title": "x"}, "move": plans | {"column": "done"},
                "start": plans, "done": plans, "check": plans | {"item": 1}, "comment": plans | {"text": "x"},
                "spend": {"plan": self.plan, "time": "1h"}, "delete": plans, "title": {"title": "x"}, "add-column": {"column": "x"},
                "set-column": {"column": "todo", "title": "x"}, "remove-column": {"column": "todo"},
                "save-view": {"name": "x", "query": "y"}, "add-milestone": {"name": "v1"},
                "set-milestone": {"milestone": "v0", "due": "2027-01-31"}, "remove-milestone": {"milestone": "v0"},
                "add-iteration": {"name": "Dry run", "every": "2w", "start": "2028-01-03"}}.items()):
            answer = self.server.do(command, **values, dryRun=True)
            self.assertTrue(answer["changed"], command)
            self.assertEqual(refs(), before, command)
        # Commands that need a remote or depend on the last change have no dry run.
        for command, values in {"take": {"plan": self.plan}, "undo": {}, "redo": {}, "sync": {}}.items():
            for extra in [{"dryRun": True}, {"commit": one.tip()}]:
                status, document = self.server.post("/api/boards/main/" + command, values | extra)
                self.assertEqual((status, document["error"]["code"]), (400, "usage"), command)
        self.assertEqual(refs(), before)

    def test_a_line_is_read_as_it_is_added(self):
        one = self.team.one
        one.pmgit("edit", self.plan, "--label", "bug", "--assign", "Sam Lee <sam@example.org>")
        before = one.tip()
        line = 'Ship #bug #"two words" @lee !high +2w'
        read = self.server.ask("quick?" + urlencode({"line": line}))
        self.assertEqual(read["title"], "Ship")
        self.assertEqual([(mark["kind"], mark["value"], mark["new"]) for mark in read["marks"][:4]],
                         [("label", "bug", False), ("label", "two words", True),
                          ("person", "Sam Lee <sam@example.org>", False), ("priority", "high", False)])
        self.assertEqual([line[mark["start"]:mark["end"]] for mark in read["marks"]], ["#bug", '#"two words"', "@lee", "!high", "+2w"])
        wrong = self.server.ask("quick?" + urlencode({"line": "Ask @nobody ^v9"}))["marks"]
        self.assertEqual([mark["problem"]["code"] for mark in wrong], ["usage", "unknown-milestone"])
        self.assertFalse([hint for mark in wrong for hint in mark["problem"]["hints"] if "'pmgit " in hint])
        self.assertEqual(one.tip(), before)
        added = one.plan(self.server.do("add", line=line, column="doing", label=["row"], priority="low")["plans"][0])
        self.assertEqual((added["title"], added["state"], added["priority"]), ("Ship", "doing", "high"))
        self.assertEqual(sorted(added["labels"]), ["bug", "row", "two words"])
        self.assertEqual(added["due"], read["marks"][4]["value"])
        tip = one.tip()
        for values in [{"line": "x", "title": "y"}, {"line": 3}, {"line": "Ask @nobody"}, {"line": "#bug"}, {"line": "a\nb"}]:
            status, document = self.server.post("/api/boards/main/add", values)
            self.assertIn("error", document, values)
            self.assertEqual(status, 400, values)
        self.assertEqual(one.tip(), tip)
        self.assertEqual(self.server.get("/api/boards/main/quick")[0], 400)

    def test_a_page_gets_no_hints_for_a_terminal(self):
        status, document = self.server.post("/api/boards/main/move", {"plans": ["zzzzzz"], "column": "done"})
        self.assertEqual((status, document["error"]["code"]), (404, "unknown-plan"))
        self.assertFalse([hint for hint in document["error"]["hints"] if "'pmgit " in hint])
        self.assertEqual(self.server.do("undo")["notices"][-1]["hints"], [])
        self.server.do("redo")

    def test_undo_of_what_was_last_at_a_commit(self):
        one = self.team.one
        seen = self.server.do("edit", plans=[self.plan], title="Of the page")["commit"]
        one.pmgit("edit", self.plan, "--due", "2027-01-02")
        status, document = self.server.post("/api/boards/main/undo", {"of": seen})
        self.assertEqual((status, document["error"]["code"]), (409, "changed-meanwhile"))
        self.assertEqual(one.plan(self.plan)["due"], "2027-01-02")
        self.server.do("undo", of=one.tip())
        self.server.do("undo", of=seen)
        self.assertEqual((one.plan(self.plan)["title"] == "Of the page", one.plan(self.plan)["due"]), (False, None))
        # A change of another plan stays.
        seen = self.server.do("edit", plans=[self.plan], title="Of the page")["commit"]
        other = one.pmgit("add", "Another one")
        self.server.do("undo", of=seen)
        self.assertNotEqual(one.plan(self.plan)["title"], "Of the page")
        self.assertEqual(one.plan(other)["title"], "Another one")

    def test_a_member_that_is_missing_deletes_nothing(self):
        self.team.one.pmgit("comment", self.plan, "-m", "stays")
        comment = self.team.one.plan(self.plan)["comments"][0]["id"]
        for command, values in {"comment": {"plan": self.plan, "edit": comment}, "title": {}}.items():
            self.assertEqual(self.server.post("/api/boards/main/" + command, values)[0], 400, command)
        self.server.do("comment", plan=self.plan, delete=comment)
        self.assertEqual(self.team.one.plan(self.plan)["comments"], [])

    def test_a_milestone_is_added_and_undone(self):
        one = self.team.one
        self.assertTrue(self.server.do("add-milestone", name="Release 2.0", due="2027-01-31")["changed"])
        found = lambda: [(each["id"], each["title"], each["due"]) for each in self.server.ask("milestones")["milestones"]]
        self.assertEqual(found(), [("release-2.0", "Release 2.0", "2027-01-31")])
        # Plans name it by what was typed.
        self.server.do("edit", plans=[self.plan], milestone="Release 2.0")
        self.assertEqual(one.plan(self.plan)["milestone"], "release-2.0")
        self.server.do("undo", count=2)
        self.assertEqual((found(), one.plan(self.plan)["milestone"]), ([], None))

    def test_what_can_be_no_milestone_is_refused(self):
        self.server.do("add-milestone", name="v1")
        before = self.team.one.tip()
        for name in ["", "v1", "V1", "none", "-", "a\nb", "\u0000", "x" * 5000, "../../etc", 7, None, ["v9"], {"a": 1}]:
            status, document = self.server.post("/api/boards/main/add-milestone", {"name": name})
            self.assertIn(status, [400, 409], name)
            self.assertTrue(document["error"]["message"], name)
        for due in ["someday", "2027-02-30", 5, ["fri"]]:
            self.assertEqual(self.server.post("/api/boards/main/add-milestone", {"name": "v9", "due": due})[0], 400, due)
        self.assertEqual(self.team.one.tip(), before)

    def test_a_milestone_is_changed_removed_and_brought_back(self):
        one = self.team.one
        self.server.do("add-milestone", name="v5", due="2027-01-31")
        self.server.do("edit", plans=[self.plan], milestone="v5")
        found = lambda: [(each["id"], each["title"], each["due"]) for each in self.server.ask("milestones")["milestones"]]
        self.server.do("set-milestone", milestone="v5", title="버전 <b>1</b>")
        self.server.do("set-milestone", milestone="v5", due="none")
        self.assertEqual(found(), [("v5", "버전 <b>1</b>", None)])
        before = one.tip()
        for values in [{}, {"due": "someday"}, {"title": "next"}, {"title": "a\nb"}, {"title": 7}, {"milestone": "v9", "due": "fri"}, {"milestone": None}]:
            status, document = self.server.post("/api/boards/main/set-milestone", {"milestone": "v5"} | values)
            self.assertEqual((status, bool(document["error"]["message"])), (400, True), values)
        self.assertEqual(one.tip(), before)
        notices = self.server.do("remove-milestone", milestone="v5")["notices"]
        self.assertEqual(([each["message"] for each in notices], found()), (["1 plan still names it"], []))
        self.assertEqual(one.plan(self.plan)["milestone"], "v5")
        self.server.do("undo")
        self.assertEqual(found(), [("v5", "버전 <b>1</b>", None)])
        # The other tests have no such milestone.
        self.server.do("remove-milestone", milestone="v5")

    def test_iterations_follow_each_other(self):
        found = lambda: [(each["id"], each["title"], each["first"], each["last"]) for each in self.server.ask("settings")["iterations"]]
        status, document = self.server.post("/api/boards/main/add-iteration", {"name": "Sprint 1"})
        self.assertEqual((status, document["error"]["message"]), (400, "the board has no iteration that new ones could follow"))
        self.server.do("add-iteration", name="Sprint 1", every="2w", start="2027-01-04")
        self.server.do("add-iteration", name="Sprint 2")
        self.assertEqual(found(), [("sprint-1", "Sprint 1", "2027-01-04", "2027-01-17"), ("sprint-2", "Sprint 2", "2027-01-18", "2027-01-31")])
        for name in ["", "???", "next", 3, None]:
            self.assertEqual(self.server.post("/api/boards/main/add-iteration", {"name": name})[0], 400, name)

    def test_a_view_has_a_title_and_is_shown_as_it_was(self):
        one = self.team.one
        own = lambda: {each["name"]: {key: value for key, value in each.items() if key not in ["name", "origin"]}
                       for each in self.server.ask("settings")["views"] if each["origin"] == "board"}
        look = {"view": "list", "group": "assignee", "columns": ["due", "field/x"]}
        self.server.do("save-view", title="버그!", query="#bug", **look)
        self.assertEqual(own(), {"view": look | {"title": "버그!", "query": "#bug"}})
        self.server.do("save-view", title="오류", query="#x")
        self.assertEqual(own()["view-2"], {"title": "오류", "query": "#x"})
        # The terminal changes the query alone, and another version keeps what it does not know.
        one.pmgit("view", "edit", "view", "#bug is:open")
        self.assertEqual(own()["view"], look | {"title": "버그!", "query": "#bug is:open"})
        self.server.do("save-view", title="버그!", query="#bug", view="board", group="")
        self.assertEqual(own()["view"], {"title": "버그!", "query": "#bug", "view": "board", "group": ""})
        # A view that is made again has no look of its former life.
        self.server.do("remove-view", name="view")
        one.pmgit("view", "add", "view", "#bug")
        self.assertEqual(own()["view"], {"query": "#bug"})
        before = one.tip()
        for values in [{}, {"name": "a", "title": "b"}, {"title": ""}, {"title": "a\nb"}, {"title": "a", "view": "../x"}, {"title": "a", "group": "A B"},
                       {"title": "a", "columns": "due"}, {"title": "a", "columns": ["x"] * 251}, {"title": "x" * 5000}]:
            status, document = self.server.post("/api/boards/main/save-view", {"query": "x"} | values)
            self.assertEqual((status, bool(document["error"]["message"])), (400, True), values)
        self.assertEqual(one.tip(), before)

    def test_labels_and_people_are_renamed_on_all_plans(self):
        one = self.team.one
        plans = [one.pmgit("add", title, "--label", label, "--assign", "Ana <ana@example.org>") for title, label in [("One", "flaw"), ("Two", "error")]]
        labels = lambda: [one.plan(each)["labels"] for each in plans]
        done = self.server.do("rename-label", label="error", to="flaw")
        self.assertEqual((labels(), done["plans"]), ([["flaw"], ["flaw"]], [plans[1]]))
        self.assertEqual([each["message"] for each in done["notices"]], ["merged with 'flaw', which 1 plan had already"])
        self.server.do("undo")
        self.assertEqual(labels(), [["flaw"], ["error"]])
        self.server.do("remove-label", label="error")
        self.assertEqual(labels(), [["flaw"], []])
        self.server.do("rename-person", person="Ana <ana@example.org>", to="Ana Park")
        self.assertEqual([one.plan(each)["assignees"] for each in plans], [["Ana Park <ana@example.org>"]] * 2)
        before = one.tip()
        for command, values in [("rename-label", {"label": "none", "to": "x"}), ("rename-label", {"label": "flaw", "to": "a,b"}), ("rename-label", {"label": "flaw"}),
                                ("remove-label", {"label": "none"}), ("rename-person", {"person": "Nobody", "to": "Ana"})]:
            self.assertEqual(self.server.post(f"/api/boards/main/{command}", values)[0], 400, (command, values))
        self.assertEqual(one.tip(), before)

    def test_fields_and_rules_are_added_changed_and_removed(self):
        settings = lambda name: [{key: each[key] for key in keys} for keys in [{"fields": ["id", "title", "kind", "options", "card"], "rules": ["id", "text"]}[name]]
                                 for each in self.server.ask("settings")[name]]
        done = self.server.do("add-field", field="size", title="Size", kind="choice", options=["S", "L"])
        self.assertEqual(done["message"], "added field Size (size) of kind choice")
        self.server.do("set-field", field="size", options=["S", "M", "L"], card=True)
        self.assertEqual(settings("fields"), [{"id": "size", "title": "Size", "kind": "choice", "options": ["S", "M", "L"], "card": True}])
        self.server.do("remove-field", field="size")
        self.server.do("add-rule", rule="tidy", text="on done: due none")
        self.server.do("set-rule", rule="tidy", text="on move to done: due none")
        self.assertEqual((settings("fields"), settings("rules")), ([], [{"id": "tidy", "text": "on move to done: due none"}]))
        self.server.do("remove-rule", rule="tidy")
        self.assertEqual(settings("rules"), [])
        for command, values in [("add-field", {"field": "due", "kind": "text"}), ("add-field", {"field": "x", "kind": "colour"}), ("add-field", {"field": "x", "kind": "choice"}),
                                ("set-field", {"field": "size", "title": "x"}), ("add-rule", {"rule": "x", "text": "on nothing"}), ("remove-rule", {"rule": "x"})]:
            self.assertEqual(self.server.post(f"/api/boards/main/{command}", values)[0], 400, (command, values))

    def test_a_member_that_no_action_has_changes_nothing(self):
        one, plans = self.team.one, {"plans": [self.plan]}
        refs = lambda: one.git("for-each-ref") + one.git("ls-remote", "origin")
        before = refs()
        commands = {
            "add": {"title": "x"}, "edit": plans | {"title": "x"}, "move": plans | {"column": "done"},
            "start": plans, "done": plans, "check": plans | {"item": 1}, "comment": plans | {"text": "x"},
            "spend": {"plan": self.plan, "time": "1h"}, "delete": plans, "restore": plans, "resolve": {"plan": self.plan, "take": 1}, "take": {"plan": self.plan},
            "undo": {}, "redo": {}, "sync": {}, "title": {"title": "x"}, "add-column": {"column": "x"},
            "set-column": {"column": "todo", "title": "x"}, "remove-column": {"column": "todo"},
            "save-view": {"name": "x", "query": "y"}, "remove-view": {"name": "x"}, "add-milestone": {"name": "v1"},
            "set-milestone": {"milestone": "v1", "due": "fri"}, "remove-milestone": {"milestone": "v1"}, "add-iteration": {"name": "x"},
            "rename-label": {"label": "x", "to": "y"}, "remove-label": {"label": "x"}, "rename-person": {"person": "x", "to": "y"},
            "add-field": {"field": "x", "kind": "text"}, "set-field": {"field": "x", "title": "y"}, "remove-field": {"field": "x"},
            "add-rule": {"rule": "x", "text": "on done: due none"}, "set-rule": {"rule": "x", "text": "on done: due none"}, "remove-rule": {"rule": "x"},
            "attach": {"plan": self.plan, "name": "x", "content": "eA=="}, "remove-file": {"plan": self.plan, "file": "1"},
            "read": {"commit": one.tip()}}
        names = set()
        for path, form in [("PlanWeb/API/Actions.swift", r'^    "([a-z-]+)": \{'), ("PlanActions/Batch/Batch.swift", r"^    case (add, .*)")]:
            with open(os.path.join(ROOT, "Sources", path), encoding="utf-8") as file:
                names |= {name for found in re.findall(form, file.read(), re.MULTILINE) for name in found.split(", ")}
        self.assertEqual(names, set(commands))
        for command, values in commands.items():
            status, document = self.server.post("/api/boards/main/" + command, values | {"misspelled": True})
            self.assertEqual((status, document["error"]["message"]), (400, "there is no 'misspelled' here"), command)
        self.assertEqual(refs(), before)

    def test_the_page_a_batch_and_a_tool_take_the_same_values(self):
        """Each of them makes the same of a plan, and refuses the same."""
        one = self.team.one

        def batch(verb, values):
            one.pmgit("batch", text=json.dumps({verb: values}))

        def page(verb, values):
            self.server.do(verb, **values)

        def tool(verb, values):
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": verb, "arguments": values}}
            result = json.loads(one.pmgit("agents", "mcp", text=json.dumps(call) + "\n"))["result"]
            if "isError" in result:
                raise AssertionError(json.loads(result["content"][0]["text"])["error"])

        def made():
            plan = one.pmgit("add", "A plan", "--label", "old", "--due", "2027-01-02", "--check", "one", "--check", "two")
            one.pmgit("comment", plan, "-m", "first")
            return plan

        def shown(plan):
            found = one.plan(plan)
            return [[found[key] for key in ["title", "state", "body", "due", "estimate", "labels"]],
                    [(line["text"], line["done"]) for line in found["checklist"]], [each["text"] for each in found["comments"]]]

        # The tools take a part of the values.
        every, two = [batch, page, tool], [batch, page]
        for faces, verb, values in [
                (every, "edit", {"title": "B", "due": "none", "label": ["new"], "noLabel": ["old"], "estimate": 2}),
                (every, "edit", {"labels": ["x"], "body": "a\nb", "column": "doing", "check": ["three"]}),
                (two, "edit", {"state": "doing", "due": None, "labels": None}),
                (two, "move", {"column": "doing", "place": "top"}), (two, "start", {}), (two, "done", {}),
                (every, "comment", {"text": "second"}), (two, "comment", {"edit": 1, "text": "other"}), (two, "comment", {"delete": 1}),
                (every, "check", {"items": [1, "two"]}), (two, "check", {"item": 2, "text": "2nd", "to": 1}),
                (two, "check", {"all": True, "remove": True})]:
            before, found = shown(made()), []
            for face in faces:
                plan = made()
                face(verb, values | ({"plans": [plan]} if verb in ["edit", "start", "done"] else {"plan": plan}))
                found.append(shown(plan))
            self.assertEqual(found, found[:1] * len(faces), (verb, values))
            self.assertNotEqual(found[0], before, (verb, values))
        tip, plans = one.tip(), {"plans": [self.plan]}
        for faces, verb, values in [
                (every, "edit", plans | {"titel": "x"}), (every, "edit", plans | {"due": "someday"}), (every, "edit", plans | {"labels": "x"}),
                (every, "comment", {"plan": self.plan}), (two, "edit", plans | {"state": "todo", "column": "todo"}),
                (two, "move", plans), (two, "check", plans), (two, "check", {"plan": self.plan, "item": 1, "undo": True, "remove": True})]:
            status, document = self.server.post("/api/boards/main/" + verb, values)
            self.assertEqual(status, 400, values)
            for face in faces:
                with self.assertRaises(AssertionError) as refused:
                    face(verb, values)
                said, = refused.exception.args
                self.assertIn(document["error"]["message"], said if isinstance(said, str) else said["error"]["message"])
        self.assertEqual(one.tip(), tip)

    def test_cards_name_all_that_cannot_be_read(self):
        """Plans are named beside settings that can't be read."""
        team = Team()
        self.addCleanup(team.close)
        plan = team.one.pmgit("add", "Broken")
        server = Server(team.one)
        self.addCleanup(server.stop)
        server.enter()
        tree = os.path.join(team.folder, "by-hand")
        team.one.git("worktree", "add", "-q", "--detach", tree, "pmgit/main")
        names = ["board.json", f"plans/{plan[:2]}/{plan}.json"]
        for name in names:
            with open(os.path.join(tree, name), "w", encoding="utf-8") as file:
                file.write("{")
        team.one.git("-C", tree, "commit", "-q", "-a", "-m", "by hand")
        team.one.git("update-ref", "refs/heads/pmgit/main", team.one.git("-C", tree, "rev-parse", "HEAD").strip())
        self.assertEqual([each["path"] for each in server.ask("cards")["unreadable"]], names)

    def test_cards_have_the_values_of_their_conflicts(self):
        one = self.team.one
        plan = one.pmgit("add", "As it was")
        base = one.tip()
        self.server.do("edit", commit=base, plans=[plan], title="First")
        self.server.do("edit", commit=base, plans=[plan], title="Second")
        one.pmgit("edit", self.plan, "--priority", "low")
        tip = one.tip()
        expected = [("title", [("Second", "Dev One <dev.one@example.org>"), ("First", "Dev One <dev.one@example.org>")])]

        def conflicts(cards):
            card = next(card for card in cards["plans"] if card["id"] == plan)
            return [(field["field"], [(value["words"], value["by"]) for value in field["values"]]) for field in card["conflicts"]]

        self.assertEqual(conflicts(self.server.ask("cards")), expected)
        self.assertEqual(conflicts(self.server.ask(f"news?from={base}")), expected)
        self.server.do("resolve", plan=plan, field="title", take=1)
        self.assertEqual(conflicts(self.server.ask("cards")), [])
        self.assertEqual(conflicts(self.server.ask(f"cards?at={tip}")), expected)


class ReadOnly(ServerCase):
    options = ("--read-only",)

    def test_the_server_refuses_every_change(self):
        before = self.team.one.tip()
        for command in ["add", "edit", "move", "start", "done", "check", "comment", "spend", "delete", "restore", "resolve", "take",
                     "undo", "redo", "sync", "title", "add-column", "set-column", "remove-column", "save-view", "remove-view", "add-milestone", "set-milestone",
                     "remove-milestone", "add-iteration", "attach", "remove-file"]:
            status, document = self.server.post("/api/boards/main/" + command, {"title": "x", "plans": [self.plan]})
            self.assertEqual((status, document["error"]["code"]), (403, "read-only"), command)
        self.assertEqual(self.team.one.tip(), before)
        self.assertTrue(self.server.get("/api/server")[1]["readOnly"])
