"""Functions that a port calls and declares, and that nothing of it defines.

What type-checks need not link. The host code of the units is compiled for its symbols: a function
that the port itself declares, that no unit defines and that no other file of the port may define is
what the linker will miss. Where the port links a library of somebody else's, that may have it; what
an installed header declares is that library's matter. Constructors, operators and data are left
out: of these, the text does not say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from porter.compile.read.unit import UNIT_SUFFIXES, Unit
from porter.files.regular import LARGEST_SOURCE, read_regular
from porter.listing import number_of
from porter.source import Severity
from porter.toolchain.discovery import find
from porter.trial.complaint import COMPILER, Complaint
from porter.trial.host_symbols import demangled, host_symbols, is_of_the_system
from porter.trial.outer_libraries import links_another_library

#: No other compiler is started after so many seconds.
_SECONDS = 45.0
#: Text that the compiler saw where a unit that it compiled includes it.
_HEADERS = frozenset({".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".ipp", ".tpp", ".tcc"})
#: What may define a function in another language, or hold it compiled.
_OTHERS = frozenset(
    {".a", ".o", ".obj", ".so", ".lib", ".s", ".asm", ".f", ".f90", ".for", ".rs", ".go", ".zig"}
)
_LARGEST_LIBRARY = 100_000_000
_NAME = re.compile(r"(?:^|[\s:*&])(?P<name>[A-Za-z]\w*+)(?:<[^\n]{0,400}>)?\(")
#: What stands in front of a name where it is declared, on its line or at the end of the one before.
_TYPED = (
    rb"(?m)^[ \t]*+(?!(?:return|else|case|goto|throw|delete|new|using|if|do)\b)"
    rb"(?=[\w:<>,*& \t\"\[\]]{2,200}$|[\w:<>,*& \t\"\[\]]{2,200}\b%b[ \t]*\()"
    rb"[\w:<>,*& \t\"\[\]]*[\w>*&\"][ \t\r\n*&]+%b\s*\("
)


class _File(NamedTuple):
    path: str
    suffix: str
    data: bytes


def link_complaints(
    port: Path, arch: str, units: Sequence[Unit], jobs: int | None, note: Callable[[str], None]
) -> Iterator[Complaint]:
    """Yield the functions that a port declares and calls, and that nothing of it defines.

    Nothing is said where it links libraries of others', which may have them.

    Args:
        port: the port.
        arch: the architecture that units of HIP are compiled for.
        units: those that type-check and that build files name.
        jobs: compilers at a time; None for as many as there are processors.
        note: is told how many units were left out.

    Raises:
        PorterError: there is no toolchain.
    """
    if not units or links_another_library(port):
        return
    toolchain = find(archs=[arch])
    symbols = host_symbols(toolchain, port, arch, units, _SECONDS, jobs)
    if left := len(units) - len(symbols.compiled):
        note(f"what {number_of(left, 'unit')} of {len(units)} call was not looked for")
    lacking = [one for one in symbols.lacking if _may_be_told(one)]
    if not lacking:
        return
    functions = [
        (symbol, shown, name)
        for symbol, shown in zip(lacking, demangled(toolchain, lacking), strict=True)
        if (name := _function(symbol, shown))
    ]
    files = list(_files(port, {name.encode() for _, _, name in functions}))
    told: set[str] = set()
    for symbol, shown, name in functions:
        if name in told or _may_define(files, name, symbols.compiled):
            continue
        if not _is_declared(files, name):
            continue
        told.add(name)
        source = symbols.lacking[symbol]
        yield Complaint(
            *_place(files, source, name),
            f"nothing of the port defines {shown}, which is called here and declared by the port",
            "port the file that defines it, or link the library that has it",
            COMPILER,
            Severity.WARNING,
        )


def _may_be_told(symbol: str) -> bool:
    """Tell whether a symbol is a function's of the project's own, by its name alone."""
    if symbol.startswith("_") and not symbol.startswith("_Z"):
        return False  # the compiler's own
    return not is_of_the_system(symbol)


def _function(symbol: str, shown: str) -> str | None:
    """Return the name of a function without namespace and parameters; None for other symbols."""
    if not symbol.startswith("_Z"):
        return symbol if symbol.isidentifier() else None
    if shown.startswith(("std::", "vtable ", "typeinfo ", "guard ", "operator", "non-virtual ")):
        return None
    match = _NAME.search(shown)
    return None if match is None else match["name"]


def _files(port: Path, words: Collection[bytes]) -> Iterator[_File]:
    """Yield the files of a port that declare or define functions; of a library `words` alone."""
    for folder, folders, names in os.walk(port):
        folders[:] = [one for one in folders if not one.startswith(".")]
        for name in names:
            suffix = os.path.splitext(name)[1].lower()
            is_other = suffix in _OTHERS or ".so." in name
            if not is_other and suffix not in _HEADERS | UNIT_SUFFIXES:
                continue
            path = os.path.join(folder, name)
            try:
                data = read_regular(path, _LARGEST_LIBRARY if is_other else LARGEST_SOURCE)
            except OSError:
                continue
            if is_other:  # which may be large: not kept
                suffix, data = "", b" ".join(word for word in words if word in data)
            yield _File(os.path.relpath(path, port), suffix, data)


def _may_define(files: Sequence[_File], name: str, seen: Collection[str]) -> bool:
    """Tell whether a file that was not compiled may define a function."""
    word = name.encode()
    defined = re.compile(rb"\b" + word + rb"\s*\([^;{}]*+[;{]")
    for one in files:
        if one.path in seen or word not in one.data:
            continue
        if one.suffix not in _HEADERS:  # another language, or a unit that was not compiled
            return True
        if any(match[0].endswith(b"{") for match in defined.finditer(one.data)):
            return True
    return False


def _is_declared(files: Sequence[_File], name: str) -> bool:
    """Tell whether the port's own text declares a function."""
    word = name.encode()
    declared = re.compile(_TYPED % (word, word))
    return any(word in one.data and declared.search(one.data) for one in files if one.suffix)


def _place(files: Sequence[_File], source: str, name: str) -> tuple[str, int]:
    """Return where a unit names a function; the last place, which follows its declaration."""
    data = next((one.data for one in files if one.path == source), b"")
    found = list(re.finditer(rb"\b" + name.encode() + rb"\b", data))
    return source, data.count(b"\n", 0, found[-1].start()) + 1 if found else 1
