"""How the programs that a build made are called: by its tests, scripts, READMEs, usage texts."""

from __future__ import annotations

import json
import os
import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from porter.files.regular import read_regular
from porter.own_build.systems import System
from porter.processes.group import run_in_group
from porter.source.scripts.documents import ITSELF, Texts, texts_of
from porter.source.scripts.shell_commands import Input
from porter.verify.program.cuda_programs import content_of
from porter.verify.program.found import Command
from porter.verify.program.own_build import BUILD_FOLDER, BuiltTree
from porter.verify.program.read_data import read_data
from porter.verify.program.sibling_commands import sibling_commands
from porter.verify.program.standard_input import Reads, reads_of_executable
from porter.verify.program.transcripts import prompts_of_executable, prompts_of_source, typed
from porter.verify.program.usage_texts import allowed, usage
from porter.verify.program.written_commands import Kind, Programs, name_of, written_commands

_RUN_TARGETS = ("run", "test", "check")
#: Folders inside a program's: with its sources, in which its usage text may be, and with scripts.
_INNER = ("src", "scripts", "script", "tests", "test")


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
        programs[name_of(path)].append(path)
    found: dict[str, list[Command]] = {}

    def add(pairs: Iterator[tuple[str, Command]]) -> None:
        for path, command in pairs:
            listed = found.setdefault(path, [])
            if not any(map(command.is_as, listed)):
                listed.append(command)

    if system is System.CMAKE:
        add(_of_ctest(built))
    if system is System.MAKE:
        for target in _RUN_TARGETS:
            text = _recipe(built, folder, target)
            origin = f"make {target}" if folder == "." else f"make {target} in {folder}"
            add(written_commands(text, folder, programs, origin, Kind.RECIPE))
    places = {posixpath.dirname(path) or "." for path in built.programs} | {folder, "."}
    # CMake builds the program of each folder in one of the same name.
    places |= {place.removeprefix(f"{BUILD_FOLDER}/") for place in list(places)}
    places |= {posixpath.dirname(place) or "." for place in list(places)}
    texts = texts_of(built.root, _with_inner(places))
    add(_written(built.root, texts, programs))
    add(_of_usage(built.root, texts, programs))
    add(_typed(texts, {path: _prompts_of(built.root / path) for path in built.programs}))
    add(iter([*sibling_commands(built.root, built.programs, found)]))
    return found


def commands_of_source(root: Path, source: str) -> list[Command]:
    """Return how the program of one source is called.

    Args:
        root: the tree.
        source: the source, relative to it.
    """
    programs = {name: [source] for name in (PurePosixPath(source).stem, "a.out")}
    texts = texts_of(root, _with_inner({posixpath.dirname(source) or ".", "."}))
    code = read_regular(root / source).decode("utf-8", "replace")
    shown = _typed(texts, {source: prompts_of_source(code)})
    written = _written(root, texts, programs), _of_usage(root, texts, programs), shown
    return [one for pairs in written for _, one in pairs]


def _with_inner(places: Iterable[str]) -> set[str]:
    """Return folders and those inside them that say how programs are called."""
    return {
        posixpath.normpath(posixpath.join(one, name)) for one in places for name in ("", *_INNER)
    }


def _of_usage(root: Path, texts: Texts, programs: Programs) -> Iterator[tuple[str, Command]]:
    """Yield the calls that usage texts allow: a source's own is of the program called as it is."""
    all_paths = {path for paths in programs.values() for path in paths}
    for path, text, is_prose in texts:
        own = programs.get(PurePosixPath(path).stem, ())
        for name, synopsis in filter(None, map(usage, text.splitlines() if is_prose else ())):
            paths = programs.get(name_of(name), ())
            if name == ITSELF:
                paths = own or (sorted(all_paths) if len(all_paths) == 1 else ())
            for program in paths:
                place = posixpath.dirname(program) or "."
                for args, is_guess in allowed(synopsis, read_data(root, place)):
                    origin = f"guessed: the usage text of {path}" if is_guess else path
                    yield program, Command(place, args, origin)


def _typed(texts: Texts, prompts: Mapping[str, list[str]]) -> Iterator[tuple[str, Command]]:
    """Yield programs with what documents show to have been typed into them."""
    for path, text, is_prose in texts:
        for program, asked in prompts.items() if is_prose else ():
            names = (PurePosixPath(program).stem, "a.out")
            for given in typed(text, asked, names):
                place = posixpath.dirname(program) or "."
                yield program, Command(place, (), path, Input(given))


def _prompts_of(path: Path) -> list[str]:
    """Return what an executable may ask for; nothing where it reads no standard input."""
    content = content_of(path)
    is_asking = reads_of_executable(content) is not Reads.NOTHING
    return prompts_of_executable(content) if is_asking else []


def _written(root: Path, texts: Texts, programs: Programs) -> Iterator[tuple[str, Command]]:
    def is_folder(path: str) -> bool:
        return (root / path).is_dir()

    for path, text, is_prose in texts:
        place, kind = posixpath.dirname(path) or ".", Kind.PROSE if is_prose else Kind.SCRIPT
        yield from written_commands(text, place, programs, path, kind, is_folder)


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
