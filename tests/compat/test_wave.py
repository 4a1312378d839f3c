"""`wave.hpp`: what the functions give on wavefronts of 64 and of 32 lanes, beside NumPy."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from porter.execute.cpu import Module

pytestmark = pytest.mark.toolchain
THREADS = 192
SIZE = {"gfx942": 64, "gfx1100": 32}
SOURCE = """\
#include <hip/hip_runtime.h>
#include "%s"
using namespace porter;

template <typename T> __device__ void sums(const T *in, T *out) {
  const unsigned t = threadIdx.x, n = blockDim.x;
  out[t] = wave::reduce(in[t], [](T a, T b) { return a + b; });
  out[n + t] = wave::reduce(in[t], [](T a, T b) { return a < b ? b : a; });
  out[2 * n + t] = wave::inclusive_sum(in[t]);
}
extern "C" __global__ void sums_of_int(const int *in, int *out) { sums(in, out); }
extern "C" __global__ void sums_of_long(const long long *in, long long *out) { sums(in, out); }
extern "C" __global__ void sums_of_float(const float *in, float *out) { sums(in, out); }
extern "C" __global__ void sums_of_double(const double *in, double *out) { sums(in, out); }

extern "C" __global__ void shuffles(const int *in, int by, int width, int *out) {
  const unsigned t = threadIdx.x, n = blockDim.x;
  out[t] = wave::shfl_sync(wave::all, in[t], by, width);
  out[n + t] = wave::shfl_up_sync(wave::all, in[t], by, width);
  out[2 * n + t] = wave::shfl_down_sync(wave::all, in[t], by, width);
  out[3 * n + t] = wave::shfl_xor_sync(wave::all, in[t], by, width);
}

template <int BY> __device__ void flip(const int *in, int *out) {
  out[threadIdx.x] = wave::shfl_xor_sync(wave::all, in[threadIdx.x], BY);
}
extern "C" __global__ void flips(const int *in, int *out) {
  flip<1>(in, out), flip<2>(in, out + 192), flip<4>(in, out + 384);
  flip<8>(in, out + 576), flip<16>(in, out + 768);
}

extern "C" __global__ void votes(const int *in, unsigned long long *out) {
  const unsigned t = threadIdx.x, n = blockDim.x;
  const wave::mask set = wave::ballot_sync(wave::all, in[t] & 1);
  out[t] = set;
  out[n + t] = wave::match_any_sync(wave::all, in[t] & 7);
  out[2 * n + t] = wave::any_sync(wave::all, in[t] == 3) | wave::all_sync(set, in[t] & 1) << 1;
  out[3 * n + t] = wave::popc(set) | wave::ffs(set) << 8 | wave::clz(set) << 16;
  out[4 * n + t] = wave::popc_below(set);
  out[5 * n + t] = wave::clz(0);
}

extern "C" __global__ void reductions(const int *in, int *out) {
  const unsigned t = threadIdx.x, n = blockDim.x;
  const unsigned u = static_cast<unsigned>(in[t]);
  out[t] = wave::reduce_add_sync(wave::all, in[t]);
  out[n + t] = wave::reduce_min_sync(wave::all, in[t]);
  out[2 * n + t] = wave::reduce_max_sync(wave::all, in[t]);
  out[3 * n + t] = wave::reduce_or_sync(wave::all, u);
  out[4 * n + t] = wave::reduce_xor_sync(wave::all, u);
}
"""


@pytest.fixture(scope="module")
def kernels(arch: str, tmp_path_factory: pytest.TempPathFactory) -> Module:
    source = Path(tmp_path_factory.mktemp("wave")) / "wave.hip"
    source.write_text(SOURCE % files("porter.compat").joinpath("wave.hpp"))
    return Module.load(source, arch=arch)


def values(low: int, high: int, dtype: str = "i4") -> np.ndarray:
    return np.random.default_rng(7).integers(low, high, THREADS).astype(dtype)


def by_waves(array: np.ndarray, arch: str) -> np.ndarray:
    return array.reshape(-1, SIZE[arch])


def every_lane(of_waves: np.ndarray, arch: str) -> np.ndarray:
    return np.repeat(of_waves, SIZE[arch])


@pytest.mark.parametrize(
    ("name", "dtype"), [("int", "i4"), ("long", "i8"), ("float", "f4"), ("double", "f8")]
)
def test_sums(kernels: Module, arch: str, name: str, dtype: str) -> None:
    given = values(-1000, 1000, dtype)  # small integers: exact in any order
    out = np.zeros((3, THREADS), dtype)
    kernels.kernel(f"sums_of_{name}")[1, THREADS](given, out)
    waves = by_waves(given, arch)
    assert (out[0] == every_lane(waves.sum(axis=1, dtype=dtype), arch)).all()
    assert (out[1] == every_lane(waves.max(axis=1), arch)).all()
    assert (out[2] == waves.cumsum(axis=1, dtype=dtype).ravel()).all()


@pytest.mark.parametrize("width", [2, 8, 32, 64])
@pytest.mark.parametrize("by", [0, 1, 3, 4, 16, 31])
def test_shuffles(kernels: Module, arch: str, by: int, width: int) -> None:
    width = min(width, SIZE[arch])
    given = values(-(2**31), 2**31)
    out = np.zeros((4, THREADS), "i4")
    kernels.kernel("shuffles")[1, THREADS](given, by, width, out)
    lane = np.arange(THREADS)
    first = lane // width * width
    sources = (
        first + by % width,
        np.where(lane - by < first, lane, lane - by),
        np.where(lane + by >= first + width, lane, lane + by),
        np.where((lane ^ by) >= first + width, lane, lane ^ by),
    )
    for row, source in zip(out, sources, strict=True):
        assert (row == given[source]).all()


def test_flips_that_are_known(kernels: Module) -> None:
    given = values(-(2**31), 2**31)
    out = np.zeros((5, THREADS), "i4")
    kernels.kernel("flips")[1, THREADS](given, out)
    for row, by in zip(out, (1, 2, 4, 8, 16), strict=True):
        assert (row == given[np.arange(THREADS) ^ by]).all()


def test_votes(kernels: Module, arch: str) -> None:
    given, size = values(0, 100), SIZE[arch]
    out = np.zeros((6, THREADS), "u8")
    kernels.kernel("votes")[1, THREADS](given, out)
    for first in range(0, THREADS, size):
        own = given[first : first + size]
        mask = sum(1 << lane for lane in range(size) if own[lane] & 1)
        lowest, highest = (mask & -mask).bit_length(), size - mask.bit_length()
        for lane in range(size):
            same = sum(1 << i for i in range(size) if own[i] & 7 == own[lane] & 7)
            expected = (
                mask,
                same,
                int((own == 3).any()) | 2,
                mask.bit_count() | lowest << 8 | highest << 16,
                (mask & ((1 << lane) - 1)).bit_count(),
                size,
            )
            assert tuple(map(int, out[:, first + lane])) == expected


def test_reductions(kernels: Module, arch: str) -> None:
    given = values(-(2**20), 2**20)
    out = np.zeros((5, THREADS), "i4")
    kernels.kernel("reductions")[1, THREADS](given, out)
    waves = by_waves(given, arch)
    for row, of in zip(
        out,
        (np.add, np.minimum, np.maximum, np.bitwise_or, np.bitwise_xor),
        strict=True,
    ):
        assert (row == every_lane(of.reduce(waves, axis=1), arch)).all()
