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
Greater bounds, and bounds that neither the file nor a header of the project that it includes gives
in figures. A function gets the largest bound of the kernels that call it where no others can: it
is static, inline or a template, of a source that is no header, each mention of it is a call from
such kernels, and no source that is compiled with this one names it.

## References
CUDA C++ Programming Guide, "Launch Bounds"; clang, `amdgpu_flat_work_group_size`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.project.compiled_together import compiled_together
from porter.project.known_numbers import known_number
from porter.source import SourceFile
from porter.source.cpp.functions import DeviceFunction, function_around, functions_of
from porter.source.text.edits import RuleOutput

_VOTES = (b"__syncthreads_or", b"__syncthreads_and", b"__syncthreads_count")
_BOUNDS = b"__launch_bounds__"
#: The largest wavefront.
_MOST = 64
#: What a function is declared as that other sources have nothing to do with.
_OWN = re.compile(rb"\b(?:static|inline|__inline__|__forceinline__|template)\b")
_SOURCES = (".cu", ".hip", ".cpp", ".cc", ".cxx")
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
        static __device__ int all(int p) { return __syncthreads_and(p); }
        __global__ void __launch_bounds__(32) few(int* x) { x[0] = all(x[1]); }
        __global__ void __launch_bounds__(64) more(int* x) { x[0] = all(x[2]); }
        """,
        """
        #include "porter_compat/block_votes.hpp"
        static __device__ int all(int p) { return porter::syncthreads_and<64>(p); }
        __global__ void __launch_bounds__(32) few(int* x) { x[0] = all(x[1]); }
        __global__ void __launch_bounds__(64) more(int* x) { x[0] = all(x[2]); }
        """,
        title="a function that only such kernels call",
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


class _Bound(NamedTuple):
    """What a kernel's blocks have at most.

    Attributes:
        written: as the port writes it.
        most: the number; None where a template chooses.
    """

    written: bytes
    most: int | None


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each barrier that votes in a kernel with a bound, or below such kernels."""
    bounds = _bounds(file)
    called: dict[bytes, _Bound | None] = {
        name: None
        for name, count in Counter(one.name for one in functions_of(file)).items()
        if count > 1 or not name
    }
    for call in file.api_calls(_VOTES) if bounds else ():
        function = function_around(file, call.start)
        bound = None if function is None else bounds.get(function.body_start)
        if bound is None and function is not None:
            bound = _of_callers(file, function, bounds, called)
        if bound is not None:
            name = b"porter::" + call.name.lstrip(b"_")
            place = (call.start, call.open + 1)
            yield rule.replace(place, b"%b<%b>(" % (name, bound.written), support="block_votes.hpp")


def _bounds(file: SourceFile) -> dict[int, _Bound]:
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
            found[starts[at]] = _Bound(written, None)
            continue
        if written not in numbers:
            numbers[written] = known_number(file, written)
        number = numbers[written]
        if number is not None and 0 < number <= _MOST:
            found[starts[at]] = _Bound(b"(%b)" % written if b">" in written else written, number)
    return found


def _of_callers(
    file: SourceFile,
    function: DeviceFunction,
    bounds: Mapping[int, _Bound],
    called: dict[bytes, _Bound | None],
) -> _Bound | None:
    """Return the largest bound of the kernels that call a function; None where others may call it.

    Args:
        file: the file; others that are compiled with it are looked at.
        function: the function.
        bounds: those of kernels, by their bodies.
        called: those of functions that were asked about; None of names that several have.
    """
    if function.name not in called:
        called[function.name] = None  # what calls itself, by others or not, is left alone
        called[function.name] = _largest(file, function, bounds, called)
    return called[function.name]


def _largest(
    file: SourceFile,
    function: DeviceFunction,
    bounds: Mapping[int, _Bound],
    called: dict[bytes, _Bound | None],
) -> _Bound | None:
    """Return the largest bound of those that call a function of which nothing is known yet."""
    name = function.name
    head = file.code[file.statement_start(function.start) : function.body_start]
    if not _OWN.search(head) or not file.path.endswith(_SOURCES):
        return None
    found: list[_Bound] = []
    for start in file.all_occurrences(name):
        if function.start <= start < function.body_start:
            continue
        around = function_around(file, start)
        if around is None or file.call_at(start, start + len(name)) is None:
            return None
        bound = bounds.get(around.body_start) or _of_callers(file, around, bounds, called)
        if bound is None or bound.most is None:
            return None
        found.append(bound)
    if not found:
        return None
    root = file.depend_on_tree()
    if root is not None and any(name in data for _, data in compiled_together(root, file.path)):
        return None
    most = max(found, key=lambda one: one.most or 0)
    return most if _is_known_before(file, most.written, function.start) else None


def _is_known_before(file: SourceFile, written: bytes, start: int) -> bool:
    """Tell whether what a bound is made of stands before a function, so that it may name it."""
    names = re.findall(rb"(?<![\w.])[A-Za-z_]\w*", written)
    return all(min(file.all_occurrences(name), default=start) < start for name in names)


def _is_parameter(head: bytes, written: bytes) -> bool:
    """Tell whether a number is a parameter of the template that a kernel is."""
    parameters = _PARAMETERS.search(head)
    return parameters is not None and written in _NUMBERS.findall(parameters[1])
