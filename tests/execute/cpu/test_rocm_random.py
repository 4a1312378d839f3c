"""CUDA's sources draw ROCm's random numbers where that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.execute import cpu
from porter.execute.cpu.rocm_random import headers, rocm_random

PROGRAM = """\
#include <cstdio>
#include <RAND.h>
#include <RAND_kernel.h>
__global__ void draw(double *out, unsigned long long seed) {
  RANDSTATE state;
  RAND_init(seed, threadIdx.x, 7, &state);
  double *own = out + 6 * threadIdx.x;
  own[0] = RAND(&state);
  own[1] = RAND_uniform(&state);
  own[2] = RAND_uniform_double(&state);
  own[3] = RAND_normal(&state);
  own[4] = RAND_normal(&state);
  own[5] = RAND(&state);
}
int main() {
  double *out;
  GPUMallocManaged(&out, 24 * sizeof(double));
  draw<<<1, 4>>>(out, 20190501123456ull);
  GPUDeviceSynchronize();
  for (int i = 0; i < 24; ++i) std::printf("%a\\n", out[i]);
  float *host = reinterpret_cast<float *>(out);
  RANDGenerator_t generator;
  RANDCreateGenerator(&generator, DEFAULT_GENERATOR);
  RANDSetPseudoRandomGeneratorSeed(generator, 42);
  RANDGenerateUniform(generator, host, 8);
  GPUDeviceSynchronize();
  for (int i = 0; i < 8; ++i) std::printf("%a\\n", host[i]);
}
"""


NAMES = {
    "cuda": {
        "<RAND": "<curand", "RAND": "curand", "GPU": "cuda",
        "DEFAULT_GENERATOR": "CURAND_RNG_PSEUDO_DEFAULT",
    },
    "hip": {
        "<RAND": "<hiprand/hiprand", "RAND": "hiprand", "GPU": "hip",
        "DEFAULT_GENERATOR": "HIPRAND_RNG_PSEUDO_DEFAULT",
    },
}  # fmt: skip


def printed(folder: Path, arch: str, state: str) -> list[float]:
    side = "cuda" if arch.startswith("sm_") else "hip"
    text = PROGRAM.replace("STATE", state)
    for stand_in, name in NAMES[side].items():
        text = text.replace(stand_in, name)
    source = folder / f"{side}.cu"
    source.write_text(text)
    return [
        float.fromhex(line) for line in cpu.build(source, arch=arch).run(timeout=60).stdout.split()
    ]


@pytest.mark.toolchain
@pytest.mark.parametrize(
    "state", ["State", pytest.param("StateMRG32k3a_t", marks=pytest.mark.slow)]
)
def test_cudas_sources_draw_what_the_port_draws(tmp_path: Path, state: str) -> None:
    port, usual = printed(tmp_path, "gfx942", state), printed(tmp_path, "sm_80", state)
    assert usual[0] != port[0]
    with rocm_random():
        alike = printed(tmp_path, "sm_80", state)
    normal = {6 * thread + one for thread in range(4) for one in (3, 4)}
    exact = [index for index in range(len(port)) if index not in normal]
    assert [alike[index] for index in exact] == [port[index] for index in exact]
    assert alike == pytest.approx(port, rel=1e-5)
    assert printed(tmp_path, "sm_80", state) == usual


POISSON = """\
#include <cstdio>
#include <RAND_kernel.h>
__global__ void draw(unsigned *out) {
  RANDSTATE state;
  RAND_init(7, threadIdx.x, 0, &state);
  unsigned *own = out + 12 * threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    own[3 * i] = RAND_poisson(&state, 3.5);
    own[3 * i + 1] = RAND_poisson(&state, 100.);
    own[3 * i + 2] = RAND_poisson(&state, 5000.);
  }
  FOUR
}
int main() {
  unsigned *out;
  GPUMallocManaged(&out, 64 * 12 * sizeof(unsigned));
  draw<<<1, 64>>>(out);
  GPUDeviceSynchronize();
  for (int i = 0; i < 64 * 12; ++i) std::printf("%a\\n", 1. * out[i]);
}
"""
FOUR = "uint4 all = RAND_poisson4(&state, 80.); own[0] = all.x; own[1] = all.w;"


@pytest.mark.toolchain
@pytest.mark.parametrize(
    "state",
    [
        pytest.param("State", marks=pytest.mark.slow),
        pytest.param("StateMRG32k3a_t", marks=pytest.mark.slow),
        "StatePhilox4_32_10_t",
    ],
)
def test_poissons_numbers_of_kernels_are_drawn_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    four = FOUR if "Philox" in state else ""
    monkeypatch.setitem(globals(), "PROGRAM", POISSON.replace("FOUR", four))
    port, usual = printed(tmp_path, "gfx942", state), printed(tmp_path, "sm_80", state)
    assert usual != port
    with rocm_random():
        assert printed(tmp_path, "sm_80", state) == port


def test_headers_that_read_otherwise_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "curand_kernel.h").write_text("#pragma once\n")
    assert headers(tmp_path, tmp_path) == []
