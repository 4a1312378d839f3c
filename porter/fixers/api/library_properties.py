"""Name the parts of a library's version as HIP does.

## What it does
In calls of cuFFT's and cuBLAS's functions that ask for a property, `MAJOR_VERSION`,
`MINOR_VERSION` and `PATCH_LEVEL` become the enumerators that HIP's function takes:
`HIPFFT_MAJOR_VERSION`, `HIP_LIBRARY_MAJOR_VERSION`.

## Why
CUDA's enumerators have common names, so they are renamed where a call shows what is meant, and
nowhere else. HIP's have longer ones, and hipFFT has a type of its own.

## What it leaves alone
The same words elsewhere, which a project's own macros often are; properties in variables, which
API05 tells of.

## References
CUDA's `library_types.h`; HIP's `library_types.h`; `hipfft.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Call, SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.edits import RuleOutput

#: Function -> what HIP's enumerators begin with.
_PREFIXES = {b"cufftGetProperty": b"HIPFFT_", b"cublasGetProperty": b"HIP_LIBRARY_"}
_PROPERTIES = frozenset({b"MAJOR_VERSION", b"MINOR_VERSION", b"PATCH_LEVEL"})

rule = Rule("API69", "library-properties", names=tuple(_PREFIXES), handles=())

EXAMPLES = (
    Example(
        """
        cufftGetProperty(MAJOR_VERSION, &major);
        cublasGetProperty(PATCH_LEVEL, &level);
        """,
        """
        cufftGetProperty(HIPFFT_MAJOR_VERSION, &major);
        cublasGetProperty(HIP_LIBRARY_PATCH_LEVEL, &level);
        """,
    ),
    Example(
        """
        #define MAJOR_VERSION 3
        cufftGetProperty(kind, &major);
        int version = MAJOR_VERSION;
        """,
        title="the project's own macro, and a property in a variable",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the enumerator of each call."""
    for call in property_calls(file):
        start, end = call.arguments[0]
        yield rule.replace((start, end), _PREFIXES[call.name] + file.code[start:end])


@once_for_each_file
def property_calls(file: SourceFile) -> tuple[Call, ...]:
    """Return the calls that name a property.

    Args:
        file: a C, C++ or CUDA file.
    """
    return tuple(
        call
        for call in file.api_calls(_PREFIXES)
        if call.arguments and file.code[slice(*call.arguments[0])] in _PROPERTIES
    )
