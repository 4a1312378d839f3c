"""The beginnings of CUDA's names that macros paste something to, and what HIP's begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from porter.source import SourceFile
from porter.source.cpp.uses import is_pasted_to_previous
from porter.source.text.spans import Span
from porter.tables.names import Tables

#: The prefixes of the libraries whose names HIP mirrors.
PREFIXES: Mapping[bytes, bytes] = {
    b"cuda": b"hip",
    b"cublas": b"hipblas",
    b"cublasLt": b"hipblasLt",
    b"cusparse": b"hipsparse",
    b"cufft": b"hipfft",
    b"curand": b"hiprand",
    b"cusolver": b"hipsolver",
    b"cusolverDn": b"hipsolverDn",
    b"CUBLAS_": b"HIPBLAS_",
    b"CUSPARSE_": b"HIPSPARSE_",
    b"CUFFT_": b"HIPFFT_",
    b"CURAND_": b"HIPRAND_",
    b"CUSOLVER_": b"HIPSOLVER_",
}
_PASTED = re.compile(rb"\b(c(?:uda|ublas|usparse|ufft|urand|usolver)\w*+|CU[A-Z]++_\w*+)\s*+##")


def pasted(file: SourceFile, tables: Tables) -> Iterator[tuple[Span, bytes, bytes]]:
    """Yield where the beginning of a name stands that something is pasted to.

    A library's prefix is one, and so is what all of its names that begin so have in common with
    HIP's: `cufftExec` of `cufftExecC2C`, which is `hipfftExecC2C`.

    Args:
        file: a C, C++ or CUDA file.
        tables: the names of CUDA and of HIP.

    Yields:
        The span, the beginning as it stands there, and HIP's.
    """
    if b"##" not in file.code:
        return
    known: dict[bytes, bytes] = {}
    for match in _PASTED.finditer(file.code):
        name = match[1]
        if is_pasted_to_previous(file.code, match.start(1)):
            continue
        if name not in known:
            known[name] = PREFIXES.get(name) or _common(name, tables)
        if known[name]:
            yield match.span(1), name, known[name]


def _common(beginning: bytes, tables: Tables) -> bytes:
    """Return what HIP's names have where CUDA's have a beginning; empty where they differ."""
    found: set[bytes] = set()
    for name, row in tables.names.items():
        if name.startswith(beginning) and len(name) > len(beginning):
            rest = name[len(beginning) :]
            found.add(row.hip.removesuffix(rest) if row.hip.endswith(rest) else b"")
    return found.pop() if len(found) == 1 else b""
