"""How the programs that a build made are called: by its tests, scripts, READMEs, usage texts."""

from __future__ import annotations

import json
import os
import posixpath
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from porter.files.regular import read_regular
from porter.own_build.systems import System
from porter.processes.group import run_in_group
from porter.verify.program.found import Command
from porter.verify.program.own_build import BuiltTree
from porter.verify.program.written_commands import Programs, written_commands

#: Commands of one program that are tried.
_MOST = 6
_RUN_TARGETS = ("run", "test", "check")
_LARGEST_TEXT = 1_000_000


def known_commands(
    built: BuiltTree, folder: str, system: System | None
) -> dict[str, list[Command]]:
    """Return how each program is called, the most reliable source first.

    Args:
        built: a tree and what its build made.
        folder: the folder whose build file was used, relative to it.
        system: what read that file.
    """
    programs: dict[str, list[str]] = defaultdict(list)
    for path in built.programs:
        programs[PurePosixPath(path).name].append(path)
    found: dict[str, list[Command]] = {}

    def add(pairs: Iterator[tuple[str, Command]]) -> None:
        for path, command in pairs:
            listed = found.setdefault(path, [])
            if all(one.args != command.args for one in listed):
                listed.append(command)

    if system is System.CMAKE:
        add(_of_ctest(built))
    if system is System.MAKE:
        for target in _RUN_TARGETS:
            text = _recipe(built, folder, target)
            origin = f"make {target}" if folder == "." else f"make {target} in {folder}"
            add(written_commands(text, folder, programs, origin, is_prose=False))
    places = {posixpath.dirname(path) or "." for path in built.programs} | {folder, "."}
    places |= {posixpath.dirname(place) or "." for place in list(places)}
    add(_written(built.root, places, programs))
    return found


def commands_of_source(root: Path, source: str) -> list[Command]:
    """Return how the program of one source is called.

    Args:
        root: the tree.
        source: the source, relative to it.
    """
    programs = {name: [source] for name in (PurePosixPath(source).stem, "a.out")}
    places = {posixpath.dirname(source) or ".", "."}
    return [one for _, one in _written(root, places, programs)]


def _written(root: Path, folders: set[str], programs: Programs) -> Iterator[tuple[str, Command]]:
    for path, text, is_prose in _texts(root, folders):
        place = posixpath.dirname(path) or "."
        yield from written_commands(text, place, programs, path, is_prose=is_prose)


def _texts(root: Path, folders: set[str]) -> list[tuple[str, str, bool]]:
    """Return scripts, then READMEs, then what sources say about usage: path, text, is prose."""
    found: list[tuple[int, str, str]] = []
    for folder in sorted(folders):
        place = root / folder
        if not place.is_dir():
            continue
        for path in sorted(place.iterdir()):
            kind = _kind(path)
            if kind is None or path.is_symlink() or not path.is_file():
                continue
            if path.stat().st_size > _LARGEST_TEXT:
                continue
            text = read_regular(path).decode("utf-8", "replace")
            if kind == 2:
                text = "\n".join(_literals(text))
            found.append((kind, posixpath.normpath(posixpath.join(folder, path.name)), text))
    return [(path, text, kind > 0) for kind, path, text in sorted(found)]


def _kind(path: Path) -> int | None:
    name = path.name.lower()
    if name.endswith(".sh") or (name.startswith("run") and not path.suffix):
        return 0
    if name.startswith(("readme", "usage")) or name.endswith(".md"):
        return 1
    return 2 if path.suffix in (".cu", ".cpp", ".cc", ".c", ".cuh", ".h") else None


def _literals(source: str) -> Iterator[str]:
    """Yield the lines of a source's string literals, roughly: what stands between quotes."""
    for line in source.splitlines():
        for literal in line.split('"')[1::2]:
            yield from literal.replace(r"\t", " ").split(r"\n")


def _recipe(built: BuiltTree, folder: str, target: str) -> str:
    """Return the commands that `make TARGET` would run; empty when there is no such target."""
    command = ["make", "-n", target]
    ended = run_in_group(command, timeout=60, cwd=built.root / folder, env=built.variables)
    return "" if ended.returncode else ended.stdout


def _of_ctest(built: BuiltTree) -> Iterator[tuple[str, Command]]:
    command = ["ctest", "--show-only=json-v1"]
    place = built.root / "porter-build"
    if not place.is_dir():
        return
    ended = run_in_group(command, timeout=60, cwd=place, env=built.variables)
    try:
        tests = json.loads(ended.stdout)["tests"]
        for test in tests:
            words = test.get("command", [])
            path = os.path.relpath(words[0], built.root) if words else ""
            if path not in built.programs:
                continue
            properties = {one["name"]: one["value"] for one in test.get("properties", ())}
            work = properties.get("WORKING_DIRECTORY", str(place))
            folder = posixpath.normpath(os.path.relpath(work, built.root))
            args = tuple(words[1:])
            if not folder.startswith("..") and str(built.root) not in " ".join(args):
                yield path, Command(folder, args, f"CTest's {test['name']}")
    except (ValueError, KeyError, TypeError, AttributeError):  # no CTest, or another format
        return


def to_try(root: Path, path: str, commands: list[Command]) -> tuple[Command, ...]:
    """Return the commands to try: those whose files are there first, none at the end.

    Args:
        root: the tree.
        path: the program, or its only source, relative to it.
        commands: what is known, the most reliable first.
    """
    ordered = sorted(commands, key=lambda one: _missing(root, one))
    plain = Command(posixpath.dirname(path) or ".", ())
    if any(not one.args for one in ordered):  # somebody wrote that it takes none
        return tuple(ordered[:_MOST])
    return (*ordered[:_MOST], plain)


def _missing(root: Path, command: Command) -> int:
    """Return how many files that a command names in other folders are not there."""
    words = (word for word in command.args if "/" in word and not word.startswith("-"))
    return sum(not (root / command.folder / word).exists() for word in words)
