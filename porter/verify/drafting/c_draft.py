"""Drafts the cases of a library that Python loads by `ctypes`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from porter.compile.read.written_calls import WrittenCalls
from porter.port.scaffold.sources import has_main
from porter.project.discover import Project
from porter.source.file import SourceFile
from porter.source.text.languages import Language
from porter.verify.drafting.c_cases import c_case, frees
from porter.verify.drafting.c_handles import Handles
from porter.verify.drafting.c_interface import CFunction, c_functions
from porter.verify.drafting.text import CaseText
from porter.verify.program.linked_sources import SUFFIXES, linked_sources
from porter.verify.recording.included_files import IncludedFiles

_SHARED = re.compile(rb"(?<![\w-])-{1,2}shared\b|\badd_library\s*\(\s*(\w+)\s+(?:SHARED|MODULE)\b")
_BUILD_FILE = re.compile(r"CMakeLists\.txt|(?i:(?:gnu)?makefile)|.*\.mk")
_FILE = re.compile(rb"[\w.-]++")
_CUDA = re.compile(rb"\bnvcc\b|\.cu\b")
_LOADER = re.compile(rb"\b(?:CDLL|LoadLibrary|load_library|PyDLL)\b")


class CLibraryDraft:
    """What a project's C interface gives.

    Attributes:
        functions: what the library offers; empty when there is no such interface.
        library: the library's name.
        is_loaded: Python code of the project loads one.
        sources: what it is compiled from, where no build file makes it.
    """

    def __init__(self, project: Project, files: Sequence[SourceFile]) -> None:
        self.functions: list[CFunction] = c_functions(files)
        found = _library(project)
        self.library, self.is_loaded = found.name, found.is_loaded
        self.sources: tuple[str, ...] = ()
        if found.is_built:
            self.functions = _of_build(self.functions, found.build_file)
        else:
            self.functions = _of_one(self.functions, files, self.library)
            defining = dict.fromkeys(one.source for one in self.functions)
            self.sources = tuple(dict.fromkeys((*defining, *_linked(project, [*defining]))))
        self._all = self.functions
        handles = Handles(self._all)
        self.functions = [one for one in self._all if one.takes_memory or _takes(one, handles)]

    def cases(self) -> Iterator[CaseText | str]:
        """Yield the case of each function, or why it has none."""
        handles = Handles(self._all)
        return (c_case(one, handles) for one in self.functions)


def _takes(function: CFunction, handles: Handles) -> bool:
    """Tell whether a function takes what another makes, and does not end it."""
    taken = (one for one in function.parameters if handles.maker(function, one) is not None)
    return any(taken) and not frees(function)


def _linked(project: Project, defining: Sequence[str]) -> Iterator[str]:
    """Yield what sources of a library are linked with: what else defines what they call."""
    own = [one.path for one in project.entries
           if one.path.endswith(SUFFIXES) and not one.is_link
           and not project.is_vendored(one.path)]  # fmt: skip
    files = {path: SourceFile(path, project.read(path)) for path in own if path not in defining}
    others = {path: file for path, file in files.items() if not has_main(file)}
    calls = WrittenCalls(project.root)
    included = IncludedFiles(project.root, [one.path for one in project.entries])
    for source in defining:
        yield from linked_sources(calls, source, others, included)


class _Library(NamedTuple):
    """A library that Python loads.

    Attributes:
        name: of its file.
        is_loaded: Python loads one.
        is_built: a build file makes one.
        build_file: the text of the one that names it; empty where none does.
    """

    name: str
    is_loaded: bool
    is_built: bool
    build_file: bytes


def _of_build(functions: list[CFunction], text: bytes) -> list[CFunction]:
    """Return the functions of sources that a build file names; all where it names none of them."""
    named = set(_FILE.findall(text))
    own = [one for one in functions if PurePosixPath(one.source).name.encode() in named]
    return own or functions


def _of_one(
    functions: list[CFunction], files: Sequence[SourceFile], library: str
) -> list[CFunction]:
    """Return the functions of the library, without sources that define a function of its again."""
    sources = dict.fromkeys(one.source for one in functions)
    names = {file.path: {one.name for one in c_functions([file])}
             for file in files if file.path in sources}  # fmt: skip
    stem = library.partition(".")[0].removeprefix("lib")
    own = next((one for one in sources if PurePosixPath(one).stem == stem), next(iter(sources), ""))
    others = {path for path, defined in names.items() if path != own and defined & names[own]}
    return c_functions([one for one in files if one.path not in others]) if others else functions


def _library(project: Project) -> _Library:
    """Return the library; of several that are loaded one that is made of CUDA sources."""
    loaded: list[str] = []
    of_cuda: list[str] = []
    texts: dict[str, bytes] = {}
    built = ""
    is_loaded = is_built = False
    for entry in project.entries:
        if entry.is_link or project.is_vendored(entry.path):
            continue
        path = PurePosixPath(entry.path)
        is_build_file = _BUILD_FILE.fullmatch(path.name) is not None
        if not is_build_file and entry.language is not Language.PYTHON:
            continue
        data = project.read(entry.path)
        names = [one.decode() for one in _FILE.findall(data) if one.endswith(b".so")]
        if entry.language is Language.PYTHON and _LOADER.search(data):
            is_loaded = True
            loaded += names
        elif is_build_file and (shared := _SHARED.search(data)) is not None:
            is_built = True
            built = f"lib{shared[1].decode()}.so" if shared[1] else (names[0] if names else "")
            of_cuda += names if _CUDA.search(data) else []
            texts |= dict.fromkeys((*names, built), data)
    wanted = [one for one in loaded if one in of_cuda] or loaded
    own = f"lib{re.sub(r'[^a-zA-Z0-9_.-]', '_', project.root.name)}.so"
    name = wanted[0] if wanted else built or own
    return _Library(name, is_loaded, is_built, texts.get(name, b""))
