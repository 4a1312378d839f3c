"""Rename the headers and names of PyTorch that ROCm's build of it calls otherwise.

## What it does
Renames PyTorch's CUDA headers (`ATen/cuda/CUDAContext.h` becomes `ATen/hip/HIPContext.h`) and
the few C++ names that a table of `rules/torch-hip` maps, in files that include PyTorch.

Takes what PyTorch has now in place of headers and macros that it renamed (`THC/THCAtomics.cuh`,
`THCudaCheck`, `AT_CHECK`, `C10_UNUSED_DISPATCH_CUDA_WORKAROUND`), and reports those that it removed
(`TH/TH.h`, `THCState`), with what took their place. A declaration of THC's state that nothing uses
(`extern THCState *state;`) goes.

Includes a support header in files that use names which older ROCm builds of PyTorch have
otherwise (`c10::cuda::CUDAGuard`, `C10_CUDA_CHECK` …).

## Why
PyTorch for ROCm is built from PyTorch's CUDA sources; its headers lie under `ATen/hip` and
`c10/hip`. Since PyTorch 2.11 they keep the C++ names of CUDA (`c10::cuda::getCurrentCUDAStream`),
so these stay. Before, they were renamed, too; the support header gives these builds the newer
names and does nothing on the newer ones. `CUDAExtension` and `torch.cuda` in Python are ROCm's too.

## What it leaves alone
`at::cuda::…`, `c10::cuda::…`, `C10_CUDA_CHECK` and everything else that ROCm's PyTorch has under
the same name; files that include nothing of PyTorch; headers that the project has itself.

## References
The installed header tree of PyTorch; `rules/torch-hip`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Precedence, Rule
from porter.fixers.api._thc_state import unused_states
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput
from porter.tables.names import Tables, load

_FOLDERS = (b"torch/", b"ATen/", b"c10/", b"TH/", b"THC/", b"THCUNN/")

#: Names that ROCm's PyTorch before 2.11 has otherwise, all in namespace c10::cuda, or macros.
_NEWER = frozenset(
    b"CUDAStream CUDAGuard OptionalCUDAGuard CUDAStreamGuard OptionalCUDAStreamGuard "
    b"CUDAMultiStreamGuard getCurrentCUDAStream getDefaultCUDAStream setCurrentCUDAStream "
    b"CUDACachingAllocator C10_CUDA_CHECK C10_CUDA_CHECK_WARN C10_CUDA_ERROR_HANDLED "
    b"C10_CUDA_IGNORE_ERROR C10_CUDA_CLEAR_ERROR C10_CUDA_KERNEL_LAUNCH_CHECK".split()
)

#: Names of PyTorch's former THC by which a file without its headers is known.
_REMOVED = (b"THCState", b"THCudaMalloc", b"THCudaFree", b"THCCeilDiv")
#: Macros of PyTorch's that have another name now, likewise.
_MOVED = (b"THCudaCheck", b"AT_CHECK", b"C10_UNUSED_DISPATCH_CUDA_WORKAROUND")

rule = Rule(
    "API03",
    "torch",
    headers=_FOLDERS,
    names=(b"c10", b"C10_CUDA_CHECK", b"C10_CUDA_KERNEL_LAUNCH_CHECK", *_REMOVED, *_MOVED),
    precedence=Precedence.TABLE,
)

EXAMPLES = (
    Example(
        """
        #include <ATen/cuda/CUDAContext.h>
        cudaStream_t s = at::cuda::getCurrentCUDAStream();
        """,
        """
        #include "porter_compat/torch_names.hpp"
        #include <ATen/hip/HIPContext.h>
        cudaStream_t s = at::cuda::getCurrentCUDAStream();
        """,
        title="the header moves, PyTorch's names stay; the runtime's are another rule's",
    ),
    Example(
        """
        #include <torch/extension.h>
        #include <c10/cuda/CUDAGuard.h>
        """,
        """
        #include <torch/extension.h>
        #include <c10/hip/HIPGuard.h>
        """,
    ),
    Example(
        "c10::cuda::device_synchronize();\n",
        """
        #include "porter_compat/torch_names.hpp"
        c10::cuda::device_synchronize();
        """,
    ),
    Example(
        """
        #include <THC/THC.h>
        #include <THC/THCAtomics.cuh>
        void f(at::Tensor x) { AT_CHECK(x.dim() == 2, "x"); THCudaCheck(cudaGetLastError()); }
        """,
        """
        #include "porter_compat/torch_names.hpp"
        #include <ATen/hip/HIPContext.h>
        #include <ATen/hip/Atomic.cuh>
        void f(at::Tensor x) { TORCH_CHECK(x.dim() == 2, "x"); C10_CUDA_CHECK(cudaGetLastError()); }
        """,
        title="what PyTorch has under another name now",
    ),
    Example(
        """
        #include <TH/TH.h>
        void f(THCState *state) {}
        """,
        findings=("error", "error"),
        title="PyTorch has removed these",
    ),
    Example(
        """
        #include <torch/extension.h>
        extern THCState *state;
        void f(at::Tensor x) {}
        """,
        """
        #include <torch/extension.h>
        void f(at::Tensor x) {}
        """,
        title="a state that nothing uses",
    ),
    Example(
        """
        #include <torch/extension.h>
        // c10/cuda/CUDAGuard.h
        """,
        title="a comment is left alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit or a finding for each header and name of the tables; ask for newer names."""
    tables = load("torch")
    yield from _removed(file, context, tables)
    for include in file.includes:
        row = tables.headers.get(include.path)
        if row is not None and row.hip != row.cuda and include.path not in context.headers:
            yield rule.replace(include.path_span, row.hip, detail=row.library)
    wanted = frozenset(
        name for name in file.names if name in tables.names and not tables.names[name].same
    )
    for use in file.occurrences_of(wanted - context.defined):
        if not file.is_member(use.start):
            row_of_name = tables.names[use.name]
            yield rule.replace(use, row_of_name.hip, detail=row_of_name.library)
    becomes = {tables.names[name].hip for name in wanted - context.defined}
    if not _NEWER.isdisjoint(file.names | becomes) or any(
        file.qualifier(start) == b"c10" for start in file.occurrences(b"cuda")
    ):
        yield rule.support("torch_names.hpp")


def _removed(file: SourceFile, context: Context, tables: Tables) -> Iterator[RuleOutput]:
    """Yield a finding for each header and name that PyTorch no longer has, or take it away."""
    for include in file.includes:
        gone = tables.unmapped.get(include.path)
        if gone is not None and not include.is_test and include.path not in context.headers:
            what = f"PyTorch has no header {gone.cuda.decode()}: {gone.reason}"
            yield rule.error(include.path_span, what)
    reported: set[bytes] = set()
    wanted = frozenset(name for name in file.names if name in tables.unmapped)
    unused = list(unused_states(file)) if b"THCState" in wanted else []
    yield from (rule.replace(span, b"") for span in unused)
    for use in file.mentions(wanted):
        is_gone = any(start <= use.start < end for start, end in unused)
        if use.name not in reported and not is_gone:
            reported.add(use.name)
            reason = tables.unmapped[use.name].reason
            yield rule.error(use, f"PyTorch has no {use.name.decode()}: {reason}")
