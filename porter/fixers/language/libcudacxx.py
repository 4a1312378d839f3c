"""Supply what CUDA code uses of libcu++.

## What it does
Replaces libcu++'s headers by support headers that declare the same names: `cuda::atomic` and
`atomic_ref`, `cuda::barrier`, `cuda::pipeline` with `memcpy_async`, the tools of `cuda/functional`,
special registers and barriers of `cuda/ptx`, and of `cuda::std` types and functions that the host's
library and rocThrust have. The code itself stays as it is. What is not supplied is an error, by
name.

## Why
ROCm does not come with libcu++. AMD's port of it, libhipcxx, has `cuda::std` and the atomics, but
no pipelines, and is not part of an installation.

## What it leaves alone
Namespaces called `cuda` in other ones, as PyTorch's `at::cuda`, and branches that HIP does not
compile.

## Fix safety
Copies to shared memory are done at once, and overlap with nothing. A barrier or a shared pipeline
stops the waves that wait: where some threads wait for others of the same wave, which on CUDA's
processors go on by themselves, the kernel hangs. A pipeline whose threads have roles is therefore
reported: its producers and consumers must not share a wave of 64 lanes.

## References
`rules/cuda-hip/libcudacxx.toml`; libcu++'s documentation; CUDA C++ Programming Guide, "Asynchronous
Barrier" and "Asynchronous Data Copies".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.compat.headers import support_path
from porter.fixers import Context, Example, Rule
from porter.fixers.language._left_behind import left_behind
from porter.fixers.language._libcudacxx import lacking_uses, libcudacxx_uses
from porter.source import SourceFile, Use
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span, holds
from porter.tables.libcudacxx import libcudacxx

_COPIES = (b"memcpy_async", b"make_pipeline")
_HINT = (
    "libhipcxx has more of cuda::std under the same headers, where it is installed; "
    "or write it without"
)

rule = Rule("LNG40", "libcudacxx", names=(b"cuda",), handles=(), headers=libcudacxx().headers)

EXAMPLES = (
    Example(
        """
        #include <cuda/atomic>
        __device__ cuda::atomic<int, cuda::thread_scope_device> count;
        __global__ void k() { count.fetch_add(1, cuda::memory_order_relaxed); }
        """,
        """
        #include "porter_compat/cuda_atomic.hpp"
        __device__ cuda::atomic<int, cuda::thread_scope_device> count;
        __global__ void k() { count.fetch_add(1, cuda::memory_order_relaxed); }
        """,
    ),
    Example(
        """
        #include <cuda/pipeline>
        auto pipe = cuda::make_pipeline();
        cuda::memcpy_async(&tile[i], &in[i], sizeof(float4), pipe);
        """,
        """
        #include "porter_compat/cuda_pipeline.hpp"
        auto pipe = cuda::make_pipeline();
        cuda::memcpy_async(&tile[i], &in[i], sizeof(float4), pipe);
        """,
        findings=("note",),
        title="copies in the background",
    ),
    Example(
        "auto pipe = cuda::make_pipeline(block, &state, producer ? made : used);\n",
        findings=("note", "warning"),
        title="threads with roles",
    ),
    Example(
        """
        #include <cuda/barrier>
        auto one = cuda::newly(1);
        """,
        """
        #include "porter_compat/cuda_barrier.hpp"
        auto one = cuda::newly(1);
        """,
        findings=("error",),
        title="what nobody has",
    ),
    Example(
        """
        #include "cuda/helpers.h"
        auto stream = cuda::get_stream();
        """,
        title="a project's own folder and namespace",
    ),
    Example(
        """
        #include <cuda/functional>
        #include "common.h"
        auto allocator = cuda::GetAllocator();
        """,
        """
        #include "porter_compat/cuda_functional.hpp"
        #include "common.h"
        auto allocator = cuda::GetAllocator();
        """,
        title="a project's own namespace, which a header declares: libcu++ has no such names",
    ),
    Example(
        """
        #include <cuda/std/tuple>
        cuda::std::tuple<int, float> t;
        cuda::std::chrono::seconds s;
        """,
        """
        #include "porter_compat/cuda_std.hpp"
        cuda::std::tuple<int, float> t;
        cuda::std::chrono::seconds s;
        """,
        findings=("error",),
        title="what is not supplied",
    ),
    Example(
        """
        at::cuda::atomic(x);
        cuda::index_t n;
        thrust::reduce(thrust::cuda::par, a, b);
        """,
        title="others' namespaces",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the inclusion of support headers, and findings."""
    unseen = left_behind(file, context)
    headers = libcudacxx().headers
    for include in file.includes:
        support = headers.get(include.path.removeprefix(b"cccl/"))
        if support is not None and include.path not in context.headers:
            path = support_path(file.path, support).encode()
            needed = "" if include.is_test else support
            yield rule.replace(include.quoted_span, b'"%b"' % path, support=needed)
    yield from _lacking(file, unseen)
    uses = [use for use in libcudacxx_uses(file) if not holds(unseen, use.start)]
    copies = [use for use in uses if use.name in _COPIES]
    if copies:
        yield rule.note(
            copies[0],
            "asynchronous copies to shared memory are done at once in the port",
            hint="nothing to do but to measure: what overlapped on NVIDIA GPUs no longer does",
        )
    for use in uses:
        if use.name == b"make_pipeline" and _has_roles(file, use):
            yield rule.warning(
                use,
                "producers and consumers in one wave of 64 lanes wait for each other for ever",
                hint="let the roles change at multiples of 64 threads, or all threads do both",
            )


def _lacking(file: SourceFile, unseen: tuple[Span, ...]) -> Iterator[RuleOutput]:
    """Yield an error for each name that is not supplied, at its first place."""
    places: dict[bytes, list[Use]] = {}
    for use in lacking_uses(file):
        if not holds(unseen, use.start):
            places.setdefault(use.name, []).append(use)
    for name, uses in places.items():
        yield rule.error(
            uses[0],
            f"cuda::{name.decode()} is libcu++'s, which ROCm does not come with",
            hint=_HINT,
            occurrences=len(uses),
        )


def _has_roles(file: SourceFile, use: Use) -> bool:
    """Tell whether a pipeline is made of threads that produce and others that consume."""
    call = file.call_at(use.end - len(b"make_pipeline"), use.end)
    return call is not None and len(call.arguments) == 3
