"""Reads `porter.toml`: the settings of a repository's ports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.files.names import LOCK, SETTINGS
from porter.files.real_path import leads_in_a_circle, real_path
from porter.project.settings import kernel_cases, program_cases
from porter.project.settings.choices import KEYS, Choices, GitSource, choices, git_source
from porter.project.settings.configuration import document, severities
from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.program_cases import ProgramCase
from porter.tables.kinds import LIST, TABLE, TEXT, TEXTS
from porter.tables.toml import check

_PROJECT = {
    "upstream": TEXT,
    "port": TEXT,
    "to": TEXT,
    "rules": TEXT,
    "exclude": TEXTS,
    "verify": TABLE,
}
_VERIFY = {"arch": TEXTS, "programs": LIST, "kernels": LIST, "cases": TEXT, "recordings": TEXT}


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """One CUDA tree and its port.

    Attributes:
        upstream: folder of the CUDA tree.
        port: folder of the port.
        to: what CUDA becomes; None for what the rule pack is for, which converts no code.
        exclude: patterns as in .gitignore.
        arch: AMD architectures to verify.
        programs: programs to run on both sides.
        kernels: kernels to launch on both sides.
        cases: Python file with the cases of PyTorch extensions; None for none.
        recordings: folder of stored reference runs.
        choices: the options of the conversion.
        git: where upstream is vendored from; None for a folder that is its own.
        rules: file of a rule pack of the user's own; None for rules of porter's.
    """

    upstream: Path
    port: Path
    to: str | None = "hip"
    exclude: tuple[str, ...] = ()
    arch: tuple[str, ...] = ("gfx942", "gfx1100")
    programs: tuple[ProgramCase, ...] = ()
    kernels: tuple[KernelCase, ...] = ()
    cases: Path | None = None
    recordings: Path = Path("recordings")
    choices: Choices = field(default_factory=Choices)
    git: GitSource | None = None
    rules: Path | None = None

    @property
    def name(self) -> str:
        """The upstream folder's own name."""
        return self.upstream.name

    def excluded_from(self, upstream: Path) -> tuple[str, ...]:
        """Return what is no part of a tree: what porter.toml says, and porter's own files in it.

        Args:
            upstream: the tree; not always `self.upstream`.
        """
        root, port = real_path(upstream), real_path(self.port)
        own: tuple[str, ...] = (SETTINGS, LOCK)
        if port.is_relative_to(root):
            own = (*own, "/" + port.relative_to(root).as_posix() + "/")
        return (*self.exclude, *own)


@dataclass(frozen=True, slots=True)
class Settings:
    """All of `porter.toml`.

    Attributes:
        path: the file.
        projects: the ports.
        severities: (rule, severity) of `[findings]`.
    """

    path: Path
    projects: tuple[ProjectSettings, ...] = field(default=())
    severities: tuple[tuple[str, str], ...] = ()


def read(folder: Path) -> Settings:
    """Read the `porter.toml` of `folder` or of the nearest folder above it.

    Raises:
        PorterError: there is none, it is no TOML, or a key or value is not understood.
    """
    for candidate in (real_path(folder), *real_path(folder).parents):
        path = candidate / SETTINGS
        if path.is_file():
            return _parse(path)
    raise PorterError(
        f"no {SETTINGS} here or above",
        path=folder,
        hint="`porter new project SRC PORT` writes one",
    )


def _parse(path: Path) -> Settings:
    content = document(path)
    tables = content.get("project", [])
    if isinstance(tables, dict):
        tables = [tables]
    if not isinstance(tables, list) or not tables:
        raise PorterError("has no [project] table", path=path)
    projects = tuple(_project(path, table) for table in tables)
    ports = [real_path(project.port) for project in projects]
    if len(set(ports)) < len(ports):
        raise PorterError("two projects have the same port", path=path)
    return Settings(path, projects, severities(path, content))


def _project(path: Path, table: Mapping[str, Any]) -> ProjectSettings:
    check(path, "[project]", table, {**_PROJECT, **KEYS})
    for key in ("upstream", "port"):
        if key not in table:
            raise PorterError(f'[project] needs {key} = "FOLDER"', path=path)
    to = table.get("to", None if "rules" in table else "hip")
    if to != "hip" and ("kind" in table or table.get("rename")):
        raise PorterError('[project] kind and rename are for to = "hip"', path=path)
    if table.get("gemm") == "ck" and "ck" not in (to or "").split("+"):
        raise PorterError('[project] gemm = "ck" is for to = "ck"', path=path)
    verify = table.get("verify", {})
    check(path, "[project.verify]", verify, _VERIFY)
    root = path.parent
    for key in ("upstream", "port", "rules"):
        if leads_in_a_circle(root / table.get(key, "")):
            raise PorterError(f"{key} is a symbolic link that leads in a circle", path=path)
    upstream = root / table["upstream"]
    return ProjectSettings(
        upstream=upstream,
        port=root / table["port"],
        to=to,
        exclude=tuple(table.get("exclude", ())),
        arch=tuple(verify.get("arch", ("gfx942", "gfx1100"))),
        programs=tuple(program_cases.parse(path, case) for case in verify.get("programs", ())),
        kernels=tuple(kernel_cases.parse(path, case) for case in verify.get("kernels", ())),
        cases=root / verify["cases"] if "cases" in verify else None,
        recordings=root / verify.get("recordings", f"recordings/{upstream.name}"),
        choices=choices(path, table),
        git=git_source(path, table),
        rules=root / table["rules"] if "rules" in table else None,
    )
