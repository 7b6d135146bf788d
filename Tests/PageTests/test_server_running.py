"""The server as a program: how it begins, goes on and ends."""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import time
import unittest

from board import PMGIT, Server, Team, code, until


class Running(unittest.TestCase):
    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)

    def fails(self, *arguments):
        done = subprocess.run([PMGIT, "web", "--no-open", *arguments], cwd=self.team.one.folder,
                              env=self.team.one.environment, capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        return done.stdout + done.stderr

    def test_ends_by_ctrl_c_while_a_page_is_open(self):
        for how in [signal.SIGINT, signal.SIGTERM]:
            server = Server(self.team.one)
            server.enter()
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall((f"GET /api/boards/main/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                              f"Authorization: Bearer {server.bearer}\r\n\r\n").encode())
                line.recv(10)
                self.assertEqual(server.stop(how), 0)

    def test_a_port_that_is_taken(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        said = self.fails("--port", str(server.port))
        self.assertIn(f"port {server.port} of this machine is taken", said)
        self.assertIn("--port", said.split("hint:")[1])

    def test_a_repository_keeps_its_port_and_others_have_their_own(self):
        first = Server(self.team.one)
        other = Server(self.team.two)
        self.addCleanup(other.stop)
        self.assertNotEqual(first.port, other.port)
        first.stop()
        again = Server(self.team.one)
        self.addCleanup(again.stop)
        self.assertEqual(again.port, first.port)
        self.assertNotEqual(again.token, first.token)

    def test_the_browser_is_the_persons_and_goes_on(self):
        one = self.team.one
        script = os.path.join(self.team.folder, "browser")
        with open(script, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\necho "$1 $2 $3" > "$OPENED"\nsleep 3\necho on >> "$OPENED"\n')
        os.chmod(script, 0o755)
        opened = os.path.join(self.team.folder, "opened")
        environment = dict(one.environment, OPENED=opened, BROWSER=f"missing:{script} --new %s --last")
        server = subprocess.Popen([PMGIT, "web"], cwd=one.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)

        def said():
            until(lambda: os.path.exists(opened) and os.path.getsize(opened) > 0, "for the browser")
            with open(opened, encoding="utf-8") as file:
                return file.read()

        self.assertRegex(said(), r"^--new \S+/web-\d+\.html --last\n")
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(timeout=30), 0)
        until(lambda: said().endswith("on\n"), "for the browser to go on")

    def test_a_machine_without_a_browser_is_told(self):
        server = subprocess.Popen([PMGIT, "web"], cwd=self.team.one.folder, env=dict(self.team.one.environment, BROWSER="missing"),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        self.assertIn("no browser was opened", server.stderr.readline() + server.stderr.readline())

    def test_bad_requests_of_the_command(self):
        self.assertIn("there is no board 'none'", self.fails("--board", "none"))
        for arguments in [("--port", "0"), ("--port", "70000"), ("--sync", "1"), ("--read-only", "--sync", "60")]:
            self.assertTrue(self.fails(*arguments).startswith("pmgit: "), arguments)
        self.assertEqual(json.loads(self.fails("--json"))["error"]["code"], "usage")

    @unittest.skipUnless(hasattr(resource, "prlimit"), "limits of another process can't be set here")
    def test_limits_of_open_files(self):
        def started_with(soft, hard):
            server = subprocess.Popen(
                [PMGIT, "web", "--no-open"], cwd=self.team.one.folder, env=self.team.one.environment,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))
            self.addCleanup(server.communicate)
            self.addCleanup(server.kill)
            return server

        # Below 12 files, the threads of the server can't start.
        for few in [10, 20, 255]:
            server = started_with(few, few)
            self.assertEqual((server.wait(timeout=30), server.stdout.read()), (1, ""))
            self.assertIn(f"only {few} files may be open", server.stderr.read())
        server = started_with(20, 256)
        self.assertTrue(server.stdout.readline().startswith("http://"))
        self.assertEqual(resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[0], 256)

    @unittest.skipUnless(os.geteuid() == 0, "whoever runs the tests is an ordinary user")
    def test_an_ordinary_user_is_served(self):
        """A user without root's privileges, such as setting some options of a connection."""
        team = Team()
        self.addCleanup(team.close)
        programs = os.path.join(team.folder, "bin")
        os.mkdir(programs)
        for name in ["pmgit", "pmgit-web"]:
            shutil.copy(os.path.join(os.path.dirname(PMGIT), name), programs)
        subprocess.run(["chown", "-R", "nobody", team.folder], check=True)
        server = Server(team.one, program=os.path.join(programs, "pmgit"), user="nobody")
        self.addCleanup(server.stop)
        server.enter()
        self.assertEqual(server.ask("cards")["plans"], [])
        server.do("add", title="Mine")
        self.assertEqual([plan["title"] for plan in server.ask("cards")["plans"]], ["Mine"])

    @unittest.skipUnless(hasattr(resource, "prlimit"), "limits of another process can't be set here")
    def test_connections_that_cant_be_taken_end_no_server(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        server.ask("cards")
        before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (files + 2, before[1]))
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
        time.sleep(2.5)
        for line in lines:
            line.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
        code = server.process.poll()
        self.assertIsNone(code, code and server.process.stderr.read())

        def answers():
            try:
                return "plans" in server.ask("cards")
            except OSError:
                return False  # The port is opened again a moment later.

        until(answers, "for an answer")

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "there is no /proc to tell the memory")
    def test_memory_stays_flat(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        plan = self.team.one.pmgit("add", "A plan")

        def work(count):
            for number in range(count):
                commit = server.do("move", plans=[plan], column=["todo", "doing"][number % 2], place="top")["commit"]
                server.ask("news?from=" + commit)
                server.ask("plan?id=" + plan)

        work(100)
        before = server.memory()
        work(300)
        self.assertLess(server.memory() - before, 15)

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "there is no /proc to tell the memory")
    def test_memory_of_large_answers_is_given_back(self):
        lines = "".join(json.dumps({"title": f"Plan {n}", "labels": [f"label {n % 50}"]}) + "\n" for n in range(30000))
        self.team.one.pmgit("import", "-", text=lines)
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        # One answer alone has 10 MB.
        for _ in range(8):
            server.ask("cards")
            self.assertLess(server.memory(), 100)

    def test_a_large_answer_is_whole(self):
        labels = json.dumps([f"label {n} " + "x" * 100 for n in range(30)])
        lines = "".join(f'{{"title":"Plan {n}","labels":{labels}}}\n' for n in range(2000))
        self.team.one.pmgit("import", "-", text=lines)
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        request = (f"GET /api/boards/main/cards HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                   f"Authorization: Bearer {server.bearer}\r\nConnection: close\r\n\r\n")
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.settimeout(60)
            line.sendall(request.encode())
            # The answer is larger than the system's buffers for a slow reader.
            time.sleep(1)
            answer = b""
            while part := line.recv(1 << 20):
                answer += part
        body = answer.split(b"\r\n\r\n", 1)[1]
        self.assertGreater(len(body), 7_000_000)
        self.assertEqual(len(json.loads(body)["plans"]), 2000)

    def test_syncs_every_board_by_itself(self):
        self.team.one.pmgit("init", "--board", "other")
        self.team.one.pmgit("sync", "--board", "other")
        self.team.two.pmgit("init", "--board", "other")
        server = Server(self.team.one, "--sync", "5")
        self.addCleanup(server.stop)
        for board in ["main", "other"]:
            plan = self.team.two.pmgit("add", "From the other clone", "--board", board)
            self.team.two.pmgit("sync", "--quiet", "--board", board)
            until(lambda: plan in self.team.one.pmgit("list", "--json", "--board", board), "for a sync", pause=0.2)
