"""A client of the language server: JSON-RPC over the standard streams of a process."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any


class Client:
    """Talks to `porter lsp`; use as a context manager.

    Args:
        folder: the folder that is open in the editor.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        command = [sys.executable, "-P", "-m", "porter", "lsp", "--rocm", "6.4"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=folder
        )
        self._received: queue.Queue[dict[str, Any]] = queue.Queue()
        self._next = 0
        self._versions: dict[str, int] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        root = self._folder.as_uri()
        asked = {"processId": None, "rootUri": root, "capabilities": {}}
        self.capabilities = self.ask("initialize", asked)["capabilities"]
        self.tell("initialized", {})
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.ask("shutdown", None)
            self.tell("exit", None)
            self.process.wait(20)
        finally:
            self.process.kill()

    def ask(self, method: str, parameters: object) -> Any:
        """Send a request and return its result."""
        self._next += 1
        self._send({"id": self._next, "method": method, "params": parameters})
        while True:
            message = self._received.get(timeout=60)
            if message.get("id") == self._next:
                assert "error" not in message, message
                return message["result"]

    def tell(self, method: str, parameters: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": parameters})

    def open(self, name: str, text: str) -> list[dict[str, Any]]:
        """Open a text; return its diagnostics."""
        uri = self.uri(name)
        self._versions[uri] = 1
        document = {"uri": uri, "languageId": "cuda", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return self.diagnostics(name)

    def change(self, name: str, text: str) -> list[dict[str, Any]]:
        """Replace a text; return its diagnostics."""
        uri = self.uri(name)
        self._versions[uri] += 1
        document = {"uri": uri, "version": self._versions[uri]}
        self.tell(
            "textDocument/didChange",
            {"textDocument": document, "contentChanges": [{"text": text}]},
        )
        return self.diagnostics(name)

    def save(self, name: str) -> None:
        """Say that a text was saved."""
        self.tell("textDocument/didSave", {"textDocument": {"uri": self.uri(name)}})

    def diagnostics(self, name: str) -> list[dict[str, Any]]:
        """Return the next diagnostics of a text."""
        while True:
            message = self._received.get(timeout=60)
            if message.get("method") == "textDocument/publishDiagnostics":
                parameters = message["params"]
                if parameters["uri"] == self.uri(name):
                    return list(parameters["diagnostics"])

    def actions(self, name: str, line: int, column: int) -> list[dict[str, Any]]:
        """Return the code actions at a place."""
        place = {"line": line, "character": column}
        asked = {
            "textDocument": {"uri": self.uri(name)},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        }
        return list(self.ask("textDocument/codeAction", asked))

    def hover(self, name: str, line: int, column: int) -> Any:
        """Return what is shown at a place."""
        place = {"line": line, "character": column}
        asked = {"textDocument": {"uri": self.uri(name)}, "position": place}
        return self.ask("textDocument/hover", asked)

    def uri(self, name: str) -> str:
        """Return what the protocol calls a file."""
        return (self._folder / name).as_uri()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            size = 0
            while line.strip():
                if line.lower().startswith(b"content-length:"):
                    size = int(line.partition(b":")[2])
                line = stream.readline()
            if size:
                self._received.put(json.loads(stream.read(size)))
