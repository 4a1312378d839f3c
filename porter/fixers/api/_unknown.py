"""Names that stand in no table, that the project does not define, and that CUDA may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from porter.fixers import Context
from porter.source import SourceFile, Use
from porter.source.cpp.functions import functions_of
from porter.tables.cuda_style import (
    MARK,
    looks_like_a_device_function,
    looks_like_cuda,
    looks_like_nvccs,
    speaks_of_cuda,
)
from porter.tables.names import Tables, load

#: What compilers have under such names.
_OF_COMPILERS = frozenset(
    b"__attribute__ __asm__ __asm __volatile__ __typeof__ __typeof __alignof__ __alignof "
    b"__restrict __inline __const__ __signed__ __volatile __complex__ __real__ __imag__ __thread "
    b"__auto_type __label__ __null __noreturn__ __unused__ __global __local __kernel "
    b"__declspec __extension__ __inline__ __restrict__ __func__ __launch_bounds__ __align__ "
    b"__maxnreg__ __cluster_dims__ __trap __debugbreak __int128 __float128 __printf__ "
    b"__assert_fail __assertfail __noinline__ __forceinline__ __underlying_type __decltype".split()
)
_OF_DEVICE_CODE = frozenset((b"__global__", b"__device__"))
#: Headers that bring functions and macros which speak of CUDA and become HIP's by other rules.
_OF_TORCH = re.compile(rb"(?:torch|ATen|c10|caffe2)/")
_IN_THRUST = re.compile(rb"(?<![\w:])(?:::[ \t]*+)?thrust::(?P<name>\w++)(?![ \t]*+::)")
_THRUSTS_OWN = re.compile(rb"\bnamespace[ \t]++thrust\b")
_ASKED = (b"if", b"elif", b"ifdef", b"ifndef", b"elifdef", b"elifndef")


class Unknown(NamedTuple):
    """A name that nobody knows.

    Attributes:
        name: the name.
        places: where it is used.
        message: what is said of it.
        hint: what may be done.
    """

    name: bytes
    places: list[Use]
    message: str
    hint: str


def unknown_names(file: SourceFile, context: Context, names: frozenset[bytes]) -> Iterator[Unknown]:
    """Yield the names that look like CUDA's in their place, though not by themselves.

    Args:
        file: a file of C++ or CUDA.
        context: what is known beside it.
        names: those of the file that neither the project defines nor another rule handles.
    """
    tables = context.tables
    left = {
        name
        for name in names - _OF_COMPILERS
        if name not in tables.names and name not in tables.unmapped and not looks_like_cuda(name)
    }
    yield from _device_functions(file, left)
    yield from _marks(file, left)
    yield from _checks(file, left)
    yield from _macros(file, left)
    yield from _thrust(file, context)


def _device_functions(file: SourceFile, names: set[bytes]) -> Iterator[Unknown]:
    wanted = sorted(filter(looks_like_a_device_function, names))
    if not wanted:
        return
    spans = [(one.body_start, one.body_end) for one in functions_of(file)]
    for name in wanted:
        calls = [
            Use.at(call.start, name)
            for call in file.calls(name)
            if any(start < call.start < end for start, end in spans)
            and _is_anybodys(file, call.start)
        ]
        if calls and not _has_body(file, name):
            message = f"{name.decode()} stands in no table, and nothing here defines it"
            yield Unknown(name, calls, message, "if it is CUDA's, HIP may have it by another name")


def _marks(file: SourceFile, names: set[bytes]) -> Iterator[Unknown]:
    """Yield words such as `__grid_constant__` that stand where something is declared."""
    wanted = frozenset(name for name in names if MARK.fullmatch(name))
    if file.names.isdisjoint(_OF_DEVICE_CODE):
        return
    places: dict[bytes, list[Use]] = {}
    for use in file.occurrences_of(wanted) if wanted else ():
        before = file.previous(use.start)
        # Behind a bracket or a comma it may be a word of GCC's attributes.
        is_ours = before < 0 or file.code[before : before + 1] not in (b"(", b",")
        if is_ours and file.directive_at(use.start) is None and _is_anybodys(file, use.start):
            places.setdefault(use.name, []).append(use)
    for name, found in sorted(places.items()):
        message = f"{name.decode()} stands in no table, and nothing here defines it"
        yield Unknown(name, found, message, "if it is a word of CUDA's language, clang has it not")


def _has_body(file: SourceFile, name: bytes) -> bool:
    """Tell whether a brace behind its brackets says that the file defines a function, anywhere."""
    ends = (file.next(call.close + 1) for call in file.calls(name))
    return any(file.code[end : end + 1] == b"{" for end in ends)


def _is_anybodys(file: SourceFile, start: int) -> bool:
    """Tell whether a name stands by itself, and not in code that the project wrote for HIP."""
    return not (file.is_member(start) or file.qualifier(start) or file.dual.is_hip(start))


def _checks(file: SourceFile, names: set[bytes]) -> Iterator[Unknown]:
    wanted = {name for name in names if speaks_of_cuda(name) and not looks_like_nvccs(name)}
    if wanted:  # a kernel behind its launch bounds looks like a call to a parser
        wanted -= {function.name for function in functions_of(file)}
        wanted -= load("torch").names.keys()  # the project's own header may include PyTorch's
    if not wanted or any(_OF_TORCH.match(include.path) for include in file.includes):
        return
    for name in sorted(wanted):
        calls = [
            Use.at(call.start, name) for call in file.calls(name) if _is_anybodys(file, call.start)
        ]
        if calls and not _has_body(file, name):
            message = f"{name.decode()} stands in no table, and nothing here defines it"
            yield Unknown(name, calls, message, "a header that is not converted may bring it")


@lru_cache(maxsize=2)
def _thrusts(tables: Tables) -> frozenset[bytes]:
    """Return Thrust's names; those of inner namespaces, too, which it also has in the outer one."""
    both = (*tables.names, *tables.unmapped)
    return frozenset(name.rpartition(b"::")[2] for name in both if name.startswith(b"thrust::"))


def _thrust(file: SourceFile, context: Context) -> Iterator[Unknown]:
    if b"thrust" not in file.names or _THRUSTS_OWN.search(file.code):
        return
    tables = context.tables
    places: dict[bytes, list[Use]] = {}
    for match in _IN_THRUST.finditer(file.code):
        name = b"thrust::" + match["name"]
        if match["name"] not in _thrusts(tables):
            places.setdefault(name, []).append(Use(*match.span("name"), match["name"]))
    for name, found in sorted(places.items()):
        yield Unknown(name, found, f"{name.decode()} stands in no table and is left as it is", "")


def _macros(file: SourceFile, names: set[bytes]) -> Iterator[Unknown]:
    wanted = frozenset(filter(looks_like_nvccs, names))
    asked: dict[bytes, list[Use]] = {}
    defined: set[bytes] = set()
    for use in file.occurrences_of(wanted) if wanted else ():
        directive = file.directive_at(use.start)
        if directive is None:
            continue
        if directive.keyword in (b"define", b"undef") and file.is_macro_name(use.start):
            defined.add(use.name)
        elif directive.keyword in _ASKED:
            asked.setdefault(use.name, []).append(use)
    for name in sorted(asked.keys() - defined):
        message = f"{name.decode()} is nvcc's, and HIP's compiler does not define it"
        yield Unknown(name, asked[name], message, "the way without it is taken: look at both")
