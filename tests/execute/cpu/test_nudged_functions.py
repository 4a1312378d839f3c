"""CUDA's mathematical functions, a unit in the last place away."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.execute import cpu
from porter.execute.cpu.nudged_functions import DRAWS, nudged, with_nudges

LIBRARY = """\
define float @__nv_powf(float %a, float %b) #0 {
  ret float %a
}
define double @__nv_exp(double %b) #0 {
  ret double %b
}
define float @__nv_sqrtf(float %x) #0 {
  ret float %x
}
"""
PROGRAM = """
#include <cstdio>
__global__ void f(float *x, double *y) {
    x[0] = powf(2.5f, 1.5f); x[1] = expf(0.3f); x[2] = sqrtf(2.0f); x[3] = powf(0.0f, 2.0f);
    y[0] = sin(0.7); y[1] = pow(1e300, 2.0);
}
int main() {
    float *x; double *y;
    cudaMallocManaged(&x, 16); cudaMallocManaged(&y, 16);
    f<<<1, 1>>>(x, y);
    cudaDeviceSynchronize();
    std::printf("%.9g %.9g %.9g %.9g %.17g %g\\n", x[0], x[1], x[2], x[3], y[0], y[1]);
}
"""


def test_what_rounds_is_put_behind_a_function_of_its_name() -> None:
    text = with_nudges(LIBRARY, 1)
    assert "define float @porter_exact_powf(float %a, float %b) #0 {" in text
    assert "define double @porter_exact_exp(double %b) #0 {" in text
    assert "define float @__nv_sqrtf(float %x) #0 {" in text
    assert "call float @porter_exact_powf(float %a, float %b)" in text
    assert text.count("define") == 5 and text != with_nudges(LIBRARY, 2)


@pytest.mark.toolchain
def test_results_are_a_unit_off_in_each_draw(tmp_path: Path) -> None:
    source = tmp_path / "f.cu"
    source.write_text(PROGRAM)

    def printed() -> list[float]:
        return [float(word) for word in cpu.build(source, arch="sm_80").run().stdout.split()]

    plain, draws = printed(), []
    for draw in DRAWS:
        with nudged(draw):
            draws.append(printed())
    for values in draws:
        assert values[2:4] == plain[2:4] and values[5] == plain[5] == float("inf")
        for place in (0, 1):
            up, down = (np.nextafter(np.float32(plain[place]), np.float32(to)) for to in (9, 0))
            assert np.float32(values[place]) in (up, down)
        assert values[4] in (np.nextafter(plain[4], 9), np.nextafter(plain[4], 0))
    assert len({tuple(values) for values in draws}) > 1
    assert printed() == plain  # and the others are found again, as they were
