"""The programs of the table, and those that its patterns find in a checkout."""

from __future__ import annotations

import random
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from porter.errors import PorterError
from porter.source.build_files.makefile_names import MAKEFILE_NAMES

_TABLE = Path(__file__).parent.with_name("projects.toml")


@dataclass(frozen=True, slots=True)
class Program:
    """A program of a project; see the head of `projects.toml`."""

    folder: str
    build: str = "make"
    tree: str | None = None
    target: str = ""
    variables: tuple[str, ...] = ()
    source: str = ""
    run: tuple[str, ...] = ()
    passes: str = ""
    fails: str = ""

    @property
    def label(self) -> str:
        """Where it is in the repository."""
        return "/".join(part for part in (self.folder, self.source) if part) or "."

    @property
    def is_run(self) -> bool:
        """Whether it is run; its input is there."""
        return bool(self.run) or self.build == "nvcc"


@dataclass(frozen=True, slots=True)
class Project:
    """A repository of the table.

    Attributes:
        repository: as GitHub calls it.
        revision: what is checked out.
        programs: those that the table names.
        patterns: programs whose folder is a pattern.
        without: patterns of folders that are taken away before it is converted.
    """

    repository: str
    revision: str
    programs: tuple[Program, ...]
    patterns: tuple[Program, ...]
    without: tuple[str, ...] = ()

    def found(self, source: Path) -> list[Program]:
        """Return the programs that the patterns find in a checkout and the table does not name."""
        named = {(one.build, one.folder) for one in self.programs}
        every = (one for pattern in self.patterns for one in _matching(pattern, source))
        return [one for one in every if (one.build, one.folder) not in named]


def _matching(pattern: Program, source: Path) -> Iterator[Program]:
    for folder in sorted(source.glob(pattern.folder)):
        names = ("CMakeLists.txt",) if pattern.build == "cmake" else MAKEFILE_NAMES
        if any((folder / name).is_file() for name in names):
            path = folder.relative_to(source).as_posix()
            run = tuple(word.replace("{name}", folder.name) for word in pattern.run)
            target = pattern.target.replace("{name}", folder.name)
            yield replace(pattern, folder=path, target=target, run=run)


def drawn(programs: Sequence[Program], count: int | None, seed: int) -> list[Program]:
    """Return `count` programs by a seed, or all; a larger count has those of a smaller one, too."""
    if count is None or count >= len(programs):
        return list(programs)
    order = list(programs)
    random.Random(seed).shuffle(order)
    return order[:count]


def projects() -> list[Project]:
    """Return the projects of the table."""
    return [
        Project(
            one["repository"],
            one["revision"],
            tuple(map(_program, one.get("programs", ()))),
            tuple(map(_program, one.get("every", ()))),
            tuple(one.get("without", ())),
        )
        for one in tomllib.loads(_TABLE.read_text("utf-8"))["project"]
    ]


def _program(row: dict[str, Any]) -> Program:
    lists = {"run", "variables"}
    fields: dict[str, Any] = {
        key: tuple(value) if key in lists else value for key, value in row.items()
    }
    return Program(**fields)


def checkout(sources: Path, repository: str, revision: str) -> Path:
    """Return the checkout of a repository.

    Raises:
        PorterError: it is not there, or at another revision.
    """
    owner, _, name = repository.partition("/")
    for folder in (sources / name, sources / f"{owner}+{name}"):
        if folder.is_dir():
            break
    else:
        raise PorterError(f"no checkout of {repository}", path=sources, hint="clone it there")
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    head = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    if head != revision:
        raise PorterError(
            f"is at {head or 'no revision'}", path=folder, hint=f"git checkout {revision}"
        )
    return folder
