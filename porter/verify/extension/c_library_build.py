"""Builds the library that a file of cases names, by the project's own build."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from porter.errors import PorterError
from porter.execute import nvidia
from porter.own_build.systems import System, Target, targets
from porter.processes.group import run_in_group
from porter.project.discover import discover
from porter.source.build_files.makefile_names import MAKEFILE_NAMES
from porter.source.text.languages import Language
from porter.verify.building import building
from porter.verify.extension.c_library import is_library
from porter.verify.extension.declared import declared
from porter.verify.extension.kernel_objects import compiled_texts
from porter.verify.place import CUDA_ON_CPU, Device
from porter.verify.program.own_build import built_tree

_BUILD_SECONDS = 1800.0
#: `cublas_v2.h`, `hipblas/hipblas.h`
_HEADER = re.compile(
    rb"#[ \t]*+include[ \t]*+[<\"](?:\w++/)?+((?:cu|hip)(?:blas|rand|fft|sparse|solver))\w*+\.h\b"
)


class WantedLibrary(NamedTuple):
    """A library under test.

    Attributes:
        name: of its file.
        sources: what it is compiled from where no build file makes it, relative to the tree.
    """

    name: str
    sources: tuple[str, ...]


def wanted_library(cases: Path | None) -> WantedLibrary | None:
    """Return the library that a file of cases names as MODULE; None where it names a module."""
    if cases is None:
        return None
    said = declared(cases)
    name, sources = said.get("MODULE"), said.get("SOURCES", ())
    if not isinstance(name, str) or not is_library(name):
        return None
    listed = sources if isinstance(sources, (list, tuple)) else ()
    return WantedLibrary(name, tuple(str(one) for one in listed))


def built_library(
    library: WantedLibrary, folder: Path, device: Device
) -> tuple[Path, Mapping[str, str]]:
    """Return the built library, and the variables of a process that loads it.

    Args:
        library: what is wanted.
        folder: CUDA's tree, or the port.
        device: what it is built for.

    Raises:
        PorterError: no build makes it.
    """
    if library.sources:
        return _compiled(library, folder, device)
    problem = ""
    for target in _places(folder, library.name):
        place = target.folder.relative_to(folder).as_posix()
        built = built_tree(folder, place, target.system, device, _BUILD_SECONDS)
        made = sorted(built.root.rglob(library.name))
        if made:
            return made[0], _changed(built.variables)
        problem = built.problem or problem
    raise PorterError(
        problem or f"the build makes no {library.name}", path=folder,
        hint='SOURCES = ["…"] in the file of cases names what it is compiled from',
    )  # fmt: skip


def _places(folder: Path, library: str) -> Iterator[Target]:
    """Yield what may make a library: what a tree is built by, then makefiles inside that name it.

    Args:
        folder: the tree.
        library: the library.
    """
    found = [one for one in targets(folder) if one.system is not System.PYTHON]
    yield from found
    tree = discover(folder)
    for entry in tree.entries:
        path = folder / entry.path
        target = Target(path.parent, System.MAKE)
        is_makefile = path.name in MAKEFILE_NAMES and not entry.is_link and target not in found
        if is_makefile and library.encode() in tree.read(entry.path):
            yield target


def _compiled(
    library: WantedLibrary, folder: Path, device: Device
) -> tuple[Path, Mapping[str, str]]:
    built = built_tree(folder, ".", None, device, _BUILD_SECONDS)
    path = built.root / library.name
    is_cuda = device == CUDA_ON_CPU or isinstance(device, nvidia.Device)
    words = ["nvcc", "-Xcompiler", "-fPIC"] if is_cuda else ["hipcc", "-fPIC"]
    sources = [one for one in library.sources if not one.endswith(".py")]
    texts = [one for one in library.sources if one.endswith(".py")]
    if texts:
        with building():
            sources += compiled_texts(texts, built, [*words, "-O2"], is_cuda=is_cuda)
    command = [*words, "-O2", "-shared", "-o", str(path), *sources, *_linked(folder)]
    ended = run_in_group(command, timeout=_BUILD_SECONDS, cwd=built.root, env=dict(built.variables))
    if ended.returncode or not path.is_file():
        said = (ended.stderr or ended.stdout).strip().splitlines()
        first = next((line for line in said if "error" in line), said[-1] if said else "")
        raise PorterError(first or f"{words[0]} made no {library.name}", path=folder)
    return path, _changed(built.variables)


def _linked(folder: Path) -> list[str]:
    """Return the vendors' libraries whose headers a tree includes, as a linker takes them."""
    tree = discover(folder)
    own = (one for one in tree.entries if not one.is_link and one.language is Language.CUDA)
    texts = (tree.read(one.path) for one in own)
    names = {name.decode() for text in texts for name in _HEADER.findall(text)}
    return [f"-l{name}" for name in sorted(names)]


def _changed(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that a build added to this process's own."""
    return {name: value for name, value in variables.items() if os.environ.get(name) != value}
