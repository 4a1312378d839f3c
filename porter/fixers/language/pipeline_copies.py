"""Copy to shared memory at once where CUDA copies in the background.

## What it does
Renames `__pipeline_memcpy_async`, `__pipeline_commit` and `__pipeline_wait_prior` to those of the
support header `pipeline.hpp`, which takes the place of `<cuda_pipeline.h>`, and notes it once a
file.

## Why
HIP has neither. A copy that is done when the call returns keeps the meaning: the data is there at
every wait, and other threads see it behind the barrier that they need anyway. It does not overlap
with computing; a kernel that lives on that is to be written anew with plain loads into registers
ahead of their use.

## What it leaves alone
`__mbarrier_t` with its functions, which `split_barrier.hpp` supplies, and the pipeline classes of
libcu++, which another rule does.

## References
CUDA C++ Programming Guide, "Pipeline Primitives Interface"; `cuda_pipeline_primitives.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.compat.headers import support_path
from porter.fixers import Context, Example, Rule
from porter.fixers.language._left_behind import left_behind
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import holds

_NAMES = {
    b"__pipeline_memcpy_async": b"porter::pipeline_memcpy_async",
    b"__pipeline_commit": b"porter::pipeline_commit",
    b"__pipeline_wait_prior": b"porter::pipeline_wait_prior",
}
_HEADERS = (b"cuda_pipeline.h", b"cuda_pipeline_primitives.h")
_SUPPORT = "pipeline.hpp"

rule = Rule("LNG17", "pipeline-copies", names=_NAMES, headers=_HEADERS)

EXAMPLES = (
    Example(
        """
        #include <cuda_pipeline.h>
        __pipeline_memcpy_async(&tile[i], &in[i], 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        """,
        """
        #include "porter_compat/pipeline.hpp"
        porter::pipeline_memcpy_async(&tile[i], &in[i], 16);
        porter::pipeline_commit();
        porter::pipeline_wait_prior(0);
        __syncthreads();
        """,
        findings=("note",),
    ),
    Example("copies.__pipeline_commit();\n", title="somebody else's"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield edits for the functions and their header, and one note."""
    unseen = left_behind(file, context)
    for include in file.includes:
        if include.path in _HEADERS and include.path not in context.headers:
            path = support_path(file.path, _SUPPORT).encode()
            needed = "" if include.is_test else _SUPPORT
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
    seen = [use for use in file.uses(_NAMES) if not holds(unseen, use.start)]
    for use in seen:
        yield rule.replace(use, _NAMES[use.name], support=_SUPPORT)
    copies = [use for use in seen if use.name == b"__pipeline_memcpy_async"]
    if copies:
        yield rule.note(
            copies[0],
            "asynchronous copies to shared memory are done at once in the port",
            hint="nothing to do but to measure: what overlapped on NVIDIA GPUs no longer does",
        )
