"""Grids that are quotients of sizes: with smaller ones no block runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.verify.drafting.launch_grids import share
from porter.verify.drafting.space import Slot, Space
from tests.verify.drafting.trees import axes, drafted

BIND = '\nPYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("f", &f); }\n'
KERNEL = "#define BLOCK 256\n__global__ void kernel(float *x) {}\n"


def sizes(folder: Path, statements: str) -> dict[str, list[object]]:
    code = f"{KERNEL}void f(at::Tensor x) {{ size_t m = x.size(0), n = x.size(1); {statements} }}"
    return axes(drafted(folder, code + BIND).text, "f")


@pytest.mark.parametrize(
    "launch",
    [
        "const dim3 blocks(m*n/(16*BLOCK)); kernel<<<blocks, 32>>>(x.data_ptr<float>());",
        "dim3 blocks = dim3((m * n) / 4096); kernel<<<blocks, 32>>>(x.data_ptr<float>());",
        "kernel<<<m * n / (16 * BLOCK), 32>>>(x.data_ptr<float>());",
    ],
)
def test_a_product_comes_to_whole_blocks(tmp_path: Path, launch: str) -> None:
    found = sizes(tmp_path / "pack", launch)
    assert all(isinstance(one, int) and one % 64 == 0 for one in (*found["m"], *found["n"]))


def test_each_dimension_tells_of_its_size(tmp_path: Path) -> None:
    found = sizes(tmp_path / "pack", "dim3 g(m / 32, n); kernel<<<g, 32>>>(x.data_ptr<float>());")
    assert all(isinstance(one, int) and one % 32 == 0 for one in found["m"])
    assert 7 in found["n"]


@pytest.mark.parametrize("grid", ["(m + 31) / 32", "m / 32 + 1", "m / n", "count / 32", "m"])
def test_other_grids_tell_nothing(tmp_path: Path, grid: str) -> None:
    found = sizes(tmp_path / "pack", f"kernel<<<{grid}, 32>>>(x.data_ptr<float>());")
    assert 7 in found["m"] and 7 in found["n"]


def test_what_is_known_of_a_size_counts() -> None:
    space = Space()
    one, other, given = (Slot("x", axis) for axis in range(3))
    space.limits(one).multiple = 64
    space.limits(given).values = (8, 24)
    share(3 * 2**15, [one, other, given], space)  # 2**9 of it are there
    multiples = space.limits(one).multiple, space.limits(other).multiple
    assert multiples[0] * multiples[1] * 8 % (3 * 2**15) == 0
    assert max(multiples) < 400
