"""Give hipcc the flags that it has in place of nvcc's, in Makefiles.

## What it does
What only nvcc knows goes the way of the table `rules/cuda-hip/flags.toml`: `-lineinfo` becomes
`-gline-tables-only`, `-Xcompiler -fPIC` becomes `-fPIC`, `--expt-relaxed-constexpr` goes. NVIDIA's
architectures become `--offload-arch=gfx90a`, gfx942 and gfx1100; `-arch=$(ARCH)` becomes
`--offload-arch=$(ARCH)`, and what the variable holds, `native`.

## Why
hipcc refuses options that it does not know.

## What it leaves alone
`--use_fast_math` and others that change results or that somebody has to think about are taken out
and reported. Options that other programs share (`-G`, `-x`) stay unless nvcc is called, or the
variable is for CUDA (`NVCCFLAGS`). Which GPUs a port is for is the user's to say: it is reported.

## References
nvcc's manual (command options); clang's command line reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.build.cmake_table import cmake_table
from porter.fixers import Context, Example, Fixer
from porter.fixers.build._flags import flag_changes
from porter.fixers.build._make import changeable, without, words
from porter.project.languages import Language
from porter.source import Severity, SourceFile
from porter.source.edits import Yield
from porter.source.makefile import Kind

fixer = Fixer("B11", "make-flags", languages=(Language.MAKE,))

_BY_VARIABLE = re.compile(rb"(?:-arch|--gpu-architecture)[= ](\$[({](\w+)[)}])(?![\w,])")
_ARCHITECTURE = re.compile(rb"(?:sm|compute)_\d+[af]?")

EXAMPLES = (
    Example(
        "NVCCFLAGS = -O3 -lineinfo --expt-relaxed-constexpr -Xcompiler -fPIC,-Wall\n",
        "NVCCFLAGS = -O3 -gline-tables-only -fPIC -Wall\n",
        path="Makefile",
        title="a variable of flags",
    ),
    Example(
        "a.o: a.cu\n\tnvcc -gencode arch=compute_80,code=sm_80 -c $< -o $@\n",
        "a.o: a.cu\n\tnvcc --offload-arch=gfx90a --offload-arch=gfx942 --offload-arch=gfx1100"
        " -c $< -o $@\n",
        findings=("note",),
        path="Makefile",
        title="architectures",
    ),
    Example(
        "ARCH ?= sm_90\nNVCCFLAGS = -arch=$(ARCH) --use_fast_math\n",
        "ARCH ?= native\nNVCCFLAGS = --offload-arch=$(ARCH)\n",
        findings=("note", "warning"),
        path="Makefile",
        title="an architecture in a variable, and fast math",
    ),
    Example("CFLAGS = -G 8 -x c -arch arm64\n", path="Makefile", title="not nvcc's"),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Yield]:
    """Yield what becomes of the flags."""
    data = file.data
    named = {match[2] for match in _BY_VARIABLE.finditer(data)}
    flags = [f"--offload-arch={one}" for one in cmake_table().architectures]
    for line in changeable(file):
        value = _ARCHITECTURE.fullmatch(line.text.strip())
        if value and line.kind is Kind.ASSIGNMENT and line.name in named:
            start = line.text_start + line.text.index(value.group())
            yield fixer.finding(
                Severity.NOTE,
                start,
                start + len(value.group()),
                f"{value.group().decode()} is an architecture of NVIDIA's: it is native now",
                f"name the port's: make {line.name.decode()}=gfx942",
            )
            yield fixer.replace(start, start + len(value.group()), b"native")
        archs = flags
        if match := _BY_VARIABLE.search(line.text):
            archs = [f"--offload-arch={match[1].decode()}"]
        elif b"-arch=native" in line.text:
            archs = ["--offload-arch=native"]
        yield from flag_changes(
            fixer, data, list(words(line)), lambda start, end: without(data, start, end), archs
        )
