"""The key of the page, and the secret from which it is made."""

import fcntl
import os
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

from board import PMGIT, Clone, Server, Team, until
from server import free_ports


class Key(unittest.TestCase):
    """The key outlives the run, for the same user, repository and port."""

    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)
        self.one = self.team.one
        self.port = self.other = None

    def begin(self, *options, clone=None):
        """Starts a server at the same port and returns it; the former one has ended."""
        port = ["--port", str(self.port)] if self.port else []
        server = Server(clone or self.one, *port, *options)
        self.addCleanup(server.stop)
        self.port = server.port
        return server

    def key(self, *options):
        """Returns the key of a run that is started and ended."""
        server = self.begin(*options)
        key = server.enter()
        server.stop()
        return key

    def test_it_survives_but_its_bearers_do_not(self):
        server = self.begin()
        key = server.enter()
        self.assertEqual(key, server.key())
        former = server.bearer
        server.stop()
        server = self.begin()
        self.assertEqual(server.enter(key), key)
        self.assertNotEqual(server.bearer, former)
        self.assertEqual(server.get("/api/server")[0], 200)
        server.bearer = former
        self.assertEqual(server.get("/api/server")[0], 403)

    def test_a_new_key_refuses_pages_with_the_former_one(self):
        former = self.key()
        server = self.begin("--new-key")
        with self.assertRaisesRegex(AssertionError, "does not have the key"):
            server.enter(former)
        key = server.enter()
        server.stop()
        self.assertEqual(self.key(), key)

    def test_it_is_of_this_repository_and_port(self):
        key = self.key()
        copy = Clone(os.path.join(self.team.folder, "copy"))
        shutil.copytree(self.one.folder, copy.folder, symlinks=True)
        server = self.begin(clone=copy)
        self.assertNotEqual(server.enter(), key)
        server.stop()
        server = Server(self.one, "--port", str(self.port + 1 if self.port < 65_535 else self.port - 1))
        self.addCleanup(server.stop)
        self.assertNotEqual(server.enter(), key)

    def test_nobody_else_can_read_it_and_git_never_has_it(self):
        key = self.key()
        file = self.one.secret
        self.assertEqual((file.stat().st_mode & 0o7777, file.stat().st_nlink), (0o600, 1))
        self.assertRegex(file.read_text(), rf"^[0-9a-f]{{64}} {file.stat().st_ino} (-|[0-9a-f]{{64}})\n$")
        secret = file.read_text().split()[0]
        self.assertEqual(self.one.git("status", "--porcelain"), "")
        for path in pathlib.Path(self.team.folder).rglob("*"):
            if path.is_file() and path != file:
                content = path.read_bytes()
                self.assertNotIn(secret.encode(), content, path)
                self.assertNotIn(key.encode(), content, path)

    def hostile(self):
        """Returns the ways in which others could know or write the file, by name."""
        file = self.one.secret
        elsewhere = file.parent / "elsewhere"
        text = lambda: file.read_text()

        def again(content):
            """Writes the file as something that was unpacked: a new file with the right mode."""
            file.unlink()
            file.write_text(content)
            file.chmod(0o600)

        def linked(link):
            file.rename(elsewhere)
            link(elsewhere, file)

        return {
            "others can read it": lambda: file.chmod(0o644),
            "the group can write it": lambda: file.chmod(0o620),
            "anybody can run it": lambda: file.chmod(0o601),
            "it has a second name": lambda: os.link(file, elsewhere),
            "it is a link": lambda: linked(os.symlink),
            "it is a fifo": lambda: (file.unlink(), os.mkfifo(file, 0o600)),
            "it was unpacked": lambda: (os.link(file, elsewhere), elsewhere.rename(file.parent / "kept"), again(text())),
            "the disk was copied": lambda: file.write_text(text().rsplit(" ", 1)[0] + " 0123456789abcdef0123456789abcdef\n"),
            "it is too long": lambda: file.write_text(text() + "x"),
            "it is too short": lambda: file.write_text(text()[:-1]),
            "it is no number": lambda: file.write_text("g" + text()[1:]),
            "it is in capitals": lambda: file.write_text("ABCDEF" + text()[6:]),
            "it is huge": lambda: file.write_text("0" * 5_000_000),
        }

    def test_a_file_that_others_may_know_is_replaced(self):
        for name in self.hostile():
            with self.subTest(name):
                key = self.key()
                self.hostile()[name]()
                other = self.key()
                (self.one.secret.parent / "kept").unlink(missing_ok=True)
                self.assertNotEqual(other, key)
                self.assertEqual(self.key(), other)
                elsewhere = self.one.secret.parent / "elsewhere"
                if name == "it is a link":
                    # What the link led to is as it was.
                    self.assertRegex(elsewhere.read_text(), "^[0-9a-f]{64} ")
                elsewhere.unlink(missing_ok=True)

    def test_an_empty_file_is_filled(self):
        self.key()
        self.one.secret.write_text("")
        self.assertEqual(self.key(), self.key())

    def test_without_a_place_for_it_the_server_runs_with_a_key_of_its_own(self):
        file = self.one.secret

        def folder_instead():
            file.unlink()
            (file / "inside").mkdir(parents=True)

        def linked_folder():
            shutil.rmtree(file.parent)
            (pathlib.Path(self.team.folder) / "target").mkdir()
            os.symlink(pathlib.Path(self.team.folder) / "target", file.parent)

        for spoil in [folder_instead, linked_folder]:
            self.key()
            spoil()
            server = self.begin()
            key = server.enter()
            self.assertEqual(server.get("/api/server")[0], 200)
            server.process.send_signal(signal.SIGINT)
            self.assertIn("no key can be kept", server.process.stderr.read())
            server.stop()
            self.assertNotEqual(self.key(), key)
            if file.is_dir():
                shutil.rmtree(file)
        self.assertEqual(os.listdir(pathlib.Path(self.team.folder) / "target"), [])

    def test_servers_that_start_at_once_have_one_secret(self):
        for given, kept in self.start_at_once([], [], [], []):
            self.assertEqual(given, kept)

    def test_a_new_key_is_replaced_by_no_server_that_starts_with_it(self):
        self.key()
        for _ in range(6):
            former = self.one.secret.read_text()
            (given, kept), *_ = self.start_at_once(["--new-key"], [], [], [], [], [])
            self.assertNotEqual(self.one.secret.read_text(), former)
            self.assertEqual(given, kept)

    def test_a_server_waits_while_another_replaces_the_secret(self):
        self.key()
        held = os.open(self.one.secret.with_name(self.one.secret.name + ".lock"), os.O_RDWR)
        fcntl.flock(held, fcntl.LOCK_EX)
        # The other server has removed the file, and has not made the new one yet.
        self.one.secret.unlink()
        process = subprocess.Popen([PMGIT, "web", "--no-open"], cwd=self.one.folder, env=self.one.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            until(lambda: re.search(rf"-> FLOCK .* {process.pid} ", pathlib.Path("/proc/locks").read_text()), "for a server that waits")
            self.assertFalse(self.one.secret.exists())
            os.close(held)
            self.assertIn("http://127.0.0.1:", process.stdout.readline())
            self.assertTrue(self.one.secret.exists())
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def test_a_lock_of_the_folder_holds_up_no_server(self):
        folder = os.open(self.one.secret.parent, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        key = self.key()
        self.assertEqual(self.key(), key)

    def test_a_lock_that_others_can_open_is_replaced(self):
        key = self.key()
        lock = self.one.secret.with_name(self.one.secret.name + ".lock")
        self.assertEqual(lock.stat().st_mode & 0o7777, 0o600)
        lock.chmod(0o644)
        held = os.open(lock, os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        self.assertEqual(self.key(), key)
        self.assertEqual(lock.stat().st_mode & 0o7777, 0o600)

    def start_at_once(self, *options):
        """Starts a server for each list of options; returns the keys that they give and those of the kept secret."""
        folders = [subprocess.Popen([PMGIT, "web", "--no-open", "--port", str(port), *each], cwd=self.one.folder, env=self.one.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for port, each in zip(free_ports(len(options)), options)]
        keys = []
        try:
            for process in folders:
                found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{64})", process.stdout.readline().strip())
                server = Server.at(self.one, int(found[1]), found[2])
                keys.append((server.enter(), server.key()))
        finally:
            for process in folders:
                process.kill()
                process.wait()
                process.stdout.close()
        return keys
