"""Reads the machine's package sources: deb822 `.sources` and one-line `.list` files.

Formats: sources.list(5). Only what is needed to repeat the machine's own mirror is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import read_regular_text

_ONE_LINE = re.compile(r"^deb\s+(?:\[(?P<options>[^\]]*)\]\s+)?(?P<rest>\S.*)$")


@dataclass(frozen=True)
class Source:
    """One binary package source.

    Args:
        uri: the mirror, as the machine's file has it.
        suites: releases, such as "bookworm" and "bookworm-updates".
        sections: archive components, such as "main".
        signed_by: keyring paths, fingerprints or an embedded key; empty for apt's default.
    """

    uri: str
    suites: tuple[str, ...]
    sections: tuple[str, ...]
    signed_by: str = ""

    def stanza(self) -> str:
        """Return the source as one deb822 stanza."""
        lines = [
            "Types: deb",
            f"URIs: {self.uri}",
            f"Suites: {' '.join(self.suites)}",
            f"Components: {' '.join(self.sections)}",
        ]
        if self.signed_by:
            lines.append(f"Signed-By:{_embedded(self.signed_by)}")
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Release:
    """What os-release(5) says about the machine.

    Args:
        ids: `ID`, then what it is like (`ID_LIKE`).
        codename: `VERSION_CODENAME`, empty for releases without one.
    """

    ids: tuple[str, ...]
    codename: str


def read_release(path: Path = Path("/etc/os-release")) -> Release:
    """Read os-release; a missing file gives a release without ids."""
    fields: dict[str, str] = {}
    if path.is_file():
        for line in read_regular_text(path, errors="replace").splitlines():
            key, equals, value = line.partition("=")
            if equals:
                fields[key.strip()] = value.strip().strip("\"'")
    ids = (fields.get("ID", ""), *fields.get("ID_LIKE", "").split())
    return Release(tuple(i for i in ids if i), fields.get("VERSION_CODENAME", ""))


def read_sources(etc: Path = Path("/etc/apt")) -> list[Source]:
    """Return the enabled binary sources of a machine.

    Args:
        etc: apt's configuration directory.
    """
    files = [etc / "sources.list"]
    for pattern in ("*.list", "*.sources"):
        files += sorted((etc / "sources.list.d").glob(pattern))
    found: list[Source] = []
    for file in files:
        if not file.is_file():
            continue
        text = read_regular_text(file, errors="replace")
        found += _deb822(text) if file.suffix == ".sources" else _one_line(text)
    return found


def machine_sources(sources: list[Source], codename: str) -> list[Source]:
    """Return the sources of the machine's own release, its mirror first.

    Args:
        sources: everything the machine has, third parties among it.
        codename: the release; its `-updates` and `-security` suites are kept too.

    Raises:
        PorterError: no source serves the release.
    """
    own: list[Source] = []
    for source in sources:
        suites = tuple(s for s in source.suites if s == codename or s.startswith(f"{codename}-"))
        if suites:
            own.append(replace(source, suites=suites))
    own.sort(key=lambda source: codename not in source.suites)
    if not own or codename not in own[0].suites:
        raise PorterError(
            f"no package source for this machine's release ({codename or 'it has no name'})",
            path="/etc/apt",
            hint="add the distribution's own mirror there, or install ROCm and set ROCM_PATH",
        )
    return own


def _deb822(text: str) -> Iterator[Source]:
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        fields = _fields(block)
        if "deb" not in fields.get("types", "").split():
            continue
        if fields.get("enabled", "yes").lower() in ("no", "false", "0", "off", "disable"):
            continue
        for uri in fields.get("uris", "").split():
            yield Source(
                uri,
                tuple(fields.get("suites", "").split()),
                tuple(fields.get("components", "").split()),
                fields.get("signed-by", ""),
            )


def _fields(block: str) -> dict[str, str]:
    """Return the fields of a stanza; an embedded key keeps its lines."""
    fields: dict[str, str] = {}
    key = ""
    for line in block.splitlines():
        if line.startswith("#"):
            continue
        if line[:1] in (" ", "\t") and key:
            fields[key] += "\n" + line.strip()
            continue
        name, colon, value = line.partition(":")
        if colon:
            key = name.strip().lower()
            fields[key] = value.strip()
    return {name: value.strip() for name, value in fields.items()}


def _one_line(text: str) -> Iterator[Source]:
    for line in text.splitlines():
        match = _ONE_LINE.match(line.split("#", 1)[0].strip())
        if not match:
            continue
        words = match["rest"].split()
        if len(words) < 3:
            continue
        options = dict(
            pair.split("=", 1) for pair in (match["options"] or "").split() if "=" in pair
        )
        signed_by = options.get("signed-by", "").replace(",", " ")
        yield Source(words[0], (words[1],), tuple(words[2:]), signed_by)


def _embedded(signed_by: str) -> str:
    """Lay a value out for deb822: a key's lines are indented, empty ones become a dot."""
    if "\n" not in signed_by:
        return f" {signed_by}"
    return "".join(f"\n {line or '.'}" for line in signed_by.splitlines())
