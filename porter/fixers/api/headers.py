"""Rename CUDA's headers.

## What it does
Renames the header in `#include` and `__has_include` where `headers.tsv` maps it.

## Why
HIP's headers lie under `hip/`, those of the libraries under their own names. Quoted inclusions
are CUDA's too, unless the project has a file of that name.

## References
ROCm's installed header tree; `rules/cuda-hip/headers.tsv`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.source import Edit, SourceFile

rule = Rule("API14", "headers", precedence=Precedence.TABLE)

EXAMPLES = (
    Example("#include <cuda_runtime.h>\n", "#include <hip/hip_runtime.h>\n"),
    Example('#  include "cuda_fp16.h" // half\n', '#  include "hip/hip_fp16.h" // half\n'),
    Example("// #include <cuda_runtime.h>\n", title="a comment is left alone"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each header of the table."""
    for include in file.includes:
        row = context.tables.headers.get(include.path)
        if row is None or row.hip == include.path or include.path in context.headers:
            continue
        yield rule.replace(include.path_span, row.hip, detail=row.library)
