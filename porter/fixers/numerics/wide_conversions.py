"""Convert floating-point numbers to integers of 64 bits as NVIDIA's GPUs do.

## What it does
In device code, floating-point numbers that become integers of 64 bits are converted by
`porter::saturated` of the support header `saturation.hpp`: casts (`(long long)x`,
`static_cast<size_t>(x * n)`), assignments, results and arguments of the file's own functions. So is
what `llrint`, `llround`, `lrint` and `lround` give. One note a file counts the casts of `double` to
`int`.

## Why
C++ leaves the conversion of what does not fit open. NVIDIA's GPUs saturate, and make of NaN the
number whose highest bit alone is set. AMD's have no instruction for 64 bits: clang writes one in
two halves of 32, and what does not fit gives neither the largest number nor the smallest:
`(long long)1e20f` is 7766279631452241919 or -1 by the compiler, and `(size_t)-1.0f` wraps around.
NaN in a `double` becomes the smallest `int` on NVIDIA's GPUs, and 0 on AMD's.

## What it leaves alone
Values between bounds (`clamp`, `fminf(fmaxf(…))`), integers, conversions to 32 bits but for that
note, whose instructions agree; host code.

## References
C++ standard, [conv.fpint]; PTX ISA, `cvt`; LLVM, `AMDGPUTargetLowering::LowerFP_TO_INT64`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.numerics._declarations import DECLARATORS, Declarations
from porter.fixers.numerics._float_conversions import Conversions, Integers
from porter.fixers.numerics._real_values import is_real
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_WIDE = (
    rb"(?:(?:un)?signed[ \t]++long(?:[ \t]++long)?+(?:[ \t]++int)?+(?!\w)"
    rb"|long[ \t]++long(?:[ \t]++(?:unsigned[ \t]++)?+int|[ \t]++unsigned)?+(?!\w)"
    rb"|long(?:[ \t]++(?:unsigned|int))?+(?!\w)(?![ \t]++double)"
    rb"|(?:std::)?(?:u?int64_t|size_t|ptrdiff_t)|ssize_t|ulonglong|ulong)"
)
_PARTS = {
    b"longlong": b"long long",
    b"ulonglong": b"unsigned long long",
    b"long": b"long",
    b"ulong": b"unsigned long",
}
_BOUNDED = re.compile(
    rb"[\s(]*+(?:\w++::)*+(?:saturated<|(?:clamp\w*+|saturate\w*+|__saturatef)[ \t]*+\("
    rb"|f?(?:minf?[ \t]*+\(.*\bf?max|maxf?[ \t]*+\(.*\bf?min)f?[ \t]*+\()",
    re.DOTALL,
)
#: Functions that round to 64 bits, and those that round alone.
_ROUNDED = {
    b"llrint": b"rint",
    b"llrintf": b"rintf",
    b"lrint": b"rint",
    b"lrintf": b"rintf",
    b"llround": b"round",
    b"llroundf": b"roundf",
    b"lround": b"round",
    b"lroundf": b"roundf",
}
_SCOPE = re.compile(rb"(?:(\w++)[ \t]*+)?+::[ \t]*+\Z")
_DOUBLES = re.compile(rb"\bdouble[1234]?" + DECLARATORS)
_TO_INT = re.compile(rb"\([ \t]*+int[ \t]*+\)(?=[ \t]*+[\w(])|\bstatic_cast[ \t]*+<int>(?=\()")

rule = Rule("NUM09", "wide-conversions", names=(b"__global__", b"__device__"), handles=())

EXAMPLES = (
    Example(
        """
        __device__ long long cell(float x) { return x * 4.0f; }
        __global__ void k(size_t *at, double x, float y) {
          at[0] = (size_t)(x * 0.5) + static_cast<uint64_t>(y);
          long long near = x;
          at[1] = llrintf(y);
        }
        """,
        """
        #include "porter_compat/saturation.hpp"
        __device__ long long cell(float x) { return porter::saturated<long long>(x * 4.0f); }
        __global__ void k(size_t *at, double x, float y) {
          at[0] = porter::saturated<size_t>(x * 0.5) + porter::saturated<uint64_t>(y);
          long long near = porter::saturated<long long>(x);
          at[1] = porter::saturated<long long>(rintf(y));
        }
        """,
    ),
    Example(
        """
        __device__ void f(float x, long *p) {
          p[0] = std::lround(x);
          p[1] = ::llrint(x) + own::lround(x);
        }
        """,
        """
        #include "porter_compat/saturation.hpp"
        __device__ void f(float x, long *p) {
          p[0] = porter::saturated<long long>(round(x));
          p[1] = porter::saturated<long long>(rint(x)) + own::lround(x);
        }
        """,
        title="of std, and of a namespace of the project's",
    ),
    Example(
        "__device__ int f(double x) { return (int)x + static_cast<int>(x * 2); }\n",
        findings=("note",),
        title="NaN in a double",
    ),
    Example(
        """
        __global__ void k(size_t *at, float x, int n) {
          at[0] = (size_t)n * sizeof(float);
          at[1] = (size_t)fminf(fmaxf(x, 0.0f), 9.0f);
          at[2] = (int)x;
        }
        size_t host(float x) { return (size_t)x; }
        """,
        title="integers, bounded values, 32 bits, host code",
    ),
    Example(
        """
        __global__ void k(size_t *at, const float *x, float4 *y, int i) {
          __shared__ float s[32], t;
          at[0] = (size_t)x % 16 + (size_t)(x + i) + (size_t)&x[i] + (size_t)(&t);
          at[1] = (size_t)(&y->x) + (size_t)s + static_cast<size_t>(y - y);
        }
        """,
        title="addresses",
    ),
)


def _is_bounded(code: bytes, start: int, end: int) -> bool:
    """Tell whether a value lies between two bounds."""
    return _BOUNDED.match(code, start, end) is not None


_CONVERSIONS = Conversions(rule, Integers(_WIDE, _PARTS, _is_bounded))


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each floating-point number that becomes an integer of 64 bits."""
    yield from _CONVERSIONS.edits(file)
    for call in file.calls(*_ROUNDED):
        scope = _SCOPE.search(file.code, max(0, call.start - 80), call.start)
        if scope is not None and scope[1] not in (None, b"std"):
            continue  # a function of the project's own
        start = call.start if scope is None else scope.start()
        if function_around(file, call.start) is not None and not file.directive_at(call.start):
            before = b"porter::saturated<long long>(" + _ROUNDED[call.name]
            yield from rule.together(
                rule.replace((start, call.end), before, support="saturation.hpp"),
                rule.insert(call.close, b")"),
            )
    yield from _doubles(file)


def _doubles(file: SourceFile) -> Iterator[RuleOutput]:
    """Yield the note about numbers of 64 bits that become an int."""
    found = []
    if b"double" not in file.code:
        return
    doubles = Declarations(_DOUBLES, file.code)
    for match in _TO_INT.finditer(file.code) if doubles.places else ():
        function = function_around(file, match.start())
        if function is None:
            continue
        node = file.tree.root_node.descendant_for_byte_range(match.start(), match.end() - 1)
        while node is not None and node.type not in ("cast_expression", "call_expression"):
            node = node.parent
        if node is None or node.start_byte != match.start():
            continue
        value = node.child_by_field_name("value") or node.child_by_field_name("arguments")
        if value is not None and is_real(file, value, doubles.of(function)):
            found.append(match.span())
    if found:
        yield rule.note(
            found[0],
            "NaN in a double becomes 0 as an int on AMD's GPUs, the smallest int on NVIDIA's",
            hint="where NaN can get here, write __double2int_rz(x)",
            occurrences=len(found),
        )
