"""Writes the C++ of hipSOLVER's and cuSOLVER's dense functions from the rows of `solver.toml`.

For each of a vendor's names a line that calls the row's template in `native/libraries/solver`, and
one for the function that tells the size of its work area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from porter.execute.cpu.libraries.blas_source import REAL, TYPES
from porter.execute.cpu.libraries.solver_table import Entry, Parameter, entries, routines

_HEADERS = ("cholesky", "eigenvalues", "lu", "orthogonal", "reductions", "singular_values")
#: How much a work area is said to need: the library has its own memory.
_ELEMENTS = 1


def sources() -> dict[str, str]:
    """Return the names and texts of the files: one for each type of elements."""
    return {f"dense_{letter}.cpp": _source(letter) for letter in "sdcz"}


def _source(letter: str) -> str:
    lines = [f'#include "solver/{name}.h"' for name in _HEADERS]
    lines += ["", "using namespace porter::solver;", "", 'extern "C" {']
    for routine in routines():
        for entry in entries(routine):
            if entry.letter == letter:
                lines.append(_function(entry))
                lines += _size_function(entry)
    return "\n".join([*lines, "}", ""])


def _function(entry: Entry) -> str:
    routine = entry.routine
    declared = ["void *handle", *_declared(routine.takes, entry)]
    if entry.has_work_area:
        declared.append(f"{TYPES[entry.letter]} *")
        if routine.counted or entry.interface == "own":
            declared.append("int")
    declared += [*_declared(routine.between, entry), "int *info"]
    declared += _declared(routine.behind, entry)
    given = [_call(entry)]
    for parameters in (routine.takes, routine.between):
        given += _given(parameters)
    given += ["info", *_given(routine.behind)]
    return (
        f"int {entry.name}({', '.join(declared)}) "
        f"{{ return {routine.name}<{TYPES[entry.letter]}>({', '.join(given)}); }}"
    )


def _size_function(entry: Entry) -> Iterator[str]:
    routine = entry.routine
    if not entry.has_work_area:
        return
    before, behind = routine.sized or (routine.takes, routine.behind)
    if entry.interface == "own" and routine.name == "gesvd":  # as rocSOLVER's, with the jobs
        before = (*routine.takes[:2], *before)
    declared = ["void *handle", *_declared(before, entry), "int *size"]
    declared += _declared(behind, entry)
    sizes = [one.name for one in (*before, *behind) if one.name in ("m", "n", "k", "columns")]
    sizes += [one.name for one in behind if one.name == "batch"]
    yield (
        f"int {entry.name}_bufferSize({', '.join(declared)}) "
        f"{{ return sizeOfWork({_call(entry)}, {{{', '.join(sizes)}}}, size); }}"
    )


def _call(entry: Entry) -> str:
    return f"{{Vendor::{'Cuda' if entry.interface == 'cuda' else 'Hip'}, handle}}"


def _declared(parameters: Iterable[Parameter], entry: Entry) -> Iterator[str]:
    element, real = TYPES[entry.letter], REAL[entry.letter]
    for name, kind in parameters:
        if kind == "number":
            yield f"int {name}"
        elif kind == "letter":
            yield f"signed char {name}"
        elif kind == "list":
            yield f"{element} **{name}"
        elif kind == "value":
            yield f"{real} {name}"
        elif kind == "info":
            yield f"void *{name}"
        elif kind == "norms":
            yield f"double *{name}"
        else:
            types = {"int": "int", "real": real, "steps": real}
            yield f"{types.get(kind, element)} *{name}"
        if kind in ("matrix", "list", "strided"):
            yield f"int ld{name.lower()}"
        if kind in ("strided", "steps"):
            yield f"long long stride{name}"


def _given(parameters: Iterable[Parameter]) -> Iterator[str]:
    for name, kind in parameters:
        yield name
        if kind in ("matrix", "list", "strided"):
            yield f"ld{name.lower()}"
        if kind in ("strided", "steps"):
            yield f"stride{name}"
