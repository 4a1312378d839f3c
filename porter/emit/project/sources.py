"""What there is to build in a converted tree: programs, the sources they share, and the flags."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from porter.build.includes import IncludeGraph
from porter.build.libraries import Library, of_sources
from porter.build.unit import CXX_SUFFIXES, DEVICE_SUFFIXES, Language, Unit
from porter.build.units import find_units
from porter.emit.summary import Summary
from porter.errors import PorterError
from porter.source.file import SourceFile

_MAIN = re.compile(rb"\bint\s+main\s*\(")
_OPTIMISATION = re.compile(r"-O\w*")
_IS_HIP = re.compile(
    rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:hip|roc|miopen|rccl|(?:c10|ATen)/hip/)', re.MULTILINE
)


@dataclass(frozen=True)
class Source:
    """A source to compile.

    Args:
        path: where it is in the port.
        is_device: it is compiled as HIP, not as C++.
    """

    path: str
    is_device: bool


@dataclass(frozen=True)
class Program:
    """A source with a `main`.

    Args:
        name: what the executable is called; no other program has that name.
        source: the source.
    """

    name: str
    source: Source


@dataclass(frozen=True)
class Sources:
    """What there is to build.

    Args:
        programs: sources with a `main`, by path.
        shared: the others, which every program is linked with, by path.
        includes: folders to search, relative to the port.
        std: the year of the C++ standard, such as "17".
        optimisation: such as "-O3".
        flags: other flags, for every source.
        left_out: flags of upstream's that only nvcc knows.
        libraries: what to link with beside HIP itself.
        uses_torch: whether one of the sources includes PyTorch's headers.
        notes: what a person should know.
    """

    programs: tuple[Program, ...]
    shared: tuple[Source, ...]
    includes: tuple[str, ...]
    std: str
    optimisation: str
    flags: tuple[str, ...]
    left_out: tuple[str, ...]
    libraries: tuple[Library, ...]
    uses_torch: bool
    notes: tuple[str, ...]

    @property
    def all(self) -> tuple[Source, ...]:
        """Every source, programs first."""
        return (*(program.source for program in self.programs), *self.shared)

    @property
    def device(self) -> tuple[Source, ...]:
        """The sources that are compiled as HIP."""
        return tuple(source for source in self.all if source.is_device)


def find_sources(summary: Summary, texts: dict[str, bytes]) -> Sources:
    """Find what there is to build in a tree that was converted.

    Upstream's own build files say which sources there are and with which flags; what they do not
    name is built too when it is device code or C++ that HIP has come into.

    Args:
        summary: what was converted.
        texts: the converted bytes of each file of a C language, by upstream's path.

    Raises:
        PorterError: there is nothing to build.
    """
    units = list(_units(summary, texts))
    if not units:
        raise PorterError(
            "nothing to build: no device code, and no C++ that calls CUDA",
            path=summary.project.root,
            hint="leave --project out to convert the files alone",
        )
    mains = [unit for unit in units if has_main(SourceFile(unit.source, texts[unit.source]))]
    names = _names([unit.source for unit in mains])
    flags = [flag for unit in units for flag in unit.flags]
    levels = [flag for flag in flags if _OPTIMISATION.fullmatch(flag)]
    stds = sorted({unit.std for unit in units if unit.std})
    notes = []
    if len({unit.flags for unit in units}) > 1:
        notes.append("upstream's flags differ from source to source; the port gives all of them")
    if len(stds) > 1:
        notes.append(f"upstream names several C++ standards: {', '.join(stds)}")
    return Sources(
        programs=tuple(
            Program(name, _source(unit, summary)) for name, unit in zip(names, mains, strict=True)
        ),
        shared=tuple(_source(unit, summary) for unit in units if unit not in mains),
        includes=tuple(dict.fromkeys(i for unit in units for i in _includes(unit, summary))),
        std=re.sub(r"\D", "", stds[-1]) if stds else "17",
        optimisation=max(levels, default="-O3"),
        flags=tuple(dict.fromkeys(flag for flag in flags if flag not in levels)),
        left_out=tuple(dict.fromkeys(flag for unit in units for flag in unit.left_out)),
        libraries=of_sources(texts.values()),
        uses_torch=any(unit.uses_torch for unit in units),
        notes=tuple(notes),
    )


def _units(summary: Summary, texts: dict[str, bytes]) -> Iterator[Unit]:
    """Yield the units of upstream, sorted by path."""
    root = summary.project.root
    try:
        found = {unit.source: unit for unit in find_units(root)}
    except PorterError:  # C++ alone that calls CUDA is nothing to compile for that
        found = {}
    graph = IncludeGraph(root, texts)
    for path, text in texts.items():
        if path in found or _suffix(path) not in CXX_SUFFIXES:
            continue
        uses = graph.uses(path)
        if _IS_HIP.search(text) or uses.torch:
            language = Language.HIP if uses.device_code else Language.CXX
            found[path] = Unit(path, language, "default", uses_torch=uses.torch)
    for path in sorted(found):
        if path in texts:
            yield found[path]


def has_main(file: SourceFile) -> bool:
    """Tell whether a source makes a program."""
    return _MAIN.search(file.code) is not None


def _source(unit: Unit, summary: Summary) -> Source:
    path = summary.renamed.get(unit.source, unit.source)
    return Source(path, unit.language is Language.HIP or _suffix(path) in DEVICE_SUFFIXES)


def _includes(unit: Unit, summary: Summary) -> Iterable[str]:
    """Yield the unit's folders that lie in the tree; those outside are upstream's machine."""
    root = summary.project.root.resolve()
    for folder in unit.includes:
        path = Path(folder).resolve()
        if path.is_relative_to(root):
            yield path.relative_to(root).as_posix()


def _names(paths: Iterable[str]) -> list[str]:
    """Return a name for each program: its stem, with its folders where two have the same."""
    several = list(paths)
    stems = [posixpath.splitext(posixpath.basename(path))[0] for path in several]
    return [
        stem if stems.count(stem) == 1 else posixpath.splitext(path)[0].replace("/", "_")
        for stem, path in zip(stems, several, strict=True)
    ]


def _suffix(path: str) -> str:
    return posixpath.splitext(path)[1]
