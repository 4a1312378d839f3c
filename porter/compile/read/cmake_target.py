"""A target of CMake's, and which of them Python loads: modules, and libraries of operators.

Sources: CMake's manual, `add_library` and `Python_add_library` of FindPython; pybind11's and
nanobind's documents of their CMake commands; PyTorch's of `TORCH_LIBRARY`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from pathlib import Path, PurePosixPath

from porter.compile.read.unit import DEVICE_SUFFIXES, UNIT_SUFFIXES
from porter.files.regular import read_regular

#: Commands that make targets.
TARGET_COMMANDS = re.compile(
    r"(?:cuda_|hip_)?add_(?:library|executable)|pybind11_add_module|python3?_add_library"
)
#: Those whose targets Python imports, unless they are said to be static or shared.
_OF_PYTHON = ("pybind11_add_module", "python_add_library", "python3_add_library")
#: Words of these commands that are no sources.
KINDS = frozenset(
    "STATIC SHARED MODULE OBJECT INTERFACE EXCLUDE_FROM_ALL WIN32 ALIAS IMPORTED GLOBAL WITH_SOABI "
    "WITHOUT_SOABI USE_SABI NO_EXTRAS THIN_LTO OPT_SIZE SYSTEM".split()
)
_PROPERTIES = {"OUTPUT_NAME": "output", "LIBRARY_OUTPUT_DIRECTORY": "folder"}
#: Commands that say where the files of targets are.
PLACES = ("install", "set_target_properties", "set_property", "add_custom_command")
_COPIES = frozenset({"copy", "copy_if_different"})
_TORCH = frozenset({"torch", "torch_python", "torch_library"})
#: pybind11's documentation, "First steps": it is called as the file.
_MODULE = re.compile(rb"\bPYBIND11_MODULE\s*+\(\s*+(\w++)")
_OPENMP = frozenset({"OpenMP::OpenMP_CXX", "OpenMP::OpenMP"})


@dataclass
class Target:
    """What a script says of a target.

    Attributes:
        command: the command that makes it.
        kinds: which kinds of target that one names.
        sources: as they are written.
        flags: of all languages.
        device_flags: of HIP alone.
        links: what it is linked with.
        output: the name of its file, where it is not the target's.
        folder: the folder that it is built into, where a script says so.
        destination: the folder that it is installed into, as it is written.
        copied_to: the file that it is copied to when it is built; "" where a script says none.
        binds: its sources hold a module of pybind11 that is called as its file.
        is_perhaps: CMake may leave it out, whether a side for GPUs is chosen or not.
    """

    command: str = ""
    kinds: frozenset[str] = frozenset()
    sources: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    device_flags: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    output: str = ""
    folder: str = ""
    destination: str = ""
    copied_to: str = ""
    binds: bool = False
    is_perhaps: bool = False

    def take(self, early: Target) -> None:
        """Take what was said of the target before the command that makes it was read."""
        self.flags += early.flags
        self.device_flags += early.device_flags

    @property
    def is_of_python(self) -> bool:
        """Whether Python imports it."""
        others = {"STATIC", "OBJECT"} if self.command == _OF_PYTHON[0] else {"STATIC", "SHARED"}
        return self.command in _OF_PYTHON and self.kinds.isdisjoint(others)

    @property
    def is_loaded(self) -> bool:
        """Whether programs load it as they run: Python may, where it holds operators."""
        return self.is_of_python or (
            self.command.endswith("add_library") and not self.kinds.isdisjoint({"SHARED", "MODULE"})
        )


def take_place(command: str, words: Sequence[str], targets: Mapping[str, Target]) -> None:
    """Take on what a command says of the files of targets: their names and where they are.

    Args:
        command: such as "install".
        words: what it is given.
        targets: those that are known by name.
    """
    if command == "add_custom_command":
        _take_copy(words, targets)
        return
    keyword = {"install": "TARGETS", "set_property": "TARGET"}.get(command)
    if keyword is not None and words[:1] != [keyword]:
        return
    named = list(takewhile(lambda word: word in targets, words[1:] if keyword else words))
    if command == "install":
        said = [("destination", after) for word, after in pairwise(words) if word == "DESTINATION"]
    else:
        said = [(_PROPERTIES[w], after) for w, after in pairwise(words) if w in _PROPERTIES]
    for name in named:
        for field_, value in said[-1:] if command == "install" else said:
            setattr(targets[name], field_, value)


def _take_copy(words: Sequence[str], targets: Mapping[str, Target]) -> None:
    """Take on where a target is copied to when it is built: `-E copy lib_C.so pkg/_C.so`."""
    if words[:1] != ["TARGET"] or "POST_BUILD" not in words or words[1] not in targets:
        return
    for at, word in enumerate(words[:-2]):
        if word in _COPIES:
            targets[words[1]].copied_to = words[at + 2]


def reached(name: str, targets: Mapping[str, Target]) -> Iterator[tuple[str, Target]]:
    """Yield a target with its name, and the targets that it is linked with, outermost first."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        target = targets.get(name)
        if target is not None and name not in seen:
            seen.add(name)
            yield name, target
            waiting += reversed(target.links)


def uses_torch(name: str, targets: Mapping[str, Target]) -> bool:
    """Tell whether a target is linked with PyTorch."""
    return any(not _TORCH.isdisjoint(one.links) for _, one in reached(name, targets))


def uses_openmp(name: str, targets: Mapping[str, Target]) -> bool:
    """Tell whether a target is linked with OpenMP."""
    return any(not _OPENMP.isdisjoint(one.links) for _, one in reached(name, targets))


def binds(name: str, target: Target, folder: Path) -> bool:
    """Tell whether a source of a target holds the module that Python looks for in its file.

    Args:
        name: the target's.
        target: what a script says of it.
        folder: what its sources are relative to.
    """
    sources = (folder / word for word in target.sources if word.endswith((*UNIT_SUFFIXES,)))
    texts = (read_regular(one) for one in sources if one.is_file())
    wanted = (target.output or name).encode()
    return any(found[1] == wanted for text in texts for found in _MODULE.finditer(text))


def _has_kernels(name: str, targets: Mapping[str, Target]) -> bool:
    """Tell whether a target, or what it is linked with, has sources of device code."""
    linked = (one for _, one in reached(name, targets))
    return any(
        PurePosixPath(word).suffix in DEVICE_SUFFIXES for one in linked for word in one.sources
    )


def modules(targets: Mapping[str, Target]) -> dict[str, str]:
    """Return the targets whose code Python loads -> the module that it comes to be in.

    These are modules that are linked with PyTorch or with device code, libraries of PyTorch's
    operators, and in each what they are linked with; of two that are linked with one library, the
    first has it.

    Args:
        targets: those of a project by name.
    """
    found: dict[str, str] = {}
    with_torch = {name for name in targets if uses_torch(name, targets)}
    loaded = [name for name in with_torch if targets[name].is_loaded]
    loaded += [
        name
        for name, one in targets.items()
        if name not in loaded and (one.is_of_python or one.binds) and _has_kernels(name, targets)
    ]
    linked = {other for name in loaded for other in targets[name].links}
    outermost = [name for name in targets if name in loaded and name not in linked]
    for name in sorted(outermost, key=lambda one: not targets[one].is_of_python):
        for other, target in reached(name, targets):
            if other == name or not target.is_of_python:
                found.setdefault(other, name)
    return found
