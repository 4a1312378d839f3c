"""Finds the targets of a converted tree: programs, shared sources, flags."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from porter.compile.header_search import HeaderSearch
from porter.compile.read.flags import grouped
from porter.compile.read.unit import CXX_SUFFIXES, DEVICE_SUFFIXES, Language, Unit
from porter.compile.standards import WORKING_NAMES
from porter.compile.units import find_units
from porter.convert.emission import Kind
from porter.convert.tree_conversion import TreeConversion
from porter.errors import PorterError
from porter.files.real_path import real_path
from porter.port.scaffold.names import can_name, target_name
from porter.source.build_files.quoting import visible
from porter.source.build_files.unfollowed import Unfollowed
from porter.source.file import SourceFile
from porter.tables.libraries import Library, of_sources

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

    def nameable(self, kind: Kind) -> Sources:
        """Return what of them a kind of project can name in its build files.

        Args:
            kind: the kind; notes name what it cannot.

        Raises:
            PorterError: that is nothing.
        """
        odd = [source.path for source in self.all if not can_name(kind, source.path)]
        odd_folders = [folder for folder in self.includes if not can_name(kind, folder)]
        if len(odd) == len(self.all):
            raise PorterError(
                f"no build file for {kind.value} can name {visible(odd[0])!r}",
                hint="rename it: letters, digits, `.`, `_` and `-` are safe everywhere",
            )
        return replace(
            self,
            programs=tuple(one for one in self.programs if one.source.path not in odd),
            shared=tuple(one for one in self.shared if one.path not in odd),
            includes=tuple(folder for folder in self.includes if folder not in odd_folders),
            notes=(
                *self.notes,
                *(
                    f"{visible(path)} is not built: no build file for {kind.value} can name it"
                    for path in odd
                ),
                *(
                    f"{visible(path)} is not searched for headers: no build file for "
                    f"{kind.value} can name it"
                    for path in odd_folders
                ),
            ),
        )


def find_sources(conversion: TreeConversion, texts: dict[str, bytes]) -> Sources:
    """Find what there is to build in a tree that was converted.

    Upstream's own build files say which sources there are and with which flags; what they do not
    name is built too when it is device code or C++ that HIP has come into.

    Args:
        conversion: what was converted.
        texts: the converted bytes of each file of a C language, by upstream's path.

    Raises:
        PorterError: there is nothing to build.
    """
    unfollowed = Unfollowed(conversion.project.root)
    units = list(_units(conversion, texts, unfollowed))
    if not units:
        raise PorterError(
            "nothing to build: no device code, and no C++ that calls CUDA",
            path=conversion.project.root,
            hint="leave --project out to convert the files alone",
        )
    mains = [unit for unit in units if has_main(SourceFile(unit.source, texts[unit.source]))]
    names = _names(
        [unit.source for unit in mains], [_source(unit, conversion).path for unit in units]
    )
    options = [option for unit in units for option in _options(unit, conversion)]
    levels = [option[0] for option in options if _OPTIMISATION.fullmatch(option[0])]
    flags = dict.fromkeys(option for option in options if option[0] not in levels)
    stds = sorted({unit.std for unit in units if unit.std})
    notes = []
    if len({unit.flags for unit in units}) > 1:
        notes.append("upstream's flags differ from source to source; the port gives all of them")
    if len(stds) > 1:
        notes.append(f"upstream names several C++ standards: {', '.join(stds)}")
    return Sources(
        programs=tuple(
            Program(name, _source(unit, conversion))
            for name, unit in zip(names, mains, strict=True)
        ),
        shared=tuple(_source(unit, conversion) for unit in units if unit not in mains),
        includes=tuple(dict.fromkeys(i for unit in units for i in _includes(unit, conversion))),
        std=_year(stds[-1]) if stds else "17",
        optimisation=max(levels, default="-O3"),
        flags=tuple(chain.from_iterable(flags)),
        left_out=tuple(
            dict.fromkeys(flag for unit in units for flag in (*unit.left_out, *unit.refused))
        ),
        libraries=of_sources(texts.values()),
        uses_torch=any(unit.uses_torch for unit in units),
        notes=(*notes, *unfollowed.notes),
    )


def _units(
    conversion: TreeConversion, texts: dict[str, bytes], unfollowed: Unfollowed
) -> Iterator[Unit]:
    """Yield the units of upstream, sorted by path."""
    root = conversion.project.root
    try:
        units = find_units(root, unfollowed=unfollowed)
        found = {one.source: one for one in units if one.language is not Language.C}
    except PorterError:  # C++ alone that calls CUDA is nothing to compile for that
        found = {}
    graph = HeaderSearch(root, texts)
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


def _options(unit: Unit, conversion: TreeConversion) -> Iterator[tuple[str, ...]]:
    """Yield the unit's options; a header of the tree is named as it is from the tree's root."""
    root = real_path(conversion.project.root)
    for option in grouped(unit.flags):
        value = Path(option[-1])
        if len(option) > 1 and value.is_absolute() and value.is_relative_to(root):
            path = value.relative_to(root).as_posix()
            yield (*option[:-1], conversion.renamed.get(path, path))
        else:
            yield option


def _year(std: str) -> str:
    """Return the year of a C++ standard; before it is out, it has a name such as `c++2a`."""
    return WORKING_NAMES.get(std[-2:], std[-2:])


def _source(unit: Unit, conversion: TreeConversion) -> Source:
    path = conversion.renamed.get(unit.source, unit.source)
    return Source(path, unit.language is Language.HIP or _suffix(path) in DEVICE_SUFFIXES)


def _includes(unit: Unit, conversion: TreeConversion) -> Iterable[str]:
    """Yield the unit's folders that lie in the tree; those outside are upstream's machine."""
    root = real_path(conversion.project.root)
    for folder in unit.includes:
        path = real_path(folder)
        if path.is_relative_to(root):
            yield path.relative_to(root).as_posix()


def _names(paths: Iterable[str], sources: Iterable[str]) -> list[str]:
    """Return a name for each program: its stem, with its folders where two have the same.

    Programs are built beside objects and their folders, and are called as none of these.
    """
    several = list(paths)
    stems = [posixpath.splitext(posixpath.basename(path))[0] for path in several]
    taken = {path.partition("/")[0] + end for path in sources for end in ("", ".o", ".o.d")}
    names: list[str] = []
    for stem, path in zip(stems, several, strict=True):
        is_unique = stems.count(stem) == 1
        wanted = stem if is_unique else posixpath.splitext(path)[0].replace("/", "_")
        names.append(target_name(wanted, {*taken, *names}))
    return names


def _suffix(path: str) -> str:
    return posixpath.splitext(path)[1]
