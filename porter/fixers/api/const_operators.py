"""Make the call operators of functions' objects `const` that CUB is given.

## What it does
`T operator()(const T &a, const T &b)` becomes `T operator()(const T &a, const T &b) const` in
classes without data, bases or other functions, in files that use CUB.

## Why
hipCUB keeps an operator in an object of its own, whose call is `const`, and calls it there: `no
matching function for call to object of type 'const Sum'`. CUB calls a copy that is not `const`. An
object without data has nothing that a call could change.

## What it leaves alone
Classes with data, bases or other functions; classes with a call operator that is `const` already;
files that do not use CUB.

## References
`hipcub/backend/rocprim/device/device_segmented_reduce.hpp`, `convert_result_type_wrapper`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._class_bodies import declared_between, shallow
from porter.source import Edit, SourceFile
from porter.source.text.brackets import closing

rule = Rule("API80", "const-operators", names=(b"cub",), handles=())

_CLASS = re.compile(rb"\b(?:struct|class)\s++([A-Za-z_]\w*+)\s*+(?=\{)")
_CALL = b"operator()"
_HAS_OPERATOR = re.compile(rb"\boperator\s*+\(\s*+\)")
#: What is no data: labels, other names of types, templates in front of functions.
_NO_DATA = re.compile(
    rb"\s*+(?:(?:public|private|protected)\s*+:\s*+)*+(?:using\b|typedef\b|template\b|\Z)"
)
_FUNCTION = re.compile(rb"[^=(]*+(?:\boperator\s*+\(\s*+\)\s*+)?\((?!\s*+\*)")
_CONST = re.compile(rb"\s*+const\b")

EXAMPLES = (
    Example(
        """
        struct Largest {
          template <typename T>
          __device__ T operator()(const T &a, const T &b) { return a < b ? b : a; }
        };
        void f(int *in, int *out, int n) {
          cub::DeviceReduce::Reduce(temp, bytes, in, out, n, Largest{}, 0);
        }
        """,
        """
        struct Largest {
          template <typename T>
          __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
        };
        void f(int *in, int *out, int n) {
          cub::DeviceReduce::Reduce(temp, bytes, in, out, n, Largest{}, 0);
        }
        """,
    ),
    Example(
        """
        struct Counted {
          int calls = 0;
          __device__ int operator()(int a, int b) { return calls++, a + b; }
        };
        struct Constant {
          __device__ int operator()(int a, int b) const { return a + b; }
        };
        struct Base : Counted {
          __device__ int operator()(int a, int b) { return a + b; }
        };
        struct Two {
          __device__ int one(int a) { return a; }
          __device__ int operator()(int a, int b) { return one(a); }
        };
        cub::Sum sum;
        """,
        title="data, a base, another function",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield `const` for the call operators of classes that have nothing else."""
    if _HAS_OPERATOR.search(file.code) is None:
        return
    for match in _CLASS.finditer(file.code):
        end = closing(file.code, match.end())
        if end is None or _has_data(shallow(file.code, match.end(), end)):
            continue
        declared = declared_between(file.code, match.end(), end)
        if declared.keys() != {_CALL}:
            continue
        places = [_behind(file.code, member.name) for member in declared[_CALL]]
        if not any(place is None or _CONST.match(file.code, place) for place in places):
            yield from (rule.insert(place, b" const") for place in places if place is not None)


def _has_data(body: bytes) -> bool:
    """Tell whether a class may have data: it declares what is no function and no type."""
    return not all(_NO_DATA.match(one) or _FUNCTION.match(one) for one in body.split(b";"))


def _behind(code: bytes, operator: int) -> int | None:
    """Return the offset behind the parameters of the call operator at an offset."""
    own = closing(code, code.index(b"(", operator))
    opening = code.find(b"(", own + 1) if own is not None else -1
    end = closing(code, opening) if opening >= 0 else None
    return None if end is None else end + 1
