"""Finds the programs of a project that porter.toml names no cases of, and how they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from porter.compile.read.cmake_extensions import builds_extensions_alone
from porter.errors import PorterError
from porter.execute import nvidia
from porter.files.regular import read_regular
from porter.own_build.systems import System, Target, targets
from porter.port.scaffold.sources import has_main
from porter.project.discover import discover, never_walked
from porter.project.settings.settings import ProjectSettings
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.file import SourceFile
from porter.verify.drafting.extensions import Extensions
from porter.verify.options import Ref
from porter.verify.place import CUDA_ON_CPU, Device
from porter.verify.program.built_of_sources import programs_of_sources
from porter.verify.program.candidates import to_try
from porter.verify.program.cuda_build import CudaBuild, cuda_build, listed
from porter.verify.program.cuda_programs import content_of
from porter.verify.program.found import Command, FoundProgram
from porter.verify.program.guessed_arguments import guessed_arguments
from porter.verify.program.guessed_options import guessed_options
from porter.verify.program.known_commands import known_commands
from porter.verify.program.standard_input import reads_of_executable

_SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c")
#: What a makefile that makes programs names: a compiler, an object, another makefile, a pattern.
_COMPILES = re.compile(
    rb"nvcc|cuda|cmake|clang|gcc|g\+\+|\bcc\b|hipcc|\$[({]?(?:CC|CXX|NVCC|MAKE|LD)\b|\bmake\b|include|\.o\b|%|\.cu",
    re.IGNORECASE,
)
#: Files in which what a program is made of is written, and what names CUDA there.
_CODE = (*_SOURCES, ".h", ".hpp", ".hh", ".mk", ".cmake", ".inc")
_BUILD_FILES = (*MAKEFILE_NAMES, "CMakeLists.txt")
#: What a build file takes from outside of its folder is not read.
_OUTSIDE = re.compile(rb"(?m)\.\./|^[ \t]*+-?include\b")
#: What make says of a file that it cannot read, whose sources are compiled by themselves.
_UNREAD = "*** missing separator"
_OF_CUDA = re.compile(rb"(?i)cuda|nvcc|\.cuh?\b")


def found_programs(project: ProjectSettings, ref: Ref = Ref.BEST) -> Iterator[FoundProgram]:
    """Yield the programs of a project: CUDA's side is built in a copy to see what that makes.

    Args:
        project: the project; its upstream is read and built, its port not touched.
        ref: the reference; on the executor it is built for the executor, else for a GPU that is
            there.

    Raises:
        PorterError: upstream is not there.
    """
    upstream = project.upstream
    if not upstream.is_dir():
        raise PorterError("there is no such folder", path=upstream)
    device = (None if ref is Ref.CPU else nvidia.device()) or CUDA_ON_CPU
    sources = _cuda_sources(project)
    built = [one for one in _targets(upstream) if not _compiles_nothing(one, sources)]
    built = [one for one in built if not (_makes_modules(one) or _is_elsewhere(one, sources))]
    unread: dict[Path, FoundProgram] = {}
    for target in built:
        for found in _made_by(project, target, sources, device):
            if _UNREAD in found.unusable and _inside(sources, target.folder):
                unread[target.folder] = found
            else:
                yield found
    loaded = _loaded_by_python(project)
    folders = [one.folder for one in built if one.folder not in unread]
    alone = programs_of_sources(
        project, lambda path: _is_in(folders, project.upstream / path) or path in loaded
    )
    left = dict(unread)
    for found in alone:
        places = [one for one in (project.upstream / found.source).parents if one in unread]
        whys = [f"compiled by itself: {unread[one].unusable}" for one in places]
        yield replace(found, notes=(*found.notes, *whys[:1]))
        for place in places:
            left.pop(place, None)
    yield from left.values()


def _cuda_sources(project: ProjectSettings) -> list[Path]:
    """Return the project's own CUDA sources."""
    tree = discover(project.upstream, exclude=project.excluded_from(project.upstream))
    return [
        project.upstream / entry.path
        for entry in tree.entries
        if entry.path.endswith(".cu") and not entry.is_link and not tree.is_vendored(entry.path)
    ]


