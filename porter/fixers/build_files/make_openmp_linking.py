"""Link OpenMP of the compiler that links where a Makefile names GCC's library.

## What it does
`-lgomp` becomes `-fopenmp` in Makefiles that call nvcc and give a compiler `-fopenmp`.

## Why
nvcc's host compiler calls libgomp (`-Xcompiler -fopenmp`), which is linked by its name. HIP's
compiler calls LLVM's libomp (`undefined symbol: __kmpc_fork_call`), which it brings where it links
with `-fopenmp`, and which has libgomp's functions as well. To GCC the option means its own library.

## What it leaves alone
Makefiles without a call of nvcc's, or without `-fopenmp`: what they link is GCC's.

## References
clang's manual, "OpenMP Support"; GCC's manual, `-fopenmp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.build_files._make import changeable
from porter.source import SourceFile
from porter.source.build_files.makefile import Kind
from porter.source.text.edits import RuleOutput
from porter.source.text.languages import Language

rule = Rule("BLD53", "make-openmp-linking", languages=(Language.MAKE,))

_GOMP = re.compile(rb"(?<![\w/.-])-lgomp(?![\w-])")
_OPENMP = re.compile(rb"(?<![\w-])-fopenmp(?![\w-])")
_DEVICE = re.compile(rb"(?i)nvcc|hipcc")

EXAMPLES = (
    Example(
        'F = -Xcompiler "-Wall -fopenmp"\nL = -lgomp -lm\napp: a.cu\n\tnvcc $(F) $^ $(L)\n',
        'F = -Xcompiler "-Wall -fopenmp"\nL = -fopenmp -lm\napp: a.cu\n\tnvcc $(F) $^ $(L)\n',
        path="Makefile",
        title="a library of GCC's",
    ),
    Example("app: a.c\n\tgcc -fopenmp a.c -lgomp\n", path="Makefile", title="no device code"),
    Example("app: a.cu\n\tnvcc a.cu solver.a -lgomp\n", path="Makefile", title="no pragmas"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the option in place of the library."""
    if not _OPENMP.search(file.data) or not _DEVICE.search(file.data):
        return
    for line in changeable(file):
        if line.kind in (Kind.ASSIGNMENT, Kind.RECIPE):
            for match in _GOMP.finditer(line.text):
                start, end = (line.text_start + at for at in match.span())
                yield rule.replace((start, end), b"-fopenmp")
