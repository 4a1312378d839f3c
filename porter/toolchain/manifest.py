"""The manifest of an installed component: exact versions, origins and checksums."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.json_values import fields, parsed, rows, text, whole
from porter.files.regular import LARGEST_SETTINGS, open_regular, read_regular

_NAME = "manifest.json"
_CHUNK = 1 << 20
_KEYS = ("component", "recipe", "artifacts")
_TEXTS = ("name", "version", "suite", "file", "sha256")


@dataclass(frozen=True)
class Artifact:
    """One archive that was fetched.

    Args:
        name: package name.
        version: full version.
        suite: the suite (or index) that served it.
        file: file name in the download directory.
        sha256: checksum of the archive, hexadecimal.
        size: bytes.
        uri: where it came from; empty when the client does not tell.
        note: why this version, when it is not the preferred one; else empty.
    """

    name: str
    version: str
    suite: str
    file: str
    sha256: str
    size: int
    uri: str = ""
    note: str = ""


@dataclass(frozen=True)
class Manifest:
    """What one component consists of.

    Args:
        component: its name.
        recipe: digest of the definition it was installed from; another one means it is stale.
        artifacts: everything that was unpacked, in order.
    """

    component: str
    recipe: str
    artifacts: tuple[Artifact, ...]

    def write(self, root: Path) -> None:
        """Store the manifest at the root of its component."""
        content = json.dumps(asdict(self), indent=2) + "\n"
        (root / _NAME).write_text(content, encoding="utf-8")

    def version_of(self, package: str) -> str | None:
        """Return the version of `package` without epoch, None when it is not part of this."""
        for artifact in self.artifacts:
            if artifact.name == package:
                return artifact.version.split(":", 1)[-1]
        return None


def read_manifest(root: Path) -> Manifest | None:
    """Read the manifest of the component at `root`.

    Returns:
        The manifest, or None when the component is not installed.

    Raises:
        PorterError: the file is there and not a manifest.
    """
    path = root / _NAME
    try:
        found = fields(parsed(read_regular(path, LARGEST_SETTINGS)), _KEYS)
        artifacts = tuple(map(_artifact, rows(found["artifacts"])))
        return Manifest(text(found["component"]), text(found["recipe"]), artifacts)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise PorterError(
            f"not a manifest ({error})",
            path=path,
            hint="run `porter toolchain install --force`",
        ) from error


def _artifact(value: Any) -> Artifact:
    found = fields(value, (*_TEXTS, "size"), ("uri", "note"))
    values = {key: text(found[key]) for key in (*_TEXTS, "uri", "note") if key in found}
    return Artifact(**values, size=whole(found["size"]))


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, hexadecimal."""
    digest = hashlib.sha256()
    with open_regular(path) as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
