"""What the cache's name depends on: every file of porter's that a conversion goes through."""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import porter
from porter.convert import cache as module
from porter.convert.cache import CODE
from porter.fixers.registry import rules

PACKAGE = Path(porter.__file__).parent
#: Where a conversion starts: a tree's files, one file, and every rule.
STARTS = ("porter.convert.targets", "porter.convert.worker", "porter.convert.pool")


def path_of(name: str) -> Path | None:
    """Return the file of a module of porter's, None when that is no module."""
    place = PACKAGE.parent.joinpath(*name.split("."))
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None


def imported(node: ast.AST) -> Iterator[str]:
    """Yield what a module imports when it runs, at its head or inside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module:
            yield child.module
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        yield from imported(child)


@cache
def reached() -> frozenset[Path]:
    """Return the files of all modules that a conversion may import, relative to the package."""
    found: dict[str, Path] = {}
    due = [*STARTS, *(rule.module for rule in rules())]
    while due:
        name = due.pop()
        path = path_of(name) if name.partition(".")[0] == "porter" else None
        if path is None or name in found:
            continue
        found[name] = path
        due += [name.rpartition(".")[0], *imported(ast.parse(path.read_bytes()))]
    return frozenset(path.relative_to(PACKAGE) for path in found.values())


def part_of(path: Path) -> str | None:
    """Return the part of `CODE` that a file belongs to."""
    return next((part for part in CODE if path == Path(part) or Path(part) in path.parents), None)


def test_every_module_that_a_conversion_imports_counts() -> None:
    assert not {path for path in reached() if part_of(path) is None}


def test_no_part_counts_that_no_conversion_imports() -> None:
    assert {part_of(path) for path in reached()} == set(CODE)


def one_file_of_each() -> list[str]:
    """Return a file of each rule family, and one of each other package that rules import."""
    found = {str(path.parent): str(path) for path in sorted(reached())}
    return sorted(found.values())


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("package") / "porter"
    kept = shutil.ignore_patterns("__pycache__", "native", "recordings")
    shutil.copytree(PACKAGE, copy, ignore=kept)
    return copy


def test_a_changed_file_gives_another_key(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(porter, "__file__", str(copied / "__init__.py"))
    digest = module.code_digest.__wrapped__
    before = digest()
    assert digest() == before
    for name in one_file_of_each():
        with (copied / name).open("a") as stream:
            stream.write("# changed\n")
        after = digest()
        assert after != before, name
        before = after


def test_rules_for_build_files_are_among_the_files_that_are_tried() -> None:
    tried = {os.path.dirname(name) for name in one_file_of_each()}
    assert {"fixers/build_files", "source/build_files", "toolchain"} <= tried
    assert {f"fixers/{rule.family}" for rule in rules()} <= tried