def _targets(tree: Path) -> list[Target]:
    """Return what makes programs: of a Python package a makefile beside it that does."""
    try:
        found = targets(tree)
    except PorterError:  # it has no build file
        return []
    ours = [_beside(one.folder) if _is_package(one) else one for one in found]
    return [one for one in ours if one is not None]


def _is_package(target: Target) -> bool:
    """Tell whether a target is a Python package, whose makefile may be one of its packaging."""
    is_make = target.system is System.MAKE
    return target.system is System.PYTHON or (is_make and (target.folder / "setup.py").is_file())


def _beside(package: Path) -> Target | None:
    """Return the makefile of a Python package, where it compiles CUDA programs; None without."""
    paths = [package / name for name in MAKEFILE_NAMES]
    if not any(path.is_file() and b"nvcc" in read_regular(path) for path in paths):
        return None
    tree = discover(package)
    own = (one for one in tree.entries if one.path.endswith(".cu") and not one.is_link)
    has_program = any(has_main(SourceFile(one.path, tree.read(one.path))) for one in own)
    return Target(package, System.MAKE) if has_program else None


def _compiles_nothing(target: Target, sources: list[Path]) -> bool:
    """Tell whether a makefile is of other work, such as formatting: not run to see what it makes.

    It names no compiler, file of objects or other makefile, and no CUDA source has a `main`, which
    make's built-in rules do not compile.
    """
    if target.system is not System.MAKE or any(
        map(_makes_program, _inside(sources, target.folder))
    ):
        return False
    paths = (target.folder / name for name in MAKEFILE_NAMES)
    return not any(_COMPILES.search(read_regular(path)) for path in paths if path.is_file())


def _makes_modules(target: Target) -> bool:
    """Tell whether all that CMake makes of a folder are extensions for PyTorch."""
    if target.system is not System.CMAKE:
        return False
    entries = discover(target.folder).entries
    paths = [one.path for one in entries if not one.is_link]
    return builds_extensions_alone(target.folder, paths)


def _is_elsewhere(target: Target, sources: list[Path]) -> bool:
    """Tell whether CUDA's sources lie elsewhere, and nothing of a folder names CUDA.

    Such a folder is the same program for processors, whose own build says nothing of the port.
    """
    if not sources or _inside(sources, target.folder):
        return False
    tree = discover(target.folder)
    own = [one.path for one in tree.entries if not (one.is_link or tree.is_vendored(one.path))]
    builds = [path for path in own if PurePosixPath(path).name in _BUILD_FILES]
    if any(_OUTSIDE.search(tree.read(path)) for path in builds):
        return False
    code = [path for path in own if path.endswith(_CODE)]
    return not any(_OF_CUDA.search(tree.read(path)) for path in (*builds, *code))


def _loaded_by_python(project: ProjectSettings) -> frozenset[str]:
    """Return the sources of extensions: that one has a `main`, too, makes no program of it."""
    entries = discover(project.upstream, project.excluded_from(project.upstream)).entries
    extensions = Extensions(project.upstream, [one.path for one in entries if not one.is_link])
    return extensions.sources


