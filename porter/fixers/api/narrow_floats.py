"""Keep 16-bit and 8-bit floating-point types usable where HIP's differ from CUDA's.

## What it does
Includes a support header in PyTorch code that shuffles `at::Half` or `at::BFloat16` with HIP's
own `__shfl`, `__shfl_up`, `__shfl_down` or `__shfl_xor`, or may read an `at::Half` by `__ldg`.
Notes the 8-bit types (`__nv_fp8_e4m3` …) and the formats that conversions name (`__NV_E4M3`),
which not all of AMD's processors have in hardware.

## Why
HIP overloads its shuffles for many types, and c10's 16-bit types convert to several of them: the
call is ambiguous. PyTorch has `__ldg` for `at::Half` on CUDA alone. CUDA's 8-bit types are the OCP
formats. gfx940 to gfx942 compute in the FNUZ formats, which have another bias, range and NaN, and
HIP's header has the OCP types and conversions there for host code alone. Support headers supply
both (LNG11), so that every processor gives CUDA's bits: by hardware on gfx950, gfx1200 and later,
by some ten instructions elsewhere.

## What it leaves alone
`__half` and `__nv_bfloat16`, which HIP has with the same formats (`__hip_bfloat16`).

## References
HIP `amd_hip_fp8.h`, `HIP_FP8_TYPE_OCP`; OCP 8-bit Floating Point Specification 1.0.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.options import Options
from porter.source import SourceFile, Use
from porter.source.text.edits import RuleOutput

#: Functions that HIP does not have for PyTorch's types.
_LACKING = frozenset((b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor", b"__ldg"))
_TORCH = frozenset((b"at", b"c10", b"torch", b"scalar_t"))
_FP8 = frozenset(
    b"__nv_fp8_e4m3 __nv_fp8_e5m2 __nv_fp8x2_e4m3 __nv_fp8x2_e5m2 __nv_fp8x4_e4m3 "
    b"__nv_fp8x4_e5m2 __NV_E4M3 __NV_E5M2".split()
)
#: The first ROCm with the OCP types.
_OCP_SINCE = (6, 3)

rule = Rule("API15", "narrow-floats", names=(*_LACKING, *_FP8), shadowable=_LACKING)

EXAMPLES = (
    Example(
        """
        #ifdef USE_ROCM
        #define SHUFFLE(x, i) __shfl_down(x, i)
        #endif
        __device__ at::Half last(at::Half x) { return SHUFFLE(x, 1); }
        """,
        """
        #include "porter_compat/torch_half.hpp"
        #ifdef USE_ROCM
        #define SHUFFLE(x, i) __shfl_down(x, i)
        #endif
        __device__ at::Half last(at::Half x) { return SHUFFLE(x, 1); }
        """,
        title="a port by hand that is ambiguous for PyTorch's types",
    ),
    Example(
        """
        #include <ATen/ATen.h>
        template <typename scalar_t>
        __device__ scalar_t load(const scalar_t* x) { return __ldg(x); }
        """,
        """
        #include "porter_compat/torch_half.hpp"
        #include <ATen/ATen.h>
        template <typename scalar_t>
        __device__ scalar_t load(const scalar_t* x) { return __ldg(x); }
        """,
        title="a read-only load of what may be at::Half",
    ),
    Example(
        "__nv_fp8_e4m3 a, b;\n",
        findings=("note",),
        title="another rule supplies the type; this one tells what it costs",
    ),
    Example(
        "__nv_fp8_storage_t y = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3);\n",
        findings=("note",),
        title="a conversion that gfx942 has for another format",
    ),
    Example("__nv_fp8_e5m2 a;\n", findings=("error",), options=Options(rocm=(6, 0))),
    Example("__half h = __float2half(1.0f);\n", title="the same in HIP"),
    Example("float y = __shfl_down(x, 1);\n", title="no PyTorch here"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Ask for the support header and report 8-bit types, each at its first place."""
    if not _LACKING.isdisjoint(file.names) and _is_torch(file):
        yield rule.support("torch_half.hpp")
    first: dict[bytes, Use] = {}
    for use in file.occurrences_of(_FP8 - context.defined):
        first[use.name] = min(use, first.get(use.name, use))
    for use in first.values():
        yield _fp8(context, use)


def _is_torch(file: SourceFile) -> bool:
    return not _TORCH.isdisjoint(file.names) and (
        any(include.path.startswith((b"torch/", b"ATen/", b"c10/")) for include in file.includes)
        or any(
            file.qualifier(start) in (b"at", b"c10", b"torch")
            for name in (b"Half", b"BFloat16")
            for start in file.occurrences(name)
        )
    )


def _fp8(context: Context, use: Use) -> RuleOutput:
    name = use.name.decode()
    if context.options.rocm < _OCP_SINCE:
        return rule.error(
            use,
            f"{name} has no counterpart of the same format before ROCm 6.3",
            hint="port for ROCm 6.3 or later, with --rocm",
        )
    return rule.note(
        use,
        f"{name} is the OCP format, which gfx950, gfx1200 and later have in hardware; it is "
        "converted in software elsewhere",
        hint="where gfx942 is to be fast, use the _fnuz type there, which has half the range",
    )
