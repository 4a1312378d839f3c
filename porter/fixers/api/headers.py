"""Rename CUDA's headers.

## What it does
Renames the header in `#include` and `__has_include` where `headers.tsv` maps it. Where HIP's needs
another header before it, that is included, too. An inner header of CUB's that hipCUB lacks
(`cub/device/dispatch/dispatch_scan.cuh`) becomes `hipcub/hipcub.hpp`. A header of a copy of CUB
that the project carries along (`../cub-1.8.0/cub/cub.cuh`) is hipCUB's, too.

## Why
HIP's headers lie under `hip/`, those of the libraries under their own names. Quoted inclusions
are CUDA's too, unless the project has a file of that name.

## References
ROCm's installed header tree; `rules/cuda-hip/headers.tsv`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.api._cub_copies import of_a_copy
from porter.fixers.api._nvidia_headers import is_within_cub
from porter.project.compiled_together import is_beside
from porter.source import Edit, IncludeDirective, SourceFile
from porter.source.text.lines import line_start

#: Headers of HIP's that are none by themselves, and those that bring what is missing.
_NEEDS = {b"hip/hip_gl_interop.h": (b"hip/hip_runtime_api.h", b"hip/hip_runtime.h")}
#: Headers of CUDA's that declare more than their counterparts: `dim3` is in HIP's runtime.
_NEEDS_OF_CUDAS = {b"vector_types.h": (b"hip/hip_runtime_api.h", b"hip/hip_runtime.h")}

#: Brings all that hipCUB has.
_ALL_OF_HIPCUB = b"hipcub/hipcub.hpp"

rule = Rule("API14", "headers", precedence=Precedence.TABLE)

EXAMPLES = (
    Example("#include <cuda_runtime.h>\n", "#include <hip/hip_runtime.h>\n"),
    Example('#  include "cuda_fp16.h" // half\n', '#  include "hip/hip_fp16.h" // half\n'),
    Example(
        """
        #include <GL/gl.h>
        #  include <cuda_gl_interop.h>
        """,
        """
        #include <GL/gl.h>
        #include <hip/hip_runtime_api.h>
        #  include <hip/hip_gl_interop.h>
        """,
        path="window.cpp",
        title="HIP's header needs another",
    ),
    Example(
        "#include <cuda_runtime.h>\n#include <cuda_gl_interop.h>\n",
        "#include <hip/hip_runtime.h>\n#include <hip/hip_gl_interop.h>\n",
        title="which is included before",
    ),
    Example(
        "#include <vector_types.h>\nvoid run(const dim3 &grid);\n",
        "#include <hip/hip_runtime_api.h>\n#include <hip/hip_vector_types.h>\n"
        "void run(const dim3 &grid);\n",
        path="run.hpp",
        title="HIP's header lacks `dim3`",
    ),
    Example(
        '#include <cub/agent/agent_reduce.cuh>\n#include "cub/own.cuh"\n',
        '#include <hipcub/hipcub.hpp>\n#include "cub/own.cuh"\n',
        files=("cub/own.cuh",),
        title="an inner header of CUB's",
    ),
    Example(
        '#include "../cub-1.8.0/cub/cub.cuh"\n#include "../lib/cub/cub.cuh"\n',
        '#include "hipcub/hipcub.hpp"\n#include "../lib/cub/cub.cuh"\n',
        title="a copy of CUB, and a folder that may be the project's",
    ),
    Example("// #include <cuda_runtime.h>\n", title="a comment is left alone"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each header of the table, and one for what it needs."""
    before: set[bytes] = set()
    for include in file.includes:
        row = context.tables.headers.get(include.path)
        if (copied := of_a_copy(include.path)) is not None:
            row = context.tables.headers.get(copied)
        if row is None or include.path in context.headers:
            before.add(include.path)
            if is_within_cub(include.path) and not _is_the_projects(file, context, include):
                yield rule.replace(include.path_span, _ALL_OF_HIPCUB, detail="cub")
            continue
        needed = _NEEDS.get(row.hip, ()) or _NEEDS_OF_CUDAS.get(include.path, ())
        if needed and not include.is_test and before.isdisjoint(needed):
            line = b"#include <%b>" % needed[0] + file.newline
            yield rule.insert(line_start(file.data, include.path_start), line)
        before.add(row.hip)
        if row.hip != include.path:
            yield rule.replace(include.path_span, row.hip, detail=row.library)


def _is_the_projects(file: SourceFile, context: Context, include: IncludeDirective) -> bool:
    return include.is_test or include.path in context.headers or is_beside(file, include)
