"""Fetches source archives of the Python index, without building what is in them.

pip runs an archive's own code to tell what it holds, which takes what that code needs: a build of
PyTorch, a compiler. So pip is only asked where the archive is.
"""

from __future__ import annotations

import re
import subprocess
import urllib.request
from collections.abc import Callable
from pathlib import Path

from porter.errors import PorterError
from porter.files.write import write_atomically
from porter.processes.child_python import python
from porter.toolchain.manifest import Artifact, sha256_of

_LINK = re.compile(
    r"Found link (?P<uri>(?:https?|file)://(?:(?!\.tar\.gz)\S)++\.tar\.gz)(?:#\S++)?+ "
    r"(?:(?!version: ).)*+version: (?P<version>\S++)"
)
_TIMEOUT = 120


def fetch_source(
    requirement: str, sha256: str, downloads: Path, say: Callable[[str], None]
) -> Artifact:
    """Download the source archive of one release.

    Args:
        requirement: name and exact version, such as "flash-attn==2.8.3".
        sha256: what the archive's checksum has to be, hexadecimal.
        downloads: where archives are kept; one that is there already is not fetched again.
        say: called with what is about to be fetched.

    Raises:
        PorterError: there is none, it cannot be had, or it is another one.
    """
    name, _, version = requirement.partition("==")
    path = downloads / f"{name.replace('-', '_')}-{version}.tar.gz"
    uri = ""
    if not path.is_file():
        say(f"downloading {requirement}")
        uri = _address(name, version)
        downloads.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(uri, timeout=_TIMEOUT) as answer:
                write_atomically(path, answer.read())
        except OSError as error:
            raise PorterError(
                f"cannot fetch {requirement}: {error}", hint="check the network"
            ) from error
    found = sha256_of(path)
    if found != sha256:
        path.unlink()
        raise PorterError(f"{requirement} is not what it was: its SHA-256 is {found}", path=path)
    return Artifact(name, version, "pip", path.name, found, path.stat().st_size, uri)


def _address(name: str, version: str) -> str:
    """Return where pip's index has the source archive of a release.

    Raises:
        PorterError: it has none.
    """
    command = python("-m", "pip", "index", "versions", "-vv", "--disable-pip-version-check")
    done = subprocess.run(
        [*command, "--no-binary", ":all:", name],
        capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    for line in done.stdout.splitlines():
        match = _LINK.match(line.strip())
        if match and match["version"] == version:
            return match["uri"]
    raise PorterError(
        f"pip's index has no source archive of {name} {version}", hint="check the network"
    )
