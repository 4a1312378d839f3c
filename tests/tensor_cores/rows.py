"""Kernels in CUDA that move matrices of 16 bits, and copy to shared memory in the background."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_HEAD = """
#include <cuda_runtime.h>

#include <cstdint>

static __device__ uint32_t shared_address(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}
"""
#: Each warp has four matrices, whose rows lie 16 bytes apart; lane i brings the address of row i.
_LOAD = """
extern "C" __global__ void NAME(const uint4 *in, uint32_t *out) {
  __shared__ uint4 rows[128];
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  uint32_t d[4] = {};
  const uint32_t row = shared_address(&rows[threadIdx.x]);
  asm volatile("OPCODE {RESULTS}, [%COUNT];\\n" : OPERANDS : "r"(row));
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}
"""
_STORE = """
extern "C" __global__ void NAME(const uint32_t *in, uint4 *out) {
  __shared__ uint4 rows[128];
  rows[threadIdx.x] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  uint32_t d[4];
  for (int i = 0; i < 4; ++i) d[i] = in[threadIdx.x * 4 + i];
  const uint32_t row = shared_address(&rows[threadIdx.x]);
  asm volatile("OPCODE [%COUNT], {RESULTS};\\n" :: OPERANDS, "r"(row) : "memory");
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x];
}
"""
_OTHERS = """
extern "C" __global__ void transposed(const uint32_t *in, uint32_t *out) {
  uint32_t d;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\\n" : "=r"(d) : "r"(in[threadIdx.x]));
  out[threadIdx.x] = d;
}

// 4, 8 and 16 bytes; `size` of 16 and zeros; a copy under a predicate.
extern "C" __global__ void copied(const uint4 *in, uint4 *out, int size) {
  __shared__ uint4 staged[4][128];
  for (int i = 0; i < 4; ++i) staged[i][threadIdx.x] = make_uint4(7, 7, 7, 7);
  const uint4 *from = in + threadIdx.x;
  uint32_t to[4];
  for (int i = 0; i < 4; ++i) to[i] = shared_address(&staged[i][threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\\n" ::"r"(to[0]), "l"(from));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;\\n" ::"r"(to[1]), "l"(from));
  asm volatile("cp.async.commit_group;\\n" ::);
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\\n" ::"r"(to[2]), "l"(from),
               "r"(size));
  asm volatile("{\\n"
               "  .reg .pred p;\\n"
               "  setp.ne.b32 p, %0, 0;\\n"
               "  @p cp.async.ca.shared.global [%1], [%2], 4;\\n"
               "}\\n" ::"r"(int(threadIdx.x) & 1), "r"(to[3]), "l"(from));
  asm volatile("cp.async.commit_group;\\n" ::);
  asm volatile("cp.async.wait_group %0;\\n" ::"n"(1));
  asm volatile("cp.async.wait_all;\\n" ::);
  __syncthreads();
  for (int i = 0; i < 4; ++i) out[i * blockDim.x + threadIdx.x] = staged[i][threadIdx.x];
}
"""


@dataclass(frozen=True)
class Move:
    """One call of a kernel.

    Attributes:
        size: the bytes that are read of 16, of the kernel that copies.
    """

    kernel: str
    size: int | None = None

    @property
    def name(self) -> str:
        """Return a C++ identifier."""
        return self.kernel if self.size is None else f"{self.kernel}_{self.size}"

    def arrays(self, warps: int) -> tuple[np.ndarray, np.ndarray]:
        """Return room for what comes out, and random numbers that go in."""
        words = 1 if self.kernel == "transposed" else 4
        rng = np.random.default_rng(sum(map(ord, self.name)))
        numbers = rng.integers(0, 1 << 32, (warps, 32, words), dtype=np.uint32)
        copies = 4 if self.size is not None else 1
        return np.zeros((copies, *numbers.shape), np.uint32), numbers


def _kernel(template: str, opcode: str) -> str:
    """Return the kernel of an opcode, named by its count and whether it transposes."""
    count = next(int(word[1]) for word in opcode.split(".") if word in ("x1", "x2", "x4"))
    way = "load" if opcode.startswith("ld") else "store"
    equals = "=" if way == "load" else ""
    operands = ", ".join(f'"{equals}r"(d[{i}])' for i in range(count))
    return (
        template.replace("NAME", f"{way}_x{count}" + "_transposed" * ("trans" in opcode))
        .replace("OPCODE", opcode)
        .replace("RESULTS", ", ".join(f"%{i}" for i in range(count)))
        .replace("COUNT", str(count))
        .replace("OPERANDS", operands)
    )


SOURCE = (
    _HEAD
    + "".join(
        _kernel(_LOAD, f"ldmatrix.sync.aligned.{words}.shared.b16")
        for words in ("m8n8.x1", "m8n8.x2", "x4.m8n8", "m8n8.x1.trans", "x2.trans.m8n8")
    )
    + _kernel(_LOAD, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16")
    + "".join(
        _kernel(_STORE, f"stmatrix.sync.aligned.m8n8.{words}.shared.b16")
        for words in ("x1", "x2", "x4.trans")
    )
    + _OTHERS
)

MOVES = [
    *(Move(f"load_x{count}{way}") for count in (1, 2, 4) for way in ("", "_transposed")),
    *(Move(f"store_{words}") for words in ("x1", "x2", "x4_transposed")),
    Move("transposed"),
    *(Move("copied", size) for size in (0, 5, 16)),
]
