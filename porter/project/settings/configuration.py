"""The settings of porter.toml that hold for all runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from porter.errors import PorterError
from porter.files.names import SETTINGS
from porter.files.real_path import real_path
from porter.rule_ids import current
from porter.tables.kinds import TEXTS
from porter.tables.toml import load

SEVERITIES = ("error", "warning", "note", "off")


class Configuration(NamedTuple):
    """What porter.toml says about conversions.

    Attributes:
        path: the file; None when there is none.
        exclude: patterns as in .gitignore of paths that are left out.
        severities: (rule, severity) of `[findings]`.
        names_ports: whether it has a `[project]`.
    """

    path: Path | None = None
    exclude: tuple[str, ...] = ()
    severities: tuple[tuple[str, str], ...] = ()
    names_ports: bool = False


def configuration_for(source: Path) -> Configuration:
    """Return what the porter.toml nearest to `source` says.

    It is looked for in the folder of `source` and above, up to the root of its git work tree.

    Args:
        source: a file or folder that is to be converted.

    Raises:
        PorterError: it cannot be read, or says what porter does not understand.
    """
    folder = real_path(source)
    if not folder.is_dir():
        folder = folder.parent
    for place in (folder, *folder.parents):
        if (place / SETTINGS).is_file():
            return _read(place / SETTINGS)
        if (place / ".git").exists():
            break
    return Configuration()


def _read(path: Path) -> Configuration:
    content = document(path)
    projects = content.get("project", {})
    exclude: list[str] = []
    for project in projects if isinstance(projects, list) else [projects]:
        exclude += _strings(project, "exclude", path)
    return Configuration(path, tuple(exclude), severities(path, content), bool(projects))


def document(path: Path) -> dict[str, Any]:
    """Return what a porter.toml says, its tables not looked into.

    Raises:
        PorterError: it cannot be read, is no TOML, or has a table that is not known.
    """
    content = load(path)
    for key in content:
        if key not in ("project", "findings"):
            hint = "known: [[project]], [findings]"
            raise PorterError(f"has no table [{key}]", path=path, hint=hint)
    return content


def severities(path: Path, content: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return (rule, severity) of `[findings]`.

    Args:
        path: the porter.toml.
        content: all that it says.

    Raises:
        PorterError: a value is no severity.
    """
    findings = content.get("findings", {})
    if not isinstance(findings, dict):
        raise PorterError("[findings] is a table of rule = severity", path=path)
    for rule, severity in findings.items():
        if severity not in SEVERITIES:
            raise PorterError(
                f"[findings] {rule}: {severity!r} is not a severity",
                path=path,
                hint="one of " + ", ".join(SEVERITIES),
            )
    return tuple(sorted((current(rule), severity) for rule, severity in findings.items()))


def _strings(table: Any, key: str, path: Path) -> list[str]:
    value = table.get(key, []) if isinstance(table, dict) else None
    if not TEXTS.fits(value):
        raise PorterError(f"[project] {key} is a list of strings", path=path)
    return list(value or ())
