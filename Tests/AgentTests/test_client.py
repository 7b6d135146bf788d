"""Drives every tool of 'pmgit agents mcp' with the client of the 'mcp' package.

The client checks each answer against the types of the protocol. Each test runs with both forms of
the protocol: the stateless one, and the one with a handshake.
"""

import asyncio
import json
import os
import subprocess
import tempfile
import unittest

from mcp import Client, StdioServerParameters
from mcp_types import Implementation

PMGIT = os.environ["PMGIT"]
MODES = ["auto", "legacy"]
TOOLS = ["ready", "take", "show", "list", "add", "edit", "comment", "check", "done", "sync"]


class Board:
    """A repository with a board, in a folder of its own, with a remote."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "work")
        self.environment = {
            "HOME": folder, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"],
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }
        hub = os.path.join(folder, "hub.git")
        for command in [
            ["git", "init", "-q", "--bare", hub],
            ["git", "clone", "-q", hub, self.folder],
            ["git", "-C", self.folder, "commit", "-q", "--allow-empty", "-m", "begin"],
            [PMGIT, "-C", self.folder, "init", "-q"],
            [PMGIT, "-C", self.folder, "sync", "-q"],
        ]:
            self.run(*command)

    def run(self, *command):
        return subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def client(self, mode, name="tester", folder=None):
        server = StdioServerParameters(
            command=PMGIT, args=["agents", "mcp"], env=self.environment, cwd=folder or self.folder)
        return Client(server, mode=mode, client_info=Implementation(name=name, version="1"))


class ClientTest(unittest.TestCase):
    def each_mode(self, test):
        """Runs a test with each form of the protocol, on a new board."""
        for mode in MODES:
            with self.subTest(mode=mode), tempfile.TemporaryDirectory() as folder:
                board = Board(folder)

                async def run():
                    async with board.client(mode) as client:
                        await test(client, board)

                asyncio.run(run())

    async def call(self, client, tool, **arguments):
        """Calls a tool that must succeed, and returns its document."""
        result = await client.call_tool(tool, arguments)
        self.assertFalse(result.is_error, result.content)
        self.assertEqual(len(result.content), 1)
        return json.loads(result.content[0].text)

    async def refused(self, client, tool, **arguments):
        """Calls a tool that must fail, and returns the document of its error."""
        result = await client.call_tool(tool, arguments)
        self.assertTrue(result.is_error, result.content)
        return json.loads(result.content[0].text)

    def test_the_tools_are_listed_with_what_they_may_do(self):
        async def test(client, board):
            tools = (await client.list_tools()).tools
            self.assertEqual([tool.name for tool in tools], TOOLS)
            reading = [tool.name for tool in tools if tool.annotations.read_only_hint]
            self.assertEqual(reading, ["ready", "show", "list"])
            destructive = [tool.name for tool in tools if tool.annotations.destructive_hint]
            self.assertEqual(destructive, ["take", "edit", "check", "done"])
            for tool in tools:
                self.assertEqual(tool.input_schema["type"], "object")
                self.assertFalse(tool.input_schema["additionalProperties"])

        self.each_mode(test)

    def test_a_plan_goes_from_nothing_to_done(self):
        async def test(client, board):
            added = await self.call(
                client, "add", title="Fix login", body="It hangs.\n\nSee the log.",
                labels=["bug"], priority="high", estimate=2, check=["Write a test", "Fix it"])
            plan = added["plans"][0]["id"]
            ready = await self.call(client, "ready")
            self.assertEqual([entry["id"] for entry in ready["plans"]], [plan])
            self.assertIn("high", ready["plans"][0]["why"])
            taken = await self.call(client, "take")
            self.assertEqual(taken["plans"][0]["column"], "doing")
            self.assertRegex(taken["plans"][0]["owner"], "^tester-[0-9a-z]{4}$")
            shown = (await self.call(client, "show", plans=[plan]))["plans"][0]
            self.assertEqual(shown["body"], "It hangs.\n\nSee the log.")
            self.assertEqual(shown["checklist"], ["1 [ ] Write a test", "2 [ ] Fix it"])
            await self.call(client, "check", plan=plan, items=["1", "fix it"])
            await self.call(client, "comment", plan=plan, text="The timeout was too short.")
            edited = await self.call(client, "edit", plans=[plan], due="2030-01-02", title="Fix it")
            self.assertEqual(edited["plans"][0]["due"], "2030-01-02")
            done = await self.call(client, "done", plans=[plan])
            self.assertIn("sent", done["shared"])
            self.assertEqual(done["plans"][0]["column"], "done")
            listed = await self.call(client, "list", query="is:closed")
            self.assertEqual([entry["title"] for entry in listed["plans"]], ["Fix it"])
            self.assertEqual(listed["plans"][0]["checklist"], "2/2")
            synced = await self.call(client, "sync")
            self.assertIn("up to date", synced["result"])
            log = board.run("git", "-C", board.folder, "log", "--format=%an/%cn", "-1",
                            "origin/pmgit/main")
            self.assertRegex(log.strip(), "^tester-[0-9a-z]{4}/Ada$")

        self.each_mode(test)

    def test_a_claim_is_renewed_and_given_back(self):
        async def test(client, board):
            await self.call(client, "add", title="A plan")
            taken = (await self.call(client, "take", lease="30m"))["plans"][0]
            renewed = (await self.call(client, "take", act="renew", lease="2h"))["plans"][0]
            self.assertEqual(renewed["id"], taken["id"])
            self.assertLess(taken["lease"], renewed["lease"])
            released = await self.call(client, "take", act="release", plan=taken["id"])
            self.assertEqual(released["plans"][0]["column"], "todo")
            self.assertNotIn("owner", released["plans"][0])
            self.assertNotIn("lease", released["plans"][0])
            error = await self.refused(client, "take", act="release")
            self.assertEqual(error["code"], "usage")
            error = await self.refused(client, "take", lease="1s")
            self.assertIn("1s", error["error"])

        self.each_mode(test)

    def test_an_error_says_what_to_do_and_changes_nothing(self):
        async def test(client, board):
            before = board.run("git", "-C", board.folder, "rev-parse", "pmgit/main")
            error = await self.refused(client, "show", plans=["zzzz"])
            self.assertEqual(error["code"], "unknown-plan")
            error = await self.refused(client, "add", titel="x", title="y")
            self.assertEqual(error["hints"], ["did you mean 'title'?"])
            error = await self.refused(client, "take")
            self.assertEqual(error["code"], "nothing-free")
            error = await self.refused(client, "list", query="owner:")
            self.assertEqual(error["code"], "bad-query")
            after = board.run("git", "-C", board.folder, "rev-parse", "pmgit/main")
            self.assertEqual(before, after)

        self.each_mode(test)

    def test_long_lists_come_in_pages(self):
        async def test(client, board):
            lines = "".join(json.dumps({"title": f"Plan {number}"}) + "\n" for number in range(120))
            path = os.path.join(os.path.dirname(board.folder), "plans.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(lines)
            board.run(PMGIT, "-C", board.folder, "import", "-q", path)
            titles, arguments = [], {}
            while True:
                page = await self.call(client, "list", **arguments)
                self.assertLessEqual(len(page["plans"]), 50)
                self.assertEqual(page["total"], 120)
                titles += [plan["title"] for plan in page["plans"]]
                if "next" not in page:
                    break
                arguments = {"cursor": page["next"]}
            self.assertEqual(len(titles), 120)
            self.assertEqual(len(set(titles)), 120)

        self.each_mode(test)

    def test_resources_and_prompts(self):
        async def test(client, board):
            plan = (await self.call(client, "add", title="A plan"))["plans"][0]["id"]
            resources = (await client.list_resources()).resources
            self.assertEqual([str(resource.uri) for resource in resources], ["board://main"])
            templates = (await client.list_resource_templates()).resource_templates
            self.assertEqual([template.uri_template for template in templates],
                             ["plan://{id}", "board://{name}"])
            read = await client.read_resource("board://main")
            columns = json.loads(read.contents[0].text)["columns"]
            self.assertEqual([column["count"] for column in columns], [1, 0, 0])
            read = await client.read_resource(f"plan://{plan}")
            self.assertEqual(json.loads(read.contents[0].text)["title"], "A plan")
            prompts = (await client.list_prompts()).prompts
            self.assertEqual([prompt.name for prompt in prompts], ["triage", "standup"])
            for prompt in prompts:
                text = (await client.get_prompt(prompt.name)).messages[0].content.text
                self.assertIn("A plan", text)

        self.each_mode(test)

    def test_two_work_trees_have_one_board_and_agents_of_two_names(self):
        with tempfile.TemporaryDirectory() as folder:
            board = Board(folder)
            tree = os.path.join(folder, "tree")
            board.run("git", "-C", board.folder, "worktree", "add", "-q", tree)

            async def run():
                async with board.client("auto") as first:
                    async with board.client("auto", folder=tree) as second:
                        await self.call(first, "add", title="Only one")
                        taken = await self.call(second, "take")
                        self.assertRegex(taken["plans"][0]["owner"], "^tester/tree-[0-9a-z]{4}$")
                        plan = taken["plans"][0]["id"]
                        error = await self.refused(first, "take", plan=plan)
                        self.assertEqual(error["code"], "taken")

            asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
