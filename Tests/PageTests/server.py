"""A server with one plan, and requests to it, tested with raw sockets like those of an attacker."""

import os
import socket
import unittest

from board import Server, Team

# The folder of the project.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class ServerCase(unittest.TestCase):
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.team = Team()
        cls.addClassCleanup(cls.team.close)
        cls.plan = cls.team.one.pmgit("add", "Fix login")
        cls.server = Server(cls.team.one, *cls.options)
        cls.addClassCleanup(cls.server.stop)
        cls.server.enter()

    def raw(self, text):
        """Sends bytes; returns everything until the server closes, within ten seconds."""
        with socket.create_connection(("127.0.0.1", self.server.port)) as line:
            line.sendall(text if isinstance(text, bytes) else text.encode())
            got = b""
            try:
                while piece := line.recv(65536):
                    got += piece
            except ConnectionError:
                pass
            return got.decode(errors="replace")

    def request(self, first="GET /api/server HTTP/1.1", headers=None, body=""):
        """Returns the status of a request with these headers and the server's secret."""
        given = {"Host": f"127.0.0.1:{self.server.port}", "Authorization": f"Bearer {self.server.bearer}",
                 "Connection": "close"} | (headers or {})
        lines = [first] + [
            f"{name}: {each}" for name, value in given.items() if value is not None
            for each in (value if isinstance(value, list) else [value])]
        answer = self.raw("\r\n".join(lines) + f"\r\n\r\n{body}")
        return int(answer.split(" ")[1]) if answer.startswith("HTTP/1.1 ") else None


def free_ports(count):
    """Returns ports that nobody listens on."""
    lines = [socket.socket() for _ in range(count)]
    for line in lines:
        line.bind(("127.0.0.1", 0))
    ports = [line.getsockname()[1] for line in lines]
    for line in lines:
        line.close()
    return ports
