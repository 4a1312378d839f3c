"""Tell barriers that vote how many threads a block has at most.

## What it does
In a kernel whose `__launch_bounds__` allow 64 threads or fewer, or a number that its template
chooses, the bound goes along with barriers that vote: `__syncthreads_or(p)` becomes
`porter::syncthreads_or<64>(p)`.

## Why
A block that is one wavefront answers without shared memory, by one comparison. The compiler does
not fold the size of a block by launch bounds, so that without the number it is asked for when the
kernel runs: 43 instructions on gfx942 in the place of 12, 50 in the place of 16 on gfx1100.

## What it leaves alone
Greater bounds, bounds that neither the file nor a header of the project that it includes gives in
figures, and barriers in functions that
kernels call.

## References
CUDA C++ Programming Guide, "Launch Bounds"; clang, `amdgpu_flat_work_group_size`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.project.known_numbers import known_number
from porter.source import SourceFile
from porter.source.cpp.functions import function_around, functions_of
from porter.source.text.edits import RuleOutput

_VOTES = (b"__syncthreads_or", b"__syncthreads_and", b"__syncthreads_count")
_BOUNDS = b"__launch_bounds__"
#: The largest wavefront.
_MOST = 64
_PARAMETERS = re.compile(rb"\btemplate[ \t\r\n]*+<([^;(){}]*+)")
_NUMBERS = re.compile(rb"\b(?:int|unsigned|size_t|auto)[ \t\r\n]++(\w++)")

rule = Rule("WRP35", "bounded-votes", names=_VOTES, shadowable=_VOTES)

EXAMPLES = (
    Example(
        """
        __global__ void __launch_bounds__(64) spread(int* x) {
          while (__syncthreads_or(step(x))) {
          }
        }
        """,
        """
        #include "porter_compat/block_votes.hpp"
        __global__ void __launch_bounds__(64) spread(int* x) {
          while (porter::syncthreads_or<64>(step(x))) {
          }
        }
        """,
    ),
    Example(
        """
        template <int kThreads>
        __global__ __launch_bounds__(kThreads) void count(int* x, int n) {
          x[blockIdx.x] = __syncthreads_count(threadIdx.x < n);
        }
        """,
        """
        #include "porter_compat/block_votes.hpp"
        template <int kThreads>
        __global__ __launch_bounds__(kThreads) void count(int* x, int n) {
          x[blockIdx.x] = porter::syncthreads_count<kThreads>(threadIdx.x < n);
        }
        """,
        title="a bound that a template chooses",
    ),
    Example(
        """
        #ifndef BLOCK
        #define BLOCK 64
        #endif
        __global__ void __launch_bounds__(BLOCK) all(int* x) {
          x[blockIdx.x] = __syncthreads_and(x[threadIdx.x]);
        }
        """,
        """
        #include "porter_compat/block_votes.hpp"
        #ifndef BLOCK
        #define BLOCK 64
        #endif
        __global__ void __launch_bounds__(BLOCK) all(int* x) {
          x[blockIdx.x] = porter::syncthreads_and<BLOCK>(x[threadIdx.x]);
        }
        """,
        title="a constant goes along by its name: the build may give it another number",
    ),
    Example(
        """
        constexpr int kThreads = 256;
        __global__ __launch_bounds__(kThreads) void count(int* x, int n) {
          x[blockIdx.x] = __syncthreads_count(threadIdx.x < n);
        }
        __device__ int all(int p) { return __syncthreads_and(p); }
        """,
        title="several wavefronts, and a function of any kernel",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each barrier that votes in a kernel with a bound."""
    bounds = _bounds(file)
    for call in file.api_calls(_VOTES) if bounds else ():
        function = function_around(file, call.start)
        bound = b"" if function is None else bounds.get(function.body_start, b"")
        if bound:
            name = b"porter::" + call.name.lstrip(b"_")
            place = (call.start, call.open + 1)
            yield rule.replace(place, b"%b<%b>(" % (name, bound), support="block_votes.hpp")


def _bounds(file: SourceFile) -> dict[int, bytes]:
    """Return what blocks of kernels have at most, where it is worth telling, by their bodies."""
    functions = functions_of(file)
    starts = [one.body_start for one in functions]
    numbers: dict[bytes, int | None] = {}
    found = {}
    for call in file.calls(_BOUNDS):
        at = bisect_right(starts, call.start)
        if at == len(functions) or not call.arguments:
            continue
        start = file.statement_start(functions[at].start)
        head = file.code[start : functions[at].body_start]
        if call.start < start or b"__global__" not in head:
            continue
        written = file.code[slice(*call.arguments[0])].strip()
        if _is_parameter(head, written):
            found[starts[at]] = written
            continue
        if written not in numbers:
            numbers[written] = known_number(file, written)
        number = numbers[written]
        if number is not None and 0 < number <= _MOST:
            found[starts[at]] = b"(%b)" % written if b">" in written else written
    return found


def _is_parameter(head: bytes, written: bytes) -> bool:
    """Tell whether a number is a parameter of the template that a kernel is."""
    parameters = _PARAMETERS.search(head)
    return parameters is not None and written in _NUMBERS.findall(parameters[1])
