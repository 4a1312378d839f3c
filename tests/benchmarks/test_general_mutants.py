"""The same kinds of mistakes in code of another spelling."""

from benchmarks.general_mutants import GENERAL
from benchmarks.mutants import WARP_KIT, mutants

SOURCE = """\
template <typename T, int TB>
__global__ void k(const T *a, T *out, size_t N,
                  size_t E) {
  int row = threadIdx.x / TB;
  __shared__ T held[32];
  __syncthreads();
  if (row < N) {
    out[row] = a[row];
  }
  for (int i = TB / 2; i > 0; i /= 2) {
    a = SHFL_DOWN_SYNC(FULL_MASK, a, i);
  }
}
template <typename T> __global__ void up(T *out) {
  out[threadIdx.x] = __shfl_up_sync(mask, out[lane], 1);
}
void host(size_t N, size_t E) { out[row] = row / 32; }
"""


def test_every_kind_of_mistake_is_made() -> None:
    found = {(m.operator, m.line, m.after) for m in mutants(SOURCE, 1, GENERAL)}
    assert found == {
        ("mask: without the upper lanes", 11, "0x0000ffffu"),
        ("width: half a warp", 4, "(TB / 2)"),
        ("width: a whole wave", 4, "(TB * 2)"),
        ("offset: a step of the reduction left out", 10, "i = TB / 2 / 2"),
        ("offset: by one", 8, "row + 1"),
        ("barrier dropped", 6, ";"),
        ("arguments swapped", 2, "size_t  E,\n                  size_t  N"),
        ("condition: one too few", 7, "row < N - 1"),
        ("shuffle: the other direction", 11, "SHFL_UP"),
    }


def test_the_kinds_are_those_of_warp_kit_and_host_code_is_left_alone() -> None:
    assert {name for name, *_ in GENERAL} == {name for name, *_ in WARP_KIT}
    lines = {m.line for m in mutants(SOURCE, 99, GENERAL)}
    assert max(lines) == 15 and len([m for m in mutants(SOURCE, 99, GENERAL) if m.line == 15]) > 2
