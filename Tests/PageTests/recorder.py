"""A program that listens on the port of a server that has ended, and records what it receives."""

import socket
import threading


class Recorder:
    """Answers each request with the same document."""

    def __init__(self, port, status="200 OK", body=b"{}"):
        self.received = b""
        self.requests = 0
        self._answer = (f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                        "Connection: close\r\n\r\n").encode() + body
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", port))
        self._socket.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                line, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line):
        with line:
            line.settimeout(2)
            try:
                while b"\r\n\r\n" not in (piece := line.recv(65536)) and piece:
                    self.received += piece
                self.received += piece
                self.requests += 1
                line.sendall(self._answer)
                # The body is recorded too.
                while piece := line.recv(65536):
                    self.received += piece
            except OSError:
                pass

    def close(self):
        # Ends the wait for connections.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
