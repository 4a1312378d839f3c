"""Finds the programs of a project that porter.toml names no cases of, and how they are called."""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from porter.errors import PorterError
from porter.execute import nvidia
from porter.files.regular import read_regular
from porter.own_build.systems import System, Target, targets
from porter.port.scaffold.sources import has_main
from porter.processes.group import run_in_group
from porter.project.discover import discover
from porter.project.settings.settings import ProjectSettings
from porter.source.file import SourceFile
from porter.verify.place import CUDA_ON_CPU
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.own_build import BuiltTree, built_tree
from porter.verify.program.written_commands import written_commands

#: Commands of one program that are tried.
_MOST = 6
_SCRIPT = re.compile(r"run[\w.-]*|.*\.sh|test[\w-]*\.sh")
_README = re.compile(r"readme.*|usage.*|.*\.md", re.IGNORECASE)
_LITERAL = re.compile(r'"((?:[^"\\\n]++|\\.)*+)"')
_RUN_TARGETS = ("run", "test", "check")
_LARGEST_TEXT = 1_000_000
_BUILD_SECONDS = 1800.0


def found_programs(project: ProjectSettings) -> Iterator[FoundProgram]:
    """Yield the programs of a project: CUDA's side is built in a copy to see what that makes.

    Args:
        project: the project; its upstream is read and built, its port not touched.

    Raises:
        PorterError: upstream is not there.
    """
    upstream = project.upstream
    if not upstream.is_dir():
        raise PorterError("there is no such folder", path=upstream)
    built = [one for one in _targets(upstream) if one.system is not System.PYTHON]
    for target in built:
        yield from _made_by(project, target)
    folders = [target.folder for target in built]
    yield from _single_sources(project, folders)


def _targets(tree: Path) -> list[Target]:
    try:
        return targets(tree)
    except PorterError:  # it has no build file
        return []


def _made_by(project: ProjectSettings, target: Target) -> Iterator[FoundProgram]:
    folder = target.folder.relative_to(project.upstream).as_posix()
    broken = FoundProgram(run=folder, folder=folder, system=target.system)
    device = nvidia.device() or CUDA_ON_CPU
    try:
        built = built_tree(project.upstream, folder, target.system, device, _BUILD_SECONDS)
    except PorterError as error:
        yield _unusable(broken, str(error))
        return
    if built.problem:
        yield _unusable(broken, built.problem)
    elif not built.programs:
        yield _unusable(broken, f"{target.system.value} in {folder} makes no program")
    known = _commands(built, folder, target.system)
    for path in built.programs:
        candidates = _best(built.root, path, known.get(path, []))
        yield FoundProgram(
            run=path, folder=folder, system=target.system, candidates=candidates
        ).called(candidates[0])


def _unusable(case: FoundProgram, reason: str) -> FoundProgram:
    return FoundProgram(run=case.run, folder=case.folder, system=case.system, unusable=reason)


def _single_sources(project: ProjectSettings, built: list[Path]) -> Iterator[FoundProgram]:
    """Yield the programs of one CUDA source each, outside of what is built."""
    tree = discover(project.upstream, exclude=project.excluded_from(project.upstream))
    for entry in tree.entries:
        path = project.upstream / entry.path
        if path.suffix != ".cu" or entry.is_link or tree.is_vendored(entry.path):
            continue
        if any(path.is_relative_to(folder) for folder in built):
            continue
        file = SourceFile(entry.path, read_regular(path))
        if not has_main(file):
            continue
        name = path.stem
        texts = _texts(project.upstream, {posixpath.dirname(entry.path) or ".", "."})
        programs = dict.fromkeys((name, "a.out"), entry.path)
        found = [one for _, one in _written(texts, programs)]
        candidates = _best(project.upstream, entry.path, found)
        case = FoundProgram(source=entry.path, candidates=candidates)
        yield case.called(candidates[0])


def _commands(built: BuiltTree, folder: str, system: System | None) -> dict[str, list[Command]]:
    """Return how each program is called, the most reliable source first."""
    programs = {PurePosixPath(path).name: path for path in built.programs}
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
    add(_written(_texts(built.root, places), programs))
    return found


def _written(
    texts: list[tuple[str, str, bool]], programs: dict[str, str]
) -> Iterator[tuple[str, Command]]:
    for path, text, is_prose in texts:
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
                literals = (one.replace(r"\t", " ") for one in _LITERAL.findall(text))
                text = "\n".join(line for one in literals for line in one.split(r"\n"))
            found.append((kind, posixpath.normpath(posixpath.join(folder, path.name)), text))
    return [(path, text, kind > 0) for kind, path, text in sorted(found)]


def _kind(path: Path) -> int | None:
    if _SCRIPT.fullmatch(path.name) and path.suffix in ("", ".sh"):
        return 0
    if _README.fullmatch(path.name):
        return 1
    return 2 if path.suffix in (".cu", ".cpp", ".cc", ".c", ".cuh", ".h") else None


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


def _best(root: Path, path: str, commands: list[Command]) -> tuple[Command, ...]:
    """Return the commands to try: those whose files are there first, none at the end."""
    ordered = sorted(commands, key=lambda one: _missing(root, one))
    plain = Command(posixpath.dirname(path) or ".", ())
    if any(not one.args for one in ordered):  # somebody wrote that it takes none
        return tuple(ordered[:_MOST])
    return (*ordered[:_MOST], plain)


def _missing(root: Path, command: Command) -> int:
    """Return how many files that a command names in other folders are not there."""
    words = (word for word in command.args if "/" in word and not word.startswith("-"))
    return sum(not (root / command.folder / word).exists() for word in words)
