"""CUDA's own functions behind the names of the support headers, for ports run on NVIDIA GPUs.

The support headers are empty there: nvcc does not define `__HIP__`. What they supply on AMD GPUs,
CUDA has under the name in `compat.toml`; the header made here hands each call on to it.
"""

from __future__ import annotations

import re
from collections.abc import Container

from porter.tables.supplies import supplies

#: What is not a matter of another name.
_PREAMBLE = """\
// Made by porter from rules/cuda-hip/compat.toml: CUDA's functions under the names of a port.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace porter {

namespace cooperative_groups = ::cooperative_groups;

__device__ __forceinline__ unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__device__ __forceinline__ unsigned warp_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
__device__ __forceinline__ unsigned lanemask_eq() { return 1u << lane_id(); }
__device__ __forceinline__ unsigned lanemask_lt() { return lanemask_eq() - 1u; }
__device__ __forceinline__ unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
__device__ __forceinline__ unsigned lanemask_gt() { return ~lanemask_le(); }
__device__ __forceinline__ unsigned lanemask_ge() { return ~lanemask_lt(); }
__device__ __forceinline__ void syncwarp(unsigned mask = 0xffffffffu) { __syncwarp(mask); }

/// CUDA's half and bfloat16 have all the constructors that narrow_casts.hpp is for.
template <typename To, typename From>
__host__ __device__ __forceinline__ constexpr To narrow_cast(From &&value) {
  return static_cast<To>(static_cast<From &&>(value));
}

"""

#: The forms without a mask, which CUDA took away, by the ones with a mask.
_UNMASKED = frozenset(b"__shfl __shfl_up __shfl_down __shfl_xor __any __all __ballot".split())
#: CUDA's functions among these that the host may call, too.
_FOR_HOST_TOO = re.compile(
    rb"__floats?2bfloat16\w*|make_bfloat162|__\w+2bfloat16_rn|__bfloat162\w+_rz|__vi\w+|u?l?l?m(in|ax)"
)


def forwarding_header(wanted: Container[str] | None = None) -> str:
    """Return a header that gives the names of the support headers on NVIDIA GPUs.

    Args:
        wanted: names, without `porter::`, that are needed; by default all. No CUDA has them all.
    """
    lines = [_PREAMBLE]
    given: set[str] = set()  # one function of ours may stand for several of CUDA's
    for cuda, supply in sorted(supplies().items()):
        if not supply.port.startswith(b"porter::"):
            continue
        name = supply.port.removeprefix(b"porter::").decode()
        if name in given or (wanted is not None and name not in wanted):
            continue
        given.add(name)
        host = "__host__ " if _FOR_HOST_TOO.fullmatch(cuda) else ""
        target, mask = cuda.decode(), ""
        if cuda in _UNMASKED:
            target, mask = f"{target}_sync", "__activemask(), "
        lines.append(
            "template <typename... Arguments>\n"
            f"{host}__device__ __forceinline__ auto {name}(Arguments... arguments) {{\n"
            f"  return ::{target}({mask}arguments...);\n}}\n"
        )
    lines.append("\n}  // namespace porter\n")
    return "".join(lines)
