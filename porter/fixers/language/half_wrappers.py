"""Let a class that holds two halves be made of a float, as with CUDA's headers.

## What it does
A class of the project's with constructors of one `__half2` and of one `__half`, and none of a
`float`, gets one of a `float`, which is a half first.

## Why
`wrapper(1.f)` makes a `__half` of the number with CUDA's headers, from which alone `__half2` cannot
be made. HIP's `__half2` is made of a vector of the compiler's as well, and a number is such a
vector, in all elements: `call to constructor is ambiguous`.

## What it leaves alone
Classes that are made of a number already, and those of one of both types.

## References
`cuda_fp16.hpp` of CUDA 12, `__half2`; `hip/amd_detail/amd_hip_fp16.h` of ROCm 6.4; clang, "Vectors
and Extended Vectors".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG97", "half-wrappers", names=(b"__half2", b"half2"))

#: A constructor of one argument in a line of its own: what stands before it, its class, the type.
_CONSTRUCTOR = re.compile(
    rb"^(?P<marks>[ \t]*+(?:(?!return\b|new\b|else\b)[A-Za-z_]\w*+[ \t]++)*?)"
    rb"(?P<name>[A-Za-z_]\w*+)"
    rb"[ \t]*+\([ \t]*+(?:const[ \t]++)?+(?P<type>__half2?+|half2?+|float|double)\b"
    rb"(?:[ \t]++const\b)?+[ \t]*+&?+[ \t]*+(?:[A-Za-z_]\w*+)?+[ \t]*+\)[ \t\n]*+[:{;]",
    re.MULTILINE,
)
_CLASS = re.compile(rb"\b(?:struct|class)[ \t]++(?P<name>[A-Za-z_]\w*+)")
_HALVES = (b"__half", b"half")
_PAIRS = (b"__half2", b"half2")

EXAMPLES = (
    Example(
        """
        struct pair {
          __half2 both;
          __device__ pair(const __half2 &given) : both(given) {}
          __device__ pair(const __half &one) : both(one, one) {}
        };
        """,
        """
        struct pair {
          __half2 both;
          __device__ pair(const __half2 &given) : both(given) {}
          __device__ pair(float value) : pair(__half(value)) {}
          __device__ pair(const __half &one) : both(one, one) {}
        };
        """,
    ),
    Example(
        """
        struct pair {
          __half2 both;
          __device__ pair(const __half2 &given) : both(given) {}
          __device__ pair(const __half &one) : both(one, one) {}
          __device__ pair(float one) : both(one, one) {}
        };
        struct whole {
          __half2 both;
          __device__ whole(__half2 given) : both(given) {}
        };
        """,
        title="what is made of a number, or of one type alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a constructor for each class that lacks it."""
    found: dict[bytes, dict[bytes, re.Match[bytes]]] = {}
    for match in _CONSTRUCTOR.finditer(file.code):
        found.setdefault(match["name"], {}).setdefault(match["type"], match)
    classes = {match["name"] for match in _CLASS.finditer(file.code)} if found else set()
    for name, by_type in found.items():
        halves = [by_type[half] for half in _HALVES if half in by_type]
        is_ambiguous = bool(halves) and not by_type.keys().isdisjoint(_PAIRS)
        if not is_ambiguous or name not in classes or {b"float", b"double"} & by_type.keys():
            continue
        one = halves[0]
        text = b"%b%b(float value) : %b(%b(value)) {}" % (one["marks"], name, name, one["type"])
        yield rule.insert(one.start(), text + file.newline)
