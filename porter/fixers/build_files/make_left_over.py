"""List what is NVIDIA's in a Makefile and has no counterpart.

## What it does
It reports calls of NVIDIA's tools (`nsys`, `ncu`, `cuobjdump`, `ptxas` …), targets that are PTX or
cubin, and architectures that are put together where no rule can change them; and Makefiles that
are too large or too many to be read with the one at hand.

## Why
A recipe that calls what is not there fails when it runs, which may be long after the build.

## What it leaves alone
Everything; what is printed; branches for one side of a project that builds for HIP already.

## References
NVIDIA's CUDA binary utilities; ROCm's documentation of rocprof, rocgdb and llvm-objdump.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.build_files._make import changeable, reading
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD13", "make-left-over", fix=Fix.NONE, languages=(Language.MAKE,))

_PROFILER = "ROCm's is rocprofv3"
_NEAREST = {
    "nsys": _PROFILER,
    "ncu": _PROFILER,
    "nvprof": _PROFILER,
    "cuda-gdb": "ROCm's is rocgdb",
    "cuda-memcheck": "ROCm has an address sanitizer: -fsanitize=address for gfx942:xnack+",
    "compute-sanitizer": "ROCm has an address sanitizer: -fsanitize=address for gfx942:xnack+",
    "cuobjdump": "llvm-objdump --offloading lists code objects",
    "nvdisasm": "llvm-objdump -d disassembles code objects",
    "ptxas": "clang assembles; there is no PTX",
    "nvlink": "hipcc -fgpu-rdc --hip-link links device code",
    "fatbinary": "clang-offload-bundler bundles code objects",
    "bin2c": "xxd -i makes an array of a file",
}
_TOOL = re.compile(rb"(?<![\w./$({-])(%b)(?=\s)" % "|".join(_NEAREST).encode())
_TARGET = re.compile(rb"(?<![\w%$(){}./-])[\w%$(){}./-]*\.(?:ptx|cubin)(?=\s*+:(?!=))")
_OF_CUDA = re.compile(rb"(?i)nvcc|cuda")
_BUILT = re.compile(rb"(?:sm|compute)_\$[({]\w+[)}]")

EXAMPLES = (
    Example(
        """
        profile: main
        \tnsys profile ./main
        %.ptx: %.cu
        \tclang $<
        """,
        findings=("warning", "warning"),
        path="Makefile",
        title="a tool, and PTX",
    ),
    Example(
        "NAME = main_sm_$(SM)\n",
        findings=("warning",),
        path="Makefile",
        title="an architecture in a name",
    ),
    Example(
        """
        ncu_report: main
        \t./ncu_report
        """,
        path="Makefile",
        title="other names",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each place, and for what is not read of the Makefiles around it."""
    if _OF_CUDA.search(file.data):
        for note in reading(file).unfollowed:
            yield rule.warning((0, 0), note, hint="look through its rules by hand")
    for line in changeable(file):
        if line.kind is Kind.RECIPE:
            for match in _TOOL.finditer(line.text):
                name = match[1].decode()
                yield _finding(line.text_start, match, f"{name} is NVIDIA's", _NEAREST[name])
        elif line.kind is Kind.OTHER:
            for match in _TARGET.finditer(line.text):
                hint = "hipcc --offload-device-only makes a code object"
                yield _finding(line.text_start, match, "AMD GPUs run neither PTX nor cubin", hint)
        if b"-gencode" not in line.text and b"-arch" not in line.text:
            for match in _BUILT.finditer(line.text):
                hint = "AMD's are called gfx942 and the like"
                yield _finding(line.text_start, match, "an architecture of NVIDIA's", hint)


def _finding(start: int, match: re.Match[bytes], message: str, hint: str) -> RuleOutput:
    return rule.warning((start + match.start(), start + match.end()), message, hint)
