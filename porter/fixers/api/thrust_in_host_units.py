"""Report C++ sources that include Thrust or CUB.

## What it does
A C++ source without device code of its own that includes a header of Thrust's or CUB's is reported.

## Why
CUDA's Thrust may be read by the C++ compiler; ROCm's, and hipCUB, need HIP's, and g++ stops within
their headers. Which compiler reads the source is up to the build: in CMake, BLD32 has it be HIP's
where the source is named there.

## What it leaves alone
`.cu` files and sources with device code, which HIP's compiler compiles; headers.

## References
rocThrust's documentation, "Using rocThrust".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_SUFFIXES = (".cpp", ".cc", ".cxx", ".C")
_LIBRARIES = (b"thrust/", b"cub/")
_DEVICE = frozenset((b"__global__", b"__device__", b"__host__"))

rule = Rule("API54", "thrust-in-host-units")

EXAMPLES = (
    Example(
        "#include <thrust/host_vector.h>\nthrust::host_vector<int> v(4);\n",
        findings=("warning",),
        path="main.cpp",
    ),
    Example(
        "#include <thrust/device_vector.h>\n__global__ void k(int *p) { *p = 1; }\n",
        path="main.cpp",
        title="device code",
    ),
    Example("#include <thrust/host_vector.h>\n", path="main.cu", title="HIP's compiler reads it"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding at the first such header."""
    if not file.path.endswith(_SUFFIXES) or not _DEVICE.isdisjoint(file.names):
        return
    for include in file.includes:
        if include.path.startswith(_LIBRARIES) and include.path not in context.headers:
            header = include.path.decode("utf-8", "replace")
            yield rule.warning(
                include.path_span,
                f"{header} of ROCm is read by HIP's compiler alone",
                hint="have the source compiled as HIP: LANGUAGE HIP in CMake, hipcc -x hip in make",
            )
            return
