"""List what is left of CUDA in the port.

## What it does
Reports, once a file, every name and header of CUDA that HIP has no counterpart for, with the
reason; names that look like CUDA's and stand in no table; functions of device code (`__vnew4`),
functions and macros that speak of CUDA (`CUDA_CHECK`), and nvcc's macros in conditions, which
neither a table nor the project knows; and names that HIP declares only in a ROCm newer than the one
the port is for. Nothing is changed.

## Why
A converter that keeps silent about what it could not map leaves it to the compiler, or to the
first run, to tell. The list says before the first build what remains to be done by hand.

## What it leaves alone
What another rule takes care of; names that the project defines itself (with `-I` or `-p`,
libclang is asked, too), members, names of other scopes; branches written for CUDA alone, and those
that ask for a header which HIP has none like (LNG18 tells of the question).

## References
`rules/cuda-hip/unmapped.tsv`, which `porter rules derive` writes from the headers of both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from porter.clang.semantics import Declared, Unavailable, semantics_of
from porter.fixers import Context, Example, Fix, Precedence, Rule
from porter.fixers.api._case_labels import is_lacking, labels
from porter.fixers.api._handled import headers_of_other_rules, names_of_other_rules
from porter.fixers.api._never_compiled import never_compiled
from porter.fixers.api._nvidia_headers import (
    SAMPLES,
    is_nvidias,
    is_of_samples,
    is_within_cub,
)
from porter.fixers.api._own_here import is_shown_here
from porter.fixers.api._pasted import pasted
from porter.fixers.api._telling import telling
from porter.fixers.api._unknown import unknown_names
from porter.options import Options
from porter.project.compiled_together import is_beside
from porter.source import Finding, Severity, SourceFile
from porter.source.text.spans import holds
from porter.tables.cuda_style import NVML, VERSION, has_cudas_prefix, looks_like_cuda
from porter.tables.names import ROC, NameKind, Row, roc_name

rule = Rule("API09", "left-over", fix=Fix.NONE, precedence=Precedence.REPORT)

_AMD_SMI = (
    "AMD SMI answers on ROCm: amd_smi/amdsmi.h, with amdsmi_init, amdsmi_get_processor_handles, "
    "amdsmi_get_power_info, amdsmi_get_clock_info, amdsmi_get_temp_metric, amdsmi_get_gpu_activity"
)
EXAMPLES = (
    Example(
        "cudaDeviceGetNvSciSyncAttributes(a, b, c); cudaDeviceGetNvSciSyncAttributes(a, b, d);\n",
        findings=("error",),
        title="one finding a name",
    ),
    Example(
        """
        #include <cublasXt.h>
        #include <cusolverMg.h>
        #include <cusparseLt.h>
        #include <cuda/latch>
        """,
        findings=("error",) * 4,
        title="headers",
    ),
    Example(
        "#include <helper_cuda.h>\n",
        findings=("error",),
        title="a header of NVIDIA's samples that the project does not bring",
    ),
    Example(
        '#include "helper_cuda.h"\n',
        files=("helper_cuda.h",),
        title="one that it brings",
    ),
    Example(
        """
        #ifdef NV_NPPIDEFS_H
        const char* name(NppStatus error);
        #endif
        """,
        title="what hangs on a header that HIP has none like",
    ),
    Example(
        """
        cublasFooBar(handle);
        cudaFooBar(x);
        """,
        findings=("error", "error"),
        title="in no table, and defined nowhere",
    ),
    Example(
        """
        __global__ void k(unsigned *o) { o[0] = __vnew4(o[1], o[2]) + atomicNew(o, 1); }
        void f(int *p) { CHECK_CUDA(cudaFree(p)); CUnew_handle h = CU_NEW_FLAG; }
        #if __CUDACC_NEW__ || defined(__CUDA_FTZ)
        __new_constant__ int x;
        #endif
        """,
        findings=("note",) * 8,
        title="what nobody defines",
    ),
    Example(
        """
        __device__ unsigned __vown4(unsigned a) { return __builtin_bswap32(a); }
        template <class T> void ownCudaQuery(T *p) { ownCudaQuery(p + 1); }
        #define CHECK_CUDA(x) do { if ((x) != cudaSuccess) abort(); } while (0)
        #ifndef __CUDA_OWN_H__
        #define __CUDA_OWN_H__
        __global__ void __launch_bounds__(64) cuda_k(int *o) { *o = __vown4(*o) + own::atomicX(o); }
        void f(int *p) { CHECK_CUDA(cudaFree(p)), ownCudaQuery(p); }
        #endif
        """,
        title="what the project defines",
    ),
    Example(
        "CUDA_MEMCPY2D_v1 copy;\n",
        findings=("warning",),
        title="a version that HIP has not",
    ),
    Example(
        """
        nvmlEventSet_t events;
        if (nvmlEventSetCreate(&events) == NVML_SUCCESS) run(events);
        """,
        findings=("error", "error"),
        title="NVML beyond its everyday calls",
    ),
    Example(
        "cublasLtCreate(&handle);\n",
        findings=("warning",),
        options=Options(rocm=(5, 2)),
        title="the port is for a ROCm without it",
    ),
    Example(
        "cublasGemmEx(h, n, t, 8, 8, 8, a, x, r, 8, y, r, 8, b, z, r, 8, c, g);\n",
        findings=("error",),
        options=Options(roc=("blas",)),
        title="ROCm's own library is asked for, and its function takes other arguments",
    ),
    Example(
        """
        #include <cuda_runtime.h>
        #include <vector>
        #if defined(CUBLAS_V2_H_) || defined(CURAND_H_)
        #endif
        #define CHECK(call) { cudaError_t cudaStatus = call; if (cudaStatus) abort(); }
        bool cudaReady(int n) { return n; }
        #define EXECUTE(kind) cufftExec##kind(plan, in, out, 1)
        cudaMalloc(&p, 4); pool.cudaDeviceGetNvSciSyncAttributes(); at::cuda::atomic(x);
        void f(Parameters p) { Field cudaOut(p); Field cudaIn(p, 1); TIC(cudaClock->now); }
        """,
        title="mapped by a table, declared here, or somebody else's",
    ),
)

_Reason = tuple[Severity, str, str]


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield a finding for each name and header that is left."""
    yield from _headers(file, context)
    names = telling(context.tables, file.names) - context.defined - names_of_other_rules(rule.id)
    names -= context.tables.marks.keys()  # header_marks changes them, or tells of them
    nvml = frozenset(name for name in names if NVML.fullmatch(name))
    yield from _nvml(file, nvml)
    reasons = {
        name: reason for name in names - nvml if (reason := _reason(context, name)) is not None
    }
    lacking = labels(file, context) if reasons else ()
    dropped = {one.name_start for one in lacking if is_lacking(context, one.name)}
    dropped |= {start for (start, _), _, _ in pasted(file, context.tables)} if reasons else set()
    never = never_compiled(file, context) if reasons else ()
    for name, (severity, message, hint) in sorted(reasons.items()):
        places = [
            use
            for use in file.mentions((name,))
            if use.start not in dropped and not holds(never, use.start)
        ]
        is_in_table = _is_in_a_table(context, name)
        is_known = severity is Severity.ERROR and is_in_table
        is_own = name in context.elsewhere or is_shown_here(file, name, places, is_api=is_in_table)
        if not places or (is_own and not is_known):
            continue
        start = places[0].start
        if not is_known and context.options.include_dirs:
            known = semantics_of(file, context.options)
            if isinstance(known, Unavailable):
                hint = f"types unknown: {known.reason}"
            elif _is_the_projects(file, start, known.declaration(start)):
                continue
        yield rule.finding(places[0], severity, message, hint=hint, occurrences=len(places))
    for one in unknown_names(file, context, names - nvml - context.elsewhere):
        every = list(file.mentions((one.name,)))
        is_own = is_shown_here(file, one.name, every, is_api=False)
        if not is_own or one.name.startswith(b"__"):
            count = len(one.places)
            yield rule.note(one.places[0], one.message, hint=one.hint, occurrences=count)


