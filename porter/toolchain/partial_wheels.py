"""Fetches of a large wheel the members that are wanted alone, by ranges of the archive.

A wheel of NVIDIA's holds some headers beside hundreds of megabytes of libraries. An archive's table
of contents lies at its end (PKZIP's APPNOTE, 4.3.16), so a server that answers requests for ranges
(RFC 9110, 14.2) need not be asked for the rest. What arrives is checked by the archive's own sums.
"""

from __future__ import annotations

import io
import re
import subprocess
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatchcase
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
    path = downloads / f"{name}-{version}-part.whl"
    made = path.with_suffix(".making")
    patterns = tuple(exclude)
    try:
        with (
            zipfile.ZipFile(io.BufferedReader(_Remote(uri), _PIECE)) as remote,
            zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel,
        ):
            for info in remote.infolist():
                inner = "/".join(info.filename.split("/")[2:])
                if inner and not any(fnmatchcase(inner, pattern) for pattern in patterns):
                    wheel.writestr(info.filename, remote.read(info))
        made.replace(path)
    except (OSError, zipfile.BadZipFile, NotImplementedError):
        return None
    finally:
        made.unlink(missing_ok=True)
    return path


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
            self._size = int(answer.headers["Content-Range"].rpartition("/")[2])

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
            content = answer.read()
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
