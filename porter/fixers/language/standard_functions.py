"""Call `std::printf`, `std::memcpy` and `std::memset` of device code in the global scope.

## What it does
Writes `::printf` for `std::printf` where device code calls it, `::memcpy` and `::memset` likewise;
in macros of files with device code, too.

## Why
nvcc's device functions of these names are the ones that the C++ standard library's `std` names.
HIP's headers declare theirs beside, in the global scope: clang finds the host's function in `std`,
and refuses the call with `reference to __host__ function 'printf' in __device__ function`.

## What it leaves alone
Host code, and what is `std`'s on both sides: `std::malloc`, `std::free`, `std::abs`.

## References
[headers] of the C++ standard, which lets `<cstdio>` declare the names in the global scope, as all
libraries do; HIP's `amd_hip_runtime.h`; the CUDA C++ Programming Guide, "Formatted Output".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_DEVICE = frozenset((b"__device__", b"__global__"))

rule = Rule("LNG37", "standard-functions", names=(b"printf", b"memcpy", b"memset"))

EXAMPLES = (
    Example(
        """
        __global__ void k(float *p, const float *q) {
          std::memcpy(p, q, 16);
          if (*p < 0) std::printf("%g", *p);
        }
        """,
        """
        __global__ void k(float *p, const float *q) {
          ::memcpy(p, q, 16);
          if (*p < 0) ::printf("%g", *p);
        }
        """,
    ),
    Example(
        """
        #define FAIL(x) std::printf("failed: %d", x)
        __device__ void check(int x) { if (x) FAIL(x); }
        """,
        """
        #define FAIL(x) ::printf("failed: %d", x)
        __device__ void check(int x) { if (x) FAIL(x); }
        """,
        title="a macro",
    ),
    Example(
        """
        __global__ void k(char *p) { printf("k"); p[0] = *(char *)std::malloc(8); }
        int main() { std::printf("done"); }
        """,
        title="host code, and what std has on both sides",
    ),
    Example("#define SAY(x) std::printf(x)\n", path="host.cpp", title="no device code"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each call that device code may make."""
    if _DEVICE.isdisjoint(file.names):
        return
    for call in file.calls(*(rule.names & file.names)):
        if file.qualifier(call.start) != b"std":
            continue
        directive = file.directive_at(call.start)
        if function_around(file, call.start) or (directive and directive.keyword == b"define"):
            yield rule.replace((file.qualified_start(call.start), call.start), b"::")