def _is_in_a_table(context: Context, name: bytes) -> bool:
    return name in context.tables.names or name in context.tables.unmapped


def _nvml(file: SourceFile, names: frozenset[bytes]) -> Iterator[Finding]:
    """Yield a finding for each name of NVML's that the support header has not."""
    for name in sorted(names):
        places = list(file.mentions((name,)))
        if places and not is_shown_here(file, name, places, is_api=True):
            message = f"no {name.decode()}: NVML's everyday calls are supplied, this is none"
            yield rule.error(places[0], message, hint=_AMD_SMI, occurrences=len(places))


def _is_the_projects(file: SourceFile, start: int, declared: Declared | None) -> bool:
    """Tell whether the name at `start` is declared elsewhere, by the project."""
    if declared is None or declared.is_cudas:
        return False
    return declared.line != file.position(start)[0] or not declared.path.endswith(file.path)


def _reason(context: Context, name: bytes) -> _Reason | None:
    """Return severity, message and hint for a name that is left, None when it is none."""
    row = context.tables.names.get(name)
    if row is not None:
        return None if row.scope else _unavailable(context, row)
    text = name.decode("ascii", "replace")
    unmapped = context.tables.unmapped.get(name)
    if unmapped is not None and not unmapped.scope and unmapped.kind is not NameKind.HEADER:
        own = {ROC[one] for one in context.options.roc}
        who = roc_name(unmapped.library) if unmapped.library in own else "HIP"
        return Severity.ERROR, f"{who} has no {text}: {unmapped.reason}", ""
    if unmapped is None and (base := _of_another_version(context, name)):
        hint = f"HIP has one version, that of {base}: write for it"
        return Severity.WARNING, f"{text} is another version of {base} and is left as it is", hint
    if unmapped is None and looks_like_cuda(name):
        if has_cudas_prefix(name):
            return Severity.ERROR, f"{text} stands in no table, and nothing here defines it", ""
        return Severity.NOTE, f"{text} stands in no table and is left as it is", ""
    return None


