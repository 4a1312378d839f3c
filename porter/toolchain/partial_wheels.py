"""Fetches of a large wheel the members that are wanted alone, by ranges of the archive.

A wheel of NVIDIA's holds some headers beside hundreds of megabytes of libraries. An archive's table
of contents lies at its end (PKZIP's APPNOTE, 4.3.16), so a server that answers requests for ranges
(RFC 9110, 14.2) need not be asked for the rest. What arrives is checked by the archive's own sums.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.response import addinfourl

from porter.processes.child_python import python

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_LINK = re.compile(
    r"Found link (?P<uri>https?://(?:(?!\.whl)\S)++\.whl)(?:#\S++)?+ "
    r"(?:(?!version: ).)*+version: (?P<version>\S++)"
)
_TIMEOUT = 60
#: What is raised where a server, or the archive on it, is not what it should be.
_UNUSABLE = (
    OSError, HTTPException, zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError,
    NotImplementedError,
)  # fmt: skip
_RANGE = re.compile(r"bytes 0-0/(\d{1,18})")
#: What one request asks for at least; a table of contents and its end are seldom more.
_PIECE = 1 << 18


def fetch_part(requirement: str, downloads: Path, exclude: Iterable[str]) -> Path | None:
    """Write a wheel that lacks what is not wanted.

    Args:
        requirement: such as "nvidia-cublas-cu12==12.4.*".
        downloads: where to.
        exclude: fnmatch patterns of paths below the wheel's two folders that are not wanted.

    Returns:
        The wheel; None when the index names none or its server does not answer for ranges.
    """
    found = _address(requirement)
    if found is None:
        return None
    uri, version = found
    name = requirement.partition("==")[0].replace("-", "_")
    patterns = tuple(exclude)
    path = downloads / f"{name}-{version}-{part_tag(patterns)}.whl"
    made = path.with_suffix(".making")
    try:
        with (
            zipfile.ZipFile(io.BufferedReader(_Remote(uri), _PIECE)) as remote,
            zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel,
        ):
            for info in remote.infolist():
                inner = "/".join(info.filename.split("/")[2:])
                if inner and not any(fnmatchcase(inner, pattern) for pattern in patterns):
                    with remote.open(info) as source, wheel.open(info.filename, "w") as copy:
                        shutil.copyfileobj(source, copy)
        made.replace(path)
    except _UNUSABLE:
        return None
    finally:
        made.unlink(missing_ok=True)
    return path


def part_tag(exclude: Iterable[str]) -> str:
    """Return what the name of a wheel ends with that lacks what some patterns exclude."""
    return "part" + hashlib.sha256("\n".join(exclude).encode()).hexdigest()[:12]


def _address(requirement: str) -> tuple[str, str] | None:
    """Return where pip's index has the newest wheel that fits, and its version."""
    name, _, version = requirement.partition("==")
    command = python("-m", "pip", "index", "versions", "-vv", "--disable-pip-version-check")
    done = subprocess.run(
        [*command, "--only-binary", ":all:", name],
        capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    links = [match for match in map(_LINK.match, map(str.strip, done.stdout.splitlines())) if match]
    fitting = [(m["uri"], m["version"]) for m in links if fnmatchcase(m["version"], version)]
    return max(fitting, key=lambda pair: _numbers(pair[1]), default=None)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


class _Remote(io.RawIOBase):
    """A file on a server, read by ranges.

    Args:
        uri: the file's address.

    Raises:
        OSError: the server does not answer, or not for a range.
    """

    def __init__(self, uri: str) -> None:
        super().__init__()
        self._uri = uri
        self._place = 0
        with self._ask("bytes=0-0") as answer:
            whole = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
        if whole is None:
            raise urllib.error.URLError("the server does not say how large the file is")
        self._size = int(whole[1])

    def readable(self) -> bool:
        """See `io.RawIOBase`."""
        return True

    def seekable(self) -> bool:
        """See `io.RawIOBase`."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """See `io.RawIOBase`."""
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._size}[whence]
        self._place = start + offset
        return self._place

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """See `io.RawIOBase`."""
        view = memoryview(buffer).cast("B")
        last = min(self._place + len(view), self._size) - 1
        if last < self._place:
            return 0
        with self._ask(f"bytes={self._place}-{last}") as answer:
            content = answer.read(len(view) + 1)
        if len(content) != last - self._place + 1:
            raise urllib.error.URLError("the server sends another part than was asked for")
        view[: len(content)] = content
        self._place += len(content)
        return len(content)

    def _ask(self, range_: str) -> addinfourl:
        request = urllib.request.Request(self._uri, headers={"Range": range_})
        answer: addinfourl = urllib.request.urlopen(request, timeout=_TIMEOUT)
        if answer.status != 206:
            answer.close()
            raise urllib.error.URLError("the server sends whole files alone")
        return answer
