"""Mistakes put into device code: each kind, in device code alone."""

from benchmarks.mutants import mutants

SOURCE = """\
#include "check.cuh"
namespace {
__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {  // & 31
        value += porter::shfl_down_sync(kFullMask, value, offset);
    }
    return value;
}

__global__ void k(const float* x, float* y, int rows, int count) {
    const int lane = threadIdx.x & 31;
    __syncthreads();
    if (i < count) {
        y[i] = x[lane];
    }
}

void host(int rows, int count) { y[i] = 3 % 32; }
}
int main() {}
"""


def changes(most: int = 1) -> dict[str, tuple[int, str, str]]:
    return {m.operator.partition(":")[0] + ":" + m.after: (m.line, m.before, m.after)
            for m in mutants(SOURCE, most)}  # fmt: skip


def test_every_kind_of_mistake() -> None:
    assert changes() == {
        "mask:0x0000ffffu": (5, "kFullMask", "0x0000ffffu"),
        "width:15": (11, "31", "15"),
        "width:63": (11, "31", "63"),
        "offset:offset = 8": (4, "offset = 16", "offset = 8"),
        "offset:i + 1": (14, "i", "i + 1"),
        "barrier dropped:;": (12, "__syncthreads();", ";"),
        "arguments swapped:int count, int rows": (10, "int rows, int count", "int count, int rows"),
        "condition:count - 1": (13, "count", "count - 1"),
        "shuffle:shfl_up": (5, "shfl_down", "shfl_up"),
    }


def test_one_place_is_changed_and_host_code_is_not() -> None:
    found = [*mutants(SOURCE, most=9)]
    assert {m.line for m in found} <= set(range(3, 16))
    for mutant in found:
        pairs = zip(SOURCE.splitlines(), mutant.text.splitlines(), strict=True)
        changed = [i for i, (a, b) in enumerate(pairs, 1) if a != b]
        assert changed == [mutant.line]