def _of_another_version(context: Context, name: bytes) -> str:
    """Return the name in a table that a name is a version of: CUDA_MEMCPY2D of CUDA_MEMCPY2D_v1."""
    version = VERSION.search(name)
    base = name[: version.start()] if version else b""
    known = base in context.tables.names or base in context.tables.unmapped
    return base.decode("ascii", "replace") if known else ""


def _unavailable(context: Context, row: Row) -> _Reason | None:
    """Say whether the ROCm that the port is for lacks HIP's name, or may lack it."""
    rocm = ".".join(map(str, context.options.rocm))
    known = row.known_in(rocm)
    name, hip = row.cuda.decode(), row.hip.decode()
    if known is True:
        return None
    if known is None:
        return (
            Severity.WARNING,
            f"{name}: no headers were read that tell whether ROCm {rocm} has {hip}; "
            f"{row.rocm_since} has it",
            "name the ROCm of the port with --rocm",
        )
    if row.rocm_removed and row.rocm_absent != rocm and row.rocm_since <= rocm:
        return Severity.ERROR, f"{name}: ROCm {row.rocm_removed} no longer has {hip}", ""
    return Severity.ERROR, f"{name}: ROCm {rocm} lacks {hip}; {row.rocm_since} has it", ""


def _headers(file: SourceFile, context: Context) -> Iterator[Finding]:
    tables = context.tables
    handled: Callable[[bytes], bool] = headers_of_other_rules(rule.id)
    for include in file.includes:
        path = include.path
        if include.is_test or path in tables.headers or path in context.headers or handled(path):
            continue
        text = path.decode("utf-8", "replace")
        if is_of_samples(path):
            message = f"{text} is a header of NVIDIA's samples, which the project does not bring"
            yield rule.error(include.path_span, message, hint=SAMPLES)
            continue
        unmapped = tables.unmapped.get(path)
        if (unmapped is None and not is_nvidias(path)) or is_beside(file, include):
            continue
        if is_within_cub(path):
            continue  # becomes hipCUB's header for all
        reason = ", and the project has none" if unmapped is None else f": {unmapped.reason}"
        yield rule.error(
            include.path_span,
            f"HIP has no header {text}{reason}",
        )
