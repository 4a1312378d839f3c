"""Versions that CUDA code asks for, and the patterns that find the questions."""

from __future__ import annotations

import re
from functools import lru_cache

from porter.fixers import Context
from porter.source import SourceFile

#: Version -> the macro of HIP that stands for "newer than any of these".
VERSIONS = {
    b"CUDA_VERSION": b"HIP_VERSION",
    b"CUDART_VERSION": b"HIP_VERSION",
    b"__CUDACC_VER__": b"__HIPCC__",
    b"__CUDACC_VER_MAJOR__": b"__HIPCC__",
    b"__CUDACC_VER_MINOR__": b"__HIPCC__",
}
#: Operator of a comparison -> the one that says the same with the sides exchanged.
MIRRORED = {b">=": b"<=", b"<=": b">=", b">": b"<", b"<": b">"}
_LIBRARIES = ("CUBLAS", "CUSPARSE", "CUSOLVER", "CUFFT", "CURAND", "CUDNN", "NVTX")
_PARTS = "VERSION VER_MAJOR VER_MINOR VER_PATCH VER_BUILD MAJOR MINOR PATCHLEVEL".split()
LIBRARY_VERSIONS = frozenset(
    f"{library}_{part}".encode() for library in _LIBRARIES for part in _PARTS
)


def versions_of(file: SourceFile, context: Context) -> dict[bytes, bytes]:
    """Return the versions that the file speaks of, and what stands for "newer than any"."""
    marks = context.tables.marks
    libraries = {
        name: marks[name].hip if name in marks else b""
        for name in LIBRARY_VERSIONS & file.names
        if name not in context.defined
    }
    return {**VERSIONS, **libraries}


@lru_cache(maxsize=64)
def comparisons(names: frozenset[bytes]) -> re.Pattern[bytes]:
    """Return a pattern for comparisons of one of `names` with a number."""
    any_version = b"|".join(sorted(names, reverse=True))
    return re.compile(
        rb"(?P<asked>(?<!!)(?<![! \t]\()defined[ \t]*(?:\([ \t]*(?:"
        + any_version
        + rb")[ \t]*\)|[ \t]"
        rb"(?:" + any_version + rb")\b)[ \t\\\r\n]*&&[ \t\\\r\n]*)?"
        rb"(?:\b(?P<macro>" + any_version + rb")[ \t]*(?P<op>>=|<=|<(?!<)|>(?!>))[ \t]*"
        rb"(?P<number>\d+)[uUlL]*(?![\w.])"
        rb"|\b(?P<rebmun>\d+)[uUlL]*[ \t]*(?P<po>>=|<=|<(?!<)|>(?!>))[ \t]*(?P<orcam>"
        + any_version
        + rb")\b)"
        rb"(?![ \t]*[-+*/%0-9])"
    )


@lru_cache(maxsize=64)
def any_of(names: frozenset[bytes]) -> re.Pattern[bytes]:
    return re.compile(rb"\b(?:" + b"|".join(sorted(names, reverse=True)) + rb")\b")
