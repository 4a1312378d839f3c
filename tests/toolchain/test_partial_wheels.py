"""A large wheel is fetched in part, from servers that send ranges."""

from __future__ import annotations

import subprocess
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from porter.toolchain import partial_wheels

from .archives import make_wheel

REQUIREMENT = "nvidia-cublas-cu12==12.4.*"
LARGE = 2_000_000


class Server(ThreadingHTTPServer):
    """Serves one file.

    Args:
        path: the file.
        sends_ranges: whether it answers for parts.
    """

    def __init__(self, path: Path, *, sends_ranges: bool = True) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content, self.sends_ranges, self.sent = path.read_bytes(), sends_ranges, 0
        self.answer = b""


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        if self.server.answer:
            self.wfile.write(self.server.answer)
            return
        content = self.server.content
        if self.server.sends_ranges:
            first, last = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
            part = content[first : last + 1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        else:
            part = content
            self.send_response(200)
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)
        self.server.sent += len(part)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    wheel = make_wheel(
        tmp_path / "remote.whl",
        {
            "nvidia/cublas/lib/libcublas.so.12": "x" * LARGE,
            "nvidia/cublas/include/cublas.h": "header",
            "nvidia_cublas-12.4.5.8.dist-info/RECORD": "r",
        },
    )
    made = Server(wheel, sends_ranges=getattr(request, "param", True))
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    links = "\n".join(
        f"  Found link http://127.0.0.1:{made.server_port}/{version}.whl (from x),"
        f" version: {version}"
        for version in ("12.4.2.65", "12.4.10.1", "12.4.5.8", "12.9.0.1")
    )
    done = subprocess.CompletedProcess([], 0, links, "")
    monkeypatch.setattr(partial_wheels.subprocess, "run", lambda *_, **__: done)
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def test_only_what_is_wanted_is_fetched(tmp_path: Path, server: Server) -> None:
    found = partial_wheels.fetch_part(REQUIREMENT, tmp_path, ["lib/*"])
    assert found is not None
    assert found.name.startswith("nvidia_cublas_cu12-12.4.10.1-part")
    with zipfile.ZipFile(found) as wheel:
        assert wheel.namelist() == ["nvidia/cublas/include/cublas.h"]
        assert wheel.read("nvidia/cublas/include/cublas.h") == b"header"
    assert server.sent < LARGE
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".whl", ".whl"]


@pytest.mark.parametrize("server", [False], indirect=True)
def test_a_server_without_ranges_leaves_it_to_pip(tmp_path: Path, server: Server) -> None:
    assert partial_wheels.fetch_part(REQUIREMENT, tmp_path, ["lib/*"]) is None
    assert list(tmp_path.glob("*-part*")) == []


def test_an_index_without_the_version_leaves_it_to_pip(tmp_path: Path, server: Server) -> None:
    assert partial_wheels.fetch_part("nvidia-cublas-cu12==13.*", tmp_path, ["lib/*"]) is None
    assert server.sent == 0


HEAD = b"HTTP/1.0 206 Partial Content\r\n"


@pytest.mark.parametrize(
    "answer",
    [
        HEAD + b"\r\nx",
        HEAD + b"Content-Range: bytes 0-0/*\r\n\r\nx",
        HEAD + b"Content-Range: bytes 0-0/-5\r\n\r\nx",
        HEAD + b"Content-Range: bytes 0-0/" + b"9" * 5000 + b"\r\n\r\nx",
        HEAD + b"Content-Range: bytes 0-0/100000\r\n\r\n" + b"x" * 200_000,
        HEAD + b"Content-Range: bytes 0-0/100\r\nContent-Length: 50\r\n\r\nx",
        b"HTTP/1.0 206\r\n" + b"A: b\r\n" * 500 + b"\r\n",
        b"x" * 100_000,
        b"\xff\r\n\r\n",
    ],
)
def test_a_server_that_answers_otherwise_leaves_it_to_pip(
    tmp_path: Path, server: Server, answer: bytes
) -> None:
    server.answer = answer
    assert partial_wheels.fetch_part(REQUIREMENT, tmp_path, ["lib/*"]) is None
    assert [path.name for path in tmp_path.iterdir()] == ["remote.whl"]


def test_an_archive_that_is_damaged_leaves_it_to_pip(tmp_path: Path, server: Server) -> None:
    whole = server.content
    header = whole.index(b"header")
    for damaged in (
        whole[: len(whole) // 2],
        whole[:header] + b"HEADER" + whole[header + 6 :],
        whole.replace(b"PK\1\2", b"PK\1\3"),
        b"",
        whole[:-30] + b"\xff" * 30,
    ):
        server.content = damaged
        assert partial_wheels.fetch_part(REQUIREMENT, tmp_path, ["lib/*"]) is None
    assert [path.name for path in tmp_path.iterdir()] == ["remote.whl"]
