"""HIP headers for nvcc, generated from porter's tables, to compile a port for NVIDIA GPUs.

Each header that the tables know for HIP is written as one that includes CUDA's, and each of HIP's
names is a macro for the CUDA name that it was made from. Nothing of ROCm is needed. A port that
calls what only AMD has does not compile against them, and nvcc's message says what that is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from porter.execute.nvidia.supplied import forwarding_header
from porter.files.regular import read_regular
from porter.files.write import write_atomically
from porter.source.text.languages import Language, language_of
from porter.tables.names import NameKind, Row, load

_SUPPORT = re.compile(rb"\bporter::(\w+)")
#: Folder of what the headers made here share.
_OWN = "porter_nvidia"
#: Libraries whose names every HIP header gives.
_BASIC = ("runtime", "driver", "device")
#: Suffixes of CUDA's names that its own headers, or the plain name, lead to.
_LATER = ("_v2", "_v2_64", "_v1", "_st", "_enum", "_ptsz", "_ptds")
#: What the base gives by itself; the small headers that HIP has in one are CUDA's own affair.
_WHOLE = frozenset(("hip/hip_runtime.h", "hip/hip_runtime_api.h"))
#: Libraries with headers of their own.
_LIBRARIES = tuple("cublas cublaslt cudnn cufft curand cusolver cusparse nccl nvrtc nvtx".split())
_BASE = """\
// Made by porter from its tables: what every HIP header gives, by CUDA's.
#pragma once
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#ifndef __HIP_PLATFORM_NVIDIA__
#define __HIP_PLATFORM_NVIDIA__ 1
#endif
#ifdef __CUDACC__
#define __HIPCC__ 1
#endif
#ifdef __CUDA_ARCH__
#define __HIP_DEVICE_COMPILE__ 1
#endif
#define HIP_SYMBOL(symbol) symbol
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
// CUDA has no such attribute: all of NVIDIA's GPUs have texture units, so this one is above 0.
#define hipDeviceAttributeImageSupport cudaDevAttrMaxTexture1DWidth
#define hipLaunchKernelGGL(kernel, grid, block, bytes, stream, ...) \\
  kernel<<<(grid), (block), (bytes), (stream)>>>(__VA_ARGS__)
#ifdef __cplusplus
template <typename T>
inline cudaError_t hipHostMalloc(T** memory, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(reinterpret_cast<void**>(memory), bytes, flags);
}
#endif

"""
#: What the base defines itself: HIP's parameters have default values that CUDA's lack.
_WRITTEN_OUT = frozenset((b"hipHostMalloc",))
_CUB = """\
// Made by porter: hipCUB's names are CUB's.
#pragma once
#include <cub/cub.cuh>
namespace hipcub {
using namespace cub;
}
"""


def write_headers(port: Path, folder: Path) -> Path:
    """Write the headers for a port to `folder`, which goes on nvcc's include path; return it.

    Files that are there already with the same bytes are left as they are.

    Args:
        port: what is going to be compiled; tells which support functions are needed.
        folder: where the headers go.
    """
    used: set[str] = set()
    for path in port.rglob("*"):
        if language_of(path.name) is Language.CUDA and path.is_file():
            used.update(name.decode() for name in _SUPPORT.findall(read_regular(path)))
    for name, text in _headers(used):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, text.encode())
    return folder


def _headers(used: set[str]) -> Iterator[tuple[str, str]]:
    """Yield path and text of each header."""
    tables = load()
    yield f"{_OWN}/base.h", _BASE + _macros(_BASIC)
    yield f"{_OWN}/porter.h", forwarding_header(used)
    for library in _LIBRARIES:
        yield f"{_OWN}/{library}.h", "#pragma once\n" + _macros((library,))
    by_hip: dict[str, list[tuple[str, str]]] = {}
    for header in (*tables.headers.values(), *load("torch").headers.values()):
        if header.hip != header.cuda:
            by_hip.setdefault(header.hip.decode(), []).append(
                (header.cuda.decode(), header.library)
            )
    for hip, made_of in sorted(by_hip.items()):
        yield hip, _header([] if hip in _WHOLE else made_of)


def _header(made_of: list[tuple[str, str]]) -> str:
    """Return a HIP header that stands for some of CUDA's."""
    if any(library == "cub" for _, library in made_of):
        return _CUB
    lines = ["// Made by porter from its tables.", "#pragma once", f"#include <{_OWN}/base.h>"]
    for alternatives in _by_file(cuda for cuda, _ in made_of):
        for number, cuda in enumerate(alternatives):
            condition = "#elif" if number else "#if"
            lines += [f"{condition} __has_include(<{cuda}>)", f"#include <{cuda}>"]
        lines.append("#endif")
    others = {library for _, library in made_of if library in _LIBRARIES}
    if "cublaslt" in others:  # hipBLASLt's functions have hipBLAS's types
        others.add("cublas")
    lines += [f"#include <{_OWN}/{library}.h>" for library in sorted(others)]
    lines += ["#ifdef __CUDACC__", f"#include <{_OWN}/porter.h>", "#endif"]
    return "\n".join(lines) + "\n"


def _by_file(headers: Iterable[str]) -> list[list[str]]:
    """Return CUDA's headers, those together that are one file, the one in a folder first.

    `nvtx3/nvToolsExt.h` goes before NVTX 2's `nvToolsExt.h`, which refuses to stand beside it, and
    `cublas_v2.h` before `cublas_api.h`, which is to be included by it.
    """
    found: dict[str, list[str]] = {}
    for header in sorted(headers, key=lambda one: (one.endswith("_api.h"), "/" not in one, one)):
        found.setdefault(header.rpartition("/")[2], []).append(header)
    return list(found.values())


def _macros(libraries: Collection[str]) -> str:
    """Return the macros that give HIP's names, each the plainest CUDA name made into it."""
    names = load().names
    kept = names.keys() | _WRITTEN_OUT
    chosen: dict[bytes, Row] = {}
    for row in names.values():
        # A name that CUDA has, too, means the same there, and its own headers declare it.
        if row.library not in libraries or row.scope or row.hip in kept:
            continue
        before = chosen.get(row.hip)
        if before is None or _plainness(row) < _plainness(before):
            chosen[row.hip] = row
    return "".join(f"#define {_macro(row)}\n" for _, row in sorted(chosen.items()))


def _macro(row: Row) -> str:
    """Return a macro's name and what it stands for.

    HIP has one type for what the runtime and the driver answer, CUDA two with the same numbers.
    """
    hip, cuda = row.hip.decode(), row.cuda.decode()
    if row.library != "driver":
        return f"{hip} {cuda}"
    if row.kind is NameKind.FUNCTION:
        return f"{hip}(...) ((cudaError_t){cuda}(__VA_ARGS__))"
    return f"{hip} ((cudaError_t){cuda})" if cuda.startswith("CUDA_ERROR_") else f"{hip} {cuda}"


def _plainness(row: Row) -> tuple[bool, bool, int, bytes]:
    """Return what to order the CUDA names of one HIP name by: the runtime's before the driver's."""
    name = row.cuda.decode()
    return row.library == "driver", name.endswith(_LATER), len(name), row.cuda
