"""Compare integers of two types as CUDA does.

## What it does
Includes the support header `minmax.hpp` in files with device code that call `min` or `max` of two
numbers, unless the text shows that both have one type (`min(x, y)` of two variables that the file
declares as `int`), in code that the host runs the type `int`.

## Why
CUDA has overloads for mixed signs and compares as unsigned; what is narrower than `int` it widens
to `int`. HIP has none: clang's headers turn `min(threadIdx.x, n)`, and `min` of a `short` and an
`int`, into a `double`. As an index that does not compile, 64-bit values lose their lowest bits, a
division by it leaves a fraction, and -1 is less than `0u`. That the arguments have two types need
not show in the call. In host code HIP has `min` and `max` of `int` alone: `max(bytes, used)` of two
`size_t` keeps 32 bits, and of two `float` their integers, without a word from the compiler.

## What it leaves alone
The calls themselves, `std::min`, and files that define a `min` of their own. In files that include
the header every mixed call has CUDA's meaning.

## References
CUDA `math_functions.h`, `min` and `max`; clang `__clang_hip_cmath.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Call, SourceFile
from porter.source.cpp.arithmetic_types import arithmetic_type
from porter.source.cpp.functions import function_around
from porter.source.cpp.uses import is_function_declared
from porter.source.text.edits import RuleOutput

_FLOAT = re.compile(rb"\d\.|(?<!\w)\.\d|\bfloat\b|\bdouble\b|\bhalf\b")
_DEVICE = frozenset((b"__global__", b"__device__"))
_CUDA_SUFFIXES = (".cu", ".cuh")

#: Without triggers: `min` and `max` are names of many things.
rule = Rule("LNG12", "mixed-minmax")

EXAMPLES = (
    Example(
        "int last = data[min(threadIdx.x, n - 1)];\n",
        """
        #include "porter_compat/minmax.hpp"
        int last = data[min(threadIdx.x, n - 1)];
        """,
    ),
    Example(
        """
        __device__ int clamped(Index i) { return min(i, length()); }
        """,
        """
        #include "porter_compat/minmax.hpp"
        __device__ int clamped(Index i) { return min(i, length()); }
        """,
        title="types that the file does not show",
    ),
    Example(
        """
        __device__ int f(unsigned n, const int *offset) {
          int i = offset[0];
          return min(n, i);
        }
        """,
        """
        #include "porter_compat/minmax.hpp"
        __device__ int f(unsigned n, const int *offset) {
          int i = offset[0];
          return min(n, i);
        }
        """,
        title="two variables of different signs",
    ),
    Example(
        """
        __device__ float f(int x, int y, float z) {
          int a = min(x, y + 1);
          int b = std::min(threadIdx.x, 4);
          unsigned c = max(threadIdx.x, 4u);
          return max(z, 0.f) + a;
        }
        """,
        title="one type each, and another min",
    ),
    Example(
        """
        __global__ void fill(float *p, int n);
        size_t room(size_t a, size_t b) { return max(a, b); }
        """,
        """
        #include "porter_compat/minmax.hpp"
        __global__ void fill(float *p, int n);
        size_t room(size_t a, size_t b) { return max(a, b); }
        """,
        title="host code of two that are no int",
    ),
    Example(
        """
        __host__ __device__ float larger(float a, float b) { return max(a, b); }
        """,
        """
        #include "porter_compat/minmax.hpp"
        __host__ __device__ float larger(float a, float b) { return max(a, b); }
        """,
        title="code of the host and the device",
    ),
    Example(
        """
        __global__ void fill(float *p, int n);
        int rounds(int a, int b) { return max(a, b); }
        """,
        title="host code of two int",
    ),
    Example(
        """
        template <class T> __device__ T min(T a, T b) { return b < a ? b : a; }
        __device__ int f(Index i) { return min(i, length()); }
        """,
        title="the file has its own min",
    ),
    Example(
        """
        #define max(a, b) ((a) > (b) ? (a) : (b))
        __global__ void fill(float *p);
        float larger(float a, float b) { return max(a, b); }
        """,
        title="a macro of its own",
    ),
    Example(
        "int first(Size a, Size b) { return min(a, b); }\n", path="host.cpp", title="host code"
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Ask for the support header at the first call that may have two types."""
    names = [name for name in (b"min", b"max") if name in file.names and not _is_macro(file, name)]
    if not names or not (_DEVICE & file.names or file.path.endswith(_CUDA_SUFFIXES)):
        return
    may_be_mixed = False
    for call in file.calls(*names):
        if file.qualifier(call.start) or len(call.arguments) != 2:
            continue
        if is_function_declared(file.code, call.start):
            return
        may_be_mixed = may_be_mixed or _may_be_mixed(file, call)
    if may_be_mixed:
        yield rule.support("minmax.hpp")


def _is_macro(file: SourceFile, name: bytes) -> bool:
    """Tell whether the file has a macro of the name."""
    return any(file.is_macro_name(at) for at in file.all_occurrences(name))


def _may_be_mixed(file: SourceFile, call: Call) -> bool:
    """Tell whether HIP may have no overload for the arguments of a call."""
    function = function_around(file, call.start)
    if function is None or function.is_host:
        return any(arithmetic_type(file, argument) != b"int" for argument in call.arguments)
    if any(_FLOAT.search(file.code, *argument) for argument in call.arguments):
        return False
    first, second = (arithmetic_type(file, argument) for argument in call.arguments)
    return first is None or first != second