def _is_in(folders: list[Path], path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _inside(sources: list[Path], folder: Path) -> list[Path]:
    return [path for path in sources if path.is_relative_to(folder)]


def _outside(sources: list[Path], built: list[Target]) -> list[Path]:
    return [path for path in sources if not any(path.is_relative_to(one.folder) for one in built)]


def _made_by(
    project: ProjectSettings, target: Target, sources: list[Path], device: Device, why: str = ""
) -> Iterator[FoundProgram]:
    """Yield the programs of CUDA's that a folder's build makes.

    Where the build fails or makes none, folders inside it that have build files and CUDA sources
    of their own are built by themselves: a file for all of a collection wants much that one program
    of it does not.
    """
    folder = target.folder.relative_to(project.upstream).as_posix()
    broken = FoundProgram(run=folder, folder=folder, system=target.system)
    has_sources = bool(_inside(sources, target.folder))
    try:
        made = cuda_build(project.upstream, target, device, may_switch=has_sources)
    except PorterError as error:
        yield replace(broken, unusable=str(error))
        return
    own = [path for path in _inside(sources, target.folder) if _makes_program(path)]
    guesses: tuple[Command, ...] = ()
    if len(own) == len(made.programs) == 1:  # it is the program's
        guesses = guessed_arguments(project.upstream, _relative(own[0], project))
    yield from _of_cuda(made, broken, why, guesses, _mains(project, target.folder))
    if not made.problem or (made.is_of_the_host and not has_sources):
        return  # what has nothing to do with CUDA is a part of the repository
    problem = made.problem
    parts = [one for one in _parts(target) if _inside(sources, one.folder)]
    if not parts or _outside(_inside(sources, target.folder), parts):
        yield replace(broken, unusable=problem)
    places = [project.upstream / path for path in made.programs]
    for part in parts:
        if not _inside(places, part.folder):
            yield from _made_by(project, part, sources, device, f"built by itself: {problem}")


def _makes_program(source: Path) -> bool:
    return has_main(SourceFile(source.name, read_regular(source)))


def _relative(path: Path, project: ProjectSettings) -> str:
    return path.relative_to(project.upstream).as_posix()


def _mains(project: ProjectSettings, folder: Path) -> list[tuple[str, bytes]]:
    """Return the sources in a folder that have a `main`: path and content."""
    tree = discover(project.upstream, exclude=project.excluded_from(project.upstream))
    found = []
    for entry in tree.entries:
        is_own = not entry.is_link and not tree.is_vendored(entry.path)
        is_inside = (project.upstream / entry.path).is_relative_to(folder)
        if is_own and is_inside and entry.path.endswith(_SOURCES):
            data = tree.read(entry.path)
            if b"argv" in data and has_main(SourceFile(entry.path, data)):
                found.append((entry.path, data))
    return found


def _of_cuda(
    made: CudaBuild,
    part: FoundProgram,
    why: str,
    guesses: tuple[Command, ...],
    mains: Sequence[tuple[str, bytes]],
) -> Iterator[FoundProgram]:
    """Yield the programs that a build made which have to do with CUDA.

    Args:
        made: what the build made.
        part: what they have in common.
        why: why their folder was built by itself.
        guesses: how a program may be called of which nothing is known.
        mains: sources that may be the programs'.
    """
    built = made.built
    known = known_commands(built, part.folder, part.system)
    others = [path for path in built.programs if path not in made.programs]
    left_out = f"left out, with nothing of CUDA's: {listed(others)}" if others else ""
    switched = f"built with {made.switch}" if made.switch else ""
    settings = made.switch.variables if made.switch else ()
    notes = tuple(filter(None, (why, switched, left_out)))
    for path in made.programs:
        content = content_of(built.root / path)
        reads = reads_of_executable(content)
        candidates = to_try(built.root, path, known.get(path, []), reads, content)
        if path not in known:
            candidates += guesses
        candidates += guessed_options(mains, candidates[0].folder, content)
        case = replace(
            part, run=path, candidates=candidates, reads=reads, settings=settings, notes=notes
        )
        yield case.called(candidates[0])
        notes = tuple(filter(None, (why, switched)))


def _parts(target: Target) -> list[Target]:
    """Return the folders inside a target's that are built by themselves, the topmost ones."""
    return [
        one
        for child in sorted(target.folder.iterdir())
        if child.is_dir() and not child.is_symlink() and not never_walked(child.name)
        for one in _targets(child)
    ]
