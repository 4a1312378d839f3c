"""Takes commands from `porter.cluster.forward` and gives them to a cluster."""

from __future__ import annotations

import json
import os
import socketserver
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from porter.cluster import forward
from porter.cluster.connection import Cluster, Lost
from porter.cluster.task import Command
from porter.files.json_values import fields, parsed, text, texts
from porter.processes.child_python import python

#: The status of a command that could not be run, as a shell has it.
_NOT_RUN = 127


@contextmanager
def compilers_of(cluster: Cluster) -> Iterator[tuple[str, ...]]:
    """Yield the words that, in front of a command, have the cluster run it.

    They are the same for every cluster: to ninja a command is that of the run before.

    Args:
        cluster: the machines. They share the folders that commands name, compilers among them.
    """
    with tempfile.TemporaryDirectory(prefix="porter-") as folder:
        place = str(Path(folder) / "socket")
        with _Server(place, cluster) as server:
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            os.environ[forward.SOCKET] = place
            try:
                yield tuple(python("-I", "-S", str(Path(forward.__file__))))
            finally:
                del os.environ[forward.SOCKET]
                server.shutdown()


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, place: str, cluster: Cluster) -> None:
        super().__init__(place, _Handler)
        self.cluster = cluster


class _Handler(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        try:
            request = fields(parsed(self.rfile.readline()), ("words", "folder"))
            command = Command(texts(request["words"]), text(request["folder"]), {})
        except ValueError as error:
            self._answer(_NOT_RUN, f"no command: {error}\n")
            return
        ended = self.server.cluster.run(command)
        if isinstance(ended, Lost):
            self._answer(_NOT_RUN, f"no machine of the cluster did it: {ended.why}\n")
        else:
            self._answer(ended.status, ended.output)

    def _answer(self, status: int, output: str) -> None:
        # A signal's number has no place in an exit status.
        answer = {"status": 128 - status if status < 0 else status, "output": output}
        self.wfile.write(json.dumps(answer).encode() + b"\n")
