"""`porter.toml`: what a repository says about its ports."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.project.choices import KEYS, Choices, GitSource, choices, git_source
from porter.project.configuration import severities

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = "porter.toml"


@dataclass(frozen=True, slots=True)
class ProgramCase:
    """A program to run on both sides.

    Attributes:
        source: its source file, relative to the project's root.
        args: its arguments.
        flags: flags that both compilers take, such as `-DN=4`.
        rtol: relative tolerance of the numbers it prints.
        atol: absolute tolerance of the numbers it prints.
        ignore: regular expressions; lines in which one matches are not compared.
        arch: architectures to verify; empty for those of the project.
    """

    source: str
    args: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    rtol: float = 1e-5
    atol: float = 1e-6
    ignore: tuple[str, ...] = ()
    arch: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How reports and recordings call the case: source and arguments."""
        return " ".join((self.source, *self.args))


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """One CUDA tree and its port.

    Attributes:
        upstream: folder of the CUDA tree.
        port: folder of the port.
        to: what CUDA becomes.
        exclude: patterns as in .gitignore.
        arch: AMD architectures to verify.
        programs: programs to run on both sides.
        recordings: folder of stored reference runs.
        choices: the options of the conversion.
        git: where upstream is vendored from; None for a folder that is its own.
    """

    upstream: Path
    port: Path
    to: str = "hip"
    exclude: tuple[str, ...] = ()
    arch: tuple[str, ...] = ("gfx942", "gfx1100")
    programs: tuple[ProgramCase, ...] = ()
    recordings: Path = Path("recordings")
    choices: Choices = field(default_factory=Choices)
    git: GitSource | None = None

    @property
    def name(self) -> str:
        """The upstream folder's own name."""
        return self.upstream.name


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
    for candidate in (folder.resolve(), *folder.resolve().parents):
        path = candidate / FILE
        if path.is_file():
            return _parse(path)
    raise PorterError(f"no {FILE} here or above", path=folder, hint="docs/porter-toml.md shows one")


def _parse(path: Path) -> Settings:
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PorterError(f"is no TOML: {error}", path=path) from error
    tables = document.get("project", [])
    if isinstance(tables, dict):
        tables = [tables]
    if not isinstance(tables, list) or not tables:
        raise PorterError("has no [project] table", path=path)
    projects = tuple(_project(path, table) for table in tables)
    ports = [project.port.resolve() for project in projects]
    if len(set(ports)) < len(ports):
        raise PorterError("two projects have the same port", path=path)
    return Settings(path, projects, severities(path, document))


def _project(path: Path, table: Mapping[str, Any]) -> ProjectSettings:
    _known(path, "[project]", table, {"upstream", "port", "to", "exclude", "verify", *KEYS})
    for key in ("upstream", "port"):
        if not isinstance(table.get(key), str):
            raise PorterError(f'[project] needs {key} = "FOLDER"', path=path)
    verify = table.get("verify", {})
    _known(path, "[project.verify]", verify, {"arch", "programs", "recordings"})
    root = path.parent
    upstream = root / table["upstream"]
    return ProjectSettings(
        upstream=upstream,
        port=root / table["port"],
        to=table.get("to", "hip"),
        exclude=tuple(table.get("exclude", ())),
        arch=tuple(verify.get("arch", ("gfx942", "gfx1100"))),
        programs=tuple(_program(path, case) for case in verify.get("programs", ())),
        recordings=root / verify.get("recordings", f"recordings/{upstream.name}"),
        choices=choices(path, table),
        git=git_source(path, table),
    )


def _program(path: Path, table: Mapping[str, Any]) -> ProgramCase:
    _known(
        path,
        "[[project.verify.programs]]",
        table,
        {"source", "args", "flags", "rtol", "atol", "ignore", "arch"},
    )
    if not isinstance(table.get("source"), str):
        raise PorterError('[[project.verify.programs]] needs source = "FILE"', path=path)
    return ProgramCase(
        source=table["source"],
        args=tuple(str(argument) for argument in table.get("args", ())),
        flags=tuple(table.get("flags", ())),
        rtol=float(table.get("rtol", 1e-5)),
        atol=float(table.get("atol", 1e-6)),
        ignore=tuple(table.get("ignore", ())),
        arch=tuple(table.get("arch", ())),
    )


def _known(path: Path, where: str, table: Mapping[str, Any], keys: set[str]) -> None:
    for key in table:
        if key not in keys:
            raise PorterError(
                f"{where} has no key {key!r}", path=path, hint=f"known: {', '.join(sorted(keys))}"
            )
