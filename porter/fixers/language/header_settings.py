"""Say to HIP's headers what macros of the project say to CUDA's.

## What it does
Renames the macros that take away operators and conversions of half numbers, where they are defined
and in flags of build files: `-U__CUDA_NO_HALF_OPERATORS__` becomes `-U__HIP_NO_HALF_OPERATORS__`.
`CUDA_API_PER_THREAD_DEFAULT_STREAM` becomes `HIP_API_PER_THREAD_DEFAULT_STREAM` where a source of
the host's defines it; flags that define it are BLD64's.

## Why
HIP's headers ask for macros of their own. PyTorch defines both vendors' for extensions, whose
flags take CUDA's away again: HIP's operators would be missing. And a program whose threads have a
default stream each would share one with all of them, without a word.

## What it leaves alone
Build files that speak of HIP's macro; definitions of the stream's in `.cu` files, which nvcc reads
after its headers. HIP has no macros that take bfloat16's operators away.

## References
CUDA C++ Programming Guide, "Default Stream"; HIP's `amd_hip_fp16.h` and `amd_hip_runtime_pt_api.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

_HALF = {
    b"__CUDA_NO_HALF_OPERATORS__": b"__HIP_NO_HALF_OPERATORS__",
    b"__CUDA_NO_HALF_CONVERSIONS__": b"__HIP_NO_HALF_CONVERSIONS__",
}
_STREAM = b"CUDA_API_PER_THREAD_DEFAULT_STREAM"
_STREAM_OF_HIP = b"HIP_API_PER_THREAD_DEFAULT_STREAM"
_BUILT = (Language.PYTHON, Language.CMAKE, Language.MAKE, Language.BUILD, Language.SHELL)
_IN_FLAGS = re.compile(rb"(?<![A-Za-z0-9_])(?P<flag>[-/][DU])?(?P<name>_*CUDA_[A-Z_]++)(?!\w)")
_TAKEN = b"COMMON_NVCC_FLAGS.remove("

#: Without names: in `-U__CUDA_…` they are parts of words.
rule = Rule(
    "LNG45", "header-settings", languages=(Language.CUDA, *_BUILT), handles=(*_HALF, _STREAM)
)

EXAMPLES = (
    Example(
        """
        flags = ["-O3", "-U__CUDA_NO_HALF_OPERATORS__", "-U__CUDA_NO_HALF_CONVERSIONS__"]
        flags += ["-U__CUDA_NO_BFLOAT16_OPERATORS__"]
        """,
        """
        flags = ["-O3", "-U__HIP_NO_HALF_OPERATORS__", "-U__HIP_NO_HALF_CONVERSIONS__"]
        flags += ["-U__CUDA_NO_BFLOAT16_OPERATORS__"]
        """,
        path="setup.py",
        title="flags of an extension of PyTorch",
    ),
    Example(
        """
        for flag in ["-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF2_OPERATORS__"]:
            with suppress(ValueError):
                cpp_extension.COMMON_NVCC_FLAGS.remove(flag)
        """,
        """
        for flag in ["-D__HIP_NO_HALF_OPERATORS__=1", "-D__CUDA_NO_HALF2_OPERATORS__"]:
            with suppress(ValueError):
                cpp_extension.COMMON_NVCC_FLAGS.remove(flag)
        """,
        path="setup.py",
        title="flags that are taken out of PyTorch's own, which has them so (PYT14 names its list)",
    ),
    Example(
        """
        #define __CUDA_NO_HALF_OPERATORS__
        #include <cuda_fp16.h>
        """,
        """
        #define __HIP_NO_HALF_OPERATORS__
        #include <cuda_fp16.h>
        """,
    ),
    Example(
        """
        #define CUDA_API_PER_THREAD_DEFAULT_STREAM
        #include <cuda_runtime.h>
        """,
        """
        #define HIP_API_PER_THREAD_DEFAULT_STREAM
        #include <cuda_runtime.h>
        """,
        path="copies.cpp",
        title="a source of the host's",
    ),
    Example(
        """
        #define CUDA_API_PER_THREAD_DEFAULT_STREAM
        #include <cuda_runtime.h>
        """,
        title="nvcc has read its headers before",
    ),
    Example("set(CUDA_NO_HALF ON)\n", path="CMakeLists.txt", title="other names"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield what becomes of each macro."""
    if b"CUDA_" not in file.data:
        return
    if file.language is Language.CUDA:
        yield from _defined(file)
    else:
        yield from _in_flags(file)


def _defined(file: SourceFile) -> Iterator[RuleOutput]:
    names = dict(_HALF)
    if not file.path.endswith((".cu", ".cuh")):
        names[_STREAM] = _STREAM_OF_HIP
    for use in file.mentions(names):
        if names[use.name] not in file.names:
            yield rule.replace(use, names[use.name])


def _in_flags(file: SourceFile) -> Iterator[RuleOutput]:
    for match in _IN_FLAGS.finditer(file.data):
        name, start = match["name"], match.start("name")
        if name in _HALF and match["flag"] and _HALF[name] not in file.data:
            yield rule.replace((start, match.end()), _HALF[name] + _value(file, match))


def _value(file: SourceFile, match: re.Match[bytes]) -> bytes:
    """Return what follows a flag of HIP's that the file takes out of PyTorch's list of them."""
    is_whole = file.data[match.end() : match.end() + 1] in (b"'", b'"')
    is_taken = match["flag"] == b"-D" and _TAKEN in file.data
    return b"=1" if file.language is Language.PYTHON and is_whole and is_taken else b""
